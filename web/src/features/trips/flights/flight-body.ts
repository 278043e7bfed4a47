import type { PlannedTripFlight, PlannedTripFlightInput } from 'guidon-sdk'
import { cabinWords, flightDirectionWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import { numberIn } from '../../../kit/typed.ts'
import type { Words } from '../../../kit/words.ts'
import type { Given } from '../../../ui/forms/form.tsx'
import { momentIn } from '../../../ui/forms/moment-field.tsx'

export type StatusWords = Record<PlannedTripFlight['status'], Words>

/** The values of the flight form. Times are local at the airports. */
export const flightIn = (given: Given, statuses: StatusWords): PlannedTripFlightInput => {
  const departs_at = momentIn(given('departs_at'))
  const arrives_at = momentIn(given('arrives_at'))
  return {
    direction: chosenIn(flightDirectionWords, given('direction')) ?? 'outbound',
    flight_number: given('flight_number').replace(/\s/g, '').toUpperCase(),
    origin: given('origin').toUpperCase(),
    destination: given('destination').toUpperCase(),
    ...(departs_at && { departs_at }),
    ...(arrives_at && { arrives_at }),
    status: chosenIn(statuses, given('status')) ?? 'requested',
    cabin: chosenIn(cabinWords, given('cabin')) ?? 'economy',
    pnr: given('pnr').toUpperCase() || null,
    seats_blocked: numberIn(given('seats_blocked')),
    seats_ticketed: Number(given('seats_ticketed') || 0),
    ticketing_due_on: given('ticketing_due_on') || null,
    baggage: given('baggage') || null,
    notes: given('notes') || null,
  }
}

/** A flight as its form shows it. */
export const shownOf = (flight: PlannedTripFlight) => ({
  ...flight,
  departs_at: flight.departs_local.slice(0, 16),
  arrives_at: flight.arrives_local.slice(0, 16),
})

type Begun = Partial<Pick<PlannedTripFlight, 'direction' | 'origin' | 'destination'>>

/** Defaults of a new flight: outbound first, then inbound from the last arrival. */
export const nextOf = (flights: readonly PlannedTripFlight[]): Begun => {
  const [first] = flights
  const last = flights.at(-1)
  if (!first || !last) return { direction: 'outbound' }
  if (last.destination === first.origin) return { direction: last.direction }
  return { direction: 'inbound', origin: last.destination, destination: first.origin }
}
