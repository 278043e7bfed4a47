import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fchownSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endOrphanServer, endOrphans } from './leftovers.ts'
import { lockOf, removeStaleLocks } from './locks.ts'
import { withMutex } from './mutex.ts'
import { processesOf, signal } from './processes.ts'
import { cannotRun } from './programs.ts'
import type { Plan, Server } from './server.ts'
import { environment, settings } from './settings.ts'
import { secureSocketDirectory } from './socket.ts'

/** Returns true if it started the server. It does not wait until the server accepts connections; the caller connects. */
export const startUnlessRunning = (server: Server) =>
  withMutex(server.name, async () => {
    await secureSocketDirectory(server.connection.host, server.account)
    if (await isRunning(server)) return false
    await endOrphans(server)
    removeStaleLocks(server)
    await start(server)
    return true
  })

/** Fast shutdown: clients are disconnected, committed data is kept. Resolves when the server has ended, at the latest after 60 s. */
export const stop = async (server: Server) => {
  const { postmaster } = processesOf(server)
  if (!postmaster) return
  signal(postmaster, 'SIGINT')
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(20))
    if (processesOf(server).postmaster !== postmaster) return
}

export const logFile = ({ home }: Pick<Plan, 'home'>) => join(home, 'server.log')

/** A postmaster soon writes its lock file. One that has none after 2 s has lost its data directory, and is killed. */
const isRunning = async (server: Server) => {
  let postmaster: number | undefined
  for (const end = Date.now() + 2000; Date.now() < end; await pause(20)) {
    postmaster = processesOf(server).postmaster
    if (!postmaster) return false
    if (lockOf(server).pid === postmaster) return true
  }
  if (postmaster) await endOrphanServer(server, postmaster)
  return false
}

/** Starts it detached and without pipes to this process, so that it survives this process. */
const start = async (server: Server) => {
  const { uid, gid } = server.account
  const log = openLog(server)
  const options = { uid, gid, cwd: '/', env: environment, detached: true }
  const command = ['-D', join(server.home, 'cluster'), ...settings(server)]
  try {
    const child = spawn(server.programs.postgres, command, { ...options, stdio: ['ignore', log, log] })
    await once(child, 'spawn')
    child.unref()
    server.meanwhile()
  } catch (error) {
    throw cannotRun(server.programs.postgres, error)
  } finally {
    closeSync(log)
  }
}

const megabyte = 1_048_576

/** Does not follow a symbolic link, because root opens the file in a directory of another account. */
const openLog = (server: Server) => {
  const file = logFile(server)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > megabyte) renameSync(file, `${file}.old`)

  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  fchownSync(log, server.account.uid, server.account.gid)
  return log
}
