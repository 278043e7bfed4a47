import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getImportMapping, type ImportKind, mapImport } from 'guidon-sdk'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { locale, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Refused } from '../../ui/refused.tsx'
import { answersOf, type SheetAnswer, type ShownSheet, withAnswers } from './import-answers.ts'
import { SheetMapping } from './import-sheet.tsx'

type Props = { id: number; version: number; kinds: ImportKind[]; done: () => void; cancel: (() => void) | undefined }

/** Asks how the sheets of an own workbook are read: what each holds, which column is which, and what words of the house mean. */
export const Mapping = ({ id, version, kinds, done, cancel }: Props) => {
  const { data } = useQuery({
    queryKey: ['imports', id, 'mapping', version, locale.use()],
    queryFn: () => getImportMapping(guidon, id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return <Loading />
  return <Answers key={version} id={id} given={data.sheets} kinds={kinds} done={done} cancel={cancel} />
}

type AnswersProps = Omit<Props, 'version'> & { given: ShownSheet[] }

const Answers = ({ id, given, kinds, done, cancel }: AnswersProps) => {
  const say = useSay()
  const [sheets, setSheets] = useState(() => given.map((shown) => ({ shown, answer: answersOf(shown) })))
  const client = useQueryClient()
  const { mutate, error, isPending } = useWrite({
    send: (_: undefined, service) =>
      mapImport(service, id, { sheets: sheets.map(({ shown, answer }) => withAnswers(shown, answer)) }),
    changes: ['imports'],
    done: (shown) => {
      client.setQueryData(['imports', id, locale.now()], shown)
      done()
    },
  })
  const replace = (name: string, next: { shown: ShownSheet; answer: SheetAnswer }) =>
    setSheets((before) => before.map((one) => (one.shown.sheet === name ? next : one)))
  /** Another kind, or another row of headings, has other proposals. */
  const look = async (name: string, as: { kind: SheetAnswer['kind']; heading_row: number | undefined }) => {
    const known = sheets.find(({ shown }) => shown.sheet === name)
    if (!known) return
    if (!as.kind) return replace(name, { ...known, answer: { ...known.answer, kind: null } })
    const query = { sheet: name, kind: as.kind, ...(as.heading_row && { heading_row: as.heading_row }) }
    const [shown] = (await getImportMapping(guidon, id, query)).sheets
    if (shown) replace(name, { shown, answer: answersOf(shown) })
  }
  return (
    <Card
      title={say('對應欄位與用語', 'Map columns and words')}
      aside={
        cancel && (
          <button type="button" className="button plain more" onClick={cancel}>
            {say('回到報告', 'Back to the report')}
          </button>
        )
      }
    >
      <div className="within">
        <p className="soft small">
          {say(
            '系統依名稱先猜好；請確認每張工作表是什麼資料、每一欄對應到哪裡。答案會記住，下次同樣欄位的檔案不用再對應。',
            'Proposed by their names: check what each sheet holds and which column is which. The answers are kept, so the next file with the same headings needs none.',
          )}
        </p>
      </div>
      {sheets.map(({ shown, answer }) => (
        <SheetMapping
          key={shown.sheet}
          shown={shown}
          answer={answer}
          kinds={kinds}
          change={(next) => replace(shown.sheet, { shown, answer: next })}
          look={(as) => look(shown.sheet, as)}
        />
      ))}
      <div className="within">
        <Refused error={error} />
        <div className="ways">
          <button type="button" className="button main" disabled={isPending} onClick={() => mutate(undefined)}>
            {isPending ? say('檢查中…', 'Checking…') : say('儲存對應並檢查', 'Save and check')}
          </button>
        </div>
      </div>
    </Card>
  )
}
