import { useQuery } from '@tanstack/react-query'
import type { ListColumn } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { today } from '../../kit/days.ts'
import { plural, useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Loading } from '../empty.tsx'
import { Choice, Form } from '../forms/form.tsx'
import { Sheet } from '../forms/sheet.tsx'
import { saveFile } from '../saved-file.ts'
import css from './sheet.module.css'

export type Exported = {
  /** The address of the list. */
  path: string
  /** What the file is called. */
  words: Words
  /** The filters and the order on the screen. */
  asked: object
  /** The rows that were ticked, of which alone the file is. */
  ticked?: readonly number[]
  /** The columns of the file that the screen shows; they are chosen at first. */
  shown?: readonly string[]
  columns: () => Promise<{ columns: readonly ListColumn[] }>
  /** It lists people, so the service logs who takes it as a file. */
  isLogged?: boolean
}
type Props = Exported & { close: () => void }

/** Asks for the format and the columns of a file. */
export default function ExportSheet({ columns, close, ...exported }: Props) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['columns', exported.path],
    queryFn: columns,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Sheet title={say(`匯出${exported.words[0]}`, `Export ${exported.words[1].toLowerCase()}`)} close={close}>
      {data ? <Choosing {...exported} columns={data.columns} close={close} /> : <Loading />}
    </Sheet>
  )
}

type ChoosingProps = Omit<Props, 'columns'> & { columns: readonly ListColumn[] }

const Choosing = ({ path, words, asked, ticked, shown, columns, isLogged, close }: ChoosingProps) => {
  const say = useSay()
  const [chosen, choose] = useState(() => namesOf(shown ? inOrder(columns, shown) : columns.filter(isStandard)))
  const { mutate, error, isPending } = useWrite({
    send: (format: 'csv' | 'xlsx', guidon) =>
      guidon.file('GET', path, {}, { query: { ...rowsOf(asked, ticked), format, columns: chosen } }),
    done: (file, format) => saveFile(`${say(...words)}-${today()}.${format}`, file),
    says: ['檔案已下載', 'The file is downloaded'],
    close,
  })
  const toggle = (name: string) =>
    choose(columns.map((each) => each.name).filter((each) => chosen.includes(each) !== (each === name)))
  return (
    <Form
      hasNoDraft
      send={say('下載', 'Download')}
      error={error}
      isPending={isPending}
      submit={(given) => mutate(given('format') === 'csv' ? 'csv' : 'xlsx')}
    >
      <p className="soft">
        {ticked
          ? say(`已選取的 ${ticked.length} 筆。`, `The ${plural(ticked.length, 'row')} that you have ticked.`)
          : say(
              '目前篩選與排序下的全部資料，最多 50,000 筆。',
              'All rows of the filters and the order on the screen, at most 50,000.',
            )}
        {isLogged && say('這份清單有個人資料，匯出會留下紀錄。', ' It lists people, so the export is logged.')}
      </p>
      <Choice
        id="format"
        label={say(...label.format)}
        defaultValue="xlsx"
        options={[
          ['xlsx', 'Excel (XLSX)'],
          ['csv', 'CSV'],
        ]}
      />
      <fieldset>
        <legend>{say(`欄位（${chosen.length}）`, plural(chosen.length, 'column'))}</legend>
        <div className={css.columns}>
          {columns.map(({ name, words }) => (
            <label key={name} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                // The last one stays: a file without columns is none.
                disabled={chosen.length === 1 && chosen.includes(name)}
                onChange={() => toggle(name)}
              />
              {say(...words)}
            </label>
          ))}
        </div>
      </fieldset>
    </Form>
  )
}

const isStandard = ({ isStandard }: ListColumn) => isStandard
const namesOf = (columns: readonly ListColumn[]) => columns.map(({ name }) => name)

const inOrder = (columns: readonly ListColumn[], names: readonly string[]) =>
  names.flatMap((asked) => columns.find(({ name }) => name === asked) ?? [])

/** Ticked rows stay ticked on other pages and with another order, but not with other filters. */
const rowsOf = (asked: object, ticked: readonly number[] | undefined) => {
  const { page: _page, ...filters }: { page?: number; sort?: string } = asked
  return ticked ? { sort: filters.sort, id: ticked } : filters
}
