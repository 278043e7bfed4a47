import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuseField } from '../../../kit/errors.ts'
import { refuseStep } from '../../../kit/flow.ts'
import { hasCardNumber } from '../rules.ts'
import type { NewPayment } from '../schema.ts'

/** Records a payment or refund, whatever the status of the booking. */
export const addPayment = async (tx: Tx, booking_id: number, body: NewPayment, recorded_by: number) => {
  if (hasCardNumber(body.reference ?? '')) refuseField('reference', noCards)
  found(await tx.selectFrom('bookings').select('id').where('id', '=', booking_id).forNoKeyUpdate().executeTakeFirst())
  const { id } = await tx
    .insertInto('booking_payments')
    .values({ ...body, booking_id, recorded_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A voided payment no longer counts, and stays visible. */
export const voidPayment = async (
  tx: Tx,
  { id, payment }: { id: number; payment: number },
  { reason }: { reason: string },
  voided_by: number,
) => {
  const there = found(
    await tx
      .selectFrom('booking_payments')
      .select('voided_at')
      .where('id', '=', payment)
      .where('booking_id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (there.voided_at) refuseStep('void', 'voided', [])
  await tx
    .updateTable('booking_payments')
    .set({ voided_at: sql<string>`now()`, voided_by, void_reason: reason })
    .where('id', '=', payment)
    .execute()
}

const noCards = ['請勿填寫卡號。', 'Write no card number here.'] as const
