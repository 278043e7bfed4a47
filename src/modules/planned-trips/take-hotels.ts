import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { columnList, isOneOf, membersOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { day, flag, labelled, ref, shownFields } from '../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany } from '../../kit/http/routes/bulk.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { plannedStatuses } from '../trip-statuses.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { bookNamedHotels, HotelBooking, StaysBooked } from './book-hotels.ts'
import { TripsAsked, tripInLine, tripLine, tripsAsked } from './bulk-change.ts'
import { packageFor } from './create.ts'
import { editors } from './flow.ts'
import { TripSegment } from './itinerary.ts'
import { lockedTrip } from './trip.ts'

/** Trips that take over the hotels of their packages: chosen ones, or all of one package that have not departed. With `book` their nights are booked too. */
const NewHotels = Type.Object({
  ...TripsAsked.properties,
  package_id: Type.Optional(ref()),
  book: labelled(Type.Optional(HotelBooking), ['訂房', 'Booking']),
})
type NewHotels = Static<typeof NewHotels>

const { hotel_name, other_hotel_name, or_similar, overnight_city_id } = TripSegment.properties
const planned = ['hotel_name', 'other_hotel_name', 'or_similar', 'overnight_city_id']
const night = shownFields({ hotel_name, other_hotel_name, or_similar, overnight_city_id })

/**
 * The nights of a trip for which its package has another hotel; one with a confirmed hotel is listed and stays as it is. Then the stays
 * that were booked, and the nights that were not.
 */
const HotelsOfTrip = Type.Object({
  ...tripLine,
  ...bulkLine,
  ...StaysBooked.properties,
  nights: Type.Array(
    Type.Object({
      segment_id: ref(),
      ...shownFields({ starts_on: day(), is_confirmed: flag() }),
      ...night,
      was: Type.Object(night),
    }),
  ),
})

type NightPlanned = {
  hotel_name: string | null
  other_hotel_name: string | null
  or_similar: boolean
  overnight_city_id: number | null
}
type OtherHotel = NightPlanned & {
  segment_id: number
  starts_on: string
  was: NightPlanned
  is_confirmed: boolean
}

const tripsToHouse = async (tx: Tx, reader: Reader, { package_id, ...asked }: Omit<NewHotels, 'dry_run' | 'book'>) => {
  if (package_id === undefined) return tripsAsked(tx, reader, asked)
  if (asked.ids || asked.filter)
    refuseField('package_id', [
      '請只選一種方式：指定團、篩選條件或行程。',
      'Choose one way: trips, a filter, or a package.',
    ])
  await packageFor(tx, package_id)
  return tx
    .selectFrom('planned_trips as t')
    .select(['t.id', 't.serial'])
    .where('t.package_id', '=', package_id)
    .where(isAhead)
    .orderBy('t.departure_date')
    .orderBy('t.id')
    .execute()
}

const isAhead = sql<SqlBool>`(t.departure_date > today() and ${isOneOf('t.status', plannedStatuses)})`

/**
 * Copies the hotels of its package to a trip that has not departed. A night is matched by its position and its dates, as they were
 * planned.
 */
const takeHotels = async (tx: Tx, id: number, { book, locale }: { book: NewHotels['book']; locale: Locale }) => {
  const trip = await lockedTrip(tx, id)
  const { package_id } = trip
  if (package_id === null) refuse('step_not_possible', { detail: noPackage, also: { possible: [] } })
  const ahead = await tx.selectFrom('planned_trips as t').select('t.id').where('t.id', '=', id).where(isAhead).execute()
  if (!ahead.length) refuse('step_not_possible', { detail: notAhead, also: { possible: [] } })
  const nights = await otherHotels(tx, id)
  const due = nights.filter(({ is_confirmed }) => !is_confirmed)
  if (due.length) await changeHotels(tx, id, due)
  const { stays, unbooked } = book ? await bookNamedHotels(tx, trip, book, locale) : { stays: [], unbooked: [] }
  return { isChanged: due.length > 0 || stays.length > 0, nights, stays, unbooked }
}

const noPackage: Words = ['這團沒有行程，無從套用飯店。', 'The trip has no package to take hotels from.']
const notAhead: Words = [
  '只能為尚未出發、未取消的團套用飯店；請略過這團。',
  'Hotels are taken over only before the departure, and not by a cancelled trip: leave this one out.',
]

const otherHotels = async (tx: Tx, id: number) => {
  const { rows } = await sql<OtherHotel>`
    select s.id as segment_id, s.starts_on, ${columnList(planned, 'p')},
           json_build_object(${membersOf('s', planned)}) as was,
           exists (select from planned_trip_segment_legs l
                    where l.segment_id = s.id and l.type = 'hotel' and l.status in ('confirmed', 'completed'))
             or exists (select from planned_trip_stays y
                         where y.planned_trip_id = t.id and y.status = 'confirmed'
                           and y.check_in <= s.ends_on and s.ends_on < y.check_out) as is_confirmed
      from planned_trips t join planned_trip_segments s on s.planned_trip_id = t.id
      join package_segments p on p.package_id = t.package_id and p.sequence = s.sequence
       and s.starts_on = t.departure_date + p.day_from - 1 and s.ends_on = t.departure_date + p.day_to - 1
     where t.id = ${id} and (${columnList(planned, 's')}) is distinct from (${columnList(planned, 'p')})
     order by s.sequence`.execute(tx)
  return rows
}

const changeHotels = async (tx: Tx, id: number, nights: OtherHotel[]) => {
  const due = sql`jsonb_to_recordset(${JSON.stringify(nights)}::jsonb)
    due (segment_id integer, hotel_name text, other_hotel_name text, or_similar boolean, overnight_city_id integer, was jsonb)`
  await sql`
    update planned_trip_segment_legs l set place = due.hotel_name, to_city_id = due.overnight_city_id from ${due}
     where l.segment_id = due.segment_id and l.type = 'hotel' and l.place is not distinct from due.was ->> 'hotel_name'`.execute(
    tx,
  )
  await addHotels(tx, due)
  await sql`
    update planned_trip_segments s set (${columnList(planned)}) = (${columnList(planned, 'due')}) from ${due}
     where s.id = due.segment_id`.execute(tx)
  await tx.updateTable('planned_trips').set({ updated_at: sql`now()` }).where('id', '=', id).execute()
}

// A night with a hotel gets a leg for it when the trip is planned; so does a night that gets its hotel later.
const addHotels = (tx: Tx, due: RawBuilder<unknown>) =>
  sql`
    insert into planned_trip_segment_legs (segment_id, sequence, type, to_city_id, place)
    select due.segment_id, coalesce(max(l.sequence), 0) + 1, 'hotel', due.overnight_city_id, due.hotel_name
      from ${due} left join planned_trip_segment_legs l using (segment_id)
     where num_nonnulls(due.overnight_city_id, due.hotel_name) > 0
     group by due.segment_id, due.overnight_city_id, due.hotel_name
    having count(*) filter (where l.type = 'hotel') = 0`.execute(tx)

const nothing: { nights: OtherHotel[] } & StaysBooked = { nights: [], stays: [], unbooked: [] }

export const tripHotels = routes((on) => {
  on.post(
    '/bulk/hotels',
    {
      name: 'takeHotelsOfPackage',
      access: editors,
      summary:
        'Take the hotels of the package over into many trips that have not departed, and book them; all or none, a line for each trip',
      body: NewHotels,
      returns: Type.Array(HotelsOfTrip),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { dry_run, book, ...asked }, locale }) => {
      const trips = await tripsToHouse(tx, readerOf(actor), asked)
      return changeMany(tx, trips, { dry_run, locale, named: tripInLine, nothing }, ({ id }) =>
        takeHotels(tx, id, { book, locale }),
      )
    },
  )
})
