import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Reader } from '../../users/reader.ts'
import { travelersOf } from '../manifests/queries.ts'
import { lockedStay, type OneStay } from '../stays/queries.ts'
import { roomFaults } from './rules.ts'
import type { Rooms } from './schema.ts'
import { withSupplements } from './supplement-actions.ts'

type Replacing = { reader: Reader; actor_id: number; expected: Expected }

/** Replaces the rooms of a stay: those with an id are kept, missing ones are removed. Prices follow if the body says so. */
export const replaceRooms = (tx: Tx, given: OneStay, body: Rooms, { reader, actor_id, expected }: Replacing) =>
  withSupplements(tx, given.id, { supplements: body.supplements, actor_id }, () =>
    writeRooms(tx, reader, given, body, expected),
  )

const writeRooms = async (tx: Tx, reader: Reader, given: OneStay, body: Rooms, expected: Expected) => {
  await takeRooms(tx, given, expected)
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

// The row of the stay is locked, so that of two who save at the same time one waits, and is then refused by its version.
const takeRooms = async (tx: Tx, given: OneStay, expected: Expected) => {
  const { rooms_version: version } = await lockedStay(tx, given)
  guardVersion({ version }, expected)
  const later = { rooms_version: version + 1 }
  await tx.updateTable('planned_trip_stays').set(later).where('id', '=', given.stay).execute()
}

// Who stays in a room is not written again, so that the history tells who moved.
const placeTravelers = async (tx: Tx, stay_id: number, placed: { room_id: number; traveler_id: number }[]) => {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) wanted (room_id integer, traveler_id integer)`
  await sql`delete from stay_room_travelers g where stay_id = ${stay_id}
    and not exists (select from ${wanted} where wanted.room_id = g.room_id and wanted.traveler_id = g.traveler_id)`.execute(
    tx,
  )
  await sql`insert into stay_room_travelers (room_id, stay_id, traveler_id)
    select room_id, ${stay_id}::integer, traveler_id from ${wanted} on conflict do nothing`.execute(tx)
}

type NewRoom = Omit<Rooms['rooms'][number], 'traveler_ids'>
const writeRoom = async (tx: Tx, stay_id: number, number: number, { id, type, notes = null }: NewRoom) => {
  const room = { stay_id, number, type, notes }
  const written =
    id === undefined
      ? tx.insertInto('stay_rooms').values(room).returning('id')
      : tx.updateTable('stay_rooms').set(room).where('id', '=', id).returning('id')
  return (await written.executeTakeFirstOrThrow()).id
}

const notHere = ['必須是這次住宿的房間，且只出現一次。', 'Must be a room of this stay, and stand here once.'] as const
