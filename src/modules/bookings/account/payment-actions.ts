import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { refuseStep } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { hasCardNumber } from '../rules.ts'
import type { NewPayment } from '../schema.ts'
import { completeSettled } from './completing.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'payment.changed': {
      booking_id: number
      payment_id: number
      what: 'received' | 'refunded' | 'voided'
      actor_id: number
    }
  }
}

/** Records a payment or refund, whatever the status of the booking. */
export const addPayment = async (tx: Tx, booking_id: number, body: NewPayment, recorded_by: number) => {
  if (hasCardNumber(body.reference ?? '')) refuseField('reference', noCards)
  const { is_future } = found(
    await tx
      .selectFrom('bookings')
      .select(sql<boolean>`${body.received_at}::timestamptz > clock_timestamp() + interval '5 minutes'`.as('is_future'))
      .where('id', '=', booking_id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  if (is_future) refuseField('received_at', inFuture)
  const { id } = await tx
    .insertInto('booking_payments')
    .values({ ...body, booking_id, recorded_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await completeSettled(tx, booking_id, recorded_by)
  const what = body.kind === 'refund' ? 'refunded' : 'received'
  await emit(tx, 'payment.changed', { booking_id, payment_id: id, what, actor_id: recorded_by })
  return id
}

/** A voided payment no longer counts, and stays visible. */
export const voidPayment = async (
  tx: Tx,
  { id, payment }: { id: number; payment: number },
  { reason }: { reason: string },
  { voided_by, expected }: { voided_by: number; expected: Expected },
) => {
  const there = found(
    await tx
      .selectFrom('booking_payments')
      .select(['voided_at', 'version'])
      .where('id', '=', payment)
      .where('booking_id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  guardVersion(there, expected)
  if (there.voided_at) refuseStep('void', 'voided', [], { status: 'payment_state', step: 'act' })
  await tx
    .updateTable('booking_payments')
    .set({ voided_at: sql<string>`now()`, voided_by, void_reason: reason })
    .where('id', '=', payment)
    .execute()
  await completeSettled(tx, id, voided_by)
  await emit(tx, 'payment.changed', { booking_id: id, payment_id: payment, what: 'voided', actor_id: voided_by })
}

const inFuture = [
  '收款或退款時間不可在未來，請填寫實際時間。',
  'Money cannot have changed hands in the future: give the time when it did.',
] as const
const noCards = ['請勿填寫卡號。', 'Write no card number here.'] as const
