import { amountIn } from 'guidon-design/formats'
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { anyText, flag, labelled, line, money, oneOf, orNull, shownFields, text } from '../../kit/fields.ts'
import { chargedShare, inCents, minus, plus, refuseCents } from '../../kit/money.ts'
import { plural } from '../../kit/words/words.ts'
import { dutyFor, stepsInForce } from '../cancellation-terms/queries.ts'
import { feePercent, refuseCause, refuseCosts, unproven } from '../cancellation-terms/rules.ts'
import { travelerOfLine } from '../shown-names.ts'
import { cancelCauses, sum } from './booking.ts'
import type { LockedBooking, Terms, TripToBook } from './locks.ts'

/**
 * Without a `cause`, the customer cancels. Then `fee` may be lower than by the terms of the trip, and a higher loss is given as
 * `proven_costs` with their `paper`. Official fees above what was paid need a `paper` too.
 */
export const Cancellation = Type.Object({
  reason: text(2000, '家人身體不適'),
  /** The reason for a customer who reads English; without it such a customer reads the cause alone. */
  reason_en: labelled(Type.Optional(text(2000, 'Ill')), ['原因（英文）', 'Reason in English']),
  cause: Type.Optional(oneOf(cancelCauses)),
  fee: Type.Optional(money()),
  official_fees: Type.Optional(money()),
  proven_costs: Type.Optional(money()),
  paper: Type.Optional(line(200, '航空公司退票收據 2027-01-05')),
  dry_run: Type.Optional(flag()),
})
export type Cancellation = Static<typeof Cancellation>

/** What a cancellation costs: the fee and its parts, the penalty of the agency, the refund, and what is still due. */
export const cancellationFields = shownFields({
  fee: money(),
  official_fees: money(),
  proven_costs: money(),
  penalty: money(),
  refund: money(),
  owed: money(),
})
/** The fees of travelers who were cancelled earlier. They stay and are part of `fee`. */
export const settledFees = Type.Array(
  Type.Object({ traveler_id: orNull(Type.Integer({ examples: [3] })), name: orNull(anyText('王小美')), amount: sum() }),
)

/** The fee of a traveler who was cancelled earlier. It stays, also if the booking is cancelled or completed. */
export type SettledFee = { traveler_id: number | null; name: string | null; amount: number }
type Account = { currency: string; total: number; paid: number; settled: SettledFee[] }
/** The price of the package alone, less its discounts: the base of a penalty. */
type Packaged = { package_price: number }
/** What was already spent for the travelers: official fees, and other costs that are proven by documents. */
export type Costs = { official_fees: number; proven_costs: number }

/**
 * What a cancellation costs each side. `fee` is kept and includes the settled fees of travelers who were cancelled earlier;
 * `penalty` is paid in addition to the refund.
 */
export type CancellationSums = Costs & {
  fee: number
  penalty: number
  refund: number
  owed: number
  settled: SettledFee[]
}

/**
 * Add-ons that were delivered: those of a refundable type are paid back, the others are charged in full. No percentage applies to
 * either.
 */
export type Extras = { kept: number; given_back: number }

type TermsOfTrip = Pick<TripToBook, 'terms' | 'days_left'>
export type Cost = CancellationSums & { days_left: number; fee_percent: number }

/** What the cancellation of one booking costs each side, either by its customer or for a cause of the agency. */
export async function costOf(db: Db, booking: LockedBooking, trip: TripToBook, asked: Cancellation): Promise<Cost> {
  const { cause = 'traveler', fee, official_fees = 0, proven_costs = 0, paper } = asked
  const { days_left } = trip
  const { settled, package_price, ...extras } = await chargedBefore(db, { id: booking.id })
  const account = { ...booking, settled }
  // The account of a booking from before may have cents.
  if (Number.isInteger(booking.total))
    for (const [field, amount] of Object.entries({ fee, official_fees, proven_costs }))
      refuseCents(amount, booking.currency, field)
  if (cause !== 'traveler') {
    refuseCause(cause, trip)
    const duty = await dutyFor(db, cause, days_left)
    if (fee !== undefined) refuseField('fee', onlyByCustomer)
    refuseCosts(duty, { official_fees, proven_costs, paper })
    const penalty = booking.status === 'confirmed' ? duty.penaltyPercent : 0
    return {
      days_left,
      fee_percent: 0,
      ...calledOff({ ...account, package_price }, { official_fees, proven_costs }, penalty),
    }
  }
  const fee_percent = percentOf(booking.status, trip)
  const given = { official_fees, proven_costs, percent: fee_percent, extras }
  if (!paper) refuseUnproved(booking, given)
  if (fee !== undefined) await refuseHigherFee(db, fee, booking, trip, { account, ...given })
  if (proven_costs > 0) refuseLowerLoss(proven_costs, booking, byTerms(account, given))
  return { days_left, fee_percent, ...leftByCustomer(account, { ...given, agreed: fee }) }
}

/** The percentage by the terms of the trip; a booking that was not confirmed is free. */
export function percentOf(status: LockedBooking['status'], { terms, days_left }: TermsOfTrip) {
  return status === 'confirmed' ? feePercent(policyOf(terms), days_left) : 0
}

const policyOf = (terms: TripToBook['terms']) => (terms as Terms).cancellation_policy ?? []

type Given = { official_fees: number; proven_costs: number; percent: number; extras: Extras }

const refuseUnproved = ({ paid, currency }: LockedBooking, { official_fees, proven_costs }: Given) => {
  if (proven_costs > 0) refuseField('proven_costs', unproven)
  if (inCents(official_fees) <= inCents(paid)) return
  const amount = amountIn(currency, paid)
  refuseField('official_fees', [
    `已收款 ${amount}；規費超過已收款時須有憑證，請填寫憑證。`,
    `${amount} was paid. Official fees above that need their proof: say which.`,
  ])
}

// An agreed fee must be lower than by the terms of the trip, or by the current terms if the trip has none.
const refuseHigherFee = async (
  db: Db,
  fee: number,
  { status, currency }: LockedBooking,
  { terms, days_left }: TermsOfTrip,
  { account, proven_costs, ...given }: Given & { account: Parameters<typeof byTerms>[0] },
) => {
  if (proven_costs > 0) refuseField('fee', eitherOr)
  const hasOwn = policyOf(terms).length > 0 || status !== 'confirmed'
  const percent = hasOwn ? given.percent : feePercent(await stepsInForce(db, 'traveler'), days_left)
  const most = plus(plus(given.official_fees, given.extras.kept), byTerms(account, { ...given, percent }))
  if (inCents(fee) <= inCents(most)) return
  const amount = amountIn(currency, most)
  refuseField('fee', [
    `出發前 ${days_left} 天取消，依此團條款最多收取 ${amount}（${percent}%）；請調低，若實際損失更高，請填寫已支出費用與憑證。`,
    `${plural(days_left, 'day')} before the departure the terms of the trip allow ${amount} (${percent} %) at the most. Give less; a higher loss is given as proven costs, with its proof.`,
  ])
}

const refuseLowerLoss = (proven_costs: number, { currency }: LockedBooking, allowed: number) => {
  if (inCents(proven_costs) > inCents(allowed)) return
  const amount = amountIn(currency, allowed)
  refuseField('proven_costs', [
    `依條款已可收取 ${amount}，不低於已支出費用；請留空。`,
    `The terms already allow ${amount}, which is more: leave the proven costs out.`,
  ])
}

const onlyByCustomer = [
  '只有客戶取消時才收取消費；請留空，或將事由改為旅客因素。',
  'Only a customer who cancels pays a fee. Leave it out, or choose the customer as the cause.',
] as const
const eitherOr = [
  '自訂的取消費低於條款，已支出費用高於條款；請只填其中一項。',
  'A fee of your own is lower than the terms, proven costs are higher: enter only one of them.',
] as const

/**
 * The customer cancels. Charged are delivered add-ons, official fees, and a percentage of the rest of the price, or instead the
 * proven loss if it is higher, or the agreed fee if it is lower.
 */
function leftByCustomer(
  account: Account,
  { official_fees, proven_costs, percent, extras, agreed }: ByCustomer,
): CancellationSums {
  const own =
    agreed ??
    plus(plus(official_fees, extras.kept), Math.max(byTerms(account, { official_fees, percent, extras }), proven_costs))
  return sumsOf(account, { official_fees, proven_costs, fee: plus(sumOf(account.settled), own), penalty: 0 })
}

type ByCustomer = Costs & { percent: number; extras: Extras; agreed?: number | undefined }

/** The amount of the percentage that the terms set. */
function byTerms(account: Account, { official_fees, percent, extras }: Omit<ByCustomer, 'proven_costs'>) {
  return chargedShare(Math.max(minus(priceOf(account, extras), official_fees), 0), percent, account.currency)
}

/** The agency cancels: costs are kept from what was paid, nothing more is charged; the penalty is a share of the package's price. */
export function calledOff(account: Account & Packaged, costs: Costs, penaltyPercent: number): CancellationSums {
  const settled = sumOf(account.settled)
  const official_fees = Math.min(costs.official_fees, Math.max(minus(account.paid, settled), 0))
  const proven_costs = Math.min(costs.proven_costs, Math.max(minus(minus(account.paid, settled), official_fees), 0))
  return sumsOf(account, {
    official_fees,
    proven_costs,
    fee: plus(settled, plus(official_fees, proven_costs)),
    penalty: chargedShare(account.package_price, penaltyPercent, account.currency),
  })
}

/** The base of percentages: the price without add-ons and without settled fees. */
const priceOf = ({ total, settled }: Account, { kept, given_back }: Extras) =>
  Math.max(minus(minus(minus(total, kept), given_back), sumOf(settled)), 0)

const sumsOf = ({ paid, settled }: Account, kept: Costs & { fee: number; penalty: number }): CancellationSums => {
  const back = minus(plus(paid, kept.penalty), kept.fee)
  return { ...kept, refund: Math.max(back, 0), owed: Math.max(-back, 0), settled }
}

const sumOf = (settled: SettledFee[]) => settled.reduce((sum, { amount }) => plus(sum, amount), 0)

function deliveredTo(booking: string, type: RawBuilder<unknown>) {
  return sql<number>`(
  select coalesce(sum(at_rate(l.amount, l.rate, l.decimals)), 0)
    from booking_price_lines l join addon_requests r on r.id = l.addon_request_id join addon_request_types t on t.id = r.type_id
   where l.booking_id = ${sql.ref(booking)} and ${type})`
}

/** SQL: what the package costs those who travel, less discounts; without surcharges, add-ons and fees. */
export function packagePriceOf(booking: string) {
  return sql<number>`(
  select greatest(coalesce(sum(at_rate(l.amount, l.rate, l.decimals)), 0), 0)
    from booking_price_lines l where l.booking_id = ${sql.ref(booking)} and l.kind not in ('addon', 'surcharge', 'cancellation'))`
}

// The fees of cancelled travelers of a booking that is not cancelled itself.
export function settledOf(booking: string) {
  return sql<SettledFee[]>`(
  select coalesce(json_agg(json_build_object('traveler_id', l.traveler_id, 'name', ${travelerOfLine('l')}, 'amount', l.amount) order by l.id), '[]')
    from booking_price_lines l where l.booking_id = ${sql.ref(booking)} and l.kind = 'cancellation')`
}

const chargedBefore = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .select([
      settledOf('b.id').as('settled'),
      packagePriceOf('b.id').as('package_price'),
      deliveredTo('b.id', sql`not t.is_refundable`).as('kept'),
      deliveredTo('b.id', sql`t.is_refundable`).as('given_back'),
    ])
    .where('b.id', '=', id),
)
