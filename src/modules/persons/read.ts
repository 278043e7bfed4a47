import { withoutExtension } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { line, moment, nullable, oneOf, orNull, ref, shown, shownFields, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Filter, queryText } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { phoneKey } from '../../kit/phones.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { enquiriesOf } from '../enquiries/erase.ts'
import { enquiryStatuses } from '../enquiries/flow.ts'
import { staff } from '../roles.ts'
import { DatedTrip, tripNames } from '../shown-names.ts'
import { Traveler } from '../travelers/schema.ts'
import { roleList, User } from '../users/user.ts'
import { Person } from './schema.ts'

const counted = shownFields({ bookings: whole(), travelers: whole(), accounts: whole(), leaders: whole() })
/** A person in a list, with the number of its records of each kind. */
export const ListedPerson = RecordOf(Person, { records: Type.Object(counted) })

const bookingFields = { booking_number: line(50, 'CNX270128A-001'), status: oneOf(bookingStatuses) }
const named = { name: line(100, '王小美'), name_en: nullable(line(100, 'Mei Wang')) }
// `record_id` identifies a record when a person is split.
const recordOf = (fields: Parameters<typeof Type.Object>[0]) =>
  Type.Array(shown(Type.Object({ id: ref(), record_id: ref(), ...fields })))

const Change = Type.Object({
  id: ref(),
  kind: oneOf(['merge', 'split', 'distinct']),
  cause: oneOf(['staff', 'mailbox', 'passport']),
  person_id: ref(),
  other_id: ref(),
  reason: orNull(line(500, '同一位旅客')),
  records: Type.Array(ref()),
  by: orNull(line(100, '王小美')),
  created_at: moment(),
})

/** A person with all its records: bookings, travelers, accounts and leaders, what it asked, and its merges and splits. */
const ShownPerson = RecordOf(Person, {
  privacy_consent_at: orNull(moment()),
  bookings: recordOf({ ...bookingFields, contact_name: line(100, '王小美'), trip: DatedTrip }),
  travelers: recordOf({
    name: Traveler.properties.name,
    status: Traveler.properties.status,
    booking: Type.Object({ id: ref(), ...bookingFields }),
    trip: DatedTrip,
  }),
  accounts: recordOf({ ...named, role: User.properties.role, roles: roleList, status: User.properties.status }),
  leaders: recordOf({ ...named, leader_number: line(30, 'TL00001'), status: line(20, 'active') }),
  enquiries: Type.Array(
    shown(Type.Object({ id: ref(), enquiry_number: line(20, 'EQ0000042'), status: oneOf(enquiryStatuses) })),
  ),
  history: Type.Array(Change),
})

/** How a route answers with one person. */
export const shownPerson = { returns: ShownPerson, etag: 'content' } as const

// A telephone number is found by its digits, a name in either order of its words.
const q: Filter = {
  schema: queryText,
  parameter: (text) => soughtAs(String(text)),
  where: (pattern) => sql`persons.sought like ${pattern}`,
}

/**
 * The search pattern for `persons.sought`: a telephone number by its digits, any other text in lower case, with spaces for hyphens.
 */
const soughtAs = (typed: string) => {
  const text = typed.normalize('NFKC').trim()
  return `%${(isPhone(text) ? phoneKey(text) : nameKey(text)).replace(/[\\%_]/g, '\\$&')}%`
}

const isPhone = (text: string) => /^[+(\d][\d ()#-]{3,}$/.test(withoutExtension(text))
const nameKey = (text: string) => {
  const plain = text.toLowerCase().replace(/\s+/g, ' ')
  return plain.includes('@') ? plain : plain.replaceAll('-', ' ')
}

const personList = list({
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
const personPage = personList.over((db: Db, _given: object) => listed(db).where('persons.merged_into', 'is', null))

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
const enquiries = rows(enquiriesOf(sql`persons.id`, sql`e.id, e.enquiry_number, e.status`))
const history = rows(sql`
  select c.id, c.kind, c.cause, c.person_id, c.other_id, c.reason, c.records, u.name as by, c.created_at
    from person_changes c left join users u on u.id = c.actor_id where persons.id in (c.person_id, c.other_id) order by c.id desc`)

/** A person with all of its records. */
export const onePerson = jsonRecord((db, { id }: { id: number }) =>
  db
    .selectFrom('persons')
    .select(columnsOf('persons', Person))
    .select([privacyConsent.as('privacy_consent_at'), bookings.as('bookings'), travelers.as('travelers')])
    .select([accounts.as('accounts'), leaders.as('leaders'), enquiries.as('enquiries'), history.as('history')])
    .where('persons.id', '=', id),
)

/** Some persons as a list shows them. */
export const theseListed = jsonArray((db, { ids }: { ids: number[] }) =>
  listed(db).where('persons.id', '=', sql<number>`any(${ids})`),
)

export function readRoutes(on: On) {
  on.get(
    '',
    {
      access: staff,
      summary: 'Persons, found by name in either order, phone digits or email',
      ...personList.of(ListedPerson),
      etag: 'content',
    },
    ({ db, query }) => personPage(db, {}, query),
  )

  on.get(
    '/:id',
    {
      access: staff,
      summary: 'One person: its bookings, travelers, accounts, leader profiles and enquiries',
      ...shownPerson,
    },
    ({ db, params }) => onePerson(db, params),
  )
}
