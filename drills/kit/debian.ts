import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { directory } from './context.ts'

/**
 * Debian's packages, unpacked into the directory of the drills without installing them. Returns the directory, or undefined if they
 * are not available.
 */
export const unpacked = (name: string, packages: readonly string[]) => {
  const place = join(directory, name)
  const isThere = () => globSync(join(place, 'usr/*')).length > 0
  if (isThere()) return place
  mkdirSync(place, { recursive: true })
  if (outputOf('apt-get', ['download', ...packages], place) === undefined) return undefined
  for (const file of globSync(join(place, '*.deb'))) outputOf('dpkg', ['-x', file, place])
  return isThere() ? place : undefined
}

/** The output of a program on both streams, because nginx prints its version on stderr; undefined if it fails. */
export const outputOf = (program: string, words: string[], cwd?: string) => {
  try {
    const shell = [`"$0" "$@" 2>&1`, program, ...words]
    return execFileSync('sh', ['-c', ...shell], { encoding: 'utf8', timeout: 120_000, cwd })
  } catch {
    return undefined
  }
}
