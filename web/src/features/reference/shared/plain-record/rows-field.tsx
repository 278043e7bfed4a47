import type { PlainField } from 'guidon-sdk'
import Plus from '~icons/lucide/plus'
import X from '~icons/lucide/x'
import { today } from '../../../../kit/days.ts'
import { plainOf, type Typed } from '../../../../kit/typed.ts'
import { type Say, useSay } from '../../../../kit/words.ts'
import { Around } from '../../../../ui/forms/form.tsx'
import { useKeptValue } from '../../../../ui/forms/kept-value.tsx'
import { iconName } from '../../../../ui/icon-name.ts'
import css from './sheet.module.css'

type Value = Record<string, string | boolean | null>
type Props = { id: string; label: string; fields: readonly PlainField[]; first: Value[] }

/** A list of small records within a record, such as the details of an add-on type. The form gets it as JSON. */
export const RowsField = ({ id, label, fields, first }: Props) => {
  const say = useSay()
  const { value, change: keep, inputNamed } = useKeptValue(JSON.stringify(first))
  const rows: Value[] = JSON.parse(value)
  const setRows = (next: Value[]) => keep(JSON.stringify(next))
  const change = (nth: number, name: string, value: string | boolean | null) =>
    setRows(rows.map((row, at) => (at === nth ? { ...row, [name]: value } : row)))
  return (
    <Around id={id} label={label}>
      {({ name, ...described }) => (
        <div className={css.rows}>
          {rows.map((row, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and rows keep their order.
            <fieldset key={nth} aria-label={say(`第 ${nth + 1} 項`, `Item ${nth + 1}`)}>
              {fields.map((field) => (
                <Cell
                  key={field.name}
                  field={field}
                  value={row[field.name]}
                  change={(to) => change(nth, field.name, to)}
                />
              ))}
              <button
                type="button"
                className="button plain square"
                {...iconName(say(`移除第 ${nth + 1} 項`, `Remove item ${nth + 1}`))}
                onClick={() => setRows(rows.filter((_row, at) => at !== nth))}
              >
                <X />
              </button>
            </fieldset>
          ))}
          <button type="button" className="button" {...described} onClick={() => setRows([...rows, emptyRow(fields)])}>
            <Plus />
            {say('新增一項', 'Add an item')}
          </button>
          {inputNamed(name)}
        </div>
      )}
    </Around>
  )
}

/** Rows are kept as text; numbers and days in them are normalized when their field is left. */
const typedAs: Partial<Record<PlainField['kind'], Typed>> = { whole: 'amount', decimal: 'amount', day: 'day' }

const emptyRow = (fields: readonly PlainField[]): Value =>
  Object.fromEntries(
    fields.map(({ name, kind, options, mayBeEmpty }) => [
      name,
      kind === 'flag' ? false : (options?.[0]?.[0] ?? (mayBeEmpty ? null : '')),
    ]),
  )

type CellProps = {
  field: PlainField
  value: string | boolean | null | undefined
  change: (value: string | boolean | null) => void
}

const Cell = ({ field: { words, kind, options = [], mayBeEmpty, longest }, value, change }: CellProps) => {
  const say: Say = useSay()
  const label = say(...words)
  if (kind === 'flag')
    return (
      <label className={css.tick}>
        <input type="checkbox" checked={value === true} onChange={({ target }) => change(target.checked)} />
        {label}
      </label>
    )
  if (kind === 'choice')
    return (
      <select
        className="input"
        aria-label={label}
        value={String(value)}
        onChange={({ target }) => change(target.value)}
      >
        {options.map(([code, ...words]) => (
          <option key={code} value={code}>
            {say(...words)}
          </option>
        ))}
      </select>
    )
  return (
    <input
      className="input"
      aria-label={label}
      placeholder={label}
      value={String(value ?? '')}
      {...(longest && { maxLength: longest })}
      onChange={({ target }) => change(target.value === '' && mayBeEmpty ? null : target.value)}
      onBlur={({ target }) => {
        const plain = plainOf(typedAs[kind], target.value, today())
        if (plain !== target.value) change(plain)
      }}
    />
  )
}
