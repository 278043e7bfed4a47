import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import type { PassengerType } from '../travelers/schema.ts'
import type { FareKind, FrozenPrice, NewBooking, Room } from './schema.ts'

export type Fare = { kind: FareKind; quantity: number; unit_price: number; amount: number; source: string }
export type Guest = {
  passenger_type: PassengerType | null
  bed: boolean
  bed_type: string | null
  roommate_group: string | null
  ticket_handling: string | null
}

/** The fare charged if the package has no price for a child: the next more expensive one. An infant has a price of its own, or none yet. */
const dearer = {
  child_no_bed: 'child_with_bed',
  child_with_bed: 'adult',
} as const

/** The fares of a party, one for each kind of traveler; without a birth date the fare is adult. Infants without a price are not charged yet. */
export const faresOf = (price: FrozenPrice | null, party: Guest[]): Fare[] => {
  if (!price) return []
  const kinds = party.map((guest) => kindOf(guest, price))
  const counted = travelerKinds.flatMap((kind) => {
    const each = unitPrice(price, kind)
    return each == null ? [] : [fare(kind, kinds.filter((one) => one === kind).length, each, price.source)]
  })
  const single = fare('single_supplement', singleRooms(party), price.single_supplement ?? 0, price.source)
  return [...counted, ...(single.amount ? [single] : [])].filter(({ quantity }) => quantity > 0)
}

// A single room is charged once, whoever shares it; without roommates a traveler has a room of its own.
const singleRooms = (party: Guest[]) => {
  const singles = party.filter(({ bed_type, passenger_type }) => bed_type === 'single' && passenger_type !== 'infant')
  const shared = new Set(singles.flatMap(({ roommate_group }) => roommate_group ?? []))
  return singles.filter(({ roommate_group }) => roommate_group === null).length + shared.size
}

const travelerKinds = ['adult', 'child_with_bed', 'child_no_bed', 'infant', 'land_only'] as const

// Who has a ticket of its own pays for the land arrangement, unless its own fare is lower.
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

/** The deposit of a party: one for everybody but infants, at most the total. */
export const depositOf = (price: FrozenPrice | null, party: Guest[]) => {
  const payers = party.filter(({ passenger_type }) => passenger_type !== 'infant').length
  return Math.min(inCents(price?.deposit ?? 0) * payers, centsOf(faresOf(price, party))) / 100
}

export const totalOf = (fares: Fare[]) => centsOf(fares) / 100
const centsOf = (fares: Fare[]) => fares.reduce((sum, { amount }) => sum + inCents(amount), 0)

/** A percentage of an amount of at least 0, rounded once to the cent, half a cent up. Integers only, so that it is exact. */
export const share = (amount: number, percent: number) =>
  Number((BigInt(inCents(amount)) * BigInt(inCents(percent)) + 5_000n) / 10_000n) / 100

/** Amounts are computed in whole cents, which JavaScript keeps exactly. */
export const inCents = (amount: number) => Math.round(amount * 100)
export const times = (amount: number, quantity: number) => (inCents(amount) * quantity) / 100
export const minus = (one: number, other: number) => (inCents(one) - inCents(other)) / 100

type Consent = Pick<NewBooking, 'privacy_consent' | 'privacy_consent_how' | 'privacy_consent_at'>
/** The consent that staff record for a customer: given by telephone now, unless they say how and when, or not yet. */
export const consentOf = ({ privacy_consent, privacy_consent_how: how, privacy_consent_at: at }: Consent) => {
  const isGiven = privacy_consent ?? (how != null || at != null)
  if (!isGiven && (how != null || at != null)) refuseField('privacy_consent', notGiven)
  return isGiven
    ? { privacy_consent_how: how ?? 'phone', privacy_consent_at: at ?? 'now' }
    : { privacy_consent_how: null, privacy_consent_at: null }
}
const notGiven = [
  '尚未同意時，請不要填寫同意的方式與時間。',
  'As long as consent is not given, leave out how and when it was given.',
] as const

type SomeContact = { name?: string; phone?: string; email?: string | null; line_id?: string | null }
/** Contact data under the names of their columns. */
export const contactColumns = ({ name, phone, email, line_id }: SomeContact) => ({
  contact_name: name,
  contact_phone: phone,
  contact_email: email,
  contact_line_id: line_id,
})

/** The travelers with the room mates and bed types given by `rooms`. */
export const inRooms = <T extends object>(travelers: T[], rooms: readonly Room[] = []): T[] => {
  const places = rooms.flatMap(({ travelers }) => travelers)
  if (places.some((place) => place > travelers.length) || new Set(places).size < places.length)
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

/** Card numbers may not be stored; they are recognized by their check digit. */
export const hasCardNumber = (text: string) =>
  (text.match(/\d(?:[ -]?\d){12,18}/g) ?? []).some((found) => {
    const digits = [...found.replace(/\D/g, '')].reverse().map(Number)
    const sum = digits.reduce((all, digit, i) => all + (i % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit), 0)
    return sum % 10 === 0
  })

constraint('bookings_paid', 'amount', ['退款不可超過已付金額。', 'A refund cannot be more than what was paid.'])
constraint('booking_payments_amount', 'amount', ['必須大於 0。', 'Must be more than 0.'])
constraintRefusal(
  'booking_payments_reference',
  () =>
    new Refusal('duplicate', {
      errors: { reference: [['這筆參考號碼已登錄過。', 'A payment with this reference stands here already.']] },
    }),
)
