import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isCode } from './errors.ts'

/**
 * Fills a directory under a temporary name and renames it when it is complete, so that no process ever reads a partial
 * one. Returns false if another process created it first.
 */
export const createAtomically = async (directory: string, fill: (temporary: string) => Promise<void>) => {
  await removeAbandoned(directory)
  const temporary = await mkdtemp(`${directory}${SUFFIX}`)
  try {
    await fill(temporary)
    await rename(temporary, directory)
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
const removeAbandoned = async (directory: string) => {
  const names = await readdir(dirname(directory))
  for (const name of names.filter((name) => name.startsWith(basename(directory) + SUFFIX))) {
    const temporary = join(dirname(directory), name)
    const made = await stat(temporary).catch(() => undefined)
    if (made && made.mtimeMs < Date.now() - hour) await rm(temporary, { recursive: true, force: true })
  }
}
