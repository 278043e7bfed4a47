import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isCode } from './errors.ts'

/**
 * Fills a directory under a temporary name and renames it when it is complete, so that no process ever reads a partial
 * one. Returns false if another process created it first.
 */
export const createAtomically = async (place: string, fill: (temporary: string) => Promise<void>) => {
  await removeAbandoned(place)
  const temporary = await mkdtemp(`${place}${SUFFIX}`)
  try {
    await fill(temporary)
    await rename(temporary, place)
    return true
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (isCode(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}

const SUFFIX = '.new-'
const hour = 3_600_000

/** Removes directories of killed processes. Only those older than an hour, because a running process may still fill a younger one. */
const removeAbandoned = async (place: string) => {
  const names = await readdir(dirname(place))
  for (const name of names.filter((name) => name.startsWith(basename(place) + SUFFIX))) {
    const temporary = join(dirname(place), name)
    const made = await stat(temporary).catch(() => undefined)
    if (made && made.mtimeMs < Date.now() - hour) await rm(temporary, { recursive: true, force: true })
  }
}
