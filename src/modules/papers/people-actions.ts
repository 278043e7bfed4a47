import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { revealLeaders } from '../tour-leaders/reveal-actions.ts'
import { type Asking, revealTravelers } from '../travelers/person/reveal-actions.ts'
import { leaderOf, type PersonOnPaper, peopleOf } from './people-queries.ts'

const nothing = { birth_date: null, national_id: null, passport_number: null, allergies: null }
type Clear = { [F in keyof typeof nothing]: string | null }
export type RevealedPerson = PersonOnPaper & Clear

/** The travelers of a trip with some personal fields in clear; each reading is logged for its traveler. */
export const revealPeople = async (
  tx: Tx,
  keys: Keys,
  id: number,
  fields: readonly string[],
  asking: Asking,
): Promise<RevealedPerson[]> => {
  const people = await peopleOf(tx, { ...asking.reader, id })
  const ids = people.map(({ traveler_id }) => traveler_id)
  const clear = await revealTravelers(tx, keys, ids, fields, asking)
  return people.map((person) => ({ ...person, ...nothing, ...clear.get(person.traveler_id) }))
}

/** The leader of a trip as a first line of such a list, with the fields that its record has. */
export const revealLeader = async (tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) => {
  const [leader] = await leaderOf(tx, { id })
  if (!leader) return []
  const kept = fields.filter((field) => field !== 'allergies')
  const clear = await revealLeaders(tx, keys, [leader.id], kept, asking)
  const { name, name_en, gender, mobile } = leader
  const [surname_en = null, ...given] = name_en?.split(' ') ?? []
  return [
    { name, surname_en, given_name_en: given.join(' ') || null, gender, mobile, ...nothing, ...clear.get(leader.id) },
  ]
}
