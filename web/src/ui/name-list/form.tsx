import { Refused } from '../refused.tsx'
import NameListField from './field.tsx'
import type { Cells, NameListState } from './use-name-list.ts'

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
