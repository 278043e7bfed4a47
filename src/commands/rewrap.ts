import { recordFirstKeyAlone } from '../kit/secrets/known-keys.ts'
import { rewrapAll } from '../kit/secrets/rotation.ts'
import { sealingKeys } from '../master-keys.ts'
import { rotations } from '../wiring.ts'
import type { Arguments } from './command.ts'
import { byCommand, withMigrated } from './installation.ts'
import { answer, type Io, progress } from './io.ts'

/** May run beside the service if all its processes have both keys. Can be interrupted: completed batches stay. */
export function rewrap(io: Io, { json }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    const { show, done } = progress(io)
    const keys = await sealingKeys(config, database)
    const told = await rewrapAll(rotations, { database, keys }, byCommand, show)
    await database.transaction({}, (tx) => recordFirstKeyAlone(tx, keys))
    done()
    const lines = Object.entries(told)
      .map(([what, { rows, renewed }]) => `  ${what}: ${renewed} / ${rows}\n`)
      .join('')
    answer(io, json, told, [
      `已全部以第一把主金鑰封裝（更新 / 全部）：\n${lines}`,
      `Everything is sealed under the first master key (renewed / all):\n${lines}`,
    ])
  })
}
