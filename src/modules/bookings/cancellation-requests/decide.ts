import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { type Events, emit } from '../../../kit/events.ts'
import { line } from '../../../kit/fields.ts'
import { mayTake } from '../../../kit/flow.ts'
import { guardVersion } from '../../../kit/http/routes/answer.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { ERASED_NAME } from '../../../kit/secrets/personal-data.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { lockedBooking, type TakenBy } from '../locks.ts'
import {
  lockedCancellationRequest,
  oneCancellationRequest,
  requestReads,
  shownCancellationRequest,
} from './cancellation-request.ts'
import { type CancellationRequestStatus, cancellationRequestFlow, cancellationRequestSteps } from './flow.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'cancellation-request.decided': {
      cancellation_request_id: number
      actor_id: number | undefined
      what: 'declined' | 'withdrawn'
    }
  }
}

/** The customer takes the request back. */
export function withdrawRequest(tx: Tx, by: TakenBy, id: number) {
  return decide(tx, by, id, 'withdraw', null)
}

/** Sales decline with a reason, which the customer is told. */
const declineRequest = (tx: Tx, by: TakenBy, id: number, reason: string) => decide(tx, by, id, 'decline', reason)

const decide = async (tx: Tx, by: TakenBy, id: number, step: 'withdraw' | 'decline', decline_reason: string | null) => {
  const { booking_id } = found(
    await tx.selectFrom('cancellation_requests').select('booking_id').where('id', '=', id).executeTakeFirst(),
  )
  // The booking is locked before its records; who may not see it is told that there is none.
  await lockedBooking(tx, by.reader, booking_id)
  const request = await lockedCancellationRequest(tx, id)
  guardVersion(request, by.expected)
  mayTake(cancellationRequestFlow, step, request, by.roles)
  const status = cancellationRequestSteps[step].to
  await end(tx, { id, status, decline_reason, decided_by: by.actor_id ?? null })
  await emit(tx, 'cancellation-request.decided', { cancellation_request_id: id, actor_id: by.actor_id, what: status })
}

type Ended = {
  id: number
  status: CancellationRequestStatus
  decline_reason?: string | null
  decided_by?: number | null
}
const end = (tx: Tx, { id, ...decided }: Ended) =>
  tx
    .updateTable('cancellation_requests')
    .set({ ...decided, decided_at: sql<string>`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** A cancelled booking is what its customer asked for; one that ends otherwise leaves nothing to ask for. */
export async function endWithBooking(tx: Tx, { booking_id, step }: Events['booking.entered']) {
  const status = { cancel: 'done', call_off: 'withdrawn', decline: 'done', expire: 'withdrawn' }[step as string]
  if (!status) return
  const open = await openOf(tx, booking_id)
  if (open) await end(tx, { id: open.id, status: status as CancellationRequestStatus })
}

/** The request is done once all travelers that it names are cancelled. */
export async function endWithTravelers(tx: Tx, { booking_id, fields }: Events['traveler.changed']) {
  if (!fields.includes('status')) return
  const open = await openOf(tx, booking_id)
  if (!open?.traveler_ids.length) return
  const left = await tx
    .selectFrom('travelers')
    .select('id')
    .where('id', 'in', open.traveler_ids)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!left) await end(tx, { id: open.id, status: 'done' })
}

const openOf = (tx: Tx, booking_id: number) =>
  tx
    .selectFrom('cancellation_requests')
    .select(['id', 'traveler_ids'])
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

/** Covers what a customer, and who answered, wrote about people who are erased. */
export async function eraseRequests(tx: Tx, booking_id: number) {
  const covered = sql<string>`${ERASED_NAME}`
  const rows = await tx
    .updateTable('cancellation_requests')
    .set({
      reason: covered,
      decline_reason: sql<string | null>`case when decline_reason is not null then ${ERASED_NAME} end`,
    })
    .where('booking_id', '=', booking_id)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const Declining = Type.Object({ reason: line(500, '機票已開立，請先來電') })

/** `/api/cancellation-requests`: what customers ask to cancel. */
export default routes((on) => {
  requestReads(on)
  const changed = {
    returns: shownCancellationRequest,
    etag: 'content',
    refuses: ['step_not_possible', 'stale'],
  } as const
  on.post(
    '/:id/decline',
    {
      ...changed,
      access: cancellationRequestSteps.decline.by,
      summary: 'Decline with a reason, which the customer is told',
      body: Declining,
    },
    async ({ tx, actor, params, body, expected }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles, expected }
      await declineRequest(tx, by, params.id, body.reason)
      return oneCancellationRequest(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/withdraw',
    { ...changed, access: cancellationRequestSteps.withdraw.by, summary: 'Take the request back' },
    async ({ tx, actor, params, expected }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles, expected }
      await withdrawRequest(tx, by, params.id)
      return oneCancellationRequest(tx, { ...actingOf(actor), ...params })
    },
  )
})
