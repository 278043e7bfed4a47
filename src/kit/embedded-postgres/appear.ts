import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isCode } from './errors.ts'

/**
 * Fills a directory under a passing name and gives it its own name once it is whole: nobody ever sees half of it.
 * False when another process was first.
 */
export const appear = async (place: string, fill: (passing: string) => Promise<void>) => {
  await forgetAbandoned(place)
  const passing = await mkdtemp(`${place}${SUFFIX}`)
  try {
    await fill(passing)
    await rename(passing, place)
    return true
  } catch (error) {
    await rm(passing, { recursive: true, force: true })
    if (isCode(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}

const SUFFIX = '.new-'
const hour = 3_600_000

/** What a killed process left; an hour old, because a living one may be at it right now. */
const forgetAbandoned = async (place: string) => {
  const names = await readdir(dirname(place))
  for (const name of names.filter((name) => name.startsWith(basename(place) + SUFFIX))) {
    const passing = join(dirname(place), name)
    const made = await stat(passing).catch(() => undefined)
    if (made && made.mtimeMs < Date.now() - hour) await rm(passing, { recursive: true, force: true })
  }
}
