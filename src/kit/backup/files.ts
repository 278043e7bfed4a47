import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../files/store.ts'
import type { Show } from './back-up.ts'
import { readPlain, sync, writePlain } from './bytes.ts'
import { refuseDamaged } from './damage.ts'
import { keptFile, type Manifest } from './manifest.ts'

/** Copies the files of a backup into a store. Files that are in the store already are neither overwritten nor removed by `undo`. */
export function fileRestorer(files: Store) {
  const copied: string[] = []
  return {
    copyAll: async (directory: string, kept: Manifest['files'], show: Show) => {
      for (const [i, { name, sha256 }] of kept.entries()) {
        show(`files ${i + 1}/${kept.length}`)
        if (await files.has(name)) continue
        await copyOne(files, keptFile(directory, name), name, sha256)
        copied.push(name)
      }
    },
    undo: async () => {
      for (const name of copied) await files.remove(name)
    },
  }
}

const copyOne = async (files: Store, from: string, name: string, sha256: string) => {
  const arrival = join(files.arrivals, name)
  await rm(arrival, { force: true })
  const written = await writePlain(readPlain(from), arrival)
  if (written.sha256 !== sha256) {
    await rm(arrival)
    refuseDamaged(from)
  }
  await sync(arrival)
  await files.keep(arrival, name)
  await rm(arrival, { force: true })
}
