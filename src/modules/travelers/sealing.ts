import { fingerprintsOf } from '../../kit/secrets/identity.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { type PersonKey, sealed } from '../../kit/secrets/personal-data.ts'
import { Traveler, type TravelerChange } from './schema.ts'

/** A body ready for storage: personal fields encrypted, with fingerprints of those that are compared. */
export const written = <Body extends TravelerChange>(keys: Keys, person: PersonKey | undefined, body: Body) => ({
  ...(person ? sealed(person, 'travelers', Traveler, body) : body),
  ...fingerprintsOf(keys, body),
})
