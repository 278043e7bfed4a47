import type { PlainRecord } from 'guidon-sdk'
import { type ComponentType, Suspense, useState } from 'react'
import { refreshAfter, sentenceOf } from '../../../../kit/api.ts'
import { lazy } from '../../../../kit/lazy.ts'
import { useMe } from '../../../../kit/me.ts'
import { type Say, useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { ConfirmButton } from '../../../../ui/confirm-button.tsx'
import { Loading } from '../../../../ui/empty.tsx'
import { answersIn, Confirmations, type Question } from '../../../../ui/forms/confirmations.tsx'
import { Form, type Given, givenIn } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { Refused } from '../../../../ui/refused.tsx'
import { bodyOf, changedIn } from './body.ts'
import { FieldOf } from './field.tsx'
import { mayWrite, type Row, useRow } from './record.ts'
import { ShownRecord } from './shown.tsx'

/** Query keys to refresh after a change: the record itself, lists, and the names in forms and filters. */
const changed = ['reference-record', 'reference', 'options', 'areas']

/** What visitors will see of a record, shown for what is typed and not saved. */
const previews: Readonly<Record<string, ComponentType<{ given: Given; close: () => void }>>> = {
  '/api/site/pages': lazy(() => import('../../../site/shared/page-preview.tsx')),
}

type Fixed = Record<string, unknown>
type Props = {
  record: PlainRecord
  id: number | 'new'
  close: () => void
  /** Values that the page sets and the form does not show. */
  fixed?: Fixed
}

/** One record: a form for those who may change it, a list of its fields for the others. */
export default function RecordSheet({ record, id, close, fixed = {} }: Props) {
  const say = useSay()
  const me = useMe()
  const { data: row, error } = useRow(record, id === 'new' ? undefined : id)
  const isWriter = mayWrite(record, me)
  const title = id === 'new' ? say(`新增${record.words[0]}`, `New ${record.words[1]}`) : titleOf(say, record, row)
  return (
    <Sheet title={title} close={close}>
      {error && (
        <p className="told fault" role="alert">
          {sentenceOf(error, say('無法讀取這筆資料。', 'The record cannot be read.'))}
        </p>
      )}
      {id !== 'new' && !row && !error && <Loading />}
      {id === 'new' && isWriter && <Editor record={record} row={undefined} close={close} fixed={fixed} />}
      {row && isWriter && <Editor record={record} row={row} close={close} fixed={fixed} />}
      {row && !isWriter && <ShownRecord record={record} row={row} />}
    </Sheet>
  )
}

/** The name of the record, if it has one. */
const titleOf = (say: Say, { words: [zh, en] }: PlainRecord, { name, name_en }: Partial<Row> = {}) =>
  typeof name === 'string' ? say(name, String(name_en ?? name)) : say(zh, en.charAt(0).toUpperCase() + en.slice(1))

type EditorProps = { record: PlainRecord; row: Row | undefined; close: () => void }

const Editor = ({ record, row, close, fixed }: EditorProps & { fixed: Fixed }) => {
  const say = useSay()
  // The initial values: unchanged fields are not sent, so that they do not overwrite a colleague's change.
  const [first] = useState(row)
  const { mutate, variables, error, isPending } = useEditing(record, row, close)
  const { asks = [] } = record
  const fields = record.fields.filter(({ name }) => name !== 'is_active' && !(name in fixed))
  return (
    <Form
      of={row}
      send={row ? say('儲存', 'Save') : say('新增', 'Add')}
      error={error}
      isPending={isPending}
      beside={
        <>
          {row && <Beside record={record} row={row} close={close} />}
          <Preview record={record} />
        </>
      }
      submit={(given) => {
        const body = { ...bodyOf(fields, given, row === undefined), ...(!row && fixed) }
        const changed = first ? changedIn(body, first) : body
        if (first && Object.keys(changed).length === 0) close()
        else mutate({ ...changed, ...answersIn(given, asks) })
      }}
    >
      {fields.map((field) => (
        <FieldOf key={field.name} field={field} value={first?.[field.name]} isNew={row === undefined} />
      ))}
      {asks.length > 0 && <Confirmations error={error} of={asks.map((field) => questionOf(field, first, variables))} />}
    </Form>
  )
}

const questionOf = (field: string, row: Row | undefined, sent: Record<string, unknown> = {}): Question => {
  const value = String(sent[field] ?? row?.[field] ?? '')
  return { field, value, shown: value }
}

/** Shows what is typed as visitors will see it. */
const Preview = ({ record: { path } }: { record: PlainRecord }) => {
  const say = useSay()
  const [given, setGiven] = useState<Given>()
  const Shown = previews[path]
  if (!Shown) return null
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={({ currentTarget: { form } }) => form && setGiven(() => givenIn(form))}
      >
        {say('預覽…', 'Preview…')}
      </button>
      {given && (
        <Suspense>
          <Shown given={given} close={() => setGiven(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Creates the record, or changes it. */
const useEditing = ({ path, words }: PlainRecord, row: Row | undefined, close: () => void) =>
  useWrite({
    send: (body: Record<string, unknown>, guidon) =>
      row
        ? guidon.data<Row>('PUT', `${path}/${row.id}`, { version: row.version }, { body })
        : guidon.data<Row>('POST', path, {}, { body }),
    close,
    says: row ? ['已儲存', 'Saved'] : [`已新增${words[0]}`, 'Added'],
    changes: changed,
  })

/** Deactivates, activates or removes a record. */
const Beside = ({ record: { path, fields }, row, close }: Required<EditorProps> & { row: Row }) => {
  const say = useSay()
  const { version } = row
  // A removed record is not read again.
  const readAgain = (error: Error | null, isGone: boolean) => refreshAfter(error, ...changed.slice(isGone ? 1 : 0))
  const { mutate, error, isPending } = useWrite({
    send: (body: { is_active: boolean } | undefined, guidon) =>
      guidon.data<Row | null>(body ? 'PUT' : 'DELETE', `${path}/${row.id}`, { version }, body && { body }),
    done: (_gone, body) => {
      if (!body) close()
      return readAgain(null, !body)
    },
    says: (_gone, body) => ({ title: wordsFor(body) }),
    failed: (error) => readAgain(error, false),
  })
  const wordsFor = (body: { is_active: boolean } | undefined) =>
    !body ? say('已刪除', 'Removed') : body.is_active ? say('已重新啟用', 'Activated') : say('已停用', 'Inactive')
  const isActive = row.is_active === true
  return (
    <>
      <Refused error={error} />
      <ConfirmButton
        words={say('刪除', 'Remove')}
        sure={say('確定刪除？', 'Remove it?')}
        act={() => mutate(undefined)}
        disabled={isPending}
      />
      {fields.some(({ name }) => name === 'is_active') && (
        <button type="button" className="button" disabled={isPending} onClick={() => mutate({ is_active: !isActive })}>
          {isActive ? say('停用', 'Deactivate') : say('啟用', 'Activate')}
        </button>
      )}
    </>
  )
}
