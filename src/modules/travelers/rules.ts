import { refuse, refuseField } from '../../kit/errors.ts'
import type { Actor, Role } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import { isOutside, type Reader, readerOf } from '../users/reader.ts'
import type { PassengerType, TravelerChange } from './schema.ts'

/** The roles that read and change travelers; a customer only their own. A leader reads travelers in the lists of the trips. */
export const readers = ['customer', ...staff] as const
export const editors = ['customer', 'sales', 'admin'] as const
export const staffEditors = ['sales', 'admin'] as const

/** The caller of an action: an account, or the holder of a link, who counts as a customer. */
export type By = { reader: Reader; actor_id: number | undefined; roles: readonly Role[]; keys: Keys }

/** The account that calls a route, as actions expect it. */
export function byIn({ keys }: { keys: Keys }) {
  return (actor: Actor) => ({ reader: readerOf(actor), actor_id: actor.id, roles: actor.roles, keys })
}

/** Refuses an internal field in a body of a customer. */
export function refuseInside(reader: Reader, body: object, field: string) {
  if (field in body && isOutside(reader)) refuseField(field, staffOnly)
}
const staffOnly = ['此欄位僅供內部使用。', 'This field is for the house alone.'] as const

/** Writes names and passport numbers as in a passport: in capitals, with single spaces. */
export function asInPassport<Body extends PassportTexts>(body: Body): Body {
  return { ...body, ...inCapitals(body) }
}

/** The fields that are stored in capitals, with their stored values. The passport number is left out. */
export function storedAs(body: TravelerChange): Record<string, string> {
  const { passport_number: _number, ...names } = inCapitals(body)
  return names
}

const inCapitals = ({ surname_en, given_name_en, passport_number }: PassportTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ surname_en, given_name_en, passport_number }).flatMap(([name, text]) => {
      if (typeof text !== 'string') return []
      const stored = text.toUpperCase().replace(/\s+/g, ' ')
      return stored === text ? [] : [[name, stored]]
    }),
  )
type PassportTexts = { surname_en?: unknown; given_name_en?: unknown; passport_number?: unknown }

const INFANT_UNTIL = 2
const CHILD_UNTIL = 12
const MINOR_UNTIL = 18

/** The derived fields if a birth date is given. */
export function agesIn({ birth_date }: { birth_date?: string | null }, trip: TripDays): Partial<AgeTypes> {
  return birth_date === undefined ? {} : ageTypes(birth_date, trip)
}

type AgeTypes = { passenger_type: PassengerType | null; is_minor: boolean | null; age: number | null }
export type TripDays = { departure_date: string; return_date: string }
/**
 * The passenger type on the day of return, as airlines count it: a child who turns two during the trip needs a seat. A minor is one
 * on the day of departure.
 */
export function ageTypes(birth_date: string | null | undefined, { departure_date, return_date }: TripDays): AgeTypes {
  if (!birth_date) return { passenger_type: null, is_minor: null, age: null }
  const onReturn = ageOn(birth_date, return_date)
  const passenger_type = onReturn < INFANT_UNTIL ? 'infant' : onReturn < CHILD_UNTIL ? 'child' : 'adult'
  const age = ageOn(birth_date, departure_date)
  return { passenger_type, is_minor: age < MINOR_UNTIL, age }
}

/** The default of `bed` by age: an infant sleeps with its parents. */
export function hasBedByAge({ passenger_type }: { passenger_type: PassengerType | null }) {
  return passenger_type !== 'infant'
}

type Company = readonly { passenger_type: PassengerType | null }[]
/**
 * The reason why these people cannot travel as one party, or undefined. Customers need an adult, and one adult for each infant. For
 * staff only infants without any adult are refused; the checks of travelers report the rest. A traveler without a birth date counts
 * as an adult, as in the price.
 */
export function partyFault(party: Company, { isStaff }: { isStaff: boolean }): Words | undefined {
  const infants = party.filter(({ passenger_type }) => passenger_type === 'infant').length
  const adults = party.filter(({ passenger_type }) => passenger_type === 'adult' || passenger_type === null).length
  if (adults === 0 && (infants > 0 || !isStaff)) return withoutAdult
  if (infants > adults && !isStaff) return tooManyInfants
  return undefined
}
const withoutAdult: Words = [
  '同行至少須有一位大人（回程日滿 12 歲）；請加入大人。',
  'At least one adult (12 or older on the day of return) must travel with the party; add the adult.',
]
const tooManyInfants: Words = [
  '每位大人最多抱一名嬰兒，目前嬰兒多於大人；請增加大人，或來電由我們為您報名。',
  'Each adult holds one infant on the lap, and there are more infants than adults; add adults, or call us to book.',
]

type Sleeper = { bed: boolean; bed_type: string | null; roommate_group: string | null }
/** The indexes of travelers with a bed in a single room in which another traveler already has one. */
export function crowdedSingles(party: readonly Sleeper[]) {
  const taken = new Set<string>()
  return party.flatMap(({ bed, bed_type, roommate_group }, i) => {
    if (bed_type !== 'single' || !bed || roommate_group === null) return []
    if (taken.has(roommate_group)) return [i]
    taken.add(roommate_group)
    return []
  })
}
export const crowdedRoom: Words = [
  '單人房只有一個床位；請改選雙人房，或另分一間房。',
  'A single room has one bed; choose another kind of room, or a room of its own.',
]
export const samePerson: Words = [
  '與同行的另一位是同一人（護照、身分證號，或姓名與出生日期相同）；請刪除重複的一位，或更正資料。',
  'This is the same person as another of the party (passport, identity number, or name and birth date); remove one of them, or correct the data.',
]

/** Refuses to remove the last adult of a party with infants, and names the infants. */
export function refuseInfantsAlone(left: readonly { name: string; passenger_type: PassengerType | null }[]) {
  if (!partyFault(left, { isStaff: true })) return
  const infants = left.filter(({ passenger_type }) => passenger_type === 'infant').map(({ name }) => name)
  refuse('step_not_possible', { detail: infantsLeft(infants), also: { possible: [] } })
}
const infantsLeft = (names: readonly string[]): Words => [
  `這是最後一位大人，${names.join('、')} 是嬰兒，不能沒有大人同行；請先取消嬰兒，或取消整筆訂單。`,
  `This is the last adult, and infants cannot travel without one: ${names.join(', ')}. Cancel the infants first, or the whole booking.`,
]

/** The seats that a party needs on a trip. Infants need none. */
export function seatsFor(party: readonly { birth_date?: string | null | undefined }[], trip: TripDays) {
  return party.filter(({ birth_date }) => ageTypes(birth_date, trip).passenger_type !== 'infant').length
}

/** Refuses birth dates after today, by field. */
export function refuseUnborn(born: Record<string, string | null | undefined>, today: string) {
  const unborn = Object.entries(born).filter(([, birth_date]) => birth_date && birth_date > today)
  if (unborn.length)
    refuse('invalid_input', { errors: Object.fromEntries(unborn.map(([field]) => [field, [notYetBorn]])) })
}
/** The same for a party, by the place of each traveler. */
export function refuseUnbornIn(party: readonly { birth_date?: string | null | undefined }[], today: string) {
  refuseUnborn(Object.fromEntries(party.map(({ birth_date }, i) => [`travelers.${i}.birth_date`, birth_date])), today)
}
const notYetBorn: Words = ['出生日期不可晚於今天。', 'A birth date must not be after today.']

// A person born on 29 February has the birthday on 1 March in other years.
const ageOn = (birth_date: string, day: string) => {
  const isBeforeBirthday = day.slice(5) < birth_date.slice(5)
  return Number(day.slice(0, 4)) - Number(birth_date.slice(0, 4)) - (isBeforeBirthday ? 1 : 0)
}
