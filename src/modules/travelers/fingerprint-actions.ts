import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { consulted } from '../../kit/secrets/personal-data.ts'
import { BATCH, following, type Rotation } from '../../kit/secrets/rotation.ts'
import { fingerprintsOf } from './sealing.ts'

const names = ['birth_mark', 'passport_mark', 'identity_mark'] as const
type Identity = Record<(typeof names)[number], Buffer | null> & { id: number; person_key: string }

// A fingerprint cannot be converted to another master key, so it is recomputed from the value.
export const travelerFingerprintRotation: Rotation = {
  what: 'traveler marks',
  rewrap: async (tx, keys, after) => {
    const { rows } = await sql<Identity>`
    select id, person_key, birth_mark, passport_mark, identity_mark from travelers
     where coalesce(birth_mark, passport_mark, identity_mark) is not null ${following(after)}
     order by id limit ${BATCH} for no key update`.execute(tx)
    let renewed = 0
    for (const traveler of rows) if (await renewFingerprints(tx, keys, traveler)) renewed += 1
    return { rows, renewed }
  },
}

const renewFingerprints = async (tx: Tx, keys: Keys, { id, person_key, ...there }: Identity) => {
  const plain = (field: string) => consulted(tx, keys, { person_key, table: 'travelers', record_id: id, field })
  const fingerprints = fingerprintsOf(keys, {
    birth_date: await plain('birth_date'),
    passport_number: await plain('passport_number'),
    national_id: await plain('national_id'),
  })
  if (names.every((name) => isSame(there[name], fingerprints[name] ?? null))) return false
  await tx.updateTable('travelers').set(fingerprints).where('id', '=', id).execute()
  return true
}

const isSame = (a: Buffer | null, b: Buffer | null) => a === b || (!!a && !!b && a.equals(b))
