import { lchown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { isCode } from './errors.ts'
import { withMutex } from './mutex.ts'
import { processesOf } from './processes.ts'
import { digest, type Server } from './server.ts'

/**
 * The home itself, or a short directory in /tmp if the system does not accept so long a path for a socket. Its name
 * contains a hash of the password, so that other accounts cannot guess it and create it first.
 */
export const socketDirectory = (home: string, password: string) =>
  Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= maxSocketPath
    ? home
    : `/tmp/guidon-${digest(home + password).slice(0, 16)}`

/** Creates the directory. If it exists, checks that it belongs to PostgreSQL's account and is closed to others. */
export const secureSocketDirectory = async (directory: string, { uid, gid }: Account) => {
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

/** Removes the directory in /tmp after the server was stopped. The home is never empty, so `rmdir` keeps it. */
export const removeSocketDirectory = (server: Server) =>
  withMutex(server.name, async () => {
    if (!processesOf(server).postmaster) await rmdir(server.connection.host).catch(() => {})
  })

// The maxSocketPath path of a socket: macOS accepts 103 bytes, Linux 107.
const maxSocketPath = 103
