import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { bookings, entries, leaders, reads, requests, travelers, trips, types } from './tables.mjs'

// One prepared statement for each list. The ids of the page are found first, so that skipped rows cost little.

const { placeholder } = sql
const page = (query) => query.limit(placeholder('limit')).offset(placeholder('offset')).as('page')
const today = sql`(now() at time zone 'Asia/Taipei')::date`

const requestsOf = (db) => {
  const ids = page(
    db
      .select({ id: requests.id })
      .from(requests)
      .where(eq(requests.status, placeholder('status')))
      .orderBy(desc(requests.created_at), desc(requests.id)),
  )
  const unread = sql`(select count(*)::integer from ${entries} where ${entries.addon_request_id} = ${requests.id}
    and ${entries.user_id} is distinct from ${placeholder('me')}
    and not exists (select from ${reads} where ${reads.user_id} = ${placeholder('me')} and ${reads.communication_id} = ${entries.id}))`
  const { id, request_number, quantity, priority, department, status, status_since, response_deadline, needed_by } =
    requests
  const { final_cost, quoted_price, estimated_cost, currency } = requests
  return db
    .select({
      ...{ id, request_number, quantity, priority, department, status, status_since, response_deadline, needed_by },
      ...{ final_cost, quoted_price, estimated_cost, currency },
      type: { name: types.name, name_en: types.name_en },
      hours: types.processing_time_hours,
      traveler: { name: travelers.name },
      trip: { serial: trips.serial, departure_date: trips.departure_date },
      unread_count: unread,
    })
    .from(ids)
    .innerJoin(requests, eq(requests.id, ids.id))
    .innerJoin(types, eq(types.id, requests.type_id))
    .innerJoin(travelers, eq(travelers.id, requests.traveler_id))
    .innerJoin(trips, eq(trips.id, requests.planned_trip_id))
    .orderBy(desc(requests.created_at), desc(requests.id))
    .prepare('requests')
}

const tripsOf = (db) => {
  const ids = page(db.select({ id: trips.id }).from(trips).orderBy(asc(trips.departure_date), asc(trips.id)))
  const having = (...statuses) =>
    sql`count(*) filter (where ${bookings.status} in (${sql.join(
      statuses.map((each) => sql.raw(`'${each}'`)),
      sql`, `,
    )}))::integer`
  const seats = db
    .select({
      held: having('held').as('held'),
      confirmed: having('confirmed', 'completed').as('confirmed'),
      waitlisted: having('waitlisted').as('waitlisted'),
    })
    .from(bookings)
    .innerJoin(travelers, and(eq(travelers.booking_id, bookings.id), sql`${travelers.status} = 'active'`))
    .where(eq(bookings.planned_trip_id, trips.id))
    .as('seats')
  const isLate = sql`(${trips.departure_date} <= ${today} or exists (select from trip_deadlines d
    where d.planned_trip_id = ${trips.id} and d.key = 'guarantee' and d.due_on < ${today}))`
  const { id, serial, name, name_en, departure_date, return_date, capacity, min_pax, status } = trips
  return db
    .select({
      ...{ id, serial, name, name_en, departure_date, return_date, capacity, min_pax, status },
      assigned_leader: { name: leaders.name, name_en: leaders.name_en },
      seats: { held: seats.held, confirmed: seats.confirmed, waitlisted: seats.waitlisted },
      is_late: isLate,
    })
    .from(ids)
    .innerJoin(trips, eq(trips.id, ids.id))
    .leftJoin(leaders, eq(leaders.id, trips.assigned_leader_id))
    .crossJoinLateral(seats)
    .orderBy(asc(trips.departure_date), asc(trips.id))
    .prepare('trips')
}

const bookingsOf = (db) => {
  const ids = page(db.select({ id: bookings.id }).from(bookings).orderBy(desc(bookings.created_at), desc(bookings.id)))
  const party = sql`(select count(*)::integer from ${travelers} where ${travelers.booking_id} = ${bookings.id} and ${travelers.status} = 'active')`
  const { id, booking_number, status, payment_due_on, balance, total, currency } = bookings
  return db
    .select({
      ...{ id, booking_number, status, payment_due_on, balance, total, currency },
      contact: { name: bookings.contact_name },
      party_size: party,
      is_overdue: sql`coalesce(${bookings.payment_due_on} < ${today}, false)`,
      trip: { name: trips.name, departure_date: trips.departure_date },
    })
    .from(ids)
    .innerJoin(bookings, eq(bookings.id, ids.id))
    .innerJoin(trips, eq(trips.id, bookings.planned_trip_id))
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .prepare('bookings')
}

export const statementsOf = (db) => ({
  requests: requestsOf(db),
  requestCount: db
    .select({ total: count() })
    .from(requests)
    .where(eq(requests.status, placeholder('status')))
    .prepare('request_count'),
  trips: tripsOf(db),
  bookings: bookingsOf(db),
})
