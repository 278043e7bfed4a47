import type { PlainField } from 'guidon-sdk'
import type { ReactNode } from 'react'
import { dayWithYear } from '../../../../kit/days.ts'
import { nameOf, type Say, useSay } from '../../../../kit/words.ts'
import type { Named } from '../../../../ui/names.ts'
import css from './sheet.module.css'

/** Finds the name of a record by its path and id, if it is known. */
export type Names = (of: string, id: number) => Named | undefined

type Props = { field: PlainField; value: unknown; names: Names }

/** The value of a field, in words. */
export const Value = ({ field, value, names }: Props) => {
  const say = useSay()
  if (value === null || value === undefined || value === '') return null
  if (field.kind === 'color' && typeof value === 'string') return <Color value={value} />
  return <>{wordsOf(say, field, value, names)}</>
}

const wordsOf = (say: Say, { kind, options = [], of = '' }: PlainField, value: unknown, names: Names): ReactNode => {
  if (kind === 'choice') {
    const [, zh, en] = options.find(([code]) => code === value) ?? ['', String(value), String(value)]
    return say(zh, en)
  }
  if (kind === 'flag') return value === true ? say('是', 'Yes') : say('否', 'No')
  if (kind === 'record' && typeof value === 'number') {
    const named = names(of, value)
    return named ? nameOf(say, { name: named.label, name_en: named.label_en }) : ''
  }
  if (Array.isArray(value)) return kind === 'lines' ? value.join(say('、', ', ')) : value.length || ''
  if (kind === 'day' && typeof value === 'string') return dayWithYear(value)
  return String(value)
}

const Color = ({ value }: { value: string }) => (
  <span className={css.color}>
    {/* Set through the CSSOM, because the content security policy forbids style attributes. */}
    <i style={{ background: value }} />
    {value}
  </span>
)
