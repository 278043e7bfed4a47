import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fchownSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endOrphanServer, endOrphans } from './leftovers.ts'
import { forgetStaleLocks, lockOf } from './locks.ts'
import { withMutex } from './mutex.ts'
import { processesOf, signal } from './processes.ts'
import { cannotRun } from './programs.ts'
import type { Plan, Server } from './server.ts'
import { environment, settings } from './settings.ts'
import { secure } from './socket.ts'

/** True when it had to be started. Whether it then stays is for the caller to see. */
export const startUnlessAlive = (server: Server) =>
  withMutex(server.name, async () => {
    await secure(server.connection.host, server.account)
    if (await isAlive(server)) return false
    await endOrphans(server)
    forgetStaleLocks(server)
    await start(server)
    return true
  })

/** Fast shutdown: clients are cut off, what they have committed is kept. Resolves when the server is gone. */
export const stop = async (server: Server) => {
  const { leader } = processesOf(server)
  if (!leader) return
  signal(leader, 'SIGINT')
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(20))
    if (processesOf(server).leader !== leader) return
}

export const logFile = ({ home }: Pick<Plan, 'home'>) => join(home, 'server.log')

/** A leader soon writes its lock file, unless its data directory is no longer there. */
const isAlive = async (server: Server) => {
  let leader: number | undefined
  for (const end = Date.now() + 2000; Date.now() < end; await pause(20)) {
    leader = processesOf(server).leader
    if (!leader) return false
    if (lockOf(server).pid === leader) return true
  }
  if (leader) await endOrphanServer(server, leader)
  return false
}

/** Detached, with no pipe to us: it lives on when we die. */
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

/** Follows no link: root writes here in a directory that belongs to another. */
const openLog = (server: Server) => {
  const file = logFile(server)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > megabyte) renameSync(file, `${file}.old`)

  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  fchownSync(log, server.account.uid, server.account.gid)
  return log
}
