import { sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { slept, specialRequests } from '../planned-trips/manifest.ts'
import { needsOf } from '../planned-trips/needs.ts'
import { tripsSeenBy } from '../planned-trips/visible.ts'
import { revealLeaders } from '../tour-leaders/reveal.ts'
import { type Asking, revealTravelers } from '../travelers/reveal.ts'
import type { Reader } from '../users/reader.ts'

const visa = sql<string | null>`(
  select d.status from traveler_documents d where d.traveler_id = v.id and d.kind = 'visa' order by d.id desc limit 1)`

/** The travelers of a trip with the fields of its papers and what its leader knows of their needs, without encrypted data, in the order of its lists. */
export async function peopleOf(db: Db, given: Reader & { id: number }) {
  return (await aboard(db, given)).map((one) => ({ ...one, needs: needsOf(one) }))
}

const aboard = statement((db, { id, ...reader }: Reader & { id: number }) =>
  tripsSeenBy(db, reader)
    .innerJoin('bookings as b', 'b.planned_trip_id', 'planned_trips.id')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(sql<number>`row_number() over (order by b.booking_number, v.id)`.as('number'))
    .select([
      'v.id as traveler_id',
      'b.booking_number',
      'v.name',
      'v.surname_en',
      'v.given_name_en',
      'v.gender',
      'v.passenger_type',
      'v.age',
    ])
    .select(slept.as('slept'))
    .select(['v.nationality', 'v.passport_country', 'v.passport_expires_on', 'v.passport_status', 'v.mobile'])
    .select(['v.emergency_name', 'v.emergency_phone', 'v.emergency_relation', 'b.contact_name', 'b.contact_phone'])
    .select(['v.meal_requirement', 'v.food_restrictions'])
    .select([visa.as('visa_status'), sql<boolean>`v.allergies is not null`.as('has_allergies')])
    .select(specialRequests(true).as('special_requests'))
    .where('planned_trips.id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where('v.status', '=', 'active')
    .orderBy('number'),
)
type PersonOnPaper = Awaited<ReturnType<typeof peopleOf>>[number]

/** The leader of a trip, who needs insurance and documents like the travelers. */
const leaderOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('tour_leaders as l')
    .innerJoin('planned_trips as t', 't.assigned_leader_id', 'l.id')
    .select(['l.id', 'l.name', 'l.name_en', 'l.gender', 'l.mobile', 'l.person_key'])
    .select(['l.nationality', 'l.passport_country', 'l.passport_expires_on'])
    .where('t.id', '=', id),
)

const nothing = { birth_date: null, national_id: null, passport_number: null, allergies: null }
type Clear = { [F in keyof typeof nothing]: string | null }
type RevealedPerson = PersonOnPaper & Clear

/** The travelers of a trip with some personal fields in clear. Each reading is logged for its traveler. */
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

/** The leader of a trip as the first line of such a list, with the fields that the leader's record has. */
export async function revealLeader(tx: Tx, keys: Keys, id: number, fields: readonly string[], asking: Asking) {
  const [leader] = await leaderOf(tx, { id })
  if (!leader) return []
  const kept = fields.filter((field) => field !== 'allergies')
  const clear = await revealLeaders(tx, keys, [leader.id], kept, asking)
  const { id: _id, person_key: _key, name_en, ...known } = leader
  const [surname_en = null, ...given] = name_en?.split(' ') ?? []
  return [{ ...known, surname_en, given_name_en: given.join(' ') || null, ...nothing, ...clear.get(leader.id) }]
}
