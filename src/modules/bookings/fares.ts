import { sql } from 'kysely'
import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { inCents, times } from '../../kit/money.ts'
import type { PassengerType } from '../travelers/schema.ts'
import { type FareKind, type FrozenPrice, fareKinds } from './booking.ts'
import { lineWords } from './words.ts'

export type Fare = { kind: FareKind; quantity: number; unit_price: number; amount: number; source: string }
export type Guest = {
  passenger_type: PassengerType | null
  bed: boolean
  bed_type: string | null
  roommate_group: string | null
  ticket_handling: string | null
}

/**
 * The fare that applies if the package has no price for a kind of child: the next more expensive one. An infant has its own price
 * or none yet.
 */
const dearer = {
  child_no_bed: 'child_with_bed',
  child_with_bed: 'adult',
} as const

/**
 * The fares of a party, one for each kind of traveler. A traveler without a birth date is an adult. Infants without a price are not
 * charged yet.
 */
export function faresOf(price: FrozenPrice | null, party: Guest[]): Fare[] {
  if (!price) return []
  const kinds = party.map((guest) => kindOf(guest, price))
  const counted = travelerKinds.flatMap((kind) => {
    const each = unitPrice(price, kind)
    return each == null ? [] : [fare(kind, kinds.filter((one) => one === kind).length, each, price.source)]
  })
  const single = fare('single_supplement', singleRooms(party), price.single_supplement ?? 0, price.source)
  return [...counted, ...(single.amount ? [single] : [])].filter(({ quantity }) => quantity > 0)
}

// A single room is charged once per room. A traveler without roommates has a room of its own.
const singleRooms = (party: Guest[]) => {
  const singles = party.filter(({ bed_type, passenger_type }) => bed_type === 'single' && passenger_type !== 'infant')
  const shared = new Set(singles.flatMap(({ roommate_group }) => roommate_group ?? []))
  return singles.filter(({ roommate_group }) => roommate_group === null).length + shared.size
}

const travelerKinds = ['adult', 'child_with_bed', 'child_no_bed', 'infant', 'land_only'] as const

// A traveler with their own ticket pays the land-only price, unless the usual fare is lower.
const kindOf = ({ passenger_type, bed, ticket_handling }: Guest, price: FrozenPrice) => {
  if (passenger_type === 'infant') return 'infant'
  const kind = passenger_type === 'child' ? (bed ? 'child_with_bed' : 'child_no_bed') : 'adult'
  const isCheaper = price.land_only != null && price.land_only < seatedPrice(price, kind)
  return ticket_handling === 'individual' && isCheaper ? 'land_only' : kind
}

const unitPrice = (price: FrozenPrice, kind: (typeof travelerKinds)[number]) =>
  kind === 'infant' || kind === 'land_only' ? price[kind] : seatedPrice(price, kind)

const seatedPrice = (price: FrozenPrice, kind: 'adult' | keyof typeof dearer): number =>
  kind === 'adult' ? price.adult : (price[kind] ?? seatedPrice(price, dearer[kind]))

const fare = (kind: FareKind, quantity: number, unit_price: number, source: string): Fare => ({
  kind,
  quantity,
  unit_price,
  amount: times(unit_price, quantity),
  source,
})

/** The deposit of a party: one for each traveler except infants, at most the total. */
export function depositOf(price: FrozenPrice | null, party: Guest[]) {
  const payers = party.filter(({ passenger_type }) => passenger_type !== 'infant').length
  return Math.min(inCents(price?.deposit ?? 0) * payers, centsOf(faresOf(price, party))) / 100
}

export function totalOf(fares: Fare[]) {
  return centsOf(fares) / 100
}
const centsOf = (fares: Fare[]) => fares.reduce((sum, { amount }) => sum + inCents(amount), 0)

/** SQL: the active travelers of the booking with that alias, with all properties that their fares depend on. */
export function payingParty(alias: string) {
  return sql<(Guest & { id: number })[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'passenger_type', g.passenger_type, 'bed', g.bed, 'bed_type', g.bed_type,
      'roommate_group', g.roommate_group, 'ticket_handling', g.ticket_handling) order by g.id), '[]')
    from travelers g where g.booking_id = ${sql.ref(`${alias}.id`)} and g.status = 'active')`
}

/**
 * Charges the active travelers of a party at the price of the booking; correct lines stay. The booking is locked before its
 * travelers are read, so that the second of two simultaneous changes sees what the first has written.
 */
export function chargeParty(tx: Tx, booking_id: number) {
  return chargeParties(tx, [booking_id])
}

/** The same for many parties at once. */
export async function chargeParties(tx: Tx, booking_ids: readonly number[]) {
  const bookings = await tx
    .selectFrom('bookings')
    .select(['id', 'price', 'currency'])
    .where(isAmong('id', booking_ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const guests = await tx
    .selectFrom('travelers')
    .select(['booking_id', 'passenger_type', 'bed', 'bed_type', 'roommate_group', 'ticket_handling'])
    .where(isAmong('booking_id', booking_ids))
    .where('status', '=', 'active')
    .execute()
  const parties = Map.groupBy(guests, ({ booking_id }) => booking_id)
  const lines = Map.groupBy(await storedFares(tx, booking_ids), ({ booking_id }) => booking_id)
  const changed = bookings.flatMap(({ id: booking_id, price, currency }) => {
    const party = parties.get(booking_id) ?? []
    const fares = faresOf(price, party)
    if (areSameFares(fares, lines.get(booking_id) ?? [])) return []
    return [{ booking_id, currency, fares, deposit: depositOf(price, party) }]
  })
  if (!changed.length) return
  const ids = changed.map(({ booking_id }) => booking_id)
  if (ids.some((id) => lines.has(id))) await removeFares(tx, ids)
  await postFares(tx, ...changed)
  await sql`
    update bookings set deposit = new.deposit
      from unnest(${ids}::integer[], ${changed.map(({ deposit }) => deposit)}::numeric[]) new (id, deposit)
     where bookings.id = new.id`.execute(tx)
}

const storedFares = (tx: Tx, booking_ids: readonly number[]) =>
  tx
    .selectFrom('booking_price_lines')
    .select(['booking_id', 'kind', 'quantity', 'unit_price', 'amount', 'source'])
    .where(isAmong('booking_id', booking_ids))
    .where('kind', 'in', [...fareKinds])
    .orderBy('id')
    .execute()

const areSameFares = (fares: Fare[], lines: object[]) =>
  fares.length === lines.length && fares.every((fare, i) => isSameFare(fare, { ...lines[i] }))
const isSameFare = (fare: Fare, line: Partial<Fare>) =>
  fare.kind === line.kind &&
  fare.quantity === line.quantity &&
  fare.amount === line.amount &&
  fare.source === line.source

type Charge = { booking_id: number; currency: string; fares: readonly Fare[] }

/** Adds the fares of parties as price lines. */
export async function postFares(tx: Tx, ...charges: readonly Charge[]) {
  const lines = charges.flatMap(({ booking_id, currency, fares }) =>
    fares.map((fare) => ({ ...fare, booking_id, currency, ...inWords(fare.kind) })),
  )
  if (lines.length) await tx.insertInto('booking_price_lines').values(lines).execute()
}

const inWords = (kind: FareKind) => {
  const [description, description_en] = lineWords[kind]
  return { description, description_en }
}

export function removeFares(tx: Tx, booking_ids: readonly number[]) {
  return tx
    .deleteFrom('booking_price_lines')
    .where(isAmong('booking_id', booking_ids))
    .where('kind', 'in', [...fareKinds])
    .execute()
}
