import { sql } from 'kysely'
import { oneRow, statement, theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Locale } from '../../kit/words/words.ts'
import { detailedFacts, listedFacts, otherDates, seatsTold } from '../bookings/open-trip-facts.ts'
import { coverOf } from '../packages/pictures.ts'
import { areOpenToStrangers } from '../planned-trips/seats.ts'
import { localeSpoken, tripInEnglish } from '../shown-names.ts'
import type { requestKinds } from '../special-request-kinds.ts'
import type { DocumentKind, DocumentStatus } from '../traveler-documents/schema.ts'
import type { RequestStatus } from '../traveler-requests/schema.ts'
import { ownChecks } from '../travelers/checks.ts'
import type { Check } from '../travelers/words.ts'

/** The trip of a booking, with all that its travelers may read. */
export const tripOfBooking = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('planned_trips')
    .innerJoinLateral(seatsTold, (join) => join.onTrue())
    .select(['planned_trips.id', 'planned_trips.serial', 'planned_trips.name'])
    .select(tripInEnglish('planned_trips').as('name_en'))
    .select(['planned_trips.departure_date', 'planned_trips.return_date', 'planned_trips.status'])
    .select(sql<number>`planned_trips.return_date - planned_trips.departure_date + 1`.as('days'))
    .select(sql<number>`coalesce(planned_trips.package_id, planned_trips.id)`.as('package_id'))
    .select([...listedFacts])
    .select([...detailedFacts, otherDates(areOpenToStrangers).as('other_dates')])
    .where('planned_trips.id', '=', (of) =>
      of.selectFrom('bookings').select('planned_trip_id').where('bookings.id', '=', booking),
    ),
)

export type PlaceTrip = Awaited<ReturnType<typeof tripOfBooking>>

type Paper = { id: number; kind: DocumentKind; status: DocumentStatus; reject_reason: string | null }
const papersOfGuest = sql<Paper[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status, 'reject_reason', d.reject_reason) order by d.id), '[]')
    from traveler_documents d where d.traveler_id = travelers.id)`
type SpecialRequest = { id: number; kind: (typeof requestKinds)[number]; detail: string; status: RequestStatus }
const requestsOfGuest = sql<SpecialRequest[]>`(
  select coalesce(json_agg(json_build_object('id', w.id, 'kind', w.kind, 'detail', w.detail, 'status', w.status) order by w.id), '[]')
    from traveler_requests w where w.traveler_id = travelers.id)`
const maskOf = (name: string) => sql<string | null>`(${sql.ref(`travelers.${name}`)}).mask`

/** The travelers of a booking, or one of them, with what they lack. Of encrypted values only the masks are read. */
export const guestsOf = statement((db, given: OfGuests) => guests(db, given))
type OfGuests = { booking: number; only?: number | undefined }
const guests = (db: Db, { booking, only }: OfGuests) =>
  db
    .selectFrom('travelers')
    .select(['travelers.id', 'name', 'surname_en', 'given_name_en', 'gender', 'nationality', 'passport_country'])
    .select(['passport_expires_on', 'passenger_type'])
    .select(['mobile', 'email', 'meal_requirement', 'emergency_name', 'emergency_phone', 'emergency_relation'])
    .select([maskOf('birth_date').as('birth_date'), maskOf('passport_number').as('passport_number')])
    .select([maskOf('allergies').as('allergies'), papersOfGuest.as('papers'), requestsOfGuest.as('special_requests')])
    .select(
      sql<boolean>`exists (select from change_requests c where c.traveler_id = travelers.id and c.status = 'open')`.as(
        'has_open_change',
      ),
    )
    .select(sql<Check[]>`${ownChecks}`.as('checks'))
    .where('booking_id', '=', booking)
    .where('travelers.status', '=', 'active')
    .$if(only !== undefined, (rows) => rows.where('travelers.id', '=', only ?? 0))
    .orderBy('travelers.id')
export type Guest = Awaited<ReturnType<typeof guestsOf>>[number]

type OfVisitor = { customer: number | null; hashes: Buffer[] }

/** The bookings of an account, and those whose links were opened in this browser. */
export const bookingsOf = statement((db, { customer, hashes }: OfVisitor) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips', 'planned_trips.id', 'b.planned_trip_id')
    .select(['b.booking_number', 'b.status', 'planned_trips.serial', 'planned_trips.name'])
    .select([tripInEnglish('planned_trips').as('name_en'), 'planned_trips.departure_date', 'planned_trips.return_date'])
    .select(sql<number>`coalesce(planned_trips.package_id, planned_trips.id)`.as('package_id'))
    .select(coverOf(sql.ref('planned_trips.package_id')).as('cover'))
    .select([listedFacts[0], listedFacts[2], sql<boolean>`planned_trips.return_date < today()`.as('is_past')])
    .where((is) =>
      is.or([
        is('b.customer_user_id', '=', customer),
        is(
          'b.id',
          'in',
          is
            .selectFrom('links as l')
            .leftJoin('travelers as v', 'v.id', 'l.traveler_id')
            .select(sql<number>`coalesce(l.booking_id, v.booking_id)`.as('booking'))
            .where('l.token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
            .where('l.expires_at', '>', sql<string>`now()`),
        ),
      ]),
    )
    .orderBy('is_past')
    .orderBy(sql`abs(planned_trips.departure_date - today())`)
    .limit(100),
)
export type BookingRow = Awaited<ReturnType<typeof bookingsOf>>[number]

/** Whether the contact of a booking has said that it wants no advertising. */
export const isOptedOut = oneRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('person_records as r')
    .innerJoin('persons as p', 'p.id', 'r.person_id')
    .select(['p.id as person', sql<boolean>`'advertising' = any(p.opt_outs)`.as('is_opted_out')])
    .where('r.booking_id', '=', booking)
    .where('p.erased_at', 'is', null),
)

/** Where a link of a booking or a traveler leads, and the language of its person. */
export const linkAddress = theRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .leftJoin('travelers as v', 'v.id', 'l.traveler_id')
    .innerJoin('bookings as b', (join) => join.on('b.id', '=', sql<number>`coalesce(l.booking_id, v.booking_id)`))
    .select('b.booking_number')
    .select(
      sql<Locale | null>`coalesce(case when v.language is not null then ${localeSpoken('v.language')} end, b.locale)`.as(
        'locale',
      ),
    )
    .where('l.token_hash', '=', token_hash),
)

export const addressOf = theRow((db, { id }: { id: number }) =>
  db.selectFrom('users').select('email').where('id', '=', id),
)
