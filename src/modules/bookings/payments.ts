import { amountIn } from 'guidon-design/formats'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { askInTurn, type Doubt, refuseDoubts } from '../../kit/doubts.ts'
import { found, Refusal, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import { inCents, minus, refuseHighSum } from '../../kit/money.ts'
import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { moneyReaders } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { NewPayment, type PaymentSource, ShownPayment, Voiding } from './booking.ts'
import { completeAllSettled, completeSettled } from './complete.ts'
import { cashiers, refunders } from './flow.ts'
import { feeOf, settledOn } from './paid-out.ts'
import { payOrder } from './refund-orders/gate.ts'
import { seenBooking } from './visible.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'payment.changed': {
      booking_id: number
      payment_id: number
      what: 'received' | 'refunded' | 'voided'
      actor_id: number | undefined
    }
  }
}

/** For so long whoever recorded a payment undoes it: the time before anybody hears of it, and the way of a late click. */
export const TIME_TO_UNDO = `${terms.undo.count + 10} seconds`

/** Years for which vouchers are kept; a payment that is older was mistyped. */
const YEARS_BACK = 5

/** What answers the questions about a payment is no part of it. */
export const answersOfPayment = ['confirmed_amount', 'confirmed_reference', 'reason'] as const
export type EnteredPayment = Omit<NewPayment, (typeof answersOfPayment)[number]> & { booking_id: number }

/** Records payments and refunds that the house had before, in their order, with the checks of `addPayment`. */
export async function enterPayments(tx: Tx, payments: readonly EnteredPayment[], recorded_by: number | undefined) {
  const { rows } = await sql<Account & { id: number; n: number }>`
    select b.id, given.n::integer as n, b.balance, b.currency, b.paid, ${isFuture(sql`given.at`)} as is_future, ${isAncient(sql`given.at`)} as is_ancient
      from unnest(${payments.map(({ booking_id }) => booking_id)}::integer[],
                  ${payments.map(({ received_at }) => received_at)}::timestamptz[]) with ordinality given (booking_id, at, n)
      join bookings b on b.id = given.booking_id
     order by b.id, given.n for no key update of b`.execute(tx)
  const accounts = new Map(rows.map((row) => [row.n, row]))
  const before = new Map<number, number>()
  for (const [i, payment] of payments.entries()) {
    const account = found(accounts.get(i + 1))
    const more = before.get(account.id) ?? 0
    refusePayment(payment, { ...account, paid: account.paid + more, balance: account.balance - more })
    before.set(account.id, more + (payment.kind === 'refund' ? -1 : 1) * Number(payment.amount))
  }
  const recorded = await tx
    .insertInto('booking_payments')
    .values(payments.map((payment) => ({ ...payment, recorded_by: recorded_by ?? null })))
    .returning(['id', 'booking_id', 'kind', 'amount'])
    .execute()
  const currencyOf = new Map(rows.map(({ id, currency }) => [id, currency]))
  for (const { kind, ...refund } of recorded)
    if (kind === 'refund')
      await payOrder(tx, { ...refund, currency: currencyOf.get(refund.booking_id) ?? '' }, recorded_by, {
        isImport: true,
      })
  await completeAllSettled(tx, [...before.keys()], recorded_by)
  for (const { id, booking_id, kind } of recorded) await tellOfPayment(tx, { id, booking_id, kind }, recorded_by)
  return recorded.map(({ id }) => id)
}

/** Records a payment whatever the status of the booking, or a refund of what is owed back, which pays an approved order. */
export async function addPayment(
  tx: Tx,
  booking_id: number,
  { confirmed_amount, confirmed_reference, reason, ...body }: NewPayment,
  { id: recorded_by, roles }: Recording,
  source: PaymentSource = 'staff',
  order?: number,
) {
  if (body.kind === 'refund') refuseOthers(roles)
  const received = sql`${body.received_at}::timestamptz`
  const account = found(
    await tx
      .selectFrom('bookings')
      .select(['balance', 'currency', 'paid'])
      .select([isFuture(received).as('is_future'), isAncient(received).as('is_ancient')])
      .where('id', '=', booking_id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  refusePayment(body, account)
  const doubts = [
    body.kind === 'refund' ? undefined : highAmount(body.amount, Math.max(account.balance, 0), account.currency),
    await sameReference(tx, booking_id, body),
  ]
  const confirm_reason = refuseDoubts(doubts, { confirmed_amount, confirmed_reference, reason })
  const { id, amount } = await tx
    .insertInto('booking_payments')
    .values({ ...body, booking_id, recorded_by: recorded_by ?? null, confirm_reason, source })
    .returning(['id', 'amount'])
    .executeTakeFirstOrThrow()
  const { currency } = account
  if (body.kind === 'refund') await payOrder(tx, { id, booking_id, amount, currency }, recorded_by, { order })
  await completeSettled(tx, booking_id, recorded_by)
  await tellOfPayment(tx, { id, booking_id, kind: body.kind }, recorded_by)
  return id
}

const isFuture = (at: RawBuilder<unknown>) => sql<boolean>`${at} > clock_timestamp() + interval '5 minutes'`
const isAncient = (at: RawBuilder<unknown>) =>
  sql<boolean>`${at} < clock_timestamp() - ${YEARS_BACK} * interval '1 year'`

type Account = { balance: number; currency: string; paid: number; is_future: boolean; is_ancient: boolean }

/** What no payment may be, whoever records it. */
const refusePayment = (
  { kind, amount, reference }: Pick<NewPayment, 'kind' | 'amount' | 'reference'>,
  { balance, currency, paid, is_future, is_ancient }: Account,
) => {
  if (hasCardNumber(reference ?? '')) refuseField('reference', noCards)
  if (is_future) refuseField('received_at', inFuture)
  if (is_ancient) refuseField('received_at', longAgo)
  if (kind === 'refund') refuseUnowed(Number(amount), Math.max(-balance, 0), currency)
  else refuseHighSum(paid + Number(amount), 'amount')
}

const tellOfPayment = (
  tx: Tx,
  { id, booking_id, kind }: { id: number; booking_id: number; kind: NewPayment['kind'] },
  actor_id: number | undefined,
) =>
  emit(tx, 'payment.changed', {
    booking_id,
    payment_id: id,
    what: kind === 'refund' ? 'refunded' : 'received',
    actor_id,
  })

type OfBooking = { id: number; payment: number }

/** Takes back at once what one has just recorded. Later it needs finance or an administrator who has not recorded it. */
export async function voidPayment(
  tx: Tx,
  of: OfBooking,
  reason: string,
  { actor, expected }: { actor: Recording; expected: Expected },
) {
  const there = await lockedPayment(tx, of)
  guardVersion(there, expected)
  if (there.kind === 'refund') refuseOthers(actor.roles)
  if (there.voided_at) refuseVoided()
  const isOwn = actor.id !== undefined && there.recorded_by === actor.id
  if (!(isOwn && there.is_new) && (isOwn || !hasOneOf(actor.roles, refunders))) refuseVoiding(of.id, isOwn)
  await voidForGood(tx, of, reason, actor.id)
}

/** Voids what a colleague has asked to void. */
export async function voidAsked(tx: Tx, of: OfBooking, reason: string, voided_by: number) {
  if ((await lockedPayment(tx, of)).voided_at) refuseVoided()
  await voidForGood(tx, of, reason, voided_by)
}

/** Nobody decides whether a payment that they have recorded is voided. */
export async function refuseOwnPayment(tx: Tx, of: OfBooking, actor_id: number) {
  if ((await lockedPayment(tx, of)).recorded_by === actor_id) refuseVoiding(of.id, true)
}

// The booking is locked first, as by everything else that changes its account.
export async function lockedPayment(tx: Tx, { id, payment }: OfBooking) {
  await tx.selectFrom('bookings').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return found(
    await tx
      .selectFrom('booking_payments')
      .select(['kind', 'method', 'received_at', 'voided_at', 'version', 'recorded_by', isNew.as('is_new')])
      .where('id', '=', payment)
      .where('booking_id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
}
const isNew = sql<boolean>`created_at > clock_timestamp() - ${sql.lit(TIME_TO_UNDO)}::interval`

export function refuseVoided(): never {
  return refuseStep('void', 'voided', [], { status: 'payment_state', step: 'act' })
}

const refuseVoiding = (booking_id: number, isOwn: boolean): never =>
  refuse('forbidden', {
    detail: isOwn ? notByRecorder : notByOthers,
    also: { roles: refunders, booking_id, approval: 'payment_voided' },
  })

const notByRecorder = [
  `自己登錄的款項，登錄 ${terms.undo.zh}後不能自己作廢；請填寫原因，送請其他會計或管理員核准。`,
  `Nobody voids a payment that they recorded themselves more than ${terms.undo.en} ago. Ask another colleague of finance or an administrator, with a reason.`,
] as const
const notByOthers = [
  '款項由會計或管理員作廢；請填寫原因，送請他們核准。',
  'Payments are voided by finance or an administrator. Ask them to approve it, with a reason.',
] as const

/** A voided payment no longer counts, and stays visible. */
export async function voidForGood(
  tx: Tx,
  { id, payment }: OfBooking,
  reason: string,
  voided_by: number | undefined,
  charged_back_on: string | null = null,
) {
  await tx
    .updateTable('booking_payments')
    .set({ voided_at: sql<string>`now()`, voided_by: voided_by ?? null, void_reason: reason, charged_back_on })
    .where('id', '=', payment)
    .execute()
  await completeSettled(tx, id, voided_by)
  await emit(tx, 'payment.changed', { booking_id: id, payment_id: payment, what: 'voided', actor_id: voided_by })
}

type Recording = Pick<Actor, 'roles'> & { id: number | undefined }

const refuseOthers = (roles: readonly Role[]) => {
  if (!hasOneOf(roles, refunders)) refuse('forbidden', { detail: notBySales, also: { roles: refunders } })
}

// A refund is never more than what is owed back; goodwill beyond that is a discount first.
const refuseUnowed = (amount: number, owed: number, currency: string) => {
  if (inCents(amount) <= inCents(owed)) return
  if (owed === 0) refuseField('amount', ['這筆訂單沒有應退款項。', 'There is no refund due on this booking.'])
  const most = amountIn(currency, owed)
  refuseField('amount', [
    `這筆訂單應退 ${most}，退款不可超過此金額。`,
    `The refund due on this booking is ${most}, and no more can be refunded.`,
  ])
}

const highAmount = (amount: number, owed: number, currency: string): Doubt | undefined => {
  if (inCents(amount) <= inCents(owed)) return undefined
  const more = amountIn(currency, minus(amount, owed))
  const [zh, en] =
    owed > 0
      ? [
          `應收 ${amountIn(currency, owed)}，輸入的金額多出 ${more}`,
          `${amountIn(currency, owed)} is owed, and the amount is ${more} more`,
        ]
      : [`目前沒有應收款項，輸入的金額為 ${more}`, `Nothing is owed, and the amount is ${more}`]
  const words: Words = [
    `${zh}；請檢查金額，若無誤請確認此金額後再送出。`,
    `${en}. Check it, and confirm this amount if it is right.`,
  ]
  return { field: 'amount', value: amount, words, needsNoReason: true }
}

/** A transfer is mostly of one booking; the same reference on another one is asked about. */
const sameReference = async (tx: Tx, booking_id: number, { kind = 'payment', reference }: Referred) => {
  if (!reference) return undefined
  await askInTurn(tx, 'payment', kind, reference)
  const other = await paidWith(tx, { booking_id, kind, reference })
  if (!other) return undefined
  const { booking_number } = other
  const [day, dayEn] = dayInWords(other.day)
  const amount = amountIn(other.currency, other.amount)
  const words: Words = [
    `參考號碼 ${reference} 已登錄在訂單 ${booking_number}（${day}，${amount}）；若這筆確實也用此號碼，請確認此參考號碼並填寫原因。`,
    `The reference ${reference} is recorded on the booking ${booking_number} already, on ${dayEn} with ${amount}. If this one has it too, confirm this reference and give a reason.`,
  ]
  return { field: 'reference', value: reference, words }
}
type Referred = Pick<NewPayment, 'kind' | 'reference'>

const paidWith = oneRow((db, { booking_id, kind, reference }: Required<Referred> & { booking_id: number }) =>
  db
    .selectFrom('booking_payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select(['b.booking_number', 'b.currency', 'p.amount'])
    .select(sql<string>`to_char(p.received_at at time zone house_zone(), 'YYYY-MM-DD')`.as('day'))
    .where('p.reference', '=', reference)
    .where('p.kind', '=', kind)
    .where('p.voided_at', 'is', null)
    .where('p.booking_id', '<>', booking_id)
    .orderBy('p.id', 'desc')
    .limit(1),
)

const notBySales = [
  '退款由會計或管理員登錄，請洽他們處理。',
  'Refunds are recorded by finance or an administrator: ask one of them.',
] as const
const inFuture = [
  '收款或退款時間不可在未來，請填寫實際時間。',
  'The time of a payment cannot be in the future: enter the actual time.',
] as const
const longAgo = [
  `收款或退款時間早於 ${YEARS_BACK} 年前，請確認年份。`,
  `This is more than ${YEARS_BACK} years ago: check the year.`,
] as const
const noCards = ['請勿填寫卡號。', 'Do not enter a card number here.'] as const

/** Card numbers may not be stored; they are recognized by their check digit. */
function hasCardNumber(text: string) {
  return (text.match(/\d(?:[ -]?\d){12,18}/g) ?? []).some((found) => {
    const digits = [...found.replace(/\D/g, '')].reverse().map(Number)
    const sum = digits.reduce((all, digit, i) => all + (i % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit), 0)
    return sum % 10 === 0
  })
}

constraint('bookings_paid', 'amount', ['退款不可超過已付金額。', 'A refund cannot be more than what was paid.'])
constraint('booking_payments_amount', 'amount', ['必須大於 0。', 'Must be more than 0.'])
constraintRefusal(
  'booking_payments_reference',
  () =>
    new Refusal('duplicate', {
      errors: { reference: [['這筆參考號碼已登錄過。', 'A payment with this reference is already recorded.']] },
    }),
)

const allPayments = (db: Db, { id }: { id: number }) =>
  db
    .selectFrom('booking_payments')
    .selectAll()
    .select([feeOf('booking_payments').as('fee'), settledOn('booking_payments').as('settled_on')])
    .where('booking_id', '=', id)
const paymentArray = jsonArrayOf(seenBooking, (db, given) =>
  allPayments(db, given).orderBy('received_at').orderBy('id'),
)
export const onePayment = jsonRecord((db, { payment, ...given }: { id: number; payment: number }) =>
  allPayments(db, given).where('booking_payments.id', '=', payment),
)

export function paymentRoutes(on: On) {
  paymentReadRoutes(on)
  paymentWriteRoutes(on)
}

const paymentReadRoutes = (on: On) => {
  on.get(
    '/:id/payments',
    {
      access: moneyReaders,
      summary: 'Payments and refunds of a booking',
      returns: Type.Array(ShownPayment),
      etag: 'content',
    },
    ({ db, actor, params }) => paymentArray(db, { ...readerOf(actor), ...params }),
  )
  on.get(
    '/:id/payments/:payment',
    { access: moneyReaders, summary: 'One payment', returns: ShownPayment },
    ({ db, params }) => onePayment(db, params),
  )
}

const paymentWriteRoutes = (on: On) => {
  on.create(
    '/:id/payments',
    {
      access: cashiers,
      summary:
        'Record a payment, or as finance or administrator a refund that is owed and approved; card numbers are refused',
      body: NewPayment,
      returns: ShownPayment,
      refuses: ['duplicate'],
    },
    async ({ tx, actor, params, body }) => {
      const payment = await addPayment(tx, params.id, body, actor)
      return { id: payment, ...(await onePayment(tx, { ...params, payment })) }
    },
  )
  on.post(
    '/:id/payments/:payment/void',
    {
      access: cashiers,
      summary: `Void a mistaken payment, which stays visible: within ${terms.undo.en} whoever recorded it, then finance or an administrator who did not record it`,
      body: Voiding,
      returns: ShownPayment,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await voidPayment(tx, params, body.reason, { actor, expected })
      return onePayment(tx, params)
    },
  )
}
