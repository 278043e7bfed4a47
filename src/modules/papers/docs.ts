import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { anyText, orNull, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { revealedSheet } from '../../kit/http/routes/sheet.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { threeLetterCode } from '../../kit/words/countries.ts'
import { say } from '../../kit/words/words.ts'
import { staff } from '../roles.ts'
import type { Asking } from '../travelers/reveal.ts'
import { revealLeader, revealPeople } from './people.ts'
import { headed, headings, personKinds, tripToReveal } from './people-lists.ts'
import { onTrip } from './trip.ts'

/** The data of a traveler or the leader that a DOCS line needs, decrypted. The leader has no booking. */
export type Passenger = {
  number: number
  traveler_id: number | null
  name: string
  booking_number: string | null
  surname_en: string | null
  given_name_en: string | null
  gender: string | null
  nationality: string | null
  passport_country: string | null
  passport_number: string | null
  passport_expires_on: string | null
  birth_date: string | null
  passenger_type: string | null
}
/** A line for an airline, or the fields that are missing for it. `with` is the number of the adult with whom an infant travels. */
const DocsLine = Type.Object({
  number: Type.Integer(),
  traveler_id: orNull(ref()),
  name: Type.String(),
  booking_number: orNull(Type.String()),
  airline: anyText('BR'),
  line: orNull(anyText('SSR DOCS BR HK1/P/TWN/312345678/TWN/30JUN80/F/15OCT30/WANG/HSIAO MEI')),
  with: orNull(Type.Integer()),
  missing: Type.Array(Type.String()),
  is_shortened: Type.Boolean(),
})
type DocsLine = Static<typeof DocsLine>

const MOST_SIGNS = 69
const needed = [
  'surname_en',
  'given_name_en',
  'gender',
  'nationality',
  'passport_number',
  'passport_expires_on',
  'birth_date',
] as const

/** SSR DOCS lines for each airline. Infants follow their adult. Incomplete travelers are listed with their missing fields. */
export function docsLines(passengers: readonly Passenger[], airlines: readonly string[]) {
  return (airlines.length ? airlines : ['YY']).flatMap((airline) =>
    inOrder(passengers).map(({ passenger, adult }) => lineOf(passenger, adult, airline)),
  )
}

// Each infant travels with an adult of its booking: the first infant with the first adult, and so on.
const inOrder = (passengers: readonly Passenger[]) => {
  const isInfant = ({ passenger_type }: Passenger) => passenger_type === 'infant'
  const adultOf = (infant: Passenger) => {
    const party = passengers.filter(({ booking_number }) => booking_number === infant.booking_number)
    const adults = party.filter(({ passenger_type }) => passenger_type === 'adult')
    return adults[party.filter(isInfant).indexOf(infant) % Math.max(adults.length, 1)]
  }
  const infants = passengers.filter(isInfant).map((passenger) => ({ passenger, adult: adultOf(passenger) }))
  const others = passengers.filter((one) => !isInfant(one))
  return [
    ...others.flatMap((passenger) => [
      { passenger, adult: undefined },
      ...infants.filter(({ adult }) => adult === passenger),
    ]),
    ...infants.filter(({ adult }) => !adult),
  ]
}

const lineOf = (passenger: Passenger, adult: Passenger | undefined, airline: string): DocsLine => {
  const { number, traveler_id, name, booking_number } = passenger
  const who = { number, traveler_id, name, booking_number, airline, with: adult?.number ?? null }
  const missing = needed.filter((field) => !passenger[field])
  if (missing.length) return { ...who, line: null, missing, is_shortened: false }
  const full = textOf(passenger, airline)
  return { ...who, line: full.slice(0, MOST_SIGNS).trimEnd(), missing: [], is_shortened: full.length > MOST_SIGNS }
}

// Given names are last, so that a line that is too long is cut there, as airlines do it.
const textOf = (passenger: Passenger, airline: string) => {
  const state = stateOf(passenger.nationality)
  return [
    `SSR DOCS ${airline} HK1/P`,
    stateOf(passenger.passport_country) ?? state,
    passenger.passport_number,
    state,
    dayOf(passenger.birth_date),
    sexOf(passenger),
    dayOf(passenger.passport_expires_on),
    plainName(passenger.surname_en),
    plainName(passenger.given_name_en),
  ].join('/')
}

const stateOf = (code: string | null) => (code === null ? null : (threeLetterCode(code) ?? code))
const sexes: Record<string, string> = { female: 'F', male: 'M' }
const sexOf = ({ gender, passenger_type }: Passenger) =>
  `${sexes[gender ?? ''] ?? 'X'}${passenger_type === 'infant' ? 'I' : ''}`

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const dayOf = (iso: string | null) => {
  const [year = '', month = '', day = ''] = (iso ?? '').split('-')
  return `${day}${months[Number(month) - 1]}${year.slice(2)}`
}

// As in the machine-readable zone, a hyphen becomes a space and an apostrophe is left out.
const plainName = (name: string | null) => (name ?? '').replaceAll('-', ' ').replaceAll("'", '')

/** All passengers: the leader and the travelers, numbered as in the lists. */
async function revealAboard(tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) {
  const leads = await revealLeader(tx, keys, id, fields, asking)
  const people = await revealPeople(tx, keys, id, fields, asking)
  const flies = { traveler_id: null, booking_number: null, passenger_type: 'adult' }
  return [...leads.map((leader) => ({ ...leader, ...flies })), ...people].map((one, i) => ({ ...one, number: i + 1 }))
}

const docsTitle = ['DOCS／APIS', 'DOCS/APIS lines'] as const
const docsColumns = ['number', 'name', 'booking_number', 'airline', 'line', 'with', 'missing']

/** `/api/planned-trips/{id}/docs`: the lines for airlines, with passports in clear. */
export default routes((on, { keys }) => {
  const summary =
    'The SSR DOCS lines of the whole trip for its airlines, the leader first; who is incomplete is named; who and why is logged'
  const spec = { access: staff, summary, returns: Type.Array(DocsLine), paper: 'docs', name: 'revealPlannedTripDocs' }
  revealedSheet(on, '/:id/docs/reveal', spec, async (asked) => {
    const { tx, id, locale } = asked
    const { trip, asking } = await tripToReveal(asked)
    const aboard = await revealAboard(tx, keys, id, ['birth_date', 'passport_number'], asking)
    const airlines = [...new Set(trip.flights.map(({ flight_number }) => flight_number.slice(0, 2)))]
    const data = docsLines(aboard, airlines)
    const rows = data.map((line) => ({
      ...line,
      missing: line.missing
        .map((field) => say(headings[field] ?? [field, field], locale))
        .join(say(['、', ', '], locale)),
    }))
    return {
      ...onTrip(trip, 'docs', docsTitle, locale),
      data,
      rows,
      columns: headed(docsColumns),
      kinds: personKinds,
      facts: { shortened: data.filter((line) => line.is_shortened).map(({ number, name }) => `${number} ${name}`) },
    }
  })
})
