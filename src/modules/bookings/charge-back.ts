import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { day, labelled, line } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { ShownPayment } from './booking.ts'
import { refunders } from './flow.ts'
import { lockedPayment, onePayment, refuseVoided, voidForGood } from './payments.ts'

/** Why the bank of the customer has taken a payment by card back, and on which day the provider took it off. */
const ChargingBack = Type.Object({
  charged_back_on: labelled(day(), ['爭議扣款日', 'Charged back on']),
  reason: line(500, '持卡人否認交易'),
})
type ChargingBack = Static<typeof ChargingBack>

type OfBooking = { id: number; payment: number }

/**
 * The bank of the customer has taken a payment by card back. The booking owes it again; the payment stays on its day, and counts against today, so
 * that the provider's next lump, from which it goes off, agrees.
 */
const chargeBack = async (
  tx: Tx,
  of: OfBooking,
  { charged_back_on, reason }: ChargingBack,
  { actor_id, expected }: { actor_id: number; expected: Expected },
) => {
  const there = await lockedPayment(tx, of)
  guardVersion(there, expected)
  if (there.voided_at) refuseVoided()
  if (there.kind !== 'payment' || there.method !== 'creditCard')
    refuse('step_not_possible', { detail: notByCard, also: { possible: [] } })
  const { is_ahead, is_before } = await compared(tx, { day: charged_back_on, received_at: there.received_at })
  if (is_ahead) refuseField('charged_back_on', inFuture)
  if (is_before) refuseField('charged_back_on', tooEarly)
  await voidForGood(tx, of, reason, actor_id, charged_back_on)
}

const compared = theRow((db, { day, received_at }: { day: string; received_at: string }) =>
  db.selectNoFrom([
    sql<boolean>`${day}::date > today()`.as('is_ahead'),
    sql<boolean>`${day}::date < (${received_at}::timestamptz at time zone house_zone())::date`.as('is_before'),
  ]),
)

const notByCard: Words = [
  '只有刷卡的收款才會有爭議扣款；其他款項有誤時請作廢。',
  'Only a payment by card is charged back: void another one that is wrong.',
]
const inFuture: Words = [
  '爭議扣款日不可在未來；請填金流服務扣款的日期。',
  'The day cannot be in the future: give the day on which the provider took the money off.',
]
const tooEarly: Words = [
  '爭議扣款日不可早於收款日；請確認日期。',
  'The day cannot be before the day of the payment: check it.',
]

/** `POST /api/bookings/{id}/payments/{payment}/charge-back` */
export function chargeBackRoute(on: On) {
  on.post(
    '/:id/payments/:payment/charge-back',
    {
      access: refunders,
      name: 'chargeBackPayment',
      summary:
        'Record that a payment by card was charged back: the booking owes it again, and the payment stays on its day',
      body: ChargingBack,
      returns: ShownPayment,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await chargeBack(tx, params, body, { actor_id: actor.id, expected })
      return onePayment(tx, params)
    },
  )
}
