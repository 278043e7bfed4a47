import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { isSeen, type Seer, tripSeen } from '../visible.ts'
import type { HandoverKind } from './schema.ts'
import { TripHandover } from './schema.ts'

const handovers = (db: Db, seer: Seer) =>
  db
    .selectFrom('trip_handovers')
    .innerJoin('planned_trips', 'planned_trips.id', 'trip_handovers.planned_trip_id')
    .innerJoin('users as giver', 'giver.id', 'trip_handovers.from_user_id')
    .innerJoin('users as taker', 'taker.id', 'trip_handovers.to_user_id')
    .select(columnsOf('trip_handovers', TripHandover))
    .select(['giver.name as from_user', 'taker.name as to_user'])
    .where(isSeen(seer))
    // What sales and operations pass among themselves is not a leader's.
    .$if(seer.leader !== undefined, (rows) => rows.where('trip_handovers.kind', '<>', 'sales_to_op'))

export const handoverArray = jsonArrayOf(tripSeen, (db, { id, ...seer }) =>
  handovers(db, seer).where('planned_trips.id', '=', id).orderBy('trip_handovers.id', 'desc'),
)
export const oneHandover = jsonRecord((db, { handover, ...seer }: Seer & { handover: number }) =>
  handovers(db, seer).where('trip_handovers.id', '=', handover),
)

export const pendingHandover = (tx: Tx, planned_trip_id: number, kind: HandoverKind) =>
  tx
    .selectFrom('trip_handovers')
    .selectAll()
    .where('planned_trip_id', '=', planned_trip_id)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
