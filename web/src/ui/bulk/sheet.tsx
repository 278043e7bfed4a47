import type { Guidon } from 'guidon-sdk'
import { bulkResultWords } from 'guidon-sdk/words'
import { type ReactNode, useState } from 'react'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, type Given } from '../forms/form.tsx'
import { Sheet } from '../forms/sheet.tsx'
import css from './sheet.module.css'

/** Which records, by their numbers. */
type Many = { ids?: number[] }

/** What becomes of one of the records. */
export type BulkLine = { status: keyof typeof bulkResultWords; faults: string[] }

type Answer<Line, Meta> = { data: Line[]; meta: Meta }

type Props<Body extends Many, Line extends BulkLine, Meta> = {
  title: string
  /** On the button of the second step. */
  send: (changed: number) => string
  bodyOf: (given: Given) => Body
  call: (guidon: Guidon, body: Body & { dry_run: boolean }) => Promise<Answer<Line, Meta>>
  idOf: (line: Line) => number
  nameOf: (line: Line) => string
  /** What is said of all records together. */
  sums?: (meta: Meta) => ReactNode
  /** What else is said of a record. */
  says?: (line: Line) => string | false
  /** What would become of a record, if that is not a change of it. */
  will?: Words
  done: Words
  /** The sheet stays open with what was done to each record. */
  showsResult?: boolean
  changes: readonly string[]
  close: () => void
  /** The fields of the first step. */
  children: ReactNode
}

/** Changes many records in two steps: first it shows what would become of each, then it does it, all or none. */
export const BulkSheet = <Body extends Many, Line extends BulkLine, Meta>(props: Props<Body, Line, Meta>) => {
  const { title, send, bodyOf, call, sums, idOf, nameOf, says, will, done, showsResult, changes, close, children } =
    props
  const say = useSay()
  const [shown, setShown] = useState<{ body: Body; answer: Answer<Line, Meta>; isDone?: boolean }>()
  const preview = useWrite({
    send: (body: Body, guidon) => call(guidon, { ...body, dry_run: true }),
    done: (answer, body) => setShown({ body, answer }),
  })
  const run = useWrite({
    send: (body: Body, guidon) => call(guidon, { ...body, dry_run: false }),
    // What became impossible meanwhile is marked in the lines.
    failed: (_error, body) => preview.mutate(body),
    done: (answer, body) => (showsResult ? setShown({ body, answer, isDone: true }) : close()),
    says: done,
    changes,
  })
  const lines = shown?.answer.data ?? []
  const changed = lines.filter(({ status }) => status === 'would_change').length
  const isRefused = lines.some(({ status }) => status === 'refused')
  const leaveRefusedOut = ({ body }: { body: Body }) =>
    preview.mutate({ ...body, ids: lines.filter(({ status }) => status !== 'refused').map(idOf) })
  if (shown?.isDone)
    return (
      <Sheet title={title} close={close}>
        <div className="form">
          {sums?.(shown.answer.meta)}
          <Lines title={say('結果', 'Result')} lines={lines} idOf={idOf} nameOf={nameOf} says={says} will={will} />
          <div className="end">
            <button type="button" className="button main" onClick={close}>
              {say('完成', 'Done')}
            </button>
          </div>
        </div>
      </Sheet>
    )
  return (
    <Sheet title={title} close={close}>
      <Form
        hasNoDraft
        send={shown ? send(changed) : say('預覽', 'Preview')}
        error={shown ? run.error : preview.error}
        isPending={preview.isPending || run.isPending}
        isBlocked={shown !== undefined && (changed === 0 || isRefused)}
        submit={(given) => (shown ? run.mutate(shown.body) : preview.mutate(bodyOf(given)))}
        beside={
          shown && (
            <>
              <button type="button" className="button" onClick={() => setShown(undefined)}>
                {say('回上一步', 'Back')}
              </button>
              {isRefused && changed > 0 && (
                <button type="button" className="button" onClick={() => leaveRefusedOut(shown)}>
                  {say('略過不能變更的', 'Leave out the refused')}
                </button>
              )}
            </>
          )
        }
      >
        <div hidden={shown !== undefined}>
          <div className="form">{children}</div>
        </div>
        {shown && sums?.(shown.answer.meta)}
        {shown && (
          <Lines title={say('預覽', 'Preview')} lines={lines} idOf={idOf} nameOf={nameOf} says={says} will={will} />
        )}
      </Form>
    </Sheet>
  )
}

type LinesProps<Line> = {
  title: string
  lines: readonly Line[]
  idOf: (line: Line) => number
  nameOf: (line: Line) => string
  says: ((line: Line) => string | false) | undefined
  will: Words | undefined
}

const hues = { changed: 'turn-done', would_change: 'turn-done', unchanged: 'turn-over', refused: 'turn-late' } as const

const Lines = <Line extends BulkLine>({ title, lines, idOf, nameOf, says, will }: LinesProps<Line>) => {
  const say = useSay()
  const isRefused = lines.some(({ status }) => status === 'refused')
  return (
    <section aria-label={title}>
      {isRefused && (
        <p className="told fault" role="alert">
          {say(
            '有項目不能變更，因此全部都不會變更；請回上一步修改，或略過這些項目。',
            'Some cannot be changed, so nothing will be changed. Go back and correct it, or leave them out.',
          )}
        </p>
      )}
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={idOf(line)}>
            <b>{nameOf(line)}</b>
            <span className={`badge ${hues[line.status]}`}>
              {say(...((line.status === 'would_change' && will) || bulkResultWords[line.status]))}
            </span>
            {line.faults.length > 0 && <p className="small late">{line.faults.join(' ')}</p>}
            {says?.(line) && <p className="small soft">{says(line)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
