import type { pg } from '../../src/kit/db/client.ts'

const TRIPS = 100

/** Trips that are open for registration, have seats left and have no waitlist. */
export const openTrips = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    `select id from (${seats}) t
      where status in ('open', 'guaranteed') and departure_date > current_date + 1 and taken + 4 <= capacity and waiting is null
      order by hashint4(id) limit $1`,
    [TRIPS],
  )
  return rows.map(({ id }) => id)
}

/**
 * Throws if a trip is oversold, a waitlisted party would fit into its free seats, or a booking is incomplete. Returns the number of
 * full trips.
 */
export const assertSeatsExact = async (client: pg.Client, trips: number[], [answered, underway]: [number, number]) => {
  const { rows } = await client.query<Count>(counts, [trips])
  const [count] = rows
  if (!count) throw new Error('Nothing was counted.')
  const { parties, filled, ...faults } = count
  if (parties < answered || parties > answered + underway)
    throw new Error(`${answered} registrations were answered, and ${parties} are there.`)
  if (Object.values(faults).some((fault) => fault > 0))
    throw new Error(`The seats are wrong: ${JSON.stringify(faults)}.`)
  return filled
}

type Count = Record<'parties' | 'filled' | 'oversold' | 'passed_over' | 'incomplete' | 'mispriced', number>

const seats = `
  select id, status, departure_date, capacity,
         (select count(*) from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
           where b.planned_trip_id = t.id and b.status in ('held', 'confirmed', 'completed')) as taken,
         (select min(size) from (select count(*) as size from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
           where b.planned_trip_id = t.id and b.status = 'waitlisted' group by b.id) party) as waiting
    from planned_trips t`

// passed_over: a waitlisted party would fit. incomplete, mispriced: a booking was only partly written.
const counts = `
  with t as (${seats} where id = any ($1)), written as (
    select (select count(*) from travelers v where v.booking_id = b.id and v.status = 'active') as size, total,
           (select sum(amount) from booking_price_lines l where l.booking_id = b.id) as priced
      from bookings b where b.id > (select bookings from bench_marks)
  )
  select (select count(*)::integer from written) as parties,
         (select count(*)::integer from written where size <> 2) as incomplete,
         (select count(*)::integer from written where total is distinct from priced) as mispriced,
         count(*) filter (where taken >= capacity - 1)::integer as filled,
         count(*) filter (where taken > capacity)::integer as oversold,
         count(*) filter (where waiting <= capacity - taken)::integer as passed_over
    from t`
