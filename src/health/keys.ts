import type { Db } from '../kit/db/tables.ts'
import type { Keys } from '../kit/secrets/keys.ts'
import { faultOfKnownKeys } from '../kit/secrets/known-keys.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Checks whether the master key of this process still fits the database. Without it `/readyz` answers 503. */
export async function keyFinding(db: Db, keys: Keys): Promise<Finding> {
  const fault = await faultOfKnownKeys(db, keys)
  return fault
    ? fail('master key', fault, ['請重新啟動使用舊金鑰的程序。', 'Restart the processes that use an old key.'])
    : ok('master key', ['與資料庫相符。', 'It fits the database.'])
}
