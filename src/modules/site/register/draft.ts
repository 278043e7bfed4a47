import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { FieldFaults } from '../../../kit/errors.ts'
import { inRooms } from '../../bookings/book-party.ts'
import { Registration } from '../../bookings/booking.ts'
import { depositOf, type Fare, faresOf, type Guest, totalOf } from '../../bookings/fares.ts'
import { frozenPrice } from '../../bookings/locks.ts'
import { wouldGetSeats } from '../../bookings/quote.ts'
import type { Seats } from '../../bookings/seats.ts'
import type { Draft, DraftTraveler } from '../../registration-drafts/draft.ts'
import { ageTypes, hasBedByAge, type TripDays } from '../../travelers/rules.ts'
import type { PassengerType } from '../../travelers/schema.ts'
import type { TripOnPage } from '../reads.ts'

const asked = Registration.properties
/** What the last step asks. */
export const AskedContact = Type.Object({
  contact_name: asked.contact.properties.name,
  phone: asked.contact.properties.phone,
  email: asked.contact.properties.email,
  payment_method: asked.payment_method,
  travel_purpose: asked.travel_purpose,
  marketing_source: asked.marketing_source,
  customer_note: asked.customer_note,
})

/** The steps of a registration, in their order. */
export const steps = ['party', 'people', 'rooms', 'send'] as const
export type Step = (typeof steps)[number]

/** The address of a step of a draft, or of a person in it, such as `person-2`. */
export function stepPath(address: string, to: string) {
  const [, slot] = /^person-(\d+)$/.exec(to) ?? []
  return slot ? `${address}?step=people&person=${slot}#${to}` : `${address}?step=${to}`
}

/** What a traveler counts as: by the birth date, else as the family says. */
export function kindOfTraveler({ birth_date, expected = 'adult' }: DraftTraveler, trip: TripDays): PassengerType {
  return ageTypes(birth_date, trip).passenger_type ?? expected
}

export type DraftQuote = {
  currency: string | undefined
  lines: Fare[]
  total: number
  deposit: number
  needed: number
  gets_seats: boolean
}

/** What a draft would pay now, by the rule of a registration, and whether it would get seats. */
export function quotedDraft(trip: TripOnPage, { travelers = [], rooms }: Draft, seats: Seats): DraftQuote {
  const price = frozenPrice(trip)
  const guests = inRooms(travelers, rooms).map((traveler): Guest => {
    const passenger_type = kindOfTraveler(traveler, trip)
    const { bed_type = null, roommate_group = null, ticket_handling = null } = traveler
    return {
      passenger_type,
      bed: traveler.bed ?? hasBedByAge({ passenger_type }),
      bed_type,
      roommate_group,
      ticket_handling,
    }
  })
  const lines = faresOf(price, guests)
  const needed = guests.filter(({ passenger_type }) => passenger_type !== 'infant').length
  return {
    currency: price?.currency,
    lines,
    total: totalOf(lines),
    deposit: depositOf(price, guests),
    needed,
    gets_seats: wouldGetSeats(seats, needed),
  }
}

/** What the last step keeps of a draft. */
export function contactOf(draft: Draft) {
  const { contact, payment_method, travel_purpose, marketing_source, customer_note, receipt_buyers } = draft
  return { contact, payment_method, travel_purpose, marketing_source, customer_note, receipt_buyers }
}

/** A fingerprint of a part of a draft, such as one traveler: two phones that fill in the same part notice each other. */
export function marksOf(part: object) {
  const known = Object.entries(part).filter(([, value]) => value !== undefined && value !== null)
  return hash('sha1', JSON.stringify(known.sort(([one], [other]) => (one < other ? -1 : 1))), 'base64url')
}

/** What a draft still lacks before it can be sent, by field. */
export function missingIn(
  { contact = {}, travelers = [] }: Draft,
  { hasConsent, needsEmail }: { hasConsent: boolean; needsEmail: boolean },
): FieldFaults {
  const lacking: FieldFaults = {}
  travelers.forEach(({ name, birth_date }, i) => {
    if (!name || !birth_date)
      lacking[`travelers-${i + 1}`] = [
        [
          `第 ${i + 1} 位旅客還缺${name ? '' : '姓名'}${name || birth_date ? '' : '與'}${birth_date ? '' : '出生日期'}。`,
          `Traveler ${i + 1} lacks the ${[!name && 'name', !birth_date && 'birth date'].filter(Boolean).join(' and the ')}.`,
        ],
      ]
  })
  if (!contact.name) lacking.contact_name = [['請填寫聯絡人姓名。', 'Enter the name of the contact.']]
  if (!contact.phone) lacking.phone = [['請填寫聯絡電話。', 'Enter a telephone number.']]
  if (!contact.email && needsEmail)
    lacking.email = [['請填寫電子郵件；確認信會寄到這裡。', 'Enter an email address; the confirmation goes there.']]
  if (!hasConsent) lacking.privacy_consent = [['請勾選同意後再送出。', 'Tick the consent before you send it.']]
  return lacking
}
