import { useState } from 'react'
import X from '~icons/lucide/x'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'
import type { FieldProps } from '../lists/filters.ts'
import { type Named, nameOfOption, type Only, useNames } from '../names.ts'
import css from './combobox.module.css'
import { Combobox } from './combobox.tsx'
import { Around } from './form.tsx'
import { useKeptValue } from './kept-value.tsx'

/** Labels for ids that were set, and for records that were just chosen. */
const useLabels = (of: string, ids: readonly number[]) => {
  const say = useSay()
  const [known, setKnown] = useState<ReadonlyMap<number, Named>>(new Map())
  const read = useNames(
    of,
    ids.filter((id) => !known.has(id)),
  )
  const labelOf = (id: number) => {
    const record = known.get(id) ?? read.get(id)
    return record ? nameOfOption(say, record) : '…'
  }
  const learn = (record: Named) => setKnown((before) => new Map(before).set(record.value, record))
  return { labelOf, learn }
}

type Props = {
  id: string
  label: string
  hint?: string
  of: string
  /** Which accounts are offered. */
  only?: Only
  first?: number | null | undefined
  required?: boolean
}

/** A field for one record. */
export const RecordField = ({ id, label, hint, of, only, first, required }: Props) => {
  const { value, change, inputNamed } = useKeptValue(String(first ?? ''))
  const { labelOf, learn } = useLabels(of, value ? [Number(value)] : [])
  const choose = (record: Named | undefined) => {
    if (record) learn(record)
    change(String(record?.value ?? ''))
  }
  return (
    <Around id={id} label={label} {...(hint && { hint })}>
      {({ name, ...described }) => (
        <>
          <Combobox
            {...described}
            of={of}
            only={only}
            aria-label={label}
            aria-required={required}
            chosen={value ? labelOf(Number(value)) : ''}
            choose={choose}
          />
          {inputNamed(name, of)}
        </>
      )}
    </Around>
  )
}

type ManyProps = Omit<Props, 'first' | 'only'> & { first?: readonly number[] }

/** A field for several records: a list of the chosen ones, and a field to add one. The form gets their ids, separated by commas. */
export const RecordsField = ({ id, label, hint, of, first = [] }: ManyProps) => {
  const say = useSay()
  const kept = useKeptValue(first.join())
  const values = kept.value.split(',').filter(Boolean).map(Number)
  const setValues = (ids: number[]) => kept.change(ids.join())
  const { labelOf, learn } = useLabels(of, values)
  const add = (record: Named | undefined) => {
    if (!record || values.includes(record.value)) return
    learn(record)
    setValues([...values, record.value])
  }
  return (
    <Around id={id} label={label} {...(hint && { hint })}>
      {({ name, ...described }) => (
        <>
          {values.length > 0 && (
            <ul className={css.chosen}>
              {values.map((value) => (
                <li key={value}>
                  {labelOf(value)}
                  <button
                    type="button"
                    className="button plain square"
                    {...iconName(say(`移除 ${labelOf(value)}`, `Remove ${labelOf(value)}`))}
                    onClick={() => setValues(values.filter((each) => each !== value))}
                  >
                    <X width={13} height={13} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Combobox
            {...described}
            of={of}
            aria-label={label}
            chosen=""
            choose={add}
            placeholder={say('加入…', 'Add…')}
          />
          {kept.inputNamed(name, of)}
        </>
      )}
    </Around>
  )
}

/** A filter by a record of these. */
export const recordFilter =
  (of: string) =>
  ({ label, value, choose }: FieldProps) => {
    const { labelOf, learn } = useLabels(of, value ? [value] : [])
    return (
      <Combobox
        of={of}
        aria-label={label}
        placeholder={label}
        chosen={value ? labelOf(value) : ''}
        choose={(record) => {
          if (record) learn(record)
          choose(record?.value)
        }}
      />
    )
  }
