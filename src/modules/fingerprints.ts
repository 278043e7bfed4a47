import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kit/db/tables.ts'
import type { Keys } from '../kit/secrets/keys.ts'
import { fingerprint, openedFields, type SealedRow } from '../kit/secrets/personal-data.ts'
import { BATCH, following, type Rotation } from '../kit/secrets/rotation.ts'

/** Fingerprints of the data that identifies a person, in the columns of a table of people. */
type Fingerprints = {
  birth_mark: Buffer | null
  passport_mark: Buffer | null
  identity_mark: Buffer | null
}
export const noFingerprints: Fingerprints = { birth_mark: null, passport_mark: null, identity_mark: null }

type Identity = { [field in 'birth_date' | 'passport_number' | 'national_id']?: string | null | undefined }

/** The fingerprints of the values in a body. Equal values have equal fingerprints, which reveal nothing else. */
export function fingerprintsOf(keys: Keys, { birth_date, passport_number, national_id }: Identity) {
  return {
    ...(birth_date !== undefined && { birth_mark: fingerprintOf(keys, 'birth date', birth_date) }),
    ...(passport_number !== undefined && { passport_mark: fingerprintOf(keys, 'passport', passport_number) }),
    ...(national_id !== undefined && { identity_mark: fingerprintOf(keys, 'national id', national_id) }),
  }
}

/** The fingerprint by which a passport is found. */
export function passportFingerprint(keys: Keys, passport_number: string) {
  return fingerprint(keys, 'passport', passport_number)
}

const fingerprintOf = (keys: Keys, kind: string, value: string | null) =>
  value ? fingerprint(keys, kind, value) : null

type People = 'travelers' | 'tour_leaders'
type Row = SealedRow & Fingerprints & { id: number }
const fields = ['birth_date', 'passport_number', 'national_id']

// A fingerprint cannot be converted to another master key, so it is computed again from the value.
export function identityRotation(table: People, what: string): Rotation {
  return {
    what,
    rewrap: async (tx, keys, after) => {
      const rows = await lockedRows(
        tx,
        table,
        sql`num_nonnulls(birth_date, passport_number, national_id) > 0 ${following(after)}`,
      )
      let renewed = 0
      for (const row of rows) if (await renew(tx, table, row, fingerprintsIn(keys, table, row))) renewed += 1
      return { rows, renewed }
    },
  }
}

const lockedRows = async (tx: Tx, table: People, where: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`
  select id, person_key, (select wrapped from person_keys where id = t.person_key) as wrapped,
         birth_mark, passport_mark, identity_mark, (birth_date).sealed as birth_date,
         (passport_number).sealed as passport_number, (national_id).sealed as national_id
    from ${sql.table(table)} t where ${where} order by id limit ${BATCH} for no key update`.execute(tx)
  return rows
}

const fingerprintsIn = (keys: Keys, table: People, row: Row): Fingerprints => ({
  ...noFingerprints,
  ...fingerprintsOf(keys, openedFields(keys, { table, fields }, row)),
})

const renew = async (tx: Tx, table: People, row: Row, own: Fingerprints) => {
  if (isCurrent(row, own)) return false
  const keepVersion = (isOn: boolean) =>
    sql`select set_config('guidon.keeps_version', ${isOn ? 'on' : ''}, true)`.execute(tx)
  await keepVersion(true)
  await sql`
    update ${sql.table(table)} set birth_mark = ${own.birth_mark}, passport_mark = ${own.passport_mark},
           identity_mark = ${own.identity_mark} where id = ${row.id}`.execute(tx)
  await keepVersion(false)
  return true
}

const isCurrent = (row: Row, own: Fingerprints) => columns.every((column) => isSame(row[column], own[column]))
const columns = ['birth_mark', 'passport_mark', 'identity_mark'] as const
const isSame = (a: Buffer | null, b: Buffer | null) => a === b || (!!a && !!b && a.equals(b))
