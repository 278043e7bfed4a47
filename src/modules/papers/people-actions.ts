import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { revealLeaders } from '../tour-leaders/reveal-actions.ts'
import { type Asking, revealTravelers } from '../travelers/person/reveal-actions.ts'
import { leaderOf, type PersonOnPaper, peopleOf } from './people-queries.ts'

const nothing = { birth_date: null, national_id: null, passport_number: null, allergies: null }
type Clear = { [F in keyof typeof nothing]: string | null }
export type RevealedPerson = PersonOnPaper & Clear

/** The travelers of a trip with some personal fields in clear; each reading is logged for its traveler. */
export async function revealPeople(
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

/** The leader of a trip as a first line of such a list, with the fields that its record has. */
export async function revealLeader(tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) {
  const [leader] = await leaderOf(tx, { id })
  if (!leader) return []
  const kept = fields.filter((field) => field !== 'allergies')
  const clear = await revealLeaders(tx, keys, [leader.id], kept, asking)
  const { id: _id, person_key: _key, name_en, ...known } = leader
  const [surname_en = null, ...given] = name_en?.split(' ') ?? []
  return [{ ...known, surname_en, given_name_en: given.join(' ') || null, ...nothing, ...clear.get(leader.id) }]
}

/** All who fly: the leader and the travelers, numbered as on the lists. */
export async function revealAboard(tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) {
  const leads = await revealLeader(tx, keys, id, fields, asking)
  const people = await revealPeople(tx, keys, id, fields, asking)
  const flies = { traveler_id: null, booking_number: null, passenger_type: 'adult' }
  return [...leads.map((leader) => ({ ...leader, ...flies })), ...people].map((one, i) => ({ ...one, number: i + 1 }))
}
