import type { Keys } from '../../kit/secrets/keys.ts'
import { type PersonKey, sealed } from '../../kit/secrets/personal-data.ts'
import { fingerprintsOf } from '../fingerprints.ts'
import { asInPassport } from './rules.ts'
import { Traveler, type TravelerChange } from './schema.ts'

/** A body ready for storage: personal fields encrypted, with fingerprints of the fields that are compared. */
export function written<Body extends TravelerChange>(keys: Keys, person: PersonKey | undefined, body: Body) {
  return {
    ...(person ? sealed(person, 'travelers', Traveler, asInPassport(body)) : asInPassport(body)),
    ...fingerprintsOf(keys, asInPassport(body)),
  }
}
