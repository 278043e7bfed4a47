import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'
import { refuse } from '../errors.ts'
import type { Words } from '../words/words.ts'
import type { Keys } from './keys.ts'
import { isTable, type Rotation } from './rotation.ts'

declare module '../db/tables.ts' {
  interface Tables {
    installation: { key: string; value: string }
  }
}

/** The row of `installation` with the check values of the master keys with which values in this database are sealed. */
const ROW = 'master_keys'

/**
 * The fault of the configured master keys, if any. Each key with sealed values must be among them, so a key that was removed before
 * `rewrap` is reported too. Changes nothing, and may run before the migrations.
 */
export async function faultOfKeys(db: Db, keys: Keys | undefined, rotations: readonly Rotation[]) {
  if (!(await isTable(db, 'installation'))) return undefined
  const known = await knownKeys(db)
  if (known) return keys ? faultAmong(known, keys) : absent
  // An older version has not recorded its keys, so a sealed value of each kind is opened.
  const sealed = await samples(db, rotations)
  if (!keys) return sealed.length ? absent : undefined
  return sealed.every(({ isOpenedBy }) => isOpenedBy(keys)) ? undefined : another
}

/** Records the key that seals from now on. Refuses if another process has just recorded a key that is not among these. */
export async function recordKeys(tx: Tx, keys: Keys, rotations: readonly Rotation[]) {
  const [first = '', ...older] = keys.checks()
  // After an older version it is unknown which key has sealed which value, so all keys are recorded.
  const isSealed = (await samples(tx, rotations)).length > 0
  await tx
    .insertInto('installation')
    .values({ key: ROW, value: (isSealed ? [first, ...older] : [first]).join() })
    .onConflict((known) => known.doNothing())
    .execute()
  const known = (await knownKeys(tx, 'locked')) ?? []
  const fault = faultAmong(known, keys)
  if (fault) refuseKeys(fault)
  if (!known.includes(first)) await setKeys(tx, [first, ...known])
}

/** Records only the first key: everything is sealed with it, or values of the others are given up. */
export function recordFirstKeyAlone(tx: Tx, keys: Keys) {
  return setKeys(tx, keys.checks().slice(0, 1))
}

/** Like `faultOfKeys`, for a running process, from the recorded keys alone. */
export async function faultOfKnownKeys(db: Db, keys: Keys) {
  return faultAmong((await knownKeys(db)) ?? [], keys)
}

export function refuseKeys(detail: Words) {
  return refuse('step_not_possible', { detail, also: { possible: [] } })
}

const faultAmong = (known: readonly string[], keys: Keys): Words | undefined => {
  const configured = keys.checks()
  if (known.every((check) => configured.includes(check))) return undefined
  return known.some((check) => configured.includes(check)) ? oneMissing : another
}

const knownKeys = async (db: Db, lock?: 'locked') => {
  const row = db.selectFrom('installation').select('value').where('key', '=', ROW)
  return (await (lock ? row.forUpdate() : row).executeTakeFirst())?.value.split(',')
}

const setKeys = (tx: Tx, checks: readonly string[]) =>
  sql`insert into installation (key, value) values (${ROW}, ${checks.join()})
    on conflict (key) do update set value = excluded.value`.execute(tx)

const samples = async (db: Db, rotations: readonly Rotation[]) => {
  const sealed = []
  for (const { sample } of rotations) if (sample) sealed.push(...(await sample(db)))
  return sealed
}

const absent = [
  '這個資料庫的個人資料以主金鑰封裝，但目前沒有主金鑰；請放回原來的 MASTER_KEY 或 DATA_DIR/master.key。若金鑰確定遺失，請見 docs/OPERATIONS.md「遺失主金鑰」。',
  'The personal data of this database is sealed with a master key, and none is here. Bring back the MASTER_KEY or DATA_DIR/master.key that it had. If it is lost for good, see "A lost master key" in docs/OPERATIONS.md.',
] as const
const another = [
  '這個資料庫的個人資料是以另一把主金鑰封裝的；請提供原來的金鑰（MASTER_KEY 或 DATA_DIR/master.key）。若金鑰確定遺失，請見 docs/OPERATIONS.md「遺失主金鑰」。',
  'The personal data of this database is sealed with another master key. Give the one that it had (MASTER_KEY or DATA_DIR/master.key). If it is lost for good, see "A lost master key" in docs/OPERATIONS.md.',
] as const
const oneMissing = [
  '這個資料庫仍有資料是以未提供的主金鑰封裝的；請把那把金鑰加回 MASTER_KEY（新金鑰在前），執行 guidon rewrap 之後再移除。',
  'Some data of this database is still sealed with a master key that is not given. Add that key to MASTER_KEY again, after the new one, and remove it only when guidon rewrap has finished.',
] as const
