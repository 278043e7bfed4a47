import { createHash } from 'node:crypto'
import { lchown, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { isCode } from './errors.ts'

export type Connection = { host: string; port: number; user: string; password: string }

/**
 * The home itself, or a short directory in /tmp if the system does not accept so long a path for a socket. Its name
 * contains a hash of the password, so that other accounts cannot guess it and create it first.
 */
export const socketDirectory = (home: string, password: string) =>
  Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= LONGEST
    ? home
    : `/tmp/guidon-${createHash('sha256')
        .update(home + password)
        .digest('hex')
        .slice(0, 16)}`

// The longest path of a socket: macOS accepts 103 bytes, Linux 107.
const LONGEST = 103

/** Creates the directory. If it exists, checks that it belongs to PostgreSQL's account and is closed to others. */
export async function secureSocketDirectory(directory: string, { uid, gid }: Account) {
  await mkdir(directory, { mode: 0o700 }).catch((error) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  const found = await lstat(directory)
  const isOurs = found.uid === uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0)
    throw new Error(`${directory} should be a directory of PostgreSQL's account that is closed to others. Remove it.`)
  if (found.uid !== uid) await lchown(directory, uid, gid)
}
