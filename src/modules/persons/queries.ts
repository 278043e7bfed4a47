import { sql } from 'kysely'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { line } from '../../kit/fields.ts'
import { type Filter, queryText } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { tripNames } from '../shown-names.ts'
import { soughtAs } from './rules.ts'
import { Person } from './schema.ts'

// A telephone number is found by its digits, a name in either order of its words.
const q: Filter = {
  schema: queryText,
  parameter: (text) => soughtAs(String(text)),
  where: (pattern) => sql`persons.sought like ${pattern}`,
}

export const personList = list({
  of: 'persons',
  sort: { name: line(100) },
  order: '-created_at',
  columns: [
    'name',
    'name_en',
    'phone',
    'email',
    'records.bookings',
    'records.travelers',
    'records.accounts',
    'records.leaders',
  ],
  people: true,
  filters: { q },
})

const records = sql<object>`(
  select json_build_object('bookings', count(r.booking_id), 'travelers', count(r.traveler_id), 'accounts', count(r.user_id),
                           'leaders', count(r.tour_leader_id))
    from person_records r where r.person_id = persons.id)`

/** Persons, without those that were merged into another. */
export const personPage = personList.over((db: Db, _given: object) =>
  listed(db).where('persons.merged_into', 'is', null),
)
const listed = (db: Db) => db.selectFrom('persons').select(columnsOf('persons', Person)).select(records.as('records'))

const rows = (what: ReturnType<typeof sql>) =>
  sql<object[]>`(select coalesce(json_agg(each), '[]') from (${what}) each)`
const ofTrip = sql`${tripNames('t', 'return_date')} as trip`

const privacyConsent = sql<string | null>`(
  select max(b.privacy_consent_at) from person_records r join bookings b on b.id = r.booking_id where r.person_id = persons.id)`
const bookings = rows(sql`
  select b.id, r.id as record_id, b.booking_number, b.status, b.contact_name, ${ofTrip}
    from person_records r join bookings b on b.id = r.booking_id join planned_trips t on t.id = b.planned_trip_id
   where r.person_id = persons.id order by t.departure_date desc, b.id desc`)
const travelers = rows(sql`
  select v.id, r.id as record_id, v.name, v.status,
         json_build_object('id', b.id, 'booking_number', b.booking_number, 'status', b.status) as booking, ${ofTrip}
    from person_records r join travelers v on v.id = r.traveler_id join bookings b on b.id = v.booking_id
    join planned_trips t on t.id = b.planned_trip_id where r.person_id = persons.id order by t.departure_date desc, v.id desc`)
const accounts = rows(sql`
  select u.id, r.id as record_id, u.name, u.name_en, u.role, u.roles, u.status
    from person_records r join users u on u.id = r.user_id where r.person_id = persons.id order by u.id`)
const leaders = rows(sql`
  select l.id, r.id as record_id, l.name, l.name_en, l.leader_number, l.status
    from person_records r join tour_leaders l on l.id = r.tour_leader_id where r.person_id = persons.id order by l.id`)
const history = rows(sql`
  select c.id, c.kind, c.cause, c.person_id, c.other_id, c.reason, c.records, u.name as by, c.created_at
    from person_changes c left join users u on u.id = c.actor_id where persons.id in (c.person_id, c.other_id) order by c.id desc`)

/** A person with all of its records. */
export const onePerson = jsonRecord((db, { id }: { id: number }) =>
  db
    .selectFrom('persons')
    .select(columnsOf('persons', Person))
    .select([privacyConsent.as('privacy_consent_at'), bookings.as('bookings'), travelers.as('travelers')])
    .select([accounts.as('accounts'), leaders.as('leaders'), history.as('history')])
    .where('persons.id', '=', id),
)

/** The travelers and leaders whose passport has this fingerprint, with their persons. */
export const recordsWithPassport = statement((db, { fingerprint }: { fingerprint: Buffer }) =>
  db
    .selectFrom('travelers as t')
    .innerJoin('person_records as r', 'r.traveler_id', 't.id')
    .select(['r.person_id', 't.id as record_id', 't.person_key', sql.lit('travelers').as('table_name')])
    .$narrowType<{ person_key: string }>()
    .where('t.passport_mark', '=', fingerprint)
    .unionAll(
      db
        .selectFrom('tour_leaders as l')
        .innerJoin('person_records as r', 'r.tour_leader_id', 'l.id')
        .select(['r.person_id', 'l.id as record_id', 'l.person_key', sql.lit('tour_leaders').as('table_name')])
        .where('l.passport_mark', '=', fingerprint),
    )
    .orderBy('person_id')
    .orderBy('record_id'),
)

/** Some persons as a list shows them. */
export const theseListed = jsonArray((db, { ids }: { ids: number[] }) =>
  listed(db).where('persons.id', '=', sql<number>`any(${ids})`),
)

/** Locks a person. */
export async function lockedPerson(tx: Tx, id: number) {
  return found(
    await tx
      .selectFrom('persons')
      .select(['id', 'version', 'merged_into', 'erased_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
}
