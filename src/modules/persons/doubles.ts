import { sql } from 'kysely'
import { selected } from '../../kit/db/columns.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { reasonNames } from './labels.ts'

/** The most sets in an answer, and the most persons in a set. */
const MOST_SETS = 100
const MOST_PERSONS = 20

const shownFields = ['id', 'name', 'name_en', 'phone', 'email', 'created_at']
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
export const doublesIn = theRow((db: Db, { person_id }: { person_id?: number | undefined }) =>
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
                   select ${sql.join(selected('persons', shownFields))}, ${records} as records
                     from persons where persons.id = any(found.those[1:${sql.lit(MOST_PERSONS)}])) each))
               order by ${strength}, found.those), '[]')
          from first found)`.as('sets'),
    ]),
)
