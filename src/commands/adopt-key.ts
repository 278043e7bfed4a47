import { refuse } from '../kit/errors.ts'
import { faultOfKeys } from '../kit/secrets/known-keys.ts'
import { adoptKeys, configuredKeys } from '../master-keys.ts'
import { rotations } from '../wiring.ts'
import type { Arguments } from './command.ts'
import { withMigrated } from './installation.ts'
import { answer, type Io } from './io.ts'

/**
 * For a master key that is permanently lost: the configured key, or a new one, seals from now on. What the lost key sealed stays
 * unreadable.
 */
export function adoptKey(io: Io, { json }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    if (!(await faultOfKeys(database.db, configuredKeys(config), rotations)))
      refuse('step_not_possible', { detail: fits, also: { possible: [] } })
    await adoptKeys(config, database)
    answer(io, json, { adopted: true }, [
      '此後以目前的主金鑰封裝；先前的金鑰所封裝的個人資料無法再讀取。',
      'From now on the present master key seals. Personal data that the lost one sealed can never be read.',
    ])
  })
}

const fits = [
  '目前的主金鑰與資料庫相符，不需要變更；更換金鑰請用 rewrap。',
  'The master key fits the database, so there is nothing to give up. To change the key, use rewrap.',
] as const
