import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import type { Keys } from '../../kit/keys.ts'
import type { Locale } from '../../kit/words.ts'
import { enterTravelers } from '../travelers/entry.ts'
import { ageTypes } from '../travelers/rules.ts'
import { postFares } from './charge-actions.ts'
import { inHours, keptUntil } from './entering.ts'
import { frozenPrice, isOpenToAll, type TripToBook } from './grounds.ts'
import { contactColumns, depositOf, faresOf, inRooms } from './rules.ts'
import type { NewBooking } from './schema.ts'
import { settleSeats } from './seating-actions.ts'

/** How long seats are kept for whoever registers, and for whom a colleague books. */
export const HOURS_HELD = { public: 72, staff: 168 } as const

type Entry = Omit<NewBooking, 'privacy_consent' | 'planned_trip_id'>
type Manner = { source: 'public' | 'staff'; locale: Locale; actor_id?: number; twin_mark?: Buffer }

/** Books a party on a trip that is held: seats where there are enough for all of it, else a place in line. All of it, or nothing. */
export const enterBooking = async (tx: Tx, keys: Keys, trip: TripToBook, entry: Entry, manner: Manner) => {
  const { travelers, rooms, ...wishes } = entry
  if (travelers.length > trip.capacity)
    refuseField('travelers', ['超過此團的總席次。', 'More than the trip has seats.'])
  const party = inRooms(travelers, rooms)
  const isBookable = manner.source === 'staff' || isOpenToAll(trip)
  const isSeated = isBookable && (await settleSeats(tx, trip)) >= party.length
  const price = frozenPrice(trip)
  const guests = party.map(({ birth_date, bed = true, bed_type = null }) => ({
    ...ageTypes(birth_date, trip.departure_date),
    ...{ bed, bed_type },
  }))

  const charged = price && { price: JSON.stringify(price), currency: price.currency, deposit: depositOf(price, guests) }
  const booking_id = await write(tx, trip, wishes, manner, isSeated, charged)
  const { warnings } = await enterTravelers(tx, { booking_id, trip, entries: party, keys })
  if (price) await postFares(tx, booking_id, price.currency, faresOf(price, guests))
  await emit(tx, 'booking.turned', { booking_id, turn: 'register', actor_id: manner.actor_id })
  return { booking_id, warnings }
}

const write = async (
  tx: Tx,
  trip: TripToBook,
  { contact, hold_expires_at, ...wishes }: Omit<Entry, 'travelers' | 'rooms'>,
  { actor_id: _actor, ...manner }: Manner,
  isSeated: boolean,
  charged: object | null,
) => {
  const until = hold_expires_at
    ? sql<string>`${hold_expires_at}::timestamptz`
    : inHours(HOURS_HELD[manner.source], trip)
  const { id } = await tx
    .insertInto('bookings')
    .values({
      ...wishes,
      ...manner,
      ...contactColumns(contact),
      ...charged,
      contact_name: contact.name,
      booking_number: await nextNumber(tx, trip),
      planned_trip_id: trip.id,
      status: isSeated ? 'held' : 'waitlisted',
      privacy_consent_at: sql<string>`now()`,
      ...(isSeated && keptUntil(until, trip)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Equal for the same people on the same trip, however their names and numbers are spelt. */
export const twinMark = (keys: Keys, { contact, travelers }: Pick<Entry, 'contact' | 'travelers'>) => {
  const plain = (text: string | null | undefined) => (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  const people = travelers.map(({ name, birth_date }) => `${plain(name)} ${birth_date ?? ''}`).sort()
  return keys.mac('twin booking', [plain(contact.email), contact.phone.replace(/\D/g, ''), ...people].join('\n'))
}

// Counted under the lock of the trip. Some bookings came from elsewhere and bear numbers of their own.
const nextNumber = async (tx: Tx, { id, serial }: TripToBook) => {
  const counted = await tx
    .updateTable('booking_numbers')
    .set({ last: sql<number>`last + 1` })
    .where('planned_trip_id', '=', id)
    .returning('last')
    .executeTakeFirst()
  const { last } = counted ?? (await firstNumber(tx, id))
  return `${serial}-${String(last).padStart(3, '0')}`
}

const firstNumber = (tx: Tx, planned_trip_id: number) =>
  tx
    .insertInto('booking_numbers')
    .values({ planned_trip_id, last: sql<number>`1 + coalesce((${highest(planned_trip_id)}), 0)` })
    .returning('last')
    .executeTakeFirstOrThrow()

const highest = (trip: number) =>
  sql`select max(substring(booking_number from '-(\\d{1,8})$')::integer) from bookings where planned_trip_id = ${trip}`
