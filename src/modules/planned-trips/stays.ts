import { type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { membersOf } from '../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { packed, remove } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { day, defaulted, labelled, line, list, nullable, oneOf, ref, text, whole, without } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { spanInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { readerOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import { type LockedTrip, lockedTrip } from './trip.ts'
import { readers, tripSeen } from './visible.ts'

export const roomTypes = ['single', 'twin', 'double', 'triple', 'quad', 'suite'] as const
export type RoomType = (typeof roomTypes)[number]
export const RoomBlock = Type.Object({ type: oneOf(roomTypes), count: whole(1, 500) })

/** A stay of a trip: one hotel from one day to another, with the rooms that are reserved there by type. @public */
export const Stay = Type.Object({
  planned_trip_id: ref(),
  hotel_id: labelled(ref(), ['飯店', 'Hotel']),
  check_in: day(),
  check_out: day(),
  rooms: defaulted(list(RoomBlock, roomTypes.length)),
  status: defaulted(oneOf(['requested', 'confirmed', 'cancelled'])),
  confirmation_number: nullable(line(60, 'NK-20817')),
  notes: nullable(text(2000)),
})

const NewStay = without(Stay, ['planned_trip_id'])
type NewStay = Static<typeof NewStay>
const StayChange = Type.Partial(NewStay, { minProperties: 1 })
type StayChange = Static<typeof StayChange>

const name = line(200, '洞爺湖太陽宮飯店')
export const HotelOfStay = Type.Object({ id: ref(), name, name_en: Type.Union([name, Type.Null()]), city_id: ref() })

const ShownStay = RecordOf(Stay, {
  hotel: HotelOfStay,
  nights: Type.Integer({ examples: [2] }),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    /** `rooms_version` is incremented by changes of the rooms, which do not change `version`. */
    planned_trip_stays: Table<typeof Stay> & { rooms_version: Generated<number> }
  }
}

export type OneStay = { id: number; stay: number }

export const hotelOf = sql<object>`(select json_build_object(${membersOf('h', ['id', 'name', 'name_en', 'city_id'])})
  from hotels h where h.id = planned_trip_stays.hotel_id)`

const stays = (db: Db) =>
  db
    .selectFrom('planned_trip_stays')
    .select(columnsOf('planned_trip_stays', Stay))
    .select([hotelOf.as('hotel'), sql<number>`check_out - check_in`.as('nights')])

const stayArray = jsonArrayOf(tripSeen, (db, { id }) =>
  stays(db).where('planned_trip_id', '=', id).orderBy('check_in').orderBy('planned_trip_stays.id'),
)

const oneStay = jsonRecord((db, { id, stay }: OneStay) =>
  stays(db).where('planned_trip_id', '=', id).where('planned_trip_stays.id', '=', stay),
)
export async function lockedStay(tx: Tx, { id, stay }: OneStay) {
  return found(
    await tx
      .selectFrom('planned_trip_stays')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', stay)
      .forUpdate()
      .executeTakeFirst(),
  )
}

/** Books a hotel for some nights of a trip. Returns the id of the stay. */
export async function addStay(tx: Tx, planned_trip_id: number, body: NewStay) {
  refuseOutside(await lockedTrip(tx, planned_trip_id), body)
  const { id } = await tx
    .insertInto('planned_trip_stays')
    .values({ ...packed(Stay, body), planned_trip_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const changeStay = async (tx: Tx, given: OneStay, change: StayChange, expected: Expected) => {
  const trip = await lockedTrip(tx, given.id)
  const stay = await lockedStay(tx, given)
  guardVersion(stay, expected)
  refuseOutside(trip, { ...stay, ...change })
  await tx.updateTable('planned_trip_stays').set(packed(Stay, change)).where('id', '=', given.stay).execute()
}

const removeStay = async (tx: Tx, given: OneStay, expected: Expected) => {
  guardVersion(await lockedStay(tx, given), expected)
  await remove(tx, 'planned_trip_stays', given.stay)
}

type Days = Pick<NewStay, 'check_in' | 'check_out'>

const refuseOutside = ({ departure_date, return_date }: LockedTrip, { check_in, check_out }: Days) => {
  if (check_out <= check_in) refuseField('check_out', ['必須晚於入住日。', 'Must be after the day of arrival.'])
  const [days, daysEn] = spanInWords(departure_date, return_date)
  const outside: Words = [`不在出團期間內：${days}。`, `Lies outside the trip (${daysEn}).`]
  if (check_in < departure_date) refuseField('check_in', outside)
  if (check_out > return_date) refuseField('check_out', outside)
}

/** Routes of the hotels of a trip. */
export const tripStays = routes((on) => {
  on.get(
    '/:id/stays',
    { access: readers, summary: 'The stays of a trip, by check-in', returns: Type.Array(ShownStay), etag: 'content' },
    ({ db, actor, params }) => stayArray(db, { ...readerOf(actor), ...params }),
  )

  on.create(
    '/:id/stays',
    { access: editors, summary: 'Add a stay', body: NewStay, returns: ShownStay },
    async ({ tx, params, body }) => {
      const stay = await addStay(tx, params.id, body)
      return { id: stay, ...(await oneStay(tx, { ...params, stay })) }
    },
  )

  on.put(
    '/:id/stays/:stay',
    {
      access: editors,
      summary: 'Change a stay: hotel, nights, rooms held, confirmation',
      body: StayChange,
      returns: ShownStay,
      refuses: ['stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changeStay(tx, params, body, expected)
      return oneStay(tx, params)
    },
  )

  on.delete(
    '/:id/stays/:stay',
    { access: editors, summary: 'Remove a stay', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeStay(tx, params, expected)
      return null
    },
  )
})
