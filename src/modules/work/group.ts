import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../kit/db/fragments.ts'
import { localDay } from '../../kit/db/fragments.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Words } from '../../kit/words/words.ts'
import { tripInEnglish, tripNames } from '../shown-names.ts'

/** Records that wait for the same reason. */
export type Group = {
  key: string
  words: Words
  /** What the person has to do with each record. */
  says: Words
  /** The type of the record, as in notifications. */
  record: string
  /** The route that does the work, with `{id}` for the record or `{of}` for another id of the row. */
  action: readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string]
  /** The body with which the route does the work without a further question, and the text of the button. */
  press?: { words: Words; body: object }
  /** Selects the `columns` of all records that wait. */
  rows: (whose: Whose, db: Db) => RawBuilder<unknown>
}

/** Whose work is read: that of one person together with unassigned work, or without `me` that of the whole team. */
export type Whose = { me?: number; leader?: number }

/** SQL: whether this column has the given person, or nobody. */
export function isTheirs(column: string, { me }: Whose): Condition {
  return me === undefined ? sql`true` : sql`(${sql.ref(column)} = ${me} or ${sql.ref(column)} is null)`
}

type Column = string | RawBuilder<unknown>

/** The columns of a group. Missing ones are null. */
export function columns(given: {
  id: string
  of?: string
  number?: string
  name?: Column
  /** The English name. Without it, the name is the same in both languages. */
  name_en?: Column
  on?: RawBuilder<unknown>
  at?: string
  /** The column with the responsible person. */
  person?: string
  /** The alias of its trip in the statement, if the record is not a trip itself. */
  trip?: string
  /** The amount of money, in `currency`. */
  amount?: Column
  currency?: string
  /** A text that a person wrote; its first words are shown. */
  words?: Column
  /** The missing items with their names, as JSON. */
  reasons?: RawBuilder<unknown>
}) {
  const column = (name: Column = sql`null`) => (typeof name === 'string' ? sql.ref(name) : name)
  const on = given.on ?? (given.at === undefined ? sql`null::date` : localDay(sql.ref(given.at)))
  return sql`${column(given.id)} as id, ${given.of === undefined ? sql`null::integer` : sql.ref(given.of)} as "of",
    ${column(given.number)} as number, ${column(given.name)} as name,
    ${column(given.name_en)} as name_en, ${on} as due_on,
    ${given.at === undefined ? sql`null::timestamptz` : sql.ref(given.at)} as due_at,
    ${given.person === undefined ? sql`null::integer` : sql.ref(given.person)} as person_id,
    ${given.trip === undefined ? sql`null::json` : tripOrNone(given.trip)} as trip,
    ${given.amount === undefined ? sql`null::numeric` : column(given.amount)} as amount,
    ${given.currency === undefined ? sql`null::text` : sql.ref(given.currency)} as currency,
    ${given.words === undefined ? sql`null::text` : sql`left(${column(given.words)}, ${sql.lit(FIRST_WORDS)})`} as words,
    ${given.reasons ?? sql`null::json`} as reasons`
}

const tripOrNone = (trip: string) => sql`case when ${sql.ref(`${trip}.id`)} is not null then ${tripNames(trip)} end`

const FIRST_WORDS = 80

/** The names of a traveler, in Chinese and as in the passport. */
export function travelerNames(alias = 'v') {
  const [surname, given_name] = [sql.ref(`${alias}.surname_en`), sql.ref(`${alias}.given_name_en`)]
  return { name: `${alias}.name`, name_en: sql`nullif(concat_ws('/', ${surname}, ${given_name}), '')` }
}
/** The columns of a trip in a group. */
export const trip = { id: 't.id', number: 't.serial', name: 't.name', name_en: tripInEnglish('t') }

/** The last message about an add-on request. */
export const lastWords = sql`(select c.message from addon_communications c
  where c.addon_request_id = r.id and c.message is not null order by c.id desc limit 1)`
