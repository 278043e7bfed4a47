import { sql } from 'kysely'
import { settleAll } from '../../kit/async/settle.ts'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { travelingStatuses } from '../../modules/booking-statuses.ts'
import { depositOf, faresOf, postFares } from '../../modules/bookings/fares.ts'
import { frozenPrice, lockedTripToBook } from '../../modules/bookings/locks.ts'

type Paid = { id: number; paid: string }

/** The accounts of all bookings: what each was charged when it was made, when it was due, and what has been paid so far. */
export async function settleAccounts(tx: Tx, bookings: readonly Paid[]) {
  // Triggers are off, because past changes must not increment versions or write audit records and notices.
  await sql`alter table bookings disable trigger user`.execute(tx)
  await agreeOnPrices(tx)
  await charge(tx)
  await pay(tx, bookings)
  await endAndFill(tx)
  await sql`alter table bookings enable trigger user`.execute(tx)
}

const agreeOnPrices = async (tx: Tx) => {
  const booked = await tx.selectFrom('bookings').select('planned_trip_id').distinct().execute()
  const trips = await settleAll(booked.map(({ planned_trip_id }) => lockedTripToBook(tx, planned_trip_id)))
  const agreed = trips.map((trip) => trip && { ...trip, price: frozenPrice(trip) })
  await sql`
    update bookings b
       set price = trip.price, payment_method = 'bankTransfer', travel_purpose = 'family', marketing_source = 'referral',
           locale = case when contact_name ~ '^[A-Z]' then 'en' else 'zh-TW' end,
           deposit_due_on = coalesce(hold_expires_at::date, created_at::date + 7),
           balance_due_on = greatest(created_at::date + 7, departure_date - 30)
      from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) trip (id integer, price jsonb, departure_date date)
     where trip.id = planned_trip_id`.execute(tx)
}

const charge = async (tx: Tx) => {
  const travelers = await tx
    .selectFrom('bookings as b')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select([
      'booking_id',
      'price',
      'currency',
      'passenger_type',
      'bed',
      'bed_type',
      'roommate_group',
      'ticket_handling',
    ])
    .where('v.status', '=', 'active')
    .orderBy('v.id')
    .execute()
  const parties = Map.groupBy(travelers, ({ booking_id }) => booking_id).values()
  const charges = [...parties].flatMap((party) => {
    const [booking] = party
    return booking ? { ...booking, fares: faresOf(booking.price, party), deposit: depositOf(booking.price, party) } : []
  })
  await postFares(tx, ...charges)
  await sql`
    update bookings b set deposit = charge.deposit
      from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) charge (booking_id integer, deposit numeric)
     where charge.booking_id = b.id`.execute(tx)
}

/** Pays the deposit at once, and the balance a few days before it is due. */
const pay = (tx: Tx, bookings: readonly Paid[]) =>
  sql`
    insert into booking_payments (booking_id, amount, received_at, reference, kind, method, created_at, updated_at)
    select b.id, part.amount, part.at, format('DEMO-%s-%s', b.id, nth), 'payment', 'bankTransfer', part.at, part.at
      from jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb) said (id integer, paid text)
      join bookings b using (id)
     cross join lateral (values
        (1, b.deposit, b.created_at),
        (2, b.total - b.deposit, least(b.balance_due_on - interval '4 days', now() - interval '1 day'))
      ) part (nth, amount, at)
     where said.paid = 'all' or (said.paid = 'deposit' and nth = 1)
     order by b.id, nth`.execute(tx)

/** Bookings that paid for the trip also paid for their add-ons, one day after these were completed. */
export async function payExtras(tx: Tx) {
  await sql`alter table bookings disable trigger user`.execute(tx)
  await sql`
    insert into booking_payments (booking_id, amount, method, received_at, reference)
    select b.id, sum(l.amount), 'bankTransfer', least(max(l.created_at) + interval '1 day', now()), 'DEMO-' || b.id || '-3'
      from bookings b join booking_price_lines l on l.booking_id = b.id and l.kind = 'addon'
     group by b.id, b.total, b.paid having b.total - sum(l.amount) = b.paid`.execute(tx)
  await sql`alter table bookings enable trigger user`.execute(tx)
}

// Cancelled bookings were cancelled after a week. Trips with a waitlist are full: their capacity is the number of travelers with a seat.
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
