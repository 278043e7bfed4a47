import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { aliveStatuses } from '../../booking-statuses.ts'
import { partyFault } from '../../travelers/rules.ts'
import type { Reader } from '../../users/reader.ts'
import { payingParty } from '../grounds.ts'
import { faresOf, minus, share, totalOf } from '../rules.ts'
import type { FrozenPrice } from '../schema.ts'
import { bookingsSeenBy } from '../visible.ts'
import { percentOf } from './cancellation-queries.ts'

type Asked = Reader & { id: number }
/** What the cancellation of one traveler would cost: the fare that falls away, the fee by the terms, and what is then owed to whom. */
export const costOfTraveler = async (db: Db, asked: Asked) => {
  const { price, party, status, terms, days_left, total, paid, ...shown } = await read(db, asked)
  const others = party.filter(({ id }) => id !== asked.id)
  const fare = minus(totalOf(faresOf(price, party)), totalOf(faresOf(price, others)))
  const fee_percent = percentOf(status, { terms, days_left })
  const fee = share(Math.max(fare, 0), fee_percent)
  const total_after = minus(total, minus(fare, fee))
  const over = minus(paid, total_after)
  const mayTravel = others.length > 0 && !partyFault(others, { isStaff: true })
  const is_possible = shown.is_alive && mayTravel && others.length < party.length
  const { is_alive: _, ...traveler } = shown
  const balance = { refund: Math.max(over, 0), owed: Math.max(-over, 0) }
  return { ...traveler, is_possible, days_left, fee_percent, fare, fee, total_before: total, total_after, ...balance }
}

const read = theRow((db, { id, ...reader }: Asked) =>
  bookingsSeenBy(db, reader)
    .innerJoin('travelers as v', 'v.booking_id', 'bookings.id')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['v.id as traveler_id', 'v.name', 'bookings.id as booking_id', 'bookings.status', 'bookings.currency'])
    .select(['bookings.total', 'bookings.paid', 't.terms', payingParty('bookings').as('party')])
    .select(sql<FrozenPrice | null>`bookings.price`.as('price'))
    .select(sql<number>`t.departure_date - today()`.as('days_left'))
    .select(isOneOf('bookings.status', aliveStatuses).as('is_alive'))
    .where('v.id', '=', id),
)
