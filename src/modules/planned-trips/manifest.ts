import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { anyText, day, labelled, orNull, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Columns, Kinds, Sheet } from '../../kit/http/routes/sheet-formats.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { optionLabel } from '../options/labels.ts'
import { tripInEnglish } from '../shown-names.ts'
import { isOutside, type Reader, readerOf } from '../users/reader.ts'
import { Need, needsOf } from './needs.ts'
import { Seats, seats } from './seats.ts'
import { type RoomType, roomTypes } from './stays.ts'
import { PlannedTrip } from './trip.ts'
import { readers, tripsSeenBy } from './visible.ts'

/** An add-on that was agreed or delivered, without its price. */
const Extra = Type.Object({
  request_number: Type.String(),
  name: Type.String(),
  name_en: orNull(anyText()),
  quantity: Type.Integer(),
  details: Type.Unsafe<object>({ type: 'object' }),
  needed_by: orNull(anyText('2027-01-28')),
  status: Type.Enum(['confirmed', 'completed']),
})

/** A traveler in the lists of a trip. */
export const ShownTraveler = Type.Object({
  number: Type.Integer(),
  traveler_id: ref(),
  booking_number: Type.String(),
  booking_status: Type.Enum(seatedStatuses),
  name: Type.String(),
  surname_en: orNull(anyText()),
  given_name_en: orNull(anyText()),
  gender: orNull(anyText()),
  nationality: orNull(anyText()),
  passenger_type: orNull(anyText()),
  age: orNull(Type.Integer()),
  mobile: orNull(anyText()),
  emergency_name: orNull(anyText()),
  emergency_phone: orNull(anyText()),
  emergency_relation: orNull(anyText()),
  /** The assigned room of each stay, in the order of the stays. */
  slept: Type.Array(
    Type.Object({
      hotel: anyText(),
      hotel_en: orNull(anyText()),
      number: Type.Integer(),
      type: Type.Enum([...roomTypes]),
    }),
  ),
  roommate_group: orNull(anyText()),
  bed_type: orNull(anyText()),
  bed: Type.Boolean(),
  meal_requirement: orNull(anyText()),
  food_restrictions: Type.Array(Type.String()),
  has_allergies: Type.Boolean(),
  special_requests: Type.Array(Type.Object({ kind: Type.String(), detail: Type.String(), status: Type.String() })),
  /** Diet, allergies and special requests, as all papers name them. */
  needs: Type.Array(Need),
  extras: Type.Array(Extra),
})

/** The leader of the trip, in its lists. */
export const ShownLeader = Type.Object({ name: Type.String(), name_en: orNull(anyText()), mobile: orNull(anyText()) })

/** The heading of a rooming or dietary list: the trip. */
export const listHeading = shownFields({
  serial: PlannedTrip.properties.serial,
  name: PlannedTrip.properties.name,
  departure_date: day(),
  return_date: day(),
})

type Heading = { serial: string; name: string; departure_date: string; return_date: string }
export function listHeadingOf({ serial, name, departure_date, return_date }: Heading) {
  return {
    serial,
    name,
    departure_date,
    return_date,
  }
}

const { serial, name, departure_date, return_date, status, assembly } = PlannedTrip.properties
// The list with everything that a leader needs to know about the passengers.
const Manifest = Type.Object({
  ...shownFields({ id: ref(), serial, name, departure_date, return_date, status, assembly }),
  leader: orNull(ShownLeader),
  flights: Type.Array(
    Type.Object({
      direction: Type.String(),
      flight_number: Type.String(),
      origin: labelled(Type.String(), ['出發機場', 'From']),
      destination: labelled(Type.String(), ['抵達機場', 'To']),
      departs_at: Type.String(),
      arrives_at: Type.String(),
      departs_local: Type.String({ examples: ['2027-01-28T09:30'] }),
      arrives_local: Type.String({ examples: ['2027-01-28T13:55'] }),
    }),
  ),
  seats: Seats,
  travelers: Type.Array(ShownTraveler),
})

type OneTrip = Reader & { id: number }

type SpecialRequest = { kind: string; detail: string; status: string }
/** SQL: the special requests of the traveler `v` that were not declined, for a leader those that leaders are shown. */
export function specialRequests(isForLeader: boolean) {
  return sql<SpecialRequest[]>`(
  select coalesce(json_agg(json_build_object('kind', r.kind, 'detail', r.detail, 'status', r.status) order by r.id), '[]')
    from traveler_requests r
   where r.traveler_id = v.id and r.status <> 'declined' ${isForLeader ? sql`and r.visible_to_leader` : sql``})`
}

type SoldExtra = {
  request_number: string
  name: string
  name_en: string | null
  quantity: number
  details: object
  status: string
}
// SQL: add-ons that were agreed or delivered, without prices, because leaders read them.
const extras = sql<SoldExtra[]>`(
  select coalesce(json_agg(json_build_object('request_number', x.request_number, 'name', t.name, 'name_en', t.name_en,
      'quantity', x.quantity, 'details', x.details, 'needed_by', x.needed_by, 'status', x.status) order by x.id), '[]')
    from addon_requests x join addon_request_types t on t.id = x.type_id
   where x.traveler_id = v.id and x.status in ('confirmed', 'completed'))`

type Slept = { hotel: string; hotel_en: string | null; number: number; type: RoomType }
/** SQL: the room of the traveler `v` in each stay, where rooms are assigned. */
export const slept = sql<Slept[]>`(
  select coalesce(json_agg(json_build_object('hotel', h.name, 'hotel_en', h.name_en, 'number', r.number, 'type', r.type)
      order by y.check_in, y.id), '[]')
    from stay_room_travelers i join stay_rooms r on r.id = i.room_id join planned_trip_stays y on y.id = r.stay_id
    join hotels h on h.id = y.hotel_id
   where i.traveler_id = v.id and y.status <> 'cancelled')`

/** The travelers of every list of a trip, with their needs. Cancelled and waitlisted people are never included. */
export async function travelersOf(db: Db, given: OneTrip) {
  return (await listed(db, given)).map((one) => ({ ...one, needs: needsOf(one) }))
}

const listed = statement((db, { id, ...reader }: OneTrip) =>
  tripsSeenBy(db, reader)
    .innerJoin('bookings as b', 'b.planned_trip_id', 'planned_trips.id')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(sql<number>`row_number() over (order by b.booking_number, v.id)`.as('number'))
    .select(['v.id as traveler_id', 'b.booking_number', 'b.status as booking_status'])
    .select([
      'v.name',
      'v.surname_en',
      'v.given_name_en',
      'v.gender',
      'v.nationality',
      'v.passenger_type',
      'v.age',
      'v.mobile',
    ])
    .select(['v.emergency_name', 'v.emergency_phone', 'v.emergency_relation', slept.as('slept')])
    .select(['v.roommate_group', 'v.bed_type', 'v.bed', 'v.meal_requirement', 'v.food_restrictions'])
    .select(sql<boolean>`v.allergies is not null`.as('has_allergies'))
    .select([specialRequests(isOutside(reader)).as('special_requests'), extras.as('extras')])
    .where('planned_trips.id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where('v.status', '=', 'active')
    .orderBy('number'),
)
export type ListedTraveler = Awaited<ReturnType<typeof travelersOf>>[number]

const flights = sql<
  object[]
>`(select coalesce(json_agg(json_build_object('direction', f.direction, 'flight_number', f.flight_number,
    'origin', f.origin, 'destination', f.destination, 'departs_at', f.departs_at, 'arrives_at', f.arrives_at,
    'departs_local', to_char(f.departs_at at time zone f.departs_timezone, 'YYYY-MM-DD"T"HH24:MI'),
    'arrives_local', to_char(f.arrives_at at time zone f.arrives_timezone, 'YYYY-MM-DD"T"HH24:MI'))
    order by f.departs_at, f.id), '[]')
  from planned_trip_flights f where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled')`

const leader = sql<{
  name: string
  name_en: string | null
  mobile: string | null
} | null>`(select json_build_object('name', l.name, 'name_en', l.name_en, 'mobile', l.mobile)
  from tour_leaders l where l.id = planned_trips.assigned_leader_id)`

/** The heading of a manifest. */
export const headingOf = oneRow((db, { id, ...reader }: OneTrip) =>
  tripsSeenBy(db, reader)
    .select(['planned_trips.id', 'serial', 'name', 'departure_date', 'return_date', 'status', 'assembly'])
    .select([
      tripInEnglish('planned_trips').as('name_en'),
      leader.as('leader'),
      flights.as('flights'),
      seats.as('seats'),
    ])
    .where('planned_trips.id', '=', id),
)

/** The add-ons in one line, with their details: `飯店晚餐 × 2（第三晚）`. */
export function extrasInWords({ extras }: Pick<ListedTraveler, 'extras'>, locale: Locale) {
  return extras
    .map(({ name, name_en, quantity, details }) => {
      const said = Object.values(details).filter((value) => typeof value === 'string' || typeof value === 'number')
      return `${say([name, name_en ?? name], locale)} × ${quantity}${said.length ? `（${said.join('、')}）` : ''}`
    })
    .join('；')
}

/** The label of an option; empty if none is chosen. */
export function optionName(list: string, value: string | null, locale: Locale) {
  return value === null ? '' : say(optionLabel(list, value), locale)
}

export const yes = ['是', 'yes'] as const
export const no = ['否', 'no'] as const

/** The columns that identify a traveler on every list. */
export const nameColumns: Columns = {
  number: ['序號', 'No.'],
  name: ['姓名', 'Name'],
  surname_en: ['英文姓', 'Surname'],
  given_name_en: ['英文名', 'Given names'],
}

/** The add-ons sold to a traveler. */
export const extraColumns: Columns = { extras: ['加購', 'Add-ons'] }

/** The types of the cells with data of people, in workbooks and on papers. */
export const personKinds: Kinds = {
  number: 'whole',
  age: 'whole',
  gender: { words: 'gender' },
  passenger_type: { words: 'passenger_type' },
  booking_status: { words: 'booking_status' },
}

const titles = {
  'name-list': ['旅客名單', 'Name list'],
  manifest: ['旅客清單', 'Manifest'],
  'rooming-list': ['分房表', 'Rooming list'],
  'dietary-list': ['餐食名單', 'Dietary list'],
} as const satisfies Record<string, Words>

type Trip = { serial: string; name: string; name_en: string | null; departure_date: string; return_date: string }

/** File name, title and subject of a list of a trip. */
export function listTitle(trip: Trip, list: keyof typeof titles, locale: Locale) {
  return {
    file: `${trip.serial}-${list}`,
    title: titles[list],
    subject: `${trip.serial}　${say([trip.name, trip.name_en ?? trip.name], locale)}　${trip.departure_date} – ${trip.return_date}`,
  }
}

const passengerColumns: Columns = {
  ...nameColumns,
  booking_number: ['訂單編號', 'Booking'],
  booking_status: ['訂單狀態', 'Status'],
}
const tripColumns: Columns = {
  serial: ['團號', 'Trip'],
  departure_date: ['出發日', 'Departure'],
  return_date: ['回程日', 'Return'],
}
const personColumns: Columns = {
  gender: ['性別', 'Gender'],
  passenger_type: ['旅客類別', 'Passenger type'],
  age: ['年齡', 'Age'],
  mobile: ['手機', 'Mobile'],
}

/** The passenger list of a trip, without personal data in clear. */
export async function nameListSheet(db: Db, given: OneTrip, locale: Locale): Promise<Sheet> {
  const [trip, rows] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
  return {
    ...listTitle(found(trip), 'name-list', locale),
    data: rows,
    rows,
    columns: passengerColumns,
    kinds: personKinds,
  }
}

/** The trip, its leader, its flights and its passengers. */
export async function manifestSheet(db: Db, given: OneTrip, locale: Locale): Promise<Sheet> {
  const [trip, travelers] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
  const { serial, name, name_en, departure_date, return_date, ...heading } = found(trip)
  const of = { serial, departure_date, return_date }
  const rows = travelers.map((one) => ({ ...of, ...one, extras: extrasInWords(one, locale) }))
  const data = { serial, name, departure_date, return_date, ...heading, travelers }
  return {
    ...listTitle({ ...data, name_en }, 'manifest', locale),
    data,
    rows,
    columns: { ...tripColumns, ...passengerColumns, ...personColumns, ...extraColumns },
    kinds: { ...personKinds, departure_date: 'day', return_date: 'day' },
    facts: { trip: heading },
  }
}

/** The lists of a trip, all from one query, as JSON or for a spreadsheet. */
export const tripManifests = routes((on) => {
  sheet(
    on,
    '/:id/name-list',
    {
      name: 'getPlannedTripNameList',
      access: readers,
      summary: 'The passenger list',
      returns: Type.Array(ShownTraveler),
      paper: 'name-list',
    },
    ({ db, actor, id, locale }) => nameListSheet(db, { ...readerOf(actor), id }, locale),
  )

  sheet(
    on,
    '/:id/manifest',
    {
      access: readers,
      summary: 'The manifest: trip, leader, flights and passengers',
      returns: Manifest,
      paper: 'manifest',
    },
    ({ db, actor, id, locale }) => manifestSheet(db, { ...readerOf(actor), id }, locale),
  )
})
