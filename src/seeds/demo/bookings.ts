import { insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Calendar } from './calendar.ts'
import type { People } from './people.ts'

type Ids = Map<string, number>

/** Trips that are over, under way and ahead, who booked them and who travels; gives travelers as `HKD-001 王美玲`. */
export const bookTrips = async (tx: Tx, calendar: Calendar, people: People): Promise<Ids> => {
  const trips = await planTrips(tx, calendar)
  const bookings = await takeBookings(tx, calendar, people, trips)
  const rows = seedRows('demo/travelers')
  const travelers = await insertMissing(
    tx,
    'travelers',
    rows.map(({ booking = '', ...traveler }) => ({ ...traveler, booking_id: bookings.get(booking) })),
  )
  return new Map(travelers.map(({ id }, i) => [`${rows[i]?.booking} ${rows[i]?.name}`, id]))
}

type Trips = Map<string, { id: number; serial: string }>

const planTrips = async (tx: Tx, calendar: Calendar): Promise<Trips> => {
  const rows = seedRows('demo/trips')
  const trips = await insertMissing(
    tx,
    'planned_trips',
    rows.map(({ code, name, planned, departs, days, status }) => {
      const departure = calendar.day(departs)
      return {
        serial: `${code}${departure.toString().slice(2).replaceAll('-', '')}A`,
        name,
        departure_date: departure.toString(),
        return_date: departure.add({ days: Number(days) - 1 }).toString(),
        status,
        ...writtenOn(calendar, planned),
      }
    }),
  )
  return new Map(trips.map((trip, i) => [rows[i]?.code ?? '', trip]))
}

const takeBookings = async (tx: Tx, calendar: Calendar, people: People, trips: Trips): Promise<Ids> => {
  const rows = seedRows('demo/bookings')
  const bookings = await insertMissing(
    tx,
    'bookings',
    rows.map(({ booking = '', booked, customer = '', sales = '', ...contact }: SeedRow) => {
      const [code = '', number] = booking.split('-')
      const trip = trips.get(code)
      return {
        ...contact,
        booking_number: `${trip?.serial}-${number}`,
        planned_trip_id: trip?.id,
        customer_user_id: people.get(customer)?.id ?? null,
        sales_user_id: people.get(sales)?.id ?? null,
        ...writtenOn(calendar, booked),
      }
    }),
  )
  return new Map(bookings.map(({ id }, i) => [rows[i]?.booking ?? '', id]))
}

const writtenOn = (calendar: Calendar, days: string | undefined) => {
  const moment = calendar.instant(`${days} 10:00`).toString()
  return { created_at: moment, updated_at: moment }
}
