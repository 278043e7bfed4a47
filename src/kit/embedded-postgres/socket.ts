import { lchown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { isCode } from './errors.ts'
import { withMutex } from './mutex.ts'
import { processesOf } from './processes.ts'
import { digest, type Server } from './server.ts'

/** The home itself; a short directory in /tmp where the system would not take so long a path. No other can guess it. */
export const socketDirectory = (home: string, password: string) =>
  Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= longest
    ? home
    : `/tmp/guidon-${digest(home + password).slice(0, 16)}`

/** Makes it, or sees that the one there is PostgreSQL's own and closed to others. */
export const secure = async (directory: string, { uid, gid }: Account) => {
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
  const found = await lstat(directory)
  const isOurs = found.uid === uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0)
    throw new Error(`${directory} should be a directory of PostgreSQL's account that is closed to others. Remove it.`)
  if (found.uid !== uid) await lchown(directory, uid, gid)
}

/** Leaves nothing in /tmp behind a server that was stopped. The home is never empty, and stays. */
export const tidy = (server: Server) =>
  withMutex(server.name, async () => {
    if (!processesOf(server).leader) await rmdir(server.connection.host).catch(() => {})
  })

// macOS takes 103 bytes, Linux 107.
const longest = 103
