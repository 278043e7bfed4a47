import { insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { enterTravelers, sealTravelers } from '../../modules/travelers/add.ts'
import { settleAccounts } from './accounts.ts'
import type { Calendar } from './calendar.ts'
import { fillingParties } from './parties.ts'
import { one, type People } from './people.ts'
import { seenOf } from './promises.ts'
import { bedTravelers } from './rooms.ts'
import type { Trips } from './trips.ts'
import { cancelBookings } from './work/cancellations.ts'

type Ids = Map<string, number>
type Stage = { calendar: Calendar; people: People; trips: Trips; keys: Keys }

/** Creates the bookings of the trips and their travelers. Returns the travelers' ids by names such as `HKD-001 王美玲`. */
export async function bookTrips(tx: Tx, { calendar, people, trips, keys }: Stage): Promise<Ids> {
  const bookings = await takeBookings(tx, calendar, people, trips)
  const travelers = await takeTravelers(tx, { calendar, keys, bookings })
  await settleAccounts(
    tx,
    allBookings().map(({ booking = '', paid = '' }) => ({ id: bookings.get(booking) ?? 0, paid })),
  )
  await cancelBookings(tx, one(people, 'sales'), bookings)
  await bedTravelers(tx)
  return travelers
}

const takeTravelers = async (
  tx: Tx,
  { calendar, keys, bookings }: Omit<Stage, 'people' | 'trips'> & { bookings: Ids },
) => {
  const days = await daysOfTrips(tx)
  const ofBooking = (party: SeedRow[]) => {
    const booking_id = bookings.get(party[0]?.booking ?? '') ?? 0
    const trip = days.get(booking_id) ?? { departure_date: '', return_date: '' }
    return { booking_id, trip, travelers: sealTravelers(keys, party.map(travelerIn(calendar))) }
  }
  const entered: Ids = new Map()
  for (const parties of inTurn()) {
    const ids = await enterTravelers(tx, keys, ...parties.map(ofBooking))
    for (const [i, { booking, name }] of parties.flat().entries()) entered.set(`${booking} ${name}`, ids[i] ?? 0)
  }
  return entered
}

/**
 * The parties in which everybody travels for the first time, then those in which somebody travels for the second time, and so on:
 * persons are recognized by their earlier records.
 */
const inTurn = () => {
  const journeys = new Map<string, number>()
  const rounds: SeedRow[][][] = []
  for (const party of Map.groupBy(allTravelers(), ({ booking }) => booking).values()) {
    const before = Math.max(...party.map(({ name = '' }) => journeys.get(name) ?? 0))
    for (const { name = '' } of party) journeys.set(name, before + 1)
    rounds[before] = [...(rounds[before] ?? []), party]
  }
  return rounds
}

const daysOfTrips = async (tx: Tx) => {
  const there = await tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.id', 't.departure_date', 't.return_date'])
    .execute()
  return new Map(there.map(({ id, ...trip }) => [id, trip]))
}

// Some travelers have no passport yet, and the passport of one expires too early. The contact of a booking has one telephone number.
const travelerIn = (calendar: Calendar) => (row: SeedRow) => {
  const { booking = '', name = '', birth_date, passport: passport_number, passport_ends, ...said } = row
  const passport_expires_on = `${calendar.day(passport_ends)}`
  const given = Object.fromEntries(Object.entries(said).filter(([, text]) => text))
  const mobile = phones.get(`${booking} ${name}`)
  return {
    ...given,
    name,
    ...(mobile && { mobile }),
    ...(birth_date && { birth_date }),
    ...(passport_number && { passport_number, passport_expires_on, passport_country: said.nationality }),
  }
}

const filling = fillingParties()
/** The parties of the story first, so that their booking numbers stay the same. */
const allBookings = () => [...seedRows('demo/bookings'), ...filling.bookings]

const allTravelers = (): SeedRow[] => [...seedRows('demo/travelers'), ...filling.travelers]

const phones = new Map(allBookings().map((row) => [`${row.booking} ${row.contact_name}`, row.contact_phone]))

const takeBookings = async (tx: Tx, calendar: Calendar, people: People, trips: Trips): Promise<Ids> => {
  const rows = allBookings()
  const seen = await seenOf(tx)
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
        publication_id: seen(trip?.id, `${calendar.instant(`${booked} 10:00`)}`),
        customer_user_id: people.get(customer)?.id ?? null,
        sales_user_id: people.get(sales)?.id ?? null,
        cancel_reason: reason,
        hold_expires_at: until ? `${calendar.instant(until)}` : null,
        ...standing,
        ...writtenOn(calendar, booked),
        ...consentIn(contact),
      }
    }),
  )
  return new Map(bookings.map(({ id }, i) => [rows[i]?.booking ?? '', id]))
}

/** The column defaults, because all rows are inserted in one statement with all columns. */
const standing = { locale: 'zh-TW', currency: 'TWD', total: 0, paid: 0, deposit: 0 }

/** Online bookings consent at once and callers by telephone; customers without a mail address have not consented yet. */
const consentIn = ({ source, contact_email }: SeedRow) => {
  if (source === 'public') return { privacy_consent_how: 'online' }
  return contact_email ? { privacy_consent_how: 'phone' } : { privacy_consent_how: null, privacy_consent_at: null }
}

const writtenOn = (calendar: Calendar, days: string | undefined) => {
  const moment = calendar.instant(`${days} 10:00`).toString()
  return { created_at: moment, updated_at: moment, queued_at: moment, privacy_consent_at: moment }
}
