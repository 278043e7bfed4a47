import assert from 'node:assert/strict'
import type { House, Person } from '../../../test/house.ts'
import { ground as grounds } from '../leader-calendar/trial.ts'

let booked = 0

/** Trips to Japan and Korea, and bookings on them, for the tests of those who travel. */
export const ground = async (home: House) => {
  const { database, ids, as } = home
  const there = await grounds(home)
  const to = (planned_trip_id: number, ...countries: number[]) =>
    database.transaction({}, (tx) =>
      tx
        .insertInto('trip_countries')
        .values(countries.map((country_id) => ({ planned_trip_id, country_id })))
        .execute(),
    )
  type Status = 'waitlisted' | 'held' | 'confirmed' | 'cancelled'
  const book = (planned_trip_id: number, customer: Person | null = 'customer', status: Status = 'held') =>
    database.transaction({}, async (tx) => {
      booked += 1
      const booking = { booking_number: `B-${booked}`, planned_trip_id, status, contact_name: '聯絡人' }
      const owned = { customer_user_id: customer && ids[customer], sales_user_id: ids.sales }
      const made = await tx
        .insertInto('bookings')
        .values({ ...booking, ...owned })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    })
  const enter = async (booking_id: number, name: string, more: object = {}) => {
    const made = await as('sales').post('/travelers', { booking_id, name, ...more })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.data
  }
  return { ...there, to, book, enter }
}
