import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { statement, theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { plural } from '../../../kit/words/words.ts'
import { aliveStatuses } from '../../booking-statuses.ts'
import { stepsInForce } from '../../cancellation-terms/queries.ts'
import { feePercent } from '../../cancellation-terms/rules.ts'
import type { CallOffCause } from '../../trip-statuses.ts'
import type { LockedBooking, Terms, TripToBook } from '../grounds.ts'
import { inCents, times } from '../rules.ts'
import { type CancellationSums, type Costs, calledOff, type Extras, leftByCustomer } from './cancellation-rules.ts'
import type { Cancellation } from './schema.ts'

type Trip = Pick<TripToBook, 'terms' | 'days_left'>
export type Cost = CancellationSums & { days_left: number; fee_percent: number }

/** What the cancellation of one booking costs each side: by its customer, or for a cause of the agency. */
export const costOf = async (db: Db, booking: LockedBooking, trip: Trip, asked: Cancellation): Promise<Cost> => {
  const { cause = 'traveler', fee, official_fees = 0, proven_costs = 0, paper } = asked
  if (proven_costs > 0 && !paper) refuseField('proven_costs', unproven)
  const { days_left } = trip
  const extras = await extrasOf(db, { id: booking.id })
  if (cause !== 'traveler' && fee === undefined) {
    const penalty = booking.status === 'confirmed' ? await penaltyPercent(db, cause, days_left) : 0
    return { days_left, fee_percent: 0, ...calledOff(booking, { official_fees, proven_costs }, extras, penalty) }
  }
  const fee_percent = percentOf(booking.status, trip)
  const sums = leftByCustomer(booking, { official_fees, percent: fee_percent, extras, agreed: fee })
  if (fee !== undefined && !paper) await refuseHigher(db, fee, booking, { official_fees, extras, days_left })
  return { days_left, fee_percent, ...sums }
}

/** The percentage by the terms of the trip; a booking that was not confirmed is free. */
export const percentOf = (status: LockedBooking['status'], { terms, days_left }: Trip) =>
  status === 'confirmed' ? feePercent((terms as Terms).cancellation_policy ?? [], days_left) : 0

// A trip that is called off for numbers too late is called off by the fault of the agency.
const penaltyPercent = async (db: Db, cause: CallOffCause, days_left: number) => {
  if (cause === 'below_minimum') {
    const inTime = await stepsInForce(db, 'below_minimum')
    if (inTime.every(({ days_before }) => days_left >= days_before)) return 0
  } else if (cause !== 'house_fault') return 0
  return feePercent(await stepsInForce(db, 'house_fault'), days_left)
}

type Allowed = { official_fees: number; extras: Extras; days_left: number }

// An agreed fee is at most what the terms in force allow; a higher loss needs its paper.
const refuseHigher = async (
  db: Db,
  fee: number,
  { total }: LockedBooking,
  { official_fees, extras, days_left }: Allowed,
) => {
  const allowed = await stepsInForce(db, 'traveler')
  if (!allowed.length) return
  const percent = feePercent(allowed, days_left)
  const { fee: most } = leftByCustomer({ total, paid: 0 }, { official_fees, percent, extras })
  if (inCents(fee) <= inCents(most)) return
  refuseField('fee', [
    `出發前 ${days_left} 天取消，依現行條款最多收取 ${most}（${percent}%）；若實際損失更高，請註明憑證。`,
    `${plural(days_left, 'day')} before the departure the terms in force allow ${most} (${percent} %) at the most; a higher loss needs its proof: say which.`,
  ])
}

const unproven = ['扣除已支出的費用須有憑證，請填寫憑證。', 'Costs that are kept need their proof: say which.'] as const

/** What decides whether a cause is possible for a trip. */
export const tripToCallOff = theRow((db, { id }: { id: number }) =>
  db.selectFrom('planned_trips').select(['status', 'min_pax']).where('id', '=', id),
)

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
  const percent = bookings[0] ? await penaltyPercent(db, cause, bookings[0].days_left) : 0
  return bookings.map(({ days_left: _, extras, ...one }) => ({
    ...one,
    ...calledOff(
      one,
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

const extrasOf = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .select([
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
    .select(deliveredTo('b.id', sql`true`).as('extras'))
    .select([travelersOf.as('travelers'), sql<number>`t.departure_date - today()`.as('days_left')])
    .where('b.planned_trip_id', '=', planned_trip_id)
    .where(isOneOf('b.status', aliveStatuses))
    .orderBy('b.id'),
)
