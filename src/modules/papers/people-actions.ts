import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Locale } from '../../kit/words/words.ts'
import { needsInWords } from '../planned-trips/needs.ts'
import { revealLeaders } from '../tour-leaders/reveal.ts'
import { type Asking, revealTravelers } from '../travelers/person/reveal-actions.ts'
import { headed, type PeopleList, type PeopleListName, peopleLists, personKinds } from './people-labels.ts'
import { leaderOf, type PersonOnPaper, peopleOf } from './people-queries.ts'
import { arrivalOf, onTrip } from './rules.ts'
import type { TripOnPaper } from './trip-queries.ts'

/** A list of the people of a trip with personal data in clear, as a sheet. Each reading is logged. */
export async function peopleSheet(
  tx: Tx,
  keys: Keys,
  name: PeopleListName,
  trip: TripOnPaper,
  asking: Asking,
  locale: Locale,
) {
  const { columns, sealed, title, ...list }: PeopleList = peopleLists[name]
  const leads = list.leads ? await revealLeader(tx, keys, trip.id, sealed, asking) : []
  const people = await revealPeople(tx, keys, trip.id, sealed, asking)
  const inWords = people.map((one) => ({ ...one, needs: needsInWords(one.needs, locale) || null }))
  const known = [...leads, ...inWords].map((one) => new Map(Object.entries({ ...arrivalOf(trip, locale), ...one })))
  const rows = known.map((one, i) =>
    Object.fromEntries(columns.map((column) => [column, column === 'number' ? i + 1 : (one.get(column) ?? null)])),
  )
  return {
    ...onTrip(trip, name, title, locale),
    data: rows,
    rows,
    columns: headed(columns),
    kinds: personKinds,
    facts: { trip, people },
  }
}

const nothing = { birth_date: null, national_id: null, passport_number: null, allergies: null }
type Clear = { [F in keyof typeof nothing]: string | null }
type RevealedPerson = PersonOnPaper & Clear

/** The travelers of a trip with some personal fields in clear. Each reading is logged for its traveler. */
async function revealPeople(
  tx: Tx,
  keys: Keys,
  id: number,
  fields: readonly string[],
  asking: Asking,
): Promise<RevealedPerson[]> {
  const people = await peopleOf(tx, { ...asking.reader, id })
  const ids = people.map(({ traveler_id }) => traveler_id)
  const clear = await revealTravelers(tx, keys, ids, fields, asking)
  return people.map((person) => ({ ...person, ...nothing, ...clear.get(person.traveler_id) }))
}

/** The leader of a trip as the first line of such a list, with the fields that the leader's record has. */
async function revealLeader(tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) {
  const [leader] = await leaderOf(tx, { id })
  if (!leader) return []
  const kept = fields.filter((field) => field !== 'allergies')
  const clear = await revealLeaders(tx, keys, [leader.id], kept, asking)
  const { id: _id, person_key: _key, name_en, ...known } = leader
  const [surname_en = null, ...given] = name_en?.split(' ') ?? []
  return [{ ...known, surname_en, given_name_en: given.join(' ') || null, ...nothing, ...clear.get(leader.id) }]
}

/** All passengers: the leader and the travelers, numbered as in the lists. */
export async function revealAboard(tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) {
  const leads = await revealLeader(tx, keys, id, fields, asking)
  const people = await revealPeople(tx, keys, id, fields, asking)
  const flies = { traveler_id: null, booking_number: null, passenger_type: 'adult' }
  return [...leads.map((leader) => ({ ...leader, ...flies })), ...people].map((one, i) => ({ ...one, number: i + 1 }))
}
