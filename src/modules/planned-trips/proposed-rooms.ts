import type { ListedTraveler } from './manifest.ts'

/** The rooms that bookings ask for: travelers of a booking with the same group share a room; a single room has one guest. */
export function roomsOf(travelers: readonly ListedTraveler[]) {
  const shared = Map.groupBy(travelers, roomKey)
  shared.delete('')
  return [...shared.values()].map((guests) => {
    const beds = new Set(guests.filter(({ bed }) => bed).map(({ bed_type }) => bed_type))
    return { bed_type: beds.size === 1 ? ([...beds][0] ?? null) : null, travelers: guests }
  })
}

const roomKey = ({ traveler_id, booking_number, roommate_group, bed_type }: ListedTraveler) => {
  if (roommate_group !== null) return `${booking_number} ${roommate_group}`
  return bed_type === 'single' ? `${traveler_id}` : ''
}
