import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { isOutside, type Reader } from '../../users/reader.ts'
import { isTripSeen, tripSeen } from '../visible.ts'
import type { HandoverKind } from './schema.ts'
import { TripHandover } from './schema.ts'

const handovers = (db: Db, reader: Reader) =>
  db
    .selectFrom('trip_handovers')
    .innerJoin('planned_trips', 'planned_trips.id', 'trip_handovers.planned_trip_id')
    .innerJoin('users as giver', 'giver.id', 'trip_handovers.from_user_id')
    .innerJoin('users as taker', 'taker.id', 'trip_handovers.to_user_id')
    .select(columnsOf('trip_handovers', TripHandover))
    .select(['giver.name as from_user', 'taker.name as to_user'])
    .where(isTripSeen(reader))
    // A leader does not see handovers from sales to operations.
    .$if(isOutside(reader), (rows) => rows.where('trip_handovers.kind', '<>', 'sales_to_op'))

export const handoverArray = jsonArrayOf(tripSeen, (db, { id, ...reader }) =>
  handovers(db, reader).where('planned_trips.id', '=', id).orderBy('trip_handovers.id', 'desc'),
)
export const oneHandover = jsonRecord((db, { handover, ...reader }: Reader & { handover: number }) =>
  handovers(db, reader).where('trip_handovers.id', '=', handover),
)

/** The latest handover of a kind, which may be decided. */
export const latestHandover = (tx: Tx, planned_trip_id: number, kind: HandoverKind) =>
  tx
    .selectFrom('trip_handovers')
    .selectAll()
    .where('planned_trip_id', '=', planned_trip_id)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
