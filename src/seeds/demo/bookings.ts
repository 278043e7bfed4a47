import { insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { settleAccounts } from './accounts.ts'
import type { Calendar } from './calendar.ts'
import type { People } from './people.ts'
import type { Trips } from './trips.ts'

type Ids = Map<string, number>

/** Who booked the trips and who travels; gives travelers as `HKD-001 王美玲`. */
export const bookTrips = async (tx: Tx, calendar: Calendar, people: People, trips: Trips): Promise<Ids> => {
  const bookings = await takeBookings(tx, calendar, people, trips)
  const rows = seedRows('demo/travelers')
  const travelers = await insertMissing(
    tx,
    'travelers',
    rows.map(({ booking = '', ...traveler }) => ({ ...traveler, booking_id: bookings.get(booking) })),
  )
  await settleAccounts(tx, bookings)
  return new Map(travelers.map(({ id }, i) => [`${rows[i]?.booking} ${rows[i]?.name}`, id]))
}

const takeBookings = async (tx: Tx, calendar: Calendar, people: People, trips: Trips): Promise<Ids> => {
  const rows = seedRows('demo/bookings')
  const bookings = await insertMissing(
    tx,
    'bookings',
    rows.map(({ booking = '', booked, customer = '', sales = '', paid, until, reason, ...contact }: SeedRow) => {
      const [code = '', number] = booking.split('-')
      const trip = trips.get(code)
      return {
        ...contact,
        booking_number: `${trip?.serial}-${number}`,
        planned_trip_id: trip?.id,
        customer_user_id: people.get(customer)?.id ?? null,
        sales_user_id: people.get(sales)?.id ?? null,
        cancel_reason: reason,
        hold_expires_at: until ? `${calendar.instant(until)}` : null,
        ...standing,
        ...writtenOn(calendar, booked),
      }
    }),
  )
  return new Map(bookings.map(({ id }, i) => [rows[i]?.booking ?? '', id]))
}

/** What every row needs that the database would have filled in. */
const standing = { locale: 'zh-TW', currency: 'TWD', total: 0, paid: 0, deposit: 0 }

const writtenOn = (calendar: Calendar, days: string | undefined) => {
  const moment = calendar.instant(`${days} 10:00`).toString()
  return { created_at: moment, updated_at: moment, queued_at: moment, privacy_consent_at: moment }
}
