import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../kit/errors.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  flag,
  labelled,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  refs,
  shown,
  shownFields,
  text,
  whole,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Columns, Kinds } from '../../kit/http/routes/sheet-formats.ts'
import { type Locale, plural, say } from '../../kit/words/words.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import { editors } from './flow.ts'
import {
  headingOf,
  type ListedTraveler,
  listTitle,
  nameColumns,
  personKinds,
  ShownLeader,
  ShownTraveler,
  travelersOf,
} from './manifest.ts'
import { neededBy, needsInWords } from './needs.ts'
import { roomsOf } from './proposed-rooms.ts'
import { HotelOfStay, hotelOf, lockedStay, type OneStay, RoomBlock, type RoomType, roomTypes } from './stays.ts'
import { supplementChoices, supplementsOff, withSupplements } from './supplements.ts'
import { readers } from './visible.ts'

/** A room of a stay. `number` is its position in the list, not the number of the room in the hotel. @public */
export const Room = Type.Object({
  stay_id: ref(),
  number: whole(1, 500),
  type: oneOf(roomTypes),
  /** The leader of the trip sleeps in this room too. */
  has_leader: labelled(defaulted(flag()), ['領隊', 'Leader']),
  notes: nullable(text(2000)),
})

const { type, has_leader, notes } = Room.properties

/** All rooms of a stay in their order. Rooms with an id are kept. */
const Rooms = Type.Object({
  rooms: Type.Array(
    Type.Object({
      id: Type.Optional(ref()),
      type,
      has_leader,
      notes,
      traveler_ids: labelled(defaulted(refs(20)), ['旅客', 'Travelers']),
    }),
    {
      maxItems: 500,
    },
  ),
  /**
   * Required if the new rooms change who pays a single supplement: the prices follow the rooms, or stay as they are. With the rooms as
   * before, `charge` corrects prices that were kept.
   */
  supplements: labelled(Type.Optional(oneOf(supplementChoices)), ['單人房差', 'Single supplements']),
})
type Rooms = Static<typeof Rooms>

/** The rooms of a stay. Until they are assigned, they are proposals without ids. */
export const StayRooms = Type.Object({
  ...shownFields({ id: ref(), check_in: day(), check_out: day(), is_assigned: flag() }),
  /** The version of the rooms alone, for `If-Match`. */
  version: Type.Integer(),
  hotel: HotelOfStay,
  held: Type.Array(RoomBlock),
  /** The leader of the trip; null if none is assigned. */
  leader: orNull(ShownLeader),
  rooms: Type.Array(
    Type.Object({
      id: orNull(ref()),
      number: Type.Integer(),
      type: Type.Enum([...roomTypes]),
      has_leader: Type.Boolean(),
      notes: orNull(anyText()),
      travelers: Type.Array(ShownTraveler),
    }),
  ),
  without_room: Type.Array(ShownTraveler),
  totals: Type.Array(Type.Object({ type: Type.Enum([...roomTypes]), held: Type.Integer(), used: Type.Integer() })),
})

/** `difference`: what a correction would add to the price of the booking; below zero it takes off. */
const SupplementsOff = shown(
  Type.Object({
    travelers: Type.Array(
      Type.Object({
        traveler_id: ref(),
        name: anyText(),
        booking_id: ref(),
        booking_number: anyText(),
        currency: currency(),
        difference: money(),
      }),
    ),
  }),
)

declare module '../../kit/db/tables.ts' {
  interface Tables {
    stay_rooms: Table<typeof Room>
    stay_room_travelers: { room_id: number; stay_id: number; traveler_id: number }
  }
}

/** The number of beds of a room type; the hotel decides how many beds a suite has. */
const bedsIn: Record<RoomType, number> = { single: 1, twin: 2, double: 2, triple: 3, quad: 4, suite: 20 }

type Sleeper = { traveler_id: number; name: string; bed: boolean }

/** The faults in the rooms of a stay, each with its row. */
const roomFaults = ({ rooms }: Pick<Rooms, 'rooms'>, travelers: readonly Sleeper[]): FieldFaults => {
  const known = new Map(travelers.map((traveler) => [traveler.traveler_id, traveler]))
  const assigned = new Set<number>()
  const errors: FieldFaults = {}
  const leaders = rooms.filter(({ has_leader }) => has_leader)
  for (const [i, { type, has_leader, traveler_ids = [] }] of rooms.entries()) {
    const field = `rooms.${i}.traveler_ids`
    const beds = traveler_ids.filter((id) => known.get(id)?.bed).length + (has_leader ? 1 : 0)
    if (has_leader && rooms[i] !== leaders[0]) errors[`rooms.${i}.has_leader`] = [twice]
    if (beds > bedsIn[type]) errors[field] = [tooMany(bedsIn[type])]
    for (const [n, id] of traveler_ids.entries()) {
      if (!known.has(id)) errors[`${field}.${n}`] = [notOnTrip]
      else if (assigned.has(id)) errors[`${field}.${n}`] = [twice]
      assigned.add(id)
    }
  }
  return errors
}

const tooMany = (beds: number) =>
  [
    `這種房型最多 ${beds} 床（不佔床的孩子不計）。`,
    `Such a room has ${plural(beds, 'bed')} (children without one not counted).`,
  ] as const
const notOnTrip = ['不是這個團有名額的旅客。', 'Is no traveler with a seat on this trip.'] as const
const twice = ['同一次住宿只能住一間房。', 'Sleeps in one room of a stay only.'] as const

const travelerIds = sql<number[]>`array(select t.traveler_id from stay_room_travelers t
  where t.room_id = stay_rooms.id order by t.traveler_id)`

/** All rooms of the stays of a trip. */
const roomsOfTrip = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('stay_rooms')
    .innerJoin('planned_trip_stays as s', 's.id', 'stay_rooms.stay_id')
    .select(['stay_rooms.id', 'stay_rooms.stay_id', 'stay_rooms.number', 'stay_rooms.type'])
    .select(['stay_rooms.has_leader', 'stay_rooms.notes'])
    .select(travelerIds.as('traveler_ids'))
    .where('s.planned_trip_id', '=', id)
    .orderBy('stay_rooms.stay_id')
    .orderBy('stay_rooms.number'),
)
type RoomOfTrip = Awaited<ReturnType<typeof roomsOfTrip>>[number]

/** The stays of a trip that are not cancelled, by check-in. */
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

/** The rooms of every stay, as they are shown. */
export async function plansFor(db: Db, given: Reader & { id: number }) {
  return (await readPlans(db, given)).plans
}

const readPlans = async (db: Db, given: Reader & { id: number }) => {
  // The stays are read first, so that rooms are never shown with a later version than their own.
  const stays = await staysOfTrip(db, given)
  const [rooms, travelers, heading] = await Promise.all([
    roomsOfTrip(db, given),
    travelersOf(db, given),
    headingOf(db, given),
  ])
  const trip = found(heading)
  const plans = stays.map((stay) => {
    const own = rooms.filter(({ stay_id }) => stay_id === stay.id)
    return { ...stay, ...planOf(own, stay.held, { travelers, leader: trip.leader }) }
  })
  return { trip, travelers, plans }
}

/** The rooms of a trip without stays: one proposal for all nights. */
const planWithoutHotel = ({ departure_date, return_date, leader }: Heading, travelers: readonly ListedTraveler[]) => ({
  id: null,
  hotel: null,
  check_in: departure_date,
  check_out: return_date,
  ...planOf([], [], { travelers, leader }),
})

type Heading = NonNullable<Awaited<ReturnType<typeof headingOf>>>
type People = { travelers: readonly ListedTraveler[]; leader: Heading['leader'] }

// Until rooms are assigned, they are proposed: from the groups of the bookings, and one for the leader.
const planOf = (own: readonly RoomOfTrip[], held: StayOfTrip['held'], { travelers, leader }: People) => {
  const rooms = own.length ? own.map((room) => withTravelers(room, travelers)) : proposed(travelers, leader !== null)
  const assigned = new Set(rooms.flatMap((room) => room.travelers.map(({ traveler_id }) => traveler_id)))
  return {
    is_assigned: own.length > 0,
    leader,
    rooms,
    without_room: travelers.filter(({ traveler_id }) => !assigned.has(traveler_id)),
    totals: totalsOf(held, rooms),
  }
}

const withTravelers = (
  { id, number, type, has_leader, notes, traveler_ids }: RoomOfTrip,
  travelers: readonly ListedTraveler[],
) => ({
  id,
  number,
  type,
  has_leader,
  notes,
  travelers: travelers.filter(({ traveler_id }) => traveler_ids.includes(traveler_id)),
})

const proposed = (travelers: readonly ListedTraveler[], isLed: boolean) => {
  const rooms = roomsOf(travelers).map((room) => ({
    type: typeFor(room),
    has_leader: false,
    travelers: room.travelers,
  }))
  const ofLeader = { type: 'single' as const, has_leader: true, travelers: [] }
  return [...rooms, ...(isLed ? [ofLeader] : [])].map((room, i) => ({ id: null, number: i + 1, notes: null, ...room }))
}

const typeFor = ({ bed_type, travelers }: ReturnType<typeof roomsOf>[number]): RoomType => {
  const beds = travelers.filter(({ bed }) => bed).length
  const asked = roomTypes.find((type) => type === bed_type && bedsIn[type] >= beds)
  return asked ?? roomTypes.find((type) => bedsIn[type] >= beds) ?? 'suite'
}

const totalsOf = (held: StayOfTrip['held'], rooms: (Slept & { type: RoomType })[]) =>
  roomTypes
    .map((type) => ({
      type,
      held: held?.find((block) => block.type === type)?.count ?? 0,
      used: rooms.filter((room) => room.type === type && isSleptIn(room)).length,
    }))
    .filter((total) => total.held + total.used > 0)

type Slept = { has_leader: boolean; travelers: readonly unknown[] }
/** Whether a room has a guest. Empty rooms are neither counted nor printed. */
export function isSleptIn({ has_leader, travelers }: Slept) {
  return has_leader || travelers.length > 0
}

type By = { reader: Reader; actor_id: number; expected: Expected }

/** Replaces the rooms of a stay: those with an id are kept, missing ones are removed. Prices follow if the body says so. */
const replaceRooms = (tx: Tx, given: OneStay, body: Rooms, { reader, actor_id, expected }: By) =>
  withSupplements(tx, { id: given.id, stays: [given.stay] }, { supplements: body.supplements, actor_id }, () =>
    writeRooms(tx, reader, given, body, expected),
  )

/** Writes the rooms of a stay if their version is the expected one. */
export async function writeRooms(
  tx: Tx,
  reader: Reader,
  given: OneStay,
  body: Pick<Rooms, 'rooms'>,
  expected: Expected,
) {
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
  const assigned: { room_id: number; traveler_id: number }[] = []
  for (const [i, { traveler_ids = [], ...room }] of body.rooms.entries()) {
    const room_id = await writeRoom(tx, stay_id, i + 1, room)
    assigned.push(...traveler_ids.map((traveler_id) => ({ room_id, traveler_id })))
  }
  await assignTravelers(tx, stay_id, assigned)
}

type StayNamed = { planned_trip_id: number; hotel_id: number; check_in: string }

/** Adds a room that the house had arranged before, after the others of its stay. What is wrong is told of this room alone. */
export async function enterRoom(tx: Tx, { planned_trip_id: id, hotel_id, check_in }: StayNamed, room: EnteredRoom) {
  const named = await tx
    .selectFrom('planned_trip_stays')
    .select('id')
    .where('planned_trip_id', '=', id)
    .where('hotel_id', '=', hotel_id)
    .where('check_in', '=', check_in)
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .executeTakeFirst()
  const stay = named?.id ?? refuseField('check_in', noSuchStay)
  const there = (await roomsOfTrip(tx, { id })).filter(({ stay_id }) => stay_id === stay)
  const rooms = [...there, room]
  for (const [field, [words]] of Object.entries(roomFaults({ rooms }, await travelersOf(tx, { ...seesAll, id }))))
    if (words) refuseField(field.endsWith('has_leader') ? 'has_leader' : 'traveler_names', words)
  await writeRooms(tx, seesAll, { id, stay }, { rooms }, undefined)
  const last = tx.selectFrom('stay_rooms').select('id').where('stay_id', '=', stay).where('number', '=', rooms.length)
  return (await last.executeTakeFirstOrThrow()).id
}
type EnteredRoom = Omit<Rooms['rooms'][number], 'id'>
const noSuchStay = [
  '這個團在這一天沒有入住這家飯店；請先匯入團體住宿。',
  'The trip does not check in at this hotel on this day: import its stays first.',
] as const

// Locks the row of the stay. Of two simultaneous changes, the second waits and is then refused because of its version.
const lockRooms = async (tx: Tx, given: OneStay, expected: Expected) => {
  const { rooms_version: version } = await lockedStay(tx, given)
  guardVersion({ version }, expected)
  const later = { rooms_version: version + 1 }
  await tx.updateTable('planned_trip_stays').set(later).where('id', '=', given.stay).execute()
}

const notHere = ['必須是這次住宿的房間，且只出現一次。', 'Must be a room of this stay, and stand here once.'] as const

type NewRoom = Omit<Rooms['rooms'][number], 'traveler_ids'>
const writeRoom = async (
  tx: Tx,
  stay_id: number,
  number: number,
  { id, type, has_leader = false, notes = null }: NewRoom,
) => {
  const room = { stay_id, number, type, has_leader, notes }
  const written =
    id === undefined
      ? tx.insertInto('stay_rooms').values(room).returning('id')
      : tx.updateTable('stay_rooms').set(room).where('id', '=', id).returning('id')
  return (await written.executeTakeFirstOrThrow()).id
}

// A traveler who stays in the same room is not written again, so that the history shows only those who moved.
const assignTravelers = async (tx: Tx, stay_id: number, assigned: { room_id: number; traveler_id: number }[]) => {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(assigned)}::jsonb) wanted (room_id integer, traveler_id integer)`
  await sql`delete from stay_room_travelers g where stay_id = ${stay_id}
    and not exists (select from ${wanted} where wanted.room_id = g.room_id and wanted.traveler_id = g.traveler_id)`.execute(
    tx,
  )
  await sql`insert into stay_room_travelers (room_id, stay_id, traveler_id)
    select room_id, ${stay_id}::integer, traveler_id from ${wanted} on conflict do nothing`.execute(tx)
}

/** A stay as its paper shows it. Without hotels the whole trip is one list. */
type StayOnPaper = Omit<Awaited<ReturnType<typeof plansFor>>[number], 'id' | 'version' | 'held' | 'hotel' | 'rooms'> & {
  id: number | null
  hotel: object | null
  rooms: readonly (ReturnType<typeof withTravelers> | ReturnType<typeof proposed>[number])[]
}

/** The stays of a trip for its paper. Without hotels there is one list for all nights. */
export async function staysOnPaper(db: Db, given: Reader & { id: number }) {
  const { trip, travelers, plans } = await readPlans(db, given)
  const stays: readonly StayOnPaper[] = plans.length ? plans : [planWithoutHotel(trip, travelers)]
  return { trip, plans, stays: stays.map((stay) => ({ ...stay, rooms: stay.rooms.filter(isSleptIn) })) }
}

/** The rooming list of each hotel and its nights, as a sheet and as a paper. */
export function roomSheet(trip: Heading, stays: readonly StayOnPaper[], locale: Locale) {
  return {
    ...listTitle(trip, 'rooming-list', locale),
    rows: stays.flatMap((stay) => rowsOf(stay, locale)),
    columns,
    kinds,
    facts: { trip, stays: stays.map((stay) => ({ ...forHotel(stay), nights: nightsOf(stay) })) },
  }
}

/** The stay with the needs of its travelers that concern the hotel. */
const forHotel = (stay: StayOnPaper) => ({
  ...stay,
  rooms: stay.rooms.map((room) => ({ ...room, travelers: room.travelers.map(atHotel) })),
  without_room: stay.without_room.map(atHotel),
})
const atHotel = (guest: ListedTraveler) => ({ ...guest, needs: neededBy('hotel', guest.needs) })

const rowsOf = (stay: StayOnPaper, locale: Locale) => {
  const { hotel, check_in, check_out } = stay
  const at = { hotel: (hotel as { name?: string } | null)?.name, check_in, check_out, nights: nightsOf(stay) }
  const leader = { name: leaderInWords(stay.leader, locale) }
  const inWords = (guest: ListedTraveler) => ({ ...guest, needs: needsInWords(neededBy('hotel', guest.needs), locale) })
  const assigned = stay.rooms.flatMap(({ number: room, type, has_leader, travelers }) =>
    [...travelers.map(inWords), ...(has_leader ? [leader] : [])].map((guest) => ({ ...at, ...guest, room, type })),
  )
  return [...assigned, ...stay.without_room.map((guest) => ({ ...at, ...inWords(guest) }))]
}

const leaderInWords = (leader: Heading['leader'], locale: Locale) => {
  if (!leader) return say(['領隊', 'Tour leader'], locale)
  const { name, name_en } = leader
  return say([`${name}（領隊）`, `${name_en ?? name} (tour leader)`], locale)
}

const nightsOf = ({ check_in, check_out }: Pick<StayOnPaper, 'check_in' | 'check_out'>) =>
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
  passenger_type: ['旅客類別', 'Passenger type'],
  booking_number: ['訂單編號', 'Booking'],
  needs: ['餐食與需求', 'Meals and requests'],
}
const kinds: Kinds = {
  ...personKinds,
  check_in: 'day',
  check_out: 'day',
  nights: 'whole',
  room: 'whole',
  type: { words: 'room_type' },
}

/** The rooms of a trip, for each stay and across its bookings. */
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
      const { trip, plans, stays } = await staysOnPaper(db, { ...readerOf(actor), id })
      return { ...roomSheet(trip, stays, locale), data: plans }
    },
  )

  sheet(
    on,
    '/:id/stays/:stay/rooms',
    {
      access: readers,
      summary: 'The rooms of one stay: the rooming list of its hotel',
      returns: StayRooms,
      paper: 'rooming-list',
    },
    async ({ db, actor, id, locale, request }) => {
      const { stay } = request.params as OneStay
      const { trip, plans, stays } = await staysOnPaper(db, { ...readerOf(actor), id })
      const data = found(plans.find((plan) => plan.id === stay))
      const list = roomSheet(
        trip,
        stays.filter((one) => one.id === stay),
        locale,
      )
      return { ...list, file: `${list.file}-${stay}`, data }
    },
  )

  on.get(
    '/:id/stays/:stay/supplements',
    {
      name: 'getStaySupplements',
      access: editors,
      summary:
        'Travelers of a stay whose single supplement does not follow the rooms, with what the correction would charge',
      returns: SupplementsOff,
      etag: 'none',
    },
    async ({ db, params }) => ({ travelers: await supplementsOff(db, params) }),
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
