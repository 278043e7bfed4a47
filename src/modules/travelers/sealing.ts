import type { Keys } from '../../kit/secrets/keys.ts'
import { fingerprint, type PersonKey, sealed } from '../../kit/secrets/personal-data.ts'
import { personalIn } from '../../kit/secrets/personal-fields.ts'
import { Traveler, type TravelerChange } from './schema.ts'

/** Whether something is entered that must be sealed. */
export const isSealing = (body: TravelerChange) =>
  Object.entries(body).some(([name, value]) => personalIn(Traveler).includes(name) && value !== null)

/** What is entered, as it is kept: personal fields sealed, and beside them what finds them twice. */
export const written = <Body extends TravelerChange>(keys: Keys, person: PersonKey | undefined, body: Body) => ({
  ...(person ? sealed(person, 'travelers', Traveler, body) : body),
  ...marksOf(keys, body),
})

type Marked = Pick<TravelerChange, 'birth_date' | 'passport_number' | 'national_id'>

/** Equal for equal values, and tells nothing else. */
export const marksOf = (keys: Keys, { birth_date, passport_number, national_id }: Marked) => ({
  ...(birth_date !== undefined && { birth_mark: markOf(keys, 'birth date', birth_date) }),
  ...(passport_number !== undefined && { passport_mark: markOf(keys, 'passport', passport_number) }),
  ...(national_id !== undefined && { identity_mark: markOf(keys, 'national id', national_id) }),
})

const markOf = (keys: Keys, kind: string, value: string | null) => (value ? fingerprint(keys, kind, value) : null)
