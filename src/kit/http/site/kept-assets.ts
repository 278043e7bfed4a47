import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Asset } from './assets.ts'

const HOUR = 3_600_000
/** How long after its last process has stopped the files of a release are still served. */
const KEPT = 25 * HOUR

/**
 * Keeps the hashed files of a site in a folder that outlives a release, so that a page that was opened before an upgrade still
 * finds its parts. While a release runs, its files count as new; others are removed after a day.
 */
export const keepAssets = (folder: string, assets: readonly Asset[]) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const now = new Date()
  for (const asset of assets) {
    const file = join(folder, basename(asset.path))
    if (!existsSync(file)) write(file, asset.plain)
    utimesSync(file, now, now)
  }
  removeOld(folder)
}

/** A kept file, if this is one. */
export const keptAsset = (folder: string, name: string) =>
  /^\w[\w.-]*$/.test(name) && existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined

export const HOURLY = HOUR

// Processes start at the same time: a file appears at once as a whole.
const write = (file: string, content: Buffer) => {
  writeFileSync(`${file}.${process.pid}`, content)
  renameSync(`${file}.${process.pid}`, file)
}

const removeOld = (folder: string) => {
  const oldest = Date.now() - KEPT
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const last = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (last !== undefined && last < oldest) rmSync(file, { force: true })
  }
}
