import { useSay } from '../../kit/words.ts'
import { Refused } from '../refused.tsx'
import css from './name-list.module.css'
import { Source } from './source.tsx'
import { NameTable } from './table.tsx'
import type { Cells, NameListState } from './use-name-list.ts'

/** A list of people: first where it comes from, then its lines, to be mended before anything is written. */
export const NameListField = ({ names }: { names: NameListState }) => {
  const say = useSay()
  const { kind, list, change } = names
  if (!list) return <Source kind={kind} take={change} />
  return (
    <div className={css.nameList}>
      <NameTable names={names} />
      <button type="button" className="button" onClick={() => change(undefined)}>
        {say('換一份名單', 'Take another list')}
      </button>
    </div>
  )
}

type FormProps = {
  names: NameListState
  error: Error | null
  isPending: boolean
  /** The words of the button, by the number of lines. */
  send: (count: number) => string
  submit: (rows: Cells[]) => void
}

/** A list that is written by itself, once all of its cells are right. */
export const NameListForm = ({ names, error, isPending, send, submit }: FormProps) => (
  <>
    <NameListField names={names} />
    <Refused error={error} />
    {names.list && (
      <div className="ways">
        <button
          type="button"
          className="button main"
          disabled={!names.isReady || isPending}
          onClick={() => submit(names.rows)}
        >
          {send(names.list.lines.length)}
        </button>
      </div>
    )}
  </>
)
