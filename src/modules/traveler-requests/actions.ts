import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Role } from '../../kit/http/server/guard.ts'
import { refuseTooLate } from '../travelers/change.ts'
import { lockedTraveler, namedTraveler } from '../travelers/locks.ts'
import { refuseInside } from '../travelers/rules.ts'
import type { Reader } from '../users/reader.ts'
import { steps, travelerRequestFlow } from './flow.ts'
import { lockRequest, requestAt } from './queries.ts'
import type { NewRequest, RequestChange, RequestStatus } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'traveler-request.changed': { request_id: number; actor_id: number | undefined; what: 'made' | RequestStatus }
  }
}

type By = { reader: Reader; actor_id: number | undefined; roles: readonly Role[] }

/** Creates a special request. Staff decide whether the leader sees it. */
export async function makeRequest(tx: Tx, { reader, actor_id }: By, body: NewRequest) {
  const traveler = await namedTraveler(tx, reader, body.traveler_id)
  refuseTooLate(reader, traveler)
  refuseInside(reader, body, 'visible_to_leader')
  return enterSpecialRequest(tx, actor_id, body)
}

/** Writes a special request of a traveler that is there, with the progress that it had elsewhere. */
export async function enterSpecialRequest(
  tx: Tx,
  actor_id: number | undefined,
  body: NewRequest & { status?: RequestStatus },
) {
  const { id } = await tx.insertInto('traveler_requests').values(body).returning('id').executeTakeFirstOrThrow()
  await emit(tx, 'traveler-request.changed', { request_id: id, actor_id, what: 'made' })
  return id
}

export async function changeRequest(
  tx: Tx,
  { reader, roles }: By,
  id: number,
  body: RequestChange,
  expected: Expected,
) {
  const request = await lockedRequest(tx, reader, id)
  guardVersion(request, expected)
  refuseInside(reader, body, 'visible_to_leader')
  mayTake(travelerRequestFlow, 'change', request, roles)
  await tx
    .updateTable('traveler_requests')
    .set({ ...body, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Sets the progress of a special request. */
export async function answerRequest(
  tx: Tx,
  { reader, actor_id, roles }: By,
  id: number,
  what: RequestStatus,
  expected: Expected,
) {
  const request = await lockedRequest(tx, reader, id)
  guardVersion(request, expected)
  mayTake(travelerRequestFlow, what, request, roles)
  await tx.updateTable('traveler_requests').set({ status: steps[what].to }).where('id', '=', id).execute()
  await emit(tx, 'traveler-request.changed', { request_id: id, actor_id, what })
}

export async function removeRequest(tx: Tx, { reader, roles }: By, id: number, expected: Expected) {
  const request = await lockedRequest(tx, reader, id)
  guardVersion(request, expected)
  mayTake(travelerRequestFlow, 'remove', request, roles)
  await remove(tx, 'traveler_requests', id)
}

/** Removes the special requests of a traveler whose place another person takes. */
export async function dropRequests(tx: Tx, traveler_id: number) {
  const gone = await tx.deleteFrom('traveler_requests').where('traveler_id', '=', traveler_id).returning('id').execute()
  return gone.map(({ id }) => id)
}

/** Deletes the content of special requests; the records stay. */
export async function eraseRequests(tx: Tx, traveler_id: number) {
  const requests = await tx
    .updateTable('traveler_requests')
    .set({ detail: '•••' })
    .where('traveler_id', '=', traveler_id)
    .returning('id')
    .execute()
  return requests.map(({ id }) => id)
}

// The traveler is always locked before its records, so that transactions do not deadlock.
const lockedRequest = async (tx: Tx, reader: Reader, id: number) => {
  const { traveler_id } = found(await requestAt(tx, { ...reader, id }))
  refuseTooLate(reader, await lockedTraveler(tx, reader, traveler_id))
  return lockRequest(tx, id)
}
