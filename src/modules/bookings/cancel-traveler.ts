import { sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { currency, flag, line, money, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { chargedShare, minus } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { aliveStatuses, type BookingStatus } from '../booking-statuses.ts'
import { staff } from '../roles.ts'
import { partyFault } from '../travelers/rules.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { type FrozenPrice, sum } from './booking.ts'
import { postFee } from './cancel.ts'
import { percentOf } from './cancellation-cost.ts'
import { daysSinceAsked, tripWhenAsked } from './cancellation-requests/asked-day.ts'
import { chargeParty, faresOf, payingParty, totalOf } from './fares.ts'
import type { TripToBook } from './locks.ts'
import { bookingsSeenBy } from './visible.ts'

const CancelledTraveler = Type.Object({
  ...shownFields({
    traveler_id: ref(),
    name: line(100, '王小美'),
    booking_id: ref(),
    is_possible: flag(),
    currency: currency(),
  }),
  days_left: Type.Integer({ examples: [25] }),
  fee_percent: Type.Number({ examples: [20] }),
  fare: sum(),
  fee: sum(),
  total_before: sum(),
  total_after: sum(),
  ...shownFields({ refund: money(), owed: money() }),
})
/** What cancelling one traveler would cost: the fare that is removed, the fee by the terms, and the new amount due or owed back. */
async function costOfTraveler(db: Db, asked: OneTravelerAsked) {
  const { price, party, status, terms, days_left, total, paid, days_since, ...shown } = await travelerWithAccount(
    db,
    asked,
  )
  const { is_alive, ...traveler } = shown
  const account = {
    price,
    party,
    status,
    terms,
    days_left: days_left + days_since,
    total,
    paid,
    currency: shown.currency,
  }
  const { mayTravel, ...cost } = costOfLeaving(account, [asked.id])
  return { ...traveler, is_possible: is_alive && mayTravel && party.some(({ id }) => id === asked.id), ...cost }
}

type PartyAccount = Pick<Awaited<ReturnType<typeof travelerWithAccount>>, 'price' | 'party' | 'status' | 'terms'> &
  Pick<Awaited<ReturnType<typeof travelerWithAccount>>, 'days_left' | 'total' | 'paid' | 'currency'>

/** The same for any travelers of a party, and whether the others may travel without them. */
export function costOfLeaving(
  { price, party, status, terms, days_left, total, paid, currency }: PartyAccount,
  leaving: readonly number[],
) {
  const others = party.filter(({ id }) => !leaving.includes(id))
  const fare = minus(totalOf(faresOf(price, party)), totalOf(faresOf(price, others)))
  const fee_percent = percentOf(status, { terms, days_left })
  const fee = chargedShare(Math.max(fare, 0), fee_percent, currency)
  const total_after = minus(total, minus(fare, fee))
  const over = minus(paid, total_after)
  const mayTravel = others.length > 0 && !partyFault(others, { isStaff: true })
  const balance = { refund: Math.max(over, 0), owed: Math.max(-over, 0) }
  return { mayTravel, days_left, fee_percent, fare, fee, total_before: total, total_after, ...balance }
}

type OneTravelerAsked = Reader & { id: number }

const travelerWithAccount = theRow((db, { id, ...reader }: OneTravelerAsked) =>
  bookingsSeenBy(db, reader)
    .innerJoin('travelers as v', 'v.booking_id', 'bookings.id')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['v.id as traveler_id', 'v.name', 'bookings.id as booking_id', 'bookings.status', 'bookings.currency'])
    .select(['bookings.total', 'bookings.paid', 't.terms', payingParty('bookings').as('party')])
    .select(sql<FrozenPrice | null>`bookings.price`.as('price'))
    .select(sql<number>`t.departure_date - today()`.as('days_left'))
    .select(daysSinceAsked('bookings', sql.ref('v.id')).as('days_since'))
    .select(isOneOf('bookings.status', aliveStatuses).as('is_alive'))
    .where('v.id', '=', id),
)

/** The party of a booking, its price and its money. */
export const accountOfParty = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['bookings.status', 'bookings.currency', 'bookings.total', 'bookings.paid', 't.terms'])
    .select(sql<FrozenPrice | null>`bookings.price`.as('price'))
    .select(payingParty('bookings').as('party'))
    .where('bookings.id', '=', id),
)

type Leaving = { booking_id: number; traveler_id: number }

/** Removes the fare of a cancelled traveler; if the booking was confirmed, adds the fee by the terms. */
export async function chargeForLess(
  tx: Tx,
  { booking_id, traveler_id }: Leaving,
  status: BookingStatus,
  trip: TripToBook,
) {
  const before = await lockedTotal(tx, booking_id)
  const asked = await tripWhenAsked(tx, { booking_id, traveler_id }, trip)
  await chargeParty(tx, booking_id)
  const left = minus(before.total, (await lockedTotal(tx, booking_id)).total)
  const fee = chargedShare(Math.max(left, 0), percentOf(status, asked), before.currency)
  const { currency } = before
  if (fee > 0) await postFee(tx, { booking_id, traveler_id, currency, amount: fee }, travelerFee)
}

/** Removes the fee of a traveler who is restored. */
export function takeBackFee(tx: Tx, { booking_id, traveler_id }: Leaving) {
  return tx
    .deleteFrom('booking_price_lines')
    .where('booking_id', '=', booking_id)
    .where('traveler_id', '=', traveler_id)
    .where('kind', '=', 'cancellation')
    .execute()
}

const travelerFee: Words = ['旅客取消手續費', 'Fee for a cancelled traveler']

const lockedTotal = (tx: Tx, id: number) =>
  tx
    .selectFrom('bookings')
    .select(['total', 'currency'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** The preview of what cancelling one traveler costs. */
export const travelerCancellation = routes((on) => {
  on.get(
    '/:id/cancellation',
    {
      name: 'previewTravelerCancellation',
      access: staff,
      summary: 'Preview what the cancellation of one traveler costs: fare, fee, refund',
      returns: CancelledTraveler,
      etag: 'none',
    },
    ({ db, actor, params }) => costOfTraveler(db, { ...readerOf(actor), ...params }),
  )
})
