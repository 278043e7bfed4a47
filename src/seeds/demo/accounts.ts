import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import { insertMissing, type SeedRow } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { travelingStatuses } from '../../modules/booking-statuses.ts'
import { chargeParty } from '../../modules/bookings/account/charge-actions.ts'
import { frozenPrice, lockedTripToBook } from '../../modules/bookings/grounds.ts'

/** The accounts of all bookings: what each was charged when it was made, when it was due, and what has been paid until now. */
export const settleAccounts = async (tx: Tx, bookings: Map<string, number>, rows: readonly SeedRow[]) => {
  // Triggers are off, because past changes must not increment versions or write audit records and notices.
  await sql`alter table bookings disable trigger user`.execute(tx)
  for (const { booking = '', paid = '' } of rows) {
    const id = bookings.get(booking) ?? 0
    await charge(tx, id)
    await pay(tx, id, paid)
  }
  await endAndFill(tx)
  await sql`alter table bookings enable trigger user`.execute(tx)
}

const charge = async (tx: Tx, id: number) => {
  const { planned_trip_id } = await tx
    .selectFrom('bookings')
    .select('planned_trip_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const trip = await lockedTripToBook(tx, planned_trip_id)
  const price = trip && frozenPrice(trip)
  await tx
    .updateTable('bookings')
    .set({
      price: price ? JSON.stringify(price) : null,
      payment_method: 'bankTransfer',
      travel_purpose: 'family',
      marketing_source: 'referral',
      locale: sql`case when contact_name ~ '^[A-Z]' then 'en' else 'zh-TW' end`,
      deposit_due_on: sql<string>`coalesce(hold_expires_at::date, created_at::date + 7)`,
      balance_due_on: sql<string>`greatest(created_at::date + 7, ${trip?.departure_date ?? null}::date - 30)`,
    })
    .where('id', '=', id)
    .execute()
  await chargeParty(tx, id)
}

/** Pays the deposit after two days, and the balance a few days before it is due. */
const pay = async (tx: Tx, id: number, paid: string) => {
  if (!paid) return
  const { deposit, total, created_at, rest_at } = await tx
    .selectFrom('bookings')
    .select(['deposit', 'total', 'created_at'])
    .select(sql<string>`least(balance_due_on - interval '4 days', now() - interval '1 day')`.as('rest_at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const first = { amount: deposit, received_at: `${created_at}`, reference: `DEMO-${id}-1` }
  const rest = { amount: total - deposit, received_at: `${rest_at}`, reference: `DEMO-${id}-2` }
  const rows = (paid === 'all' ? [first, rest] : [first]).map((payment) => ({
    ...payment,
    booking_id: id,
    kind: 'payment',
    method: 'bankTransfer',
    version: 1,
    created_at: payment.received_at,
    updated_at: payment.received_at,
  }))
  await insertMissing(tx, 'booking_payments', rows)
}

/** Bookings that paid for the trip also paid for their add-ons, one day after these were completed. */
export const payExtras = async (tx: Tx) => {
  await sql`alter table bookings disable trigger user`.execute(tx)
  await sql`
    insert into booking_payments (booking_id, amount, method, received_at, reference)
    select b.id, sum(l.amount), 'bankTransfer', least(max(l.created_at) + interval '1 day', now()), 'DEMO-' || b.id || '-3'
      from bookings b join booking_price_lines l on l.booking_id = b.id and l.kind = 'addon'
     group by b.id, b.total, b.paid having b.total - sum(l.amount) = b.paid`.execute(tx)
  await sql`alter table bookings enable trigger user`.execute(tx)
}

// Cancelled bookings were cancelled after a week. Trips with a waitlist get no free seats.
const endAndFill = async (tx: Tx) => {
  await sql`
    insert into booking_price_lines (booking_id, kind, description, unit_price, amount, currency, source)
    select id, 'cancellation', '取消結算', -total, -total, currency, 'cancellation_policy' from bookings where status = 'cancelled'`.execute(
    tx,
  )
  await sql`
    update bookings set cancelled_at = created_at + interval '7 days', cancelled_by = sales_user_id, cancellation_fee = 0, refund = 0
     where status = 'cancelled'`.execute(tx)
  await sql`
    update planned_trips t set capacity = seated
      from (select planned_trip_id, count(*) filter (where ${isOneOf('b.status', travelingStatuses)}) as seated
              from bookings b join travelers v on v.booking_id = b.id group by planned_trip_id
            having bool_or(b.status = 'waitlisted')) full_trip
     where t.id = planned_trip_id`.execute(tx)
}
