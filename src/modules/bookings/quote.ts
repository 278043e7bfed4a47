import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { currency, flag, money, oneOf, orNull, ref, shownFields, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { priceOfTrip } from '../planned-trips/trip.ts'
import { seatsFor } from '../travelers/rules.ts'
import { EnteredTraveler } from '../travelers/schema.ts'
import { inRooms, priceOfParty } from './book-party.ts'
import { fareKinds, Registration } from './booking.ts'
import { steps } from './flow.ts'
import { isOpenToStrangers, refusalOfClosedTrip } from './locks.ts'
import { MOST_NAMED, MOST_TRAVELERS, refusalOfLargeParty } from './party-size.ts'
import { fitsUnproved, type Seats, seatsOf } from './seats.ts'

const { birth_date, bed, bed_type, roommate_group, ticket_handling } = EnteredTraveler.properties

const PricedTraveler = Type.Object({ birth_date, bed, bed_type, roommate_group, ticket_handling })

/** A party that is still being entered: of its people only what the price depends on. */
const Party = Type.Object({
  planned_trip_id: ref(),
  // Two of them may be equal, as long as nobody is known by more than being there.
  travelers: Type.Array(PricedTraveler, { maxItems: MOST_TRAVELERS }),
  rooms: Type.Optional(Registration.properties.rooms),
})
type Party = Static<typeof Party>

/** What it would pay; `currency` is null as long as the trip has no price. */
const Quoted = Type.Object({
  currency: orNull(currency()),
  lines: Type.Array(
    Type.Object({
      kind: oneOf(fareKinds),
      quantity: whole(1),
      ...shownFields({ unit_price: money(), amount: money() }),
    }),
  ),
  ...shownFields({ total: money(), deposit: money() }),
})

const tripToQuote = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips')
    .select(['id', 'departure_date', 'return_date', 'terms', 'status', 'is_public', priceOfTrip.as('price')])
    .select(sql<number>`departure_date - today()`.as('days_left'))
    .where('id', '=', id),
)

async function quoteParty(db: Db, { planned_trip_id, travelers, rooms }: Party): Promise<Static<typeof Quoted>> {
  const trip = await tripToQuote(db, { id: planned_trip_id })
  if (!trip) return refuseField('planned_trip_id', ['沒有這筆資料。', 'There is no such record.'])
  const { price, fares, total, deposit } = priceOfParty(trip, inRooms(travelers, rooms))
  const lines = fares.map(({ source: _source, ...line }) => line)
  return { currency: price?.currency ?? null, lines, total, deposit }
}

const PublicParty = Type.Object({
  ...Party.properties,
  travelers: Type.Array(PricedTraveler, { maxItems: MOST_NAMED }),
})

/** The same for a stranger, with whether the party would get seats now. */
const QuotedInPublic = Type.Object({
  ...Quoted.properties,
  ...shownFields({ gets_seats: flag() }),
})

export function publicQuoteRoute(on: On) {
  on.post(
    '/quote',
    {
      name: 'quoteRegistration',
      access: 'public',
      summary: 'Dry run: what a party would pay, and whether it gets seats or a place in line; nothing is stored',
      body: PublicParty,
      returns: QuotedInPublic,
      etag: 'none',
    },
    async ({ tx, body }) => {
      const tooLarge = await refusalOfLargeParty(tx, body.travelers.length)
      if (tooLarge) return tooLarge
      const trip = await tripToQuote(tx, { id: body.planned_trip_id })
      if (!isOpenToStrangers(trip)) return refusalOfClosedTrip()
      const needed = seatsFor(body.travelers, trip)
      return { ...(await quoteParty(tx, body)), gets_seats: wouldGetSeats(await seatsOf(tx, trip.id), needed) }
    },
  )
}

/** Whether a party of strangers gets seats, as far as can be told without the lock of the trip. */
export function wouldGetSeats(seats: Seats, needed: number) {
  return needed <= seats.remaining && fitsUnproved(seats, needed)
}

export function quoteRoute(on: On) {
  on.post(
    '/quote',
    {
      name: 'quoteBooking',
      access: steps.register.by,
      summary: 'Dry run: what a party would pay for a trip today; nothing is stored',
      body: Party,
      returns: Quoted,
      etag: 'none',
    },
    ({ tx, body }) => quoteParty(tx, body),
  )
}
