import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, masterKeysIn } from './config.ts'
import type { Database } from './kit/db/connect.ts'
import { type Keys, keysFrom } from './kit/secrets/keys.ts'
import { faultOfKeys, recordFirstKeyAlone, recordKeys, refuseKeys } from './kit/secrets/known-keys.ts'
import { rotations } from './wiring.ts'

/** The path of the master key if the settings contain none. */
export function keyFileOf({ dataDir }: Pick<Config, 'dataDir'>) {
  return join(dataDir, 'master.key')
}

export function masterKeysAt(path: string) {
  const kept = masterKeysIn(readFileSync(path, 'utf8'))
  if (!kept) throw new Error(`${path} must hold 32 random bytes in base64.`)
  return kept
}

/** The master keys in the settings, or in the data directory; undefined if there are none. */
export function configuredKeys(config: Config): Keys | undefined {
  if (config.masterKeys) return keysFrom(...config.masterKeys)
  const path = keyFileOf(config)
  return existsSync(path) ? keysFrom(...masterKeysAt(path)) : undefined
}

/**
 * The master keys, checked against the database before anything is written. A key is generated only for a database in which nothing
 * is sealed yet.
 */
export async function checkedKeys(config: Config, { db }: Database): Promise<Keys> {
  const configured = configuredKeys(config)
  const fault = await faultOfKeys(db, configured, rotations)
  if (fault) refuseKeys(fault)
  return configured ?? generatedKeys(config)
}

/** The same, for a command that seals values in a database whose migrations have run. */
export async function sealingKeys(config: Config, database: Database) {
  const keys = await checkedKeys(config, database)
  await recordSealing(database, keys)
  return keys
}

/** Records which key seals from now on. The migrations must have run. */
export function recordSealing(database: Database, keys: Keys) {
  return database.transaction({}, (tx) => recordKeys(tx, keys, rotations))
}

/** Gives up what other master keys have sealed: the configured one, or a new one, seals from now on. */
export async function adoptKeys(config: Config, database: Database) {
  const keys = configuredKeys(config) ?? generatedKeys(config)
  await database.transaction({}, (tx) => recordFirstKeyAlone(tx, keys))
}

/** Generates a master key and stores it in the data directory. */
const generatedKeys = (config: Config) => {
  const path = keyFileOf(config)
  writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  return keysFrom(...masterKeysAt(path))
}
