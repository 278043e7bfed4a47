import { type Refusal, refusals } from '../../kit/errors.ts'
import type { Kind, Problem } from './kind.ts'

/** What an action refused, by the columns of its fields. */
export function problemsOf({ code, extras }: Refusal, kind: Kind): Pick<Problem, 'column' | 'code' | 'message'>[] {
  const { errors } = extras
  if (!errors) return [{ column: kind.columns[0]?.code ?? null, code, message: extras.detail ?? refusals[code][2] }]
  return Object.entries(errors).flatMap(([field, words]) =>
    words.map((message) => ({ column: columnOf(field, kind) ?? field, code: 'refused', message })),
  )
}

const columnOf = (field: string, { columns }: Kind) => {
  // Who confirms a value over the API gives a reason; in a file the cell of the value is told.
  const names = [
    field,
    field.replace('confirmed_', ''),
    field.replaceAll('.', '_'),
    field.split('.')[0],
    field.split('.').at(-1),
  ]
  return columns.find(({ code, refersTo }) => names.includes(code) || names.includes(refersTo?.field))?.code
}
