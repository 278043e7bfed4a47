import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../files/store.ts'
import type { Show } from './back-up.ts'
import { readPlain, sync, writePlain } from './bytes.ts'
import { refuseDamaged } from './damage.ts'
import { keptFile, type Manifest } from './manifest.ts'

/** Brings the files of a backup into a store; what was there already stays, also when everything is taken back. */
export const bringFiles = (files: Store) => {
  const brought: string[] = []
  return {
    bring: async (directory: string, kept: Manifest['files'], show: Show) => {
      for (const [i, { name, sha256 }] of kept.entries()) {
        show(`files ${i + 1}/${kept.length}`)
        if (await files.has(name)) continue
        await bringOne(files, keptFile(directory, name), name, sha256)
        brought.push(name)
      }
    },
    takeBack: async () => {
      for (const name of brought) await files.remove(name)
    },
  }
}

const bringOne = async (files: Store, from: string, name: string, sha256: string) => {
  const arrival = join(files.arrivals, name)
  await rm(arrival, { force: true })
  const weight = await writePlain(readPlain(from), arrival)
  if (weight.sha256 !== sha256) {
    await rm(arrival)
    refuseDamaged(from)
  }
  await sync(arrival)
  await files.keep(arrival, name)
  await rm(arrival, { force: true })
}
