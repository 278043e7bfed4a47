import assert from 'node:assert/strict'
import type { Answer, House } from '../../../test/house.ts'
import { sellable } from '../packages/trial.ts'

/** Trips that can be sold, and the shortest ways to book on them, for the tests of bookings. */
export const counter = async ({ as }: Pick<House, 'as'>) => {
  const { package_id } = await sellable(as)
  const admin = as('admin')
  const trip = async (capacity: number, more: object = {}): Promise<{ id: number; serial: string }> =>
    done(
      await admin.post('/planned-trips', {
        package_id,
        departure_date: '2099-03-10',
        status: 'open',
        capacity,
        ...more,
      }),
    )
  const body = (planned_trip_id: number, names: (string | object)[], more: object = {}) => ({
    planned_trip_id,
    contact: { name: '王小美', phone: '+886 912 345 678', email: 'mei@example.com' },
    travelers: names.map((name) => (typeof name === 'string' ? { name } : name)),
    payment_method: 'bankTransfer',
    travel_purpose: 'family',
    marketing_source: 'referral',
    privacy_consent: true,
    ...more,
  })
  let booked = 0
  return {
    package_id,
    trip,
    body,
    /** A colleague books. */
    book: async (planned_trip_id: number, names: (string | object)[], more: object = {}) =>
      done(await as('sales').post('/bookings', body(planned_trip_id, names, more))),
    /** A stranger registers, each from an address of its own. */
    register: (planned_trip_id: number, names: (string | object)[], more: object = {}, who = as()): Promise<Answer> => {
      booked += 1
      const contact = { name: '客人', phone: '0912345678', email: `guest${booked}@example.com` }
      const address = `10.${(booked >> 16) & 255}.${(booked >> 8) & 255}.${booked & 255}`
      return who.post('/trip-registrations', body(planned_trip_id, names, { contact, ...more }), {
        'x-forwarded-for': address,
      })
    },
    seats: async (id: number) => (await as('sales').get(`/planned-trips/${id}`)).data.seats,
  }
}

export const done = ({ status, body, data }: Answer) => {
  assert.ok(status < 300, JSON.stringify(body))
  return data
}
