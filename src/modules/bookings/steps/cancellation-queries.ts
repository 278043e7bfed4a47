import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { statement, theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { amountIn, plural } from '../../../kit/words/words.ts'
import { aliveStatuses } from '../../booking-statuses.ts'
import { dutyFor, stepsInForce } from '../../cancellation-terms/queries.ts'
import { feePercent, refuseCause, refuseCosts, unproven } from '../../cancellation-terms/rules.ts'
import { travelerOfLine } from '../../shown-names.ts'
import type { CallOffCause } from '../../trip-statuses.ts'
import type { LockedBooking, Terms, TripToBook } from '../grounds.ts'
import { inCents, times } from '../rules.ts'
import {
  byTerms,
  type CancellationSums,
  type Costs,
  calledOff,
  type Extras,
  leftByCustomer,
  plus,
  type SettledFee,
} from './cancellation-rules.ts'
import type { Cancellation } from './schema.ts'

type Trip = Pick<TripToBook, 'terms' | 'days_left'>
export type Cost = CancellationSums & { days_left: number; fee_percent: number }

/** What the cancellation of one booking costs each side: by its customer, or for a cause of the agency. */
export const costOf = async (db: Db, booking: LockedBooking, trip: TripToBook, asked: Cancellation): Promise<Cost> => {
  const { cause = 'traveler', fee, official_fees = 0, proven_costs = 0, paper } = asked
  const { days_left } = trip
  const { settled, ...extras } = await chargedBefore(db, { id: booking.id })
  const account = { ...booking, settled }
  if (cause !== 'traveler') {
    refuseCause(cause, trip)
    const duty = await dutyFor(db, cause, days_left)
    if (fee !== undefined) refuseField('fee', onlyByCustomer)
    refuseCosts(duty, { official_fees, proven_costs, paper })
    const penalty = booking.status === 'confirmed' ? duty.penaltyPercent : 0
    return { days_left, fee_percent: 0, ...calledOff(account, { official_fees, proven_costs }, extras, penalty) }
  }
  const fee_percent = percentOf(booking.status, trip)
  const given = { official_fees, proven_costs, percent: fee_percent, extras }
  if (!paper) refuseUnproved(booking, given)
  if (fee !== undefined) await refuseHigherFee(db, fee, booking, trip, { account, ...given })
  if (proven_costs > 0) refuseLowerLoss(proven_costs, booking, byTerms(account, given))
  return { days_left, fee_percent, ...leftByCustomer(account, { ...given, agreed: fee }) }
}

/** The percentage by the terms of the trip; a booking that was not confirmed is free. */
export const percentOf = (status: LockedBooking['status'], { terms, days_left }: Trip) =>
  status === 'confirmed' ? feePercent(policyOf(terms), days_left) : 0

const policyOf = (terms: TripToBook['terms']) => (terms as Terms).cancellation_policy ?? []

type Given = { official_fees: number; proven_costs: number; percent: number; extras: Extras }

const refuseUnproved = ({ paid, currency }: LockedBooking, { official_fees, proven_costs }: Given) => {
  if (proven_costs > 0) refuseField('proven_costs', unproven)
  if (inCents(official_fees) <= inCents(paid)) return
  const amount = amountIn(currency, paid)
  refuseField('official_fees', [
    `已收款 ${amount}；規費超過已收款時須有憑證，請填寫憑證。`,
    `${amount} were paid. Official fees above that need their proof: say which.`,
  ])
}

// An agreed fee is lower than by the terms of the trip, or if it has none, than by those in force.
const refuseHigherFee = async (
  db: Db,
  fee: number,
  { status, currency }: LockedBooking,
  { terms, days_left }: Trip,
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
  'Only a customer who cancels pays a fee. Leave it out, or say that the customer cancels.',
] as const
const eitherOr = [
  '自訂的取消費低於條款，已支出費用高於條款；請只填其中一項。',
  'A fee by hand is lower than the terms, and proven costs are higher: give one of them.',
] as const

type CallingOff = { planned_trip_id: number; cause: CallOffCause; costs: Partial<Costs> }
export type CalledOff = CancellationSums & Standing
type Standing = {
  id: number
  booking_number: string
  contact_name: string
  status: LockedBooking['status']
  currency: string
  total: number
  paid: number
  travelers: number
}

/** What calling off a trip costs, for each booking that is alive; costs are given for each traveler. */
export const costsOfCallingOff = async (
  db: Db,
  { planned_trip_id, cause, costs }: CallingOff,
): Promise<CalledOff[]> => {
  const { official_fees = 0, proven_costs = 0 } = costs
  const bookings = await standing(db, { planned_trip_id })
  const percent = bookings[0] ? (await dutyFor(db, cause, bookings[0].days_left)).penaltyPercent : 0
  return bookings.map(({ days_left: _, extras, settled, ...one }) => ({
    ...one,
    ...calledOff(
      { ...one, settled },
      { official_fees: times(official_fees, one.travelers), proven_costs: times(proven_costs, one.travelers) },
      { kept: extras, given_back: 0 },
      one.status === 'confirmed' ? percent : 0,
    ),
  }))
}

const deliveredTo = (booking: string, type: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(at_rate(l.amount, l.rate)), 0)
    from booking_price_lines l join addon_requests r on r.id = l.addon_request_id join addon_request_types t on t.id = r.type_id
   where l.booking_id = ${sql.ref(booking)} and ${type})`

// The fees of travelers who were cancelled, of a booking that is alive.
const settledOf = (booking: string) => sql<SettledFee[]>`(
  select coalesce(json_agg(json_build_object('traveler_id', l.traveler_id, 'name', ${travelerOfLine('l')}, 'amount', l.amount) order by l.id), '[]')
    from booking_price_lines l where l.booking_id = ${sql.ref(booking)} and l.kind = 'cancellation')`

const chargedBefore = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .select([
      settledOf('b.id').as('settled'),
      deliveredTo('b.id', sql`not t.is_refundable`).as('kept'),
      deliveredTo('b.id', sql`t.is_refundable`).as('given_back'),
    ])
    .where('b.id', '=', id),
)

// Infants too, who take no seat: the fees of a visa are theirs as well.
const travelersOf = sql<number>`(select count(*) from travelers v where v.booking_id = b.id and v.status = 'active')`

const standing = statement((db, { planned_trip_id }: { planned_trip_id: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.id', 'b.booking_number', 'b.contact_name', 'b.status', 'b.currency', 'b.total', 'b.paid'])
    .select([deliveredTo('b.id', sql`true`).as('extras'), settledOf('b.id').as('settled')])
    .select([travelersOf.as('travelers'), sql<number>`t.departure_date - today()`.as('days_left')])
    .where('b.planned_trip_id', '=', planned_trip_id)
    .where(isOneOf('b.status', aliveStatuses))
    .orderBy('b.id'),
)
