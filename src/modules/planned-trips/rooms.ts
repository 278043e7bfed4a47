import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../kit/errors.ts'
import {
  anyText,
  day,
  defaulted,
  flag,
  labelled,
  nullable,
  oneOf,
  orNull,
  ref,
  refs,
  shownFields,
  text,
  whole,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Columns, Kinds } from '../../kit/http/routes/sheet-formats.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import {
  headingOf,
  type ListedTraveler,
  listTitle,
  nameColumns,
  personKinds,
  ShownTraveler,
  travelersOf,
} from './manifest.ts'
import { roomsOf } from './rooming-list.ts'
import { HotelOfStay, hotelOf, lockedStay, type OneStay, RoomBlock, type RoomType, roomTypes } from './stays.ts'
import { supplementChoices, withSupplements } from './supplements.ts'
import { knownTrip, readers } from './visible.ts'

/** A room of a stay; `number` is its place in the list, not the number on its door. @public */
export const Room = Type.Object({
  stay_id: ref(),
  number: whole(1, 500),
  type: oneOf(roomTypes),
  notes: nullable(text(2000)),
})

const { type, notes } = Room.properties

/** All rooms of a stay in their order; those with an id are kept. */
const Rooms = Type.Object({
  rooms: Type.Array(
    Type.Object({
      id: Type.Optional(ref()),
      type,
      notes,
      traveler_ids: labelled(defaulted(refs(20)), ['旅客', 'Travelers']),
    }),
    {
      maxItems: 500,
    },
  ),
  /** Asked for where the rooms change who pays for a room of one's own: prices follow the rooms, or stay as they are. */
  supplements: labelled(Type.Optional(oneOf(supplementChoices)), ['單人房差', 'Single supplements']),
})
type Rooms = Static<typeof Rooms>

/** The rooms of a stay; before they are assigned they are proposed, without ids. */
const StayRooms = Type.Object({
  ...shownFields({ id: ref(), check_in: day(), check_out: day(), is_assigned: flag() }),
  /** Of its rooms alone, for `If-Match`. */
  version: Type.Integer(),
  hotel: HotelOfStay,
  held: Type.Array(RoomBlock),
  rooms: Type.Array(
    Type.Object({
      id: orNull(ref()),
      number: Type.Integer(),
      type: Type.Enum([...roomTypes]),
      notes: orNull(anyText()),
      travelers: Type.Array(ShownTraveler),
    }),
  ),
  without_room: Type.Array(ShownTraveler),
  totals: Type.Array(Type.Object({ type: Type.Enum([...roomTypes]), held: Type.Integer(), used: Type.Integer() })),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    stay_rooms: Table<typeof Room>
    stay_room_travelers: { room_id: number; stay_id: number; traveler_id: number }
  }
}

/** How many sleep in a bed of their own in a room; a suite has as many beds as its hotel puts there. */
const bedsIn: Record<RoomType, number> = { single: 1, twin: 2, double: 2, triple: 3, quad: 4, suite: 20 }

type Sleeper = { traveler_id: number; name: string; bed: boolean }

/** What is wrong with the rooms of a stay, each at its row. */
const roomFaults = ({ rooms }: Rooms, travelers: readonly Sleeper[]): FieldFaults => {
  const known = new Map(travelers.map((traveler) => [traveler.traveler_id, traveler]))
  const placed = new Set<number>()
  const errors: FieldFaults = {}
  for (const [i, { type, traveler_ids = [] }] of rooms.entries()) {
    const field = `rooms.${i}.traveler_ids`
    const beds = traveler_ids.filter((id) => known.get(id)?.bed).length
    if (beds > bedsIn[type]) errors[field] = [tooMany(bedsIn[type])]
    for (const [n, id] of traveler_ids.entries()) {
      if (!known.has(id)) errors[`${field}.${n}`] = [notOnTrip]
      else if (placed.has(id)) errors[`${field}.${n}`] = [twice]
      placed.add(id)
    }
  }
  return errors
}

const tooMany = (beds: number) =>
  [
    `這種房型最多 ${beds} 床（不佔床的孩子不計）。`,
    `Such a room has ${plural(beds, 'bed')} (children without one not counted).`,
  ] as const
const notOnTrip = ['不是這個團有座位的旅客。', 'Is no traveler with a seat on this trip.'] as const
const twice = ['同一次住宿只能住一間房。', 'Sleeps in one room of a stay only.'] as const

const travelerIds = sql<number[]>`array(select t.traveler_id from stay_room_travelers t
  where t.room_id = stay_rooms.id order by t.traveler_id)`

/** All rooms of the stays of a trip. */
const roomsOfTrip = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('stay_rooms')
    .innerJoin('planned_trip_stays as s', 's.id', 'stay_rooms.stay_id')
    .select(['stay_rooms.id', 'stay_rooms.stay_id', 'stay_rooms.number', 'stay_rooms.type', 'stay_rooms.notes'])
    .select(travelerIds.as('traveler_ids'))
    .where('s.planned_trip_id', '=', id)
    .orderBy('stay_rooms.stay_id')
    .orderBy('stay_rooms.number'),
)
type RoomOfTrip = Awaited<ReturnType<typeof roomsOfTrip>>[number]

/** The stays of a trip that take place, by check-in. */
const staysOfTrip = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trip_stays')
    .select(['id', 'check_in', 'check_out', 'rooms as held', 'rooms_version as version'])
    .select(hotelOf.as('hotel'))
    .where('planned_trip_id', '=', id)
    .where('status', '<>', 'cancelled')
    .orderBy('check_in')
    .orderBy('id'),
)
type StayOfTrip = Awaited<ReturnType<typeof staysOfTrip>>[number]

// The rooms of every stay as they are shown.
const plansFor = async (db: Db, given: Reader & { id: number }) => {
  // First, so that rooms are never shown with a later version than their own.
  const stays = await staysOfTrip(db, given)
  const [rooms, travelers] = await Promise.all([roomsOfTrip(db, given), travelersOf(db, given), knownTrip(db, given)])
  return plansOf(stays, rooms, travelers)
}

/** The rooms of each stay, and who has none there. */
const plansOf = (stays: readonly StayOfTrip[], rooms: readonly RoomOfTrip[], travelers: readonly ListedTraveler[]) =>
  stays.map((stay) => {
    const own = rooms.filter(({ stay_id }) => stay_id === stay.id)
    return { ...stay, ...planOf(own, stay.held, travelers) }
  })

/** The rooms of a trip whose hotels are not arranged yet: one proposal for all nights. */
const planWithoutHotel = (
  { departure_date, return_date }: { departure_date: string; return_date: string },
  travelers: readonly ListedTraveler[],
) => ({
  hotel: null,
  check_in: departure_date,
  check_out: return_date,
  ...planOf([], [], travelers),
})

// Until rooms are assigned, they are proposed from the groups that the bookings name.
const planOf = (own: readonly RoomOfTrip[], held: StayOfTrip['held'], travelers: readonly ListedTraveler[]) => {
  const rooms = own.length ? own.map((room) => withTravelers(room, travelers)) : proposed(travelers)
  const placed = new Set(rooms.flatMap((room) => room.travelers.map(({ traveler_id }) => traveler_id)))
  return {
    is_assigned: own.length > 0,
    rooms,
    without_room: travelers.filter(({ traveler_id }) => !placed.has(traveler_id)),
    totals: totalsOf(held, rooms),
  }
}

const withTravelers = (
  { id, number, type, notes, traveler_ids }: RoomOfTrip,
  travelers: readonly ListedTraveler[],
) => ({
  id,
  number,
  type,
  notes,
  travelers: travelers.filter(({ traveler_id }) => traveler_ids.includes(traveler_id)),
})

const proposed = (travelers: readonly ListedTraveler[]) =>
  roomsOf(travelers).rooms.map((room) => ({
    id: null,
    number: room.number,
    type: typeFor(room),
    notes: null,
    travelers: room.travelers,
  }))

const typeFor = ({ bed_type, travelers }: ReturnType<typeof roomsOf>['rooms'][number]): RoomType => {
  const beds = travelers.filter(({ bed }) => bed).length
  const asked = roomTypes.find((type) => type === bed_type && bedsIn[type] >= beds)
  return asked ?? roomTypes.find((type) => bedsIn[type] >= beds) ?? 'suite'
}

const totalsOf = (held: StayOfTrip['held'], rooms: { type: RoomType }[]) =>
  roomTypes
    .map((type) => ({
      type,
      held: held?.find((block) => block.type === type)?.count ?? 0,
      used: rooms.filter((room) => room.type === type).length,
    }))
    .filter((total) => total.held + total.used > 0)

type By = { reader: Reader; actor_id: number; expected: Expected }

/** Replaces the rooms of a stay: those with an id are kept, missing ones are removed. Prices follow if the body says so. */
const replaceRooms = (tx: Tx, given: OneStay, body: Rooms, { reader, actor_id, expected }: By) =>
  withSupplements(tx, given.id, { supplements: body.supplements, actor_id }, () =>
    writeRooms(tx, reader, given, body, expected),
  )

const writeRooms = async (tx: Tx, reader: Reader, given: OneStay, body: Rooms, expected: Expected) => {
  await lockRooms(tx, given, expected)
  const errors = roomFaults(body, await travelersOf(tx, { ...reader, id: given.id }))
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
  const stay_id = given.stay
  const there = await tx.selectFrom('stay_rooms').select('id').where('stay_id', '=', stay_id).execute()
  const kept = body.rooms.flatMap(({ id }, i) => (id === undefined ? [] : [{ id, i }]))
  for (const { id, i } of kept)
    if (!there.some((room) => room.id === id) || kept.some((other) => other.id === id && other.i < i))
      refuseField(`rooms.${i}.id`, notHere)
  const gone = there.map(({ id }) => id).filter((id) => !kept.some((one) => one.id === id))
  if (gone.length) await tx.deleteFrom('stay_rooms').where('id', 'in', gone).execute()
  const placed: { room_id: number; traveler_id: number }[] = []
  for (const [i, { traveler_ids = [], ...room }] of body.rooms.entries()) {
    const room_id = await writeRoom(tx, stay_id, i + 1, room)
    placed.push(...traveler_ids.map((traveler_id) => ({ room_id, traveler_id })))
  }
  await placeTravelers(tx, stay_id, placed)
}

// Locks the row of the stay: of two who save at the same time one waits, and is then refused by its version.
const lockRooms = async (tx: Tx, given: OneStay, expected: Expected) => {
  const { rooms_version: version } = await lockedStay(tx, given)
  guardVersion({ version }, expected)
  const later = { rooms_version: version + 1 }
  await tx.updateTable('planned_trip_stays').set(later).where('id', '=', given.stay).execute()
}

const notHere = ['必須是這次住宿的房間，且只出現一次。', 'Must be a room of this stay, and stand here once.'] as const

type NewRoom = Omit<Rooms['rooms'][number], 'traveler_ids'>
const writeRoom = async (tx: Tx, stay_id: number, number: number, { id, type, notes = null }: NewRoom) => {
  const room = { stay_id, number, type, notes }
  const written =
    id === undefined
      ? tx.insertInto('stay_rooms').values(room).returning('id')
      : tx.updateTable('stay_rooms').set(room).where('id', '=', id).returning('id')
  return (await written.executeTakeFirstOrThrow()).id
}

// A traveler who stays in a room is not written again, so that the history shows only those who moved.
const placeTravelers = async (tx: Tx, stay_id: number, placed: { room_id: number; traveler_id: number }[]) => {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) wanted (room_id integer, traveler_id integer)`
  await sql`delete from stay_room_travelers g where stay_id = ${stay_id}
    and not exists (select from ${wanted} where wanted.room_id = g.room_id and wanted.traveler_id = g.traveler_id)`.execute(
    tx,
  )
  await sql`insert into stay_room_travelers (room_id, stay_id, traveler_id)
    select room_id, ${stay_id}::integer, traveler_id from ${wanted} on conflict do nothing`.execute(tx)
}

type Plan = ReturnType<typeof plansOf>[number]
type Guest = Plan['without_room'][number]
/** A stay as its paper shows it; without a hotel the whole trip is one list. */
type StayOnPaper = {
  hotel: unknown
  check_in: string
  check_out: string
  is_assigned: boolean
  rooms: readonly { number: number; type: string; travelers: readonly Guest[] }[]
  without_room: readonly Guest[]
  totals: readonly { type: string; held: number; used: number }[]
}

type TripOnPaper = Parameters<typeof listTitle>[0] & { leader: object | null }

/** The rooming list per hotel and its nights, as a sheet and as a paper. */
const roomSheet = (trip: TripOnPaper, stays: readonly StayOnPaper[], locale: Locale) => ({
  ...listTitle(trip, 'rooming-list', locale),
  rows: stays.flatMap(rowsOf),
  columns,
  kinds,
  facts: { trip, stays: stays.map((stay) => ({ ...stay, nights: nightsOf(stay) })) },
})

const rowsOf = (stay: StayOnPaper) => {
  const { hotel, check_in, check_out } = stay
  const at = { hotel: (hotel as { name?: string } | null)?.name, check_in, check_out, nights: nightsOf(stay) }
  const placed = stay.rooms.flatMap(({ number: room, type, travelers }) =>
    travelers.map((guest) => ({ ...at, ...guest, room, type })),
  )
  return [...placed, ...stay.without_room.map((guest) => ({ ...at, ...guest }))]
}

const nightsOf = ({ check_in, check_out }: StayOnPaper) =>
  Temporal.PlainDate.from(check_in).until(Temporal.PlainDate.from(check_out)).days

const columns: Columns = {
  hotel: ['飯店', 'Hotel'],
  check_in: ['入住', 'Check-in'],
  check_out: ['退房', 'Check-out'],
  nights: ['晚數', 'Nights'],
  room: ['房號', 'Room'],
  type: ['房型', 'Type'],
  ...nameColumns,
  gender: ['性別', 'Gender'],
  passenger_type: ['旅客類別', 'Passenger'],
  booking_number: ['訂單編號', 'Booking'],
}
const kinds: Kinds = {
  ...personKinds,
  check_in: 'day',
  check_out: 'day',
  nights: 'whole',
  room: 'whole',
  type: { words: 'room_type' },
}

/** The rooms of a trip, stay by stay, across its bookings. */
export const tripRooms = routes((on) => {
  sheet(
    on,
    '/:id/rooms',
    {
      access: readers,
      summary: 'The rooms of every stay of a trip with who sleeps in them, and types needed against types held',
      returns: Type.Array(StayRooms),
      paper: 'rooming-list',
    },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [data, heading, travelers] = await Promise.all([
        plansFor(db, given),
        headingOf(db, given),
        travelersOf(db, given),
      ])
      const trip = found(heading)
      return { ...roomSheet(trip, data.length ? data : [planWithoutHotel(trip, travelers)], locale), data }
    },
  )

  on.put(
    '/:id/stays/:stay/rooms',
    {
      access: editors,
      summary:
        'Replace the rooms of a stay; rooms with an id are kept, and supplements asked for. If-Match takes the version of the rooms',
      body: Rooms,
      returns: StayRooms,
      etag: 'none',
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const reader = readerOf(actor)
      await replaceRooms(tx, params, body, { reader, actor_id: actor.id, expected })
      const plans = await plansFor(tx, { ...reader, id: params.id })
      return found(plans.find(({ id }) => id === params.stay))
    },
  )
})
