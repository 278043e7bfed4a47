import type { Keys } from '../../kit/secrets/keys.ts'
import { fingerprint, type PersonKey, sealed } from '../../kit/secrets/personal-data.ts'
import { Traveler, type TravelerChange } from './schema.ts'

/** A body ready for storage: personal fields encrypted, with fingerprints of those that are compared. */
export const written = <Body extends TravelerChange>(keys: Keys, person: PersonKey | undefined, body: Body) => ({
  ...(person ? sealed(person, 'travelers', Traveler, body) : body),
  ...fingerprintsOf(keys, body),
})

type Identity = Pick<TravelerChange, 'birth_date' | 'passport_number' | 'national_id'>

/** Equal values have equal fingerprints, which reveal nothing else. */
export const fingerprintsOf = (keys: Keys, { birth_date, passport_number, national_id }: Identity) => ({
  ...(birth_date !== undefined && { birth_mark: fingerprintOf(keys, 'birth date', birth_date) }),
  ...(passport_number !== undefined && { passport_mark: fingerprintOf(keys, 'passport', passport_number) }),
  ...(national_id !== undefined && { identity_mark: fingerprintOf(keys, 'national id', national_id) }),
})

/** By which a passport is found. */
export const passportFingerprint = (keys: Keys, passport_number: string) =>
  fingerprint(keys, 'passport', passport_number)

const fingerprintOf = (keys: Keys, kind: string, value: string | null) =>
  value ? fingerprint(keys, kind, value) : null
