import { amountIn } from 'guidon-design/formats'
import { type Static, Type } from 'typebox'
import { constraint } from '../../../kit/db/faults.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../../kit/errors.ts'
import { day, money, ref } from '../../../kit/fields.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { inCents, minus, refuseCents } from '../../../kit/money.ts'
import { wordsOf } from '../../../kit/words/code-words.ts'
import { dayInWords } from '../../../kit/words/days.ts'
import type { Words } from '../../../kit/words/words.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { cashiers } from '../flow.ts'
import { lockedBooking, type TakenBy } from '../locks.ts'
import { paymentRequestFlow, paymentRequestSteps } from './flow.ts'
import { endRequest, makeRequest, newestRequest, noAccountFor, payeeFor, replaceRequest, wayOf } from './make.ts'
import { kindOfWay, refuseOutside } from './online.ts'
import {
  dueDayOf,
  mayBeAsked,
  type PayableBooking,
  payableBooking,
  reachedBy,
  whatWaits,
  whyNotAsked,
  within,
} from './payable.ts'
import {
  onePaymentRequest,
  PaymentRequest,
  requestReads,
  requestsOfBookingRoute,
  shownPaymentRequest,
} from './payment-request.ts'

const { purpose, via } = PaymentRequest.properties

/** Everything but the purpose follows from the booking, if it is left out. */
const Asking = Type.Object({
  purpose,
  amount: Type.Optional(money()),
  due_on: Type.Optional(day()),
  via: Type.Optional(via),
  receiving_account_id: Type.Optional(ref()),
})
type Asking = Static<typeof Asking>

/** Asks the customer of a booking for money. What is asked for already is not asked for twice; anything else takes its place. */
export async function askForPayment(tx: Tx, booking_id: number, asking: Asking, by: TakenBy) {
  await lockedBooking(tx, by.reader, booking_id)
  const booking = found(await payableBooking(tx, { id: booking_id }))
  refuseUnpayable(booking)
  const reaches = reachedAsAsked(asking, booking)
  const due_on = asking.due_on ?? within(dueDayOf(asking.purpose, booking) ?? booking.soon, booking.hold_day)
  refuseDay(due_on, booking)
  const payee = found(await payeeAsked(tx, asking, booking))
  await refuseOutside(tx, payee, minus(reaches, booking.paid), asking.amount === undefined ? 'via' : 'amount')
  const next = {
    ...{ booking, payee, purpose: asking.purpose, reaches, due_on, asked_by: by.actor_id ?? null },
    ...{ is_amount_given: asking.amount !== undefined, is_day_given: asking.due_on !== undefined },
  }
  const before = await newestRequest(tx, { booking_id })
  if (before?.status !== 'open') return makeRequest(tx, next, by.actor_id)
  const isSame =
    before.purpose === next.purpose &&
    inCents(before.reaches) === inCents(reaches) &&
    before.due_on === due_on &&
    before.via === wayOf[payee.kind] &&
    before.receiving_account_id === payee.id
  return isSame ? before.id : replaceRequest(tx, before, 'replaced', next, by.actor_id)
}

const refuseUnpayable = (booking: PayableBooking) => {
  const detail = whyNotAsked(booking)
  if (detail) refuse('step_not_possible', { detail, also: { possible: [] } })
}

const reachedAsAsked = ({ purpose, amount }: Asking, booking: PayableBooking) => {
  const { paid, currency } = booking
  const most = mayBeAsked(booking)
  if (amount !== undefined) {
    refuseCents(Number(amount), currency, 'amount')
    if (inCents(Number(amount)) > inCents(most))
      return booking.promised + booking.reported > 0
        ? refusePromised(booking, amountIn(currency, most))
        : refuseMore(amountIn(currency, most))
    return paid + Number(amount)
  }
  if (purpose === 'extra' || purpose === 'other') return refuseField('amount', noAmount)
  const reaches = reachedBy(purpose, booking)
  if (inCents(reaches) <= inCents(paid)) return refuseField('purpose', depositPaid)
  // What is reported as paid, or promised by a cheque, is not asked for; the deposit may be a part of it.
  if (inCents(reaches) - inCents(paid) > inCents(most)) refusePromised(booking, amountIn(currency, most))
  return reaches
}

const refuseMore = (most: string): never =>
  refuseField('amount', [
    `請款不可超過未付的金額 ${most}；請減少金額，若要多收請先加價。`,
    `No more can be asked for than the ${most} that are owed: ask for less, or add a surcharge first.`,
  ])
const refusePromised = (booking: PayableBooking, most: string): never => {
  const [zh, en] = whatWaits(booking)
  return booking.reported > 0
    ? refuseField('amount', [
        `${zh}；請先查帳，或填寫至多 ${most} 的金額。`,
        `${en}. Check it first, or ask for ${most} at most.`,
      ])
    : refuseField('amount', [`${zh}；請填寫至多 ${most} 的金額。`, `${en}. Ask for ${most} at most.`])
}
const noAmount: Words = ['請填寫要請款的金額。', 'Say how much is asked for.']
const depositPaid: Words = [
  '訂金已付清；請改請尾款，或填寫金額。',
  'The deposit is paid: ask for the balance instead, or give an amount.',
]

const refuseDay = (due_on: string, { today, hold_day }: PayableBooking) => {
  if (due_on < today) refuseField('due_on', ['付款期限不可早於今天。', 'The last day cannot be before today.'])
  if (hold_day === null || due_on <= hold_day) return
  const [zh, en] = dayInWords(hold_day)
  refuseField('due_on', [
    `名額只保留到${zh}，付款期限不可在那之後；請提早期限，或先延長保留。`,
    `The seats are held until ${en}, so it cannot be paid later. Choose an earlier day, or prolong the hold first.`,
  ])
}

const payeeAsked = async (tx: Tx, { via, receiving_account_id }: Asking, { currency }: PayableBooking) => {
  const kind = via === undefined ? null : kindOfWay[via]
  const payee = await payeeFor(tx, { currency, account: receiving_account_id ?? null, kind })
  if (payee) return payee
  if (via === 'ecpay' || via === 'newebpay')
    return receiving_account_id === undefined
      ? refuseField('via', notOnline(via))
      : refuseField('receiving_account_id', noAccountOnline)
  if (receiving_account_id !== undefined)
    return refuseField('receiving_account_id', [
      `這個收款帳戶已停用，或不收 ${currency}；請選擇另一個收款帳戶。`,
      `This receiving account is not used any more, or does not take ${currency}: choose another one.`,
    ])
  return refuse('step_not_possible', { detail: noAccountFor(currency), also: { possible: [] } })
}

const notOnline = (via: 'ecpay' | 'newebpay'): Words => {
  const [zh, en] = wordsOf('payment_provider', via) ?? [via, via]
  return [
    `${zh}還沒有開放客戶付款，或這筆訂單不是以新臺幣計價；請選擇其他付款方式，或請管理員在「線上付款」開放。`,
    `Customers cannot pay through ${en} yet, or this booking is not in TWD. Choose another way to pay, or ask an administrator to switch the provider on under "Online payments".`,
  ]
}
const noAccountOnline: Words = [
  '以金流服務付款時不用收款帳戶；請留空，或選擇其他付款方式。',
  'What is paid at a provider has no receiving account: leave it empty, or choose another way to pay.',
]

type Withdrawing = { by: TakenBy; expected: Expected }

const withdrawRequest = async (tx: Tx, id: number, { by, expected }: Withdrawing) => {
  const { booking_id } = found(
    await tx.selectFrom('payment_requests').select('booking_id').where('id', '=', id).executeTakeFirst(),
  )
  await lockedBooking(tx, by.reader, booking_id)
  const request = found(
    await tx.selectFrom('payment_requests').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
  guardVersion(request, expected)
  mayTake(paymentRequestFlow, 'cancel', request, by.roles)
  await endRequest(tx, request, { status: paymentRequestSteps.cancel.to, end_cause: 'person' }, by.actor_id)
}

constraint('payment_requests_amount', 'amount', ['必須大於 0。', 'Must be more than 0.'])

const changed = { returns: shownPaymentRequest, etag: 'content' } as const

/** `/api/bookings/{id}/payment-requests` */
export function askRoutes(on: On) {
  requestsOfBookingRoute(on)
  on.create(
    '/:id/payment-requests',
    {
      ...changed,
      access: cashiers,
      summary:
        'Ask the customer for the deposit, the balance or an amount; without more it is what is owed, by the day of the booking, to the first account. It takes the place of the open request',
      body: Asking,
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles }
      const id = await askForPayment(tx, params.id, body, by)
      return { id, ...(await onePaymentRequest(tx, { ...actingOf(actor), id })) }
    },
  )
}

/** `/api/payment-requests` */
export default routes((on) => {
  requestReads(on)
  on.post(
    '/:id/cancel',
    {
      ...changed,
      access: paymentRequestSteps.cancel.by,
      summary: 'Withdraw an open payment request; a customer who was told of it is told that it need not be paid',
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, expected }) => {
      const by = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles }
      await withdrawRequest(tx, params.id, { by, expected })
      return onePaymentRequest(tx, { ...actingOf(actor), ...params })
    },
  )
})
