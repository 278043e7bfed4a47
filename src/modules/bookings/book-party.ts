import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Tables, Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { phoneKey } from '../../kit/phones.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { enterBuyers, refuseBuyers } from '../receipt-buyers/buyer.ts'
import { enterTravelers, type SealedTraveler } from '../travelers/add.ts'
import {
  ageTypes,
  crowdedRoom,
  crowdedSingles,
  hasBedByAge,
  partyFault,
  refuseUnbornIn,
  samePerson,
  seatsFor,
} from '../travelers/rules.ts'
import type { EnteredTraveler } from '../travelers/schema.ts'
import { contactColumns, type NewBooking, type Room } from './booking.ts'
import { depositOf, faresOf, postFares, totalOf } from './fares.ts'
import { HOURS_HELD, inHours, keptUntil, SHORTEST_HOLD_HOURS, untilCalled } from './holds.ts'
import { frozenPrice, isOpenToAll, type TripToBook } from './locks.ts'
import { newestPublication, publish } from './publications.ts'
import { fitsUnproved, type Seats, seatsOf, settleSeats } from './seats.ts'

type Party = Omit<NewBooking, 'privacy_consent' | 'planned_trip_id'>
type Details = Omit<Party, 'travelers' | 'rooms'>
type Origin = { source: 'public' | 'staff'; locale: Locale; twin_mark?: Buffer; enquiry_id?: number }
type Seating = {
  trip: TripToBook
  seats: Seats
  party: SealedTraveler[]
  source: Origin['source']
}

/**
 * Whether a party gets seats on a locked trip: there are enough for the whole party, and for a public registration enough within
 * the share that unproved parties may hold. Otherwise the party is put on the waitlist.
 */
export async function getsSeats(tx: Tx, { trip, seats, party, source }: Seating) {
  refuseParty(trip, party, source)
  const isBookable = source === 'staff' || isOpenToAll(trip)
  const needed = seatsNeeded(party, trip)
  if (!isBookable || (await settleSeats(tx, trip, seats)) < needed) return false
  if (source === 'staff') return true
  return fitsUnproved(seats.is_awaited || seats.has_lapsed ? await seatsOf(tx, trip.id) : seats, needed)
}

type NewParty = {
  trip: TripToBook
  party: SealedTraveler[]
  details: Details
  origin: Origin
  isSeated: boolean
  actor_id?: number
}

/** Books a party on a locked trip. Returns the id of the booking. */
export async function bookParty(tx: Tx, keys: Keys, booking: NewParty) {
  const { trip, party, actor_id } = booking
  const { price, fares, total, deposit } = priceOfParty(
    trip,
    party.map(({ traveler }) => traveler),
  )
  // The total is written with the booking and equals the sum of the lines that follow.
  const charged = price && { price: JSON.stringify(price), currency: price.currency, total, deposit }
  const { receipt_buyers = [], ...details } = booking.details
  refuseBuyers(receipt_buyers, 'receipt_buyers')
  await publish(tx, trip.id)
  const { id: booking_id } = await insertBooking(tx, { ...booking, details }, charged)
  await enterBuyers(tx, booking_id, receipt_buyers)
  await enterTravelers(tx, keys, { booking_id, trip, travelers: party })
  if (price) await postFares(tx, { booking_id, currency: price.currency, fares })
  await emit(tx, 'booking.entered', { booking_id, step: 'register', actor_id })
  return booking_id
}

type Priced = Pick<TripToBook, 'price' | 'terms' | 'departure_date' | 'return_date'>

/** Today's price of a party, for bookings and for quotations; null if the trip has no price. */
export function priceOfParty(trip: Priced, travelers: readonly Aged[]) {
  const price = frozenPrice(trip)
  const guests = travelers.map((traveler) => guestOn(trip, traveler))
  const fares = faresOf(price, guests)
  return { price, fares, total: totalOf(fares), deposit: depositOf(price, guests) }
}

/** The seats that a party needs before it is stored. */
const seatsNeeded = (party: SealedTraveler[], trip: TripToBook) =>
  seatsFor(
    party.map(({ traveler }) => traveler),
    trip,
  )

const refuseParty = (trip: TripToBook, party: SealedTraveler[], source: Origin['source']) => {
  const { capacity, today } = trip
  if (seatsNeeded(party, trip) > capacity)
    refuseField('travelers', ['超過此團的名額。', 'The trip does not have that many seats.'])
  refuseUnbornIn(
    party.map(({ traveler }) => traveler),
    today,
  )
  const fault = partyFault(agedIn(party, trip), { isStaff: source === 'staff' })
  if (fault) refuseField('travelers', fault)
  if (source === 'public') refuseTwice(party)
  if (source === 'public') refuseCrowded(party, trip)
}

const agedIn = (party: SealedTraveler[], trip: TripToBook) => party.map(({ traveler }) => guestOn(trip, traveler))

type Aged = Pick<EnteredTraveler, 'birth_date' | 'bed' | 'bed_type' | 'roommate_group' | 'ticket_handling'>
const guestOn = (
  trip: Pick<TripToBook, 'departure_date' | 'return_date'>,
  { birth_date, bed, bed_type = null, roommate_group = null, ticket_handling = null }: Aged,
) => {
  const ages = ageTypes(birth_date, trip)
  return { ...ages, bed: bed ?? hasBedByAge(ages), bed_type, roommate_group, ticket_handling }
}

// Only public registrations are refused. Staff get the warnings `duplicate_traveler` and `single_room_shared`, because they may
// know that it is right.
const refuseTwice = (party: SealedTraveler[]) => {
  const twice = party.flatMap((one, i) => (party.slice(0, i).some((other) => isSamePerson(one, other)) ? [i] : []))
  refuseAt(twice.map((i) => [`travelers.${i}.name`, samePerson]))
}

const isSamePerson = ({ row: one }: SealedTraveler, { row: other }: SealedTraveler) =>
  isEqual(one.passport_mark, other.passport_mark) ||
  isEqual(one.identity_mark, other.identity_mark) ||
  (isEqual(one.birth_mark, other.birth_mark) && one.name.toLowerCase() === other.name.toLowerCase())
const isEqual = (one: Buffer | null | undefined, other: Buffer | null | undefined) =>
  one != null && other != null && one.equals(other)

const refuseCrowded = (party: SealedTraveler[], trip: TripToBook) =>
  refuseAt(crowdedSingles(agedIn(party, trip)).map((i) => [`travelers.${i}.bed_type`, crowdedRoom]))

const refuseAt = (faults: (readonly [field: string, words: Words])[]) => {
  if (faults.length)
    refuse('invalid_input', { errors: Object.fromEntries(faults.map(([field, words]) => [field, [words]])) })
}

type PartyToInsert = Omit<NewParty, 'details'> & { details: Omit<Details, 'receipt_buyers'> }
const insertBooking = (
  tx: Tx,
  { trip, isSeated, details: { contact, hold_expires_at, ...details }, origin }: PartyToInsert,
  charged: object | null,
) =>
  tx
    .with('counted', (db) => nextNumber(db, trip))
    .insertInto('bookings')
    .values({
      // A booking belongs to the branch of its trip unless staff name another.
      branch_id: trip.branch_id,
      ...details,
      ...origin,
      ...contactColumns(contact),
      ...charged,
      contact_name: contact.name,
      booking_number: sql<string>`(select ${numberOf(trip.serial, sql.ref('last'))} from counted)`,
      planned_trip_id: trip.id,
      publication_id: newestPublication(trip.id),
      ...(origin.source === 'public' && { privacy_consent_at: sql<string>`now()`, privacy_consent_how: 'online' }),
      // A public registration must prove its mailbox by a mailed link, or is called. A contact entered by staff counts as proved.
      contact_proved_at: origin.source === 'staff' ? sql<string>`now()` : null,
      ...(!isSeated
        ? { status: 'waitlisted' }
        : origin.source === 'public'
          ? seatsToProve(trip, contact)
          : heldSeats(trip, hold_expires_at)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const heldSeats = (trip: TripToBook, asked: string | null | undefined) => ({
  status: 'held' as const,
  ...keptUntil(asked ? sql<string>`${asked}::timestamptz` : inHours(HOURS_HELD.staff, trip), trip),
})

// The hold lasts until the mailbox of the contact is proved, or until sales have called who has none.
const seatsToProve = (trip: TripToBook, { email }: Details['contact']) => ({
  status: 'held' as const,
  ...(email
    ? { ...keptUntil(inHours(HOURS_HELD.public, trip), trip), hold_expires_at: inHours(SHORTEST_HOLD_HOURS, trip) }
    : keptUntil(untilCalled(trip), trip)),
})

/** A fingerprint that is equal for the same people and contact, however their names and numbers are written. */
export function partyFingerprint(keys: Keys, { contact, travelers }: Pick<Party, 'contact' | 'travelers'>) {
  const plain = (text: string | null | undefined) => (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  const people = travelers.map(({ name, birth_date }) => `${plain(name)} ${birth_date ?? ''}`).sort()
  return keys.mac('twin booking', [plain(contact.email), phoneKey(contact.phone), ...people].join('\n'))
}

// Counted while the trip is locked. Imported bookings keep their numbers, and the count continues after them. A number of this trip that a
// booking of another trip has, because it was transferred or imported there, is passed over.
const nextNumber = (db: QueryCreator<Tables>, trip: TripToBook) =>
  db
    .insertInto('booking_numbers')
    .values({ planned_trip_id: trip.id, last: firstFree(trip) })
    .onConflict((there) => there.column('planned_trip_id').doUpdateSet({ last: sql`excluded.last` }))
    .returning('last')

const firstFree = ({ id, serial }: TripToBook) => sql<number>`(
  with recursive candidates (n) as (
    select 1 + coalesce((${counted(id)}), (${highest(id)}), 0)
     union all
    select n + 1 from candidates where exists (select from bookings where booking_number = ${numberOf(serial, sql.ref('n'))})
  ) select max(n) from candidates)`
const counted = (trip: number) => sql`select last from booking_numbers where planned_trip_id = ${trip}`
const highest = (trip: number) =>
  sql`select max(substring(booking_number from '-(\\d{1,8})$')::integer) from bookings where planned_trip_id = ${trip}`

const numberOf = (serial: string, n: RawBuilder<unknown>) =>
  sql<string>`${serial}::text || '-' || lpad(${n}::text, greatest(3, length(${n}::text)), '0')`

/** The travelers with the room mates and bed types given by `rooms`. */
export function inRooms<T extends object>(travelers: T[], rooms: readonly Room[] = []): T[] {
  const slots = rooms.flatMap(({ travelers }) => travelers)
  if (slots.some((slot) => slot > travelers.length) || new Set(slots).size < slots.length)
    refuseField('rooms', [
      '每位旅客最多一間房，且必須在名單中。',
      'Each traveler of the list stands in one room at most.',
    ])
  return travelers.map((traveler, i) => {
    const n = rooms.findIndex((room) => room.travelers.includes(i + 1))
    const room = rooms[n]
    return room ? { roommate_group: `R${n + 1}`, bed_type: room.bed_type, ...traveler } : traveler
  })
}
