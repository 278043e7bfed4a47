import { sql } from 'kysely'
import type { Condition } from '../../kit/db/fragments.ts'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { is, openOrDone } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { travelerIn } from '../shown-names.ts'
import { belonging, isTravelerSeen } from '../travelers/visible.ts'
import type { Reader } from '../users/reader.ts'
import { requestStatuses, TravelerRequest } from './schema.ts'

const { kind, status, visible_to_leader } = TravelerRequest.properties

export const requestList = list({
  of: 'traveler_requests',
  sort: { status, kind },
  order: '-created_at',
  people: true,
  filters: {
    ...belonging('traveler_requests.traveler_id'),
    kind: is('traveler_requests.kind', kind),
    status: is('traveler_requests.status', status),
    group: openOrDone('traveler_requests.status', requestStatuses, ['confirmed', 'declined']),
    visible_to_leader: is('traveler_requests.visible_to_leader', visible_to_leader),
  },
})

/** Whether a reader may see a special request: a leader those shown to it, of travelers on its trips. */
export function isSpecialRequestSeen(reader: Reader): Condition {
  switch (reader.sees) {
    case 'leader':
      return isLed(reader.leader)
    case 'all':
    case 'money':
    case 'customer':
    case 'booking':
    case 'traveler':
    case 'offer':
    case 'nothing':
      return isTravelerSeen(reader, 'traveler_requests.traveler_id')
  }
}

const isLed = (
  leader: number,
): Condition => sql`(traveler_requests.visible_to_leader and traveler_requests.traveler_id in (
  select v.id from planned_trips t join bookings b on b.planned_trip_id = t.id join travelers v on v.booking_id = b.id
   where ${leader} in (t.assigned_leader_id, t.briefing_leader_id) and ${isOneOf('b.status', seatedStatuses)}
     and v.status = 'active'))`

const requests = (db: Db, reader: Reader) =>
  db
    .selectFrom('traveler_requests')
    .select(columnsOf('traveler_requests', TravelerRequest))
    .select(travelerIn('traveler_requests.traveler_id').as('traveler'))
    .where(isSpecialRequestSeen(reader))

export const requestPage = requestList.over(requests)
export const oneRequest = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  requests(db, reader).where('traveler_requests.id', '=', id),
)

/** The traveler of a special request that the reader may see. */
export const requestAt = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  requests(db, reader).clearSelect().select('traveler_requests.traveler_id').where('traveler_requests.id', '=', id),
)

/** The special request, locked until the transaction ends. */
export async function lockRequest(tx: Tx, id: number) {
  return found(await tx.selectFrom('traveler_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}
