import { sql } from 'kysely'
import { Type } from 'typebox'
import { selected } from '../../kit/db/fragments.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { moment, oneOf, ref, shownFields, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import { Person } from './schema.ts'

/** The reasons why persons look the same, the strongest first. A reason is the first word of a clue. */
const reasons = {
  passport: ['護照號碼相同', 'The same passport'],
  national_id: ['身分證字號相同', 'The same national ID'],
  birth_date: ['姓名與出生日期相同', 'The same name and birth date'],
  mailbox: ['同一個已驗證的信箱', 'The same confirmed email'],
  email: ['姓名與電子郵件相同', 'The same name and email'],
  phone: ['姓名與電話相同', 'The same name and phone'],
} as const satisfies Record<string, Words>
const reasonNames = Object.keys(reasons)

const { name, name_en, phone, email } = Person.properties

/** Persons who look the same, and the reasons. */
const Double = Type.Object({
  reasons: Type.Array(
    Type.Object({
      code: oneOf(reasonNames),
      label: Type.String({ examples: ['護照號碼相同'] }),
      label_en: Type.String({ examples: ['The same passport'] }),
    }),
  ),
  persons: Type.Array(
    Type.Object(shownFields({ id: ref(), name, name_en, phone, email, created_at: moment(), records: whole() })),
  ),
})

/** The most sets in an answer, and the most persons in a set. */
const MOST_SETS = 100
const MOST_PERSONS = 20

const columns = ['id', 'name', 'name_en', 'phone', 'email', 'created_at']
const records = sql`(select count(*) from person_records r where r.person_id = persons.id)`

const alike = (person_id: unknown) =>
  person_id === undefined
    ? sql`persons.clues <> '{}'`
    : sql`persons.clues && (select own.clues from persons own where own.id = ${person_id})`
const amongThem = (person_id: unknown) => (person_id === undefined ? sql`true` : sql`${person_id} = any(those)`)

// Sets of persons who have a clue in common, without sets whose members were all declared different by staff.
const sets = (person_id: unknown) => sql<{ those: number[]; reasons: string[] }>`(
  select those, array_agg(distinct split_part(clue, ' ', 1)) as reasons
    from (select clue, array_agg(distinct persons.id) as those
            from persons, unnest(persons.clues) clue where ${alike(person_id)} group by clue having count(distinct persons.id) > 1) alike
   where ${amongThem(person_id)}
     and (select count(distinct array[least(c.person_id, c.other_id), greatest(c.person_id, c.other_id)]) from person_changes c
           where c.kind <> 'merge' and c.person_id = any(those) and c.other_id = any(those))
         < cardinality(those) * (cardinality(those) - 1) / 2
   group by those)`

const strength = sql`(select min(array_position(${sql.lit(`{${reasonNames.join()}}`)}::text[], reason)) from unnest(found.reasons) reason)`

type Doubles = { total: number; sets: { reasons: string[]; persons: object[] }[] }

/** Persons who look the same, with the strongest reason first: all sets, or those of one person. */
const doublesIn = theRow((db: Db, { person_id }: { person_id?: number | undefined }) =>
  db
    .with('found', (of) => of.selectFrom(sets(person_id).as('each')).selectAll())
    .with('first', (of) =>
      of.selectFrom('found').selectAll().orderBy(strength).orderBy('those').limit(sql.lit(MOST_SETS)),
    )
    .selectNoFrom([
      sql<Doubles['total']>`(select count(*) from found)`.as('total'),
      sql<Doubles['sets']>`(
        select coalesce(json_agg(json_build_object('reasons', found.reasons, 'persons', (
                 select json_agg(each order by each.id) from (
                   select ${sql.join(selected('persons', columns))}, ${records} as records
                     from persons where persons.id = any(found.those[1:${sql.lit(MOST_PERSONS)}])) each))
               order by ${strength}, found.those), '[]')
          from first found)`.as('sets'),
    ]),
)

/** The number of persons, and of sets of persons who look the same. */
export async function personFigures(db: Db) {
  const { rows } = await sql<{ persons: number }>`
    select count(*) as persons from persons where merged_into is null`.execute(db)
  const { total: doubles } = await doublesIn(db, {})
  return { ...found(rows[0]), doubles }
}

export function doubleRoute(on: On) {
  on.get(
    '/doubles',
    {
      access: staff,
      name: 'listPersonDoubles',
      summary: 'Persons that look the same, with the reasons; the strongest reasons first, a hundred sets at most',
      slow: true,
      query: Type.Object({ person_id: Type.Optional(ref()) }, { additionalProperties: false }),
      returns: Type.Array(Double),
      noFile: true,
      meta: Type.Object({ total: Type.Integer({ minimum: 0 }) }),
      etag: 'content',
    },
    async ({ db, query }) => {
      const { total, sets } = await doublesIn(db, query)
      const data = sets.map((set) => ({ ...set, reasons: labelled(set.reasons) }))
      return { json: JSON.stringify(data), meta: { total } }
    },
  )
}

// In the order of their strength.
const labelled = (codes: string[]) =>
  Object.entries(reasons).flatMap(([code, [label, label_en]]) =>
    codes.includes(code) ? [{ code, label, label_en }] : [],
  )
