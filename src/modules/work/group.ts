import { type RawBuilder, sql } from 'kysely'
import { localDay } from '../../kit/clock.ts'
import type { Condition } from '../../kit/db/condition.ts'
import type { Words } from '../../kit/words/words.ts'
import { tripInEnglish } from '../shown-names.ts'

/** Records that wait for somebody for one reason. */
export type Group = {
  key: string
  words: Words
  /** What is to be done with each of them. */
  says: Words
  /** The type of the record, as in notifications. */
  record: string
  /** The route that settles it, with the `{id}` of the record, or `{of}` another id of the row. */
  action: readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string]
  /** Selects `id`, `of`, `number`, `name`, `name_en`, `due_on` and `due_at` of everything that waits. */
  rows: (whose: Whose) => RawBuilder<unknown>
}

/** Whose work it is: that of one person and what nobody has taken; without `me` that of the whole team. */
export type Whose = { me?: number; leader?: number }

/** Whether the person in this column is the one asked for, or nobody yet. */
export function isTheirs(column: string, { me }: Whose): Condition {
  return me === undefined ? sql`true` : sql`(${sql.ref(column)} = ${me} or ${sql.ref(column)} is null)`
}

/** The columns of a group; those that are not given are null. */
export function columns(given: {
  id: string
  of?: string
  number?: string
  name?: string | RawBuilder<unknown>
  /** In English; without it the name is the same in both languages. */
  name_en?: string | RawBuilder<unknown>
  on?: RawBuilder<unknown>
  at?: string
}) {
  const column = (name: string | RawBuilder<unknown> = sql`null`) => (typeof name === 'string' ? sql.ref(name) : name)
  const on = given.on ?? (given.at === undefined ? sql`null::date` : localDay(sql.ref(given.at)))
  return sql`${column(given.id)} as id, ${given.of === undefined ? sql`null::integer` : sql.ref(given.of)} as "of",
    ${column(given.number)} as number, ${column(given.name)} as name,
    ${column(given.name_en)} as name_en, ${on} as due_on,
    ${given.at === undefined ? sql`null::timestamptz` : sql.ref(given.at)} as due_at`
}

/** A traveler's names, in Chinese and as in the passport. */
export const travelerNames = {
  name: 'v.name',
  name_en: sql`nullif(concat_ws('/', v.surname_en, v.given_name_en), '')`,
}
/** A trip as it stands in a group. */
export const trip = { id: 't.id', number: 't.serial', name: 't.name', name_en: tripInEnglish('t') }
