import { sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { currency, line, money, oneOf, ref, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { times } from '../../kit/money.ts'
import { aliveStatuses, bookingStatuses } from '../booking-statuses.ts'
import { dutyFor } from '../cancellation-terms/queries.ts'
import { refuseCancellation } from '../planned-trips/cancellation.ts'
import { knownTrip } from '../planned-trips/visible.ts'
import { misfitsOfMany, receiptMisfits, wholeLeft } from '../receipt-misfits/misfits.ts'
import { moneyReaders } from '../roles.ts'
import { type CallOffCause, callOffCauses } from '../trip-statuses.ts'
import { readerOf } from '../users/reader.ts'
import { sum } from './booking.ts'
import { closeAccount } from './cancel.ts'
import {
  type CancellationSums,
  type Costs,
  calledOff,
  cancellationFields,
  packagePriceOf,
  settledFees,
  settledOf,
} from './cancellation-cost.ts'
import { steps } from './flow.ts'
import type { LockedBooking } from './locks.ts'

const Asked = Type.Object(
  {
    cause: oneOf(callOffCauses),
    official_fees: Type.Optional(money()),
    proven_costs: Type.Optional(money()),
    paper: Type.Optional(line(200)),
  },
  { additionalProperties: false },
)
const CalledOff = Type.Object({
  ...shownFields({ id: ref(), booking_number: line(50, 'CNX270128A-001'), contact_name: line(100, '王小美') }),
  ...shownFields({ status: oneOf(bookingStatuses), currency: currency(), paid: money(), travelers: whole() }),
  total: sum(),
  ...cancellationFields,
  settled: settledFees,
  receipt_misfits: receiptMisfits(),
})

/** Cancels the bookings of a cancelled trip, as its cause says. */
export async function callOff(tx: Tx, planned_trip_id: number, actor_id: number) {
  const { cancel_reason, cancel_reason_en, cancel_cause, cancel_costs } = found(
    await tx.selectFrom('planned_trips').selectAll().where('id', '=', planned_trip_id).executeTakeFirst(),
  )
  const cause = cancel_cause ?? 'other'
  const { paper = null, ...costs } = cancel_costs ?? {}
  await lockAlive(tx, planned_trip_id)
  for (const { id, total, currency, ...sums } of await costsOfCallingOff(tx, { planned_trip_id, cause, costs })) {
    const closing = { reason: cancel_reason ?? '取消出團', reason_en: cancel_reason_en, cause, paper, sums, actor_id }
    await closeAccount(tx, { id, total, currency }, 'call_off', closing)
  }
}

const lockAlive = (tx: Tx, planned_trip_id: number) =>
  tx
    .selectFrom('bookings')
    .select('id')
    .where('planned_trip_id', '=', planned_trip_id)
    .where('status', 'in', [...steps.call_off.from])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** What calling off a trip costs, for each booking that is alive; costs are given for each traveler. */
async function costsOfCallingOff(
  db: Db,
  { planned_trip_id, cause, costs }: CancelledTrip,
): Promise<BookingCalledOff[]> {
  const { official_fees = 0, proven_costs = 0 } = costs
  const bookings = await bookingsToCancel(db, { planned_trip_id })
  const percent = bookings[0] ? (await dutyFor(db, cause, bookings[0].days_left)).penaltyPercent : 0
  return bookings.map(({ days_left: _, package_price, settled, ...one }) => ({
    ...one,
    ...calledOff(
      { ...one, settled, package_price },
      { official_fees: times(official_fees, one.travelers), proven_costs: times(proven_costs, one.travelers) },
      one.status === 'confirmed' ? percent : 0,
    ),
  }))
}

type CancelledTrip = { planned_trip_id: number; cause: CallOffCause; costs: Partial<Costs> }
export type BookingCalledOff = CancellationSums & BookingToCancel
type BookingToCancel = {
  id: number
  booking_number: string
  contact_name: string
  status: LockedBooking['status']
  currency: string
  total: number
  paid: number
  travelers: number
}

const bookingsToCancel = statement((db, { planned_trip_id }: { planned_trip_id: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.id', 'b.booking_number', 'b.contact_name', 'b.status', 'b.currency', 'b.total', 'b.paid'])
    .select([packagePriceOf('b.id').as('package_price'), settledOf('b.id').as('settled')])
    .select([travelersOf.as('travelers'), sql<number>`t.departure_date - today()`.as('days_left')])
    .where('b.planned_trip_id', '=', planned_trip_id)
    .where(isOneOf('b.status', aliveStatuses))
    .orderBy('b.id'),
)

// Infants too, who take no seat: the fees of a visa are theirs as well.
const travelersOf = sql<number>`(select count(*) from travelers v where v.booking_id = b.id and v.status = 'active')`

/** What calling off a trip costs, booking by booking, before it is done. */
export const tripCancellation = routes((on) => {
  on.get(
    '/:id/cancellation',
    {
      name: 'previewPlannedTripCancellation',
      access: moneyReaders,
      summary: 'Preview what each booking gets back if the trip is cancelled for a cause; costs are for each traveler',
      query: Asked,
      returns: Type.Array(CalledOff),
      people: true,
      etag: 'none',
    },
    async ({ db, actor, params, query }) => {
      await knownTrip(db, { ...readerOf(actor), ...params })
      const { cause, paper, ...costs } = query
      await refuseCancellation(db, 'cancelled', params.id, { cause, costs: { ...costs, ...(paper && { paper }) } }, '')
      const called = await costsOfCallingOff(db, { planned_trip_id: params.id, cause, costs })
      const misfits = await misfitsOfMany(
        db,
        called.map(({ id, paid, refund }) => ({ booking_id: id, paid: wholeLeft(paid, refund) })),
      )
      return called.map((one) => ({ ...one, receipt_misfits: misfits.get(one.id) ?? [] }))
    },
  )
})
