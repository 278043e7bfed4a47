import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { forgetStaleLocks, lockHolder } from './locks.ts'
import { processesOf, signal } from './processes.ts'
import type { Server } from './server.ts'
import { environment, settings } from './settings.ts'
import { secure } from './socket.ts'
import { inTurn } from './turn.ts'

/** True when it had to be started. Whether it then stays is for the caller to see. */
export const startUnlessAlive = (server: Server) =>
  inTurn(server.name, async () => {
    await secure(server.connection.host, server.account)
    if (await isAlive(server)) return false
    await endOrphans(server)
    forgetStaleLocks(server)
    await start(server)
    return true
  })

/** Fast shutdown: clients are cut off, what they have committed is kept. True once the server is gone. */
export const stop = async (server: Server, patience = 60_000) => {
  const { leader } = processesOf(server)
  if (!leader) return true
  signal(leader, 'SIGINT')
  for (const end = Date.now() + patience; Date.now() < end; await pause(20))
    if (processesOf(server).leader !== leader) return true
  return false
}

export const logFile = ({ home }: Pick<Server, 'home'>) => join(home, 'server.log')

/** A leader soon writes its lock file; one that does not is the ghost of a data directory that was since removed. */
const isAlive = async (server: Server) => {
  for (const end = Date.now() + 2000; Date.now() < end; await pause(20)) {
    const { leader } = processesOf(server)
    if (!leader) return false
    if (lockHolder(server) === leader) return true
  }
  const { leader } = processesOf(server)
  const isGone = await stop(server, 5000)
  if (leader && !isGone) signal(leader, 'SIGKILL')
  return false
}

/** What a killed leader leaves behind holds its shared memory and would keep the next one from starting. */
const endOrphans = async (server: Server) => {
  for (const end = Date.now() + 5000; Date.now() < end; await pause(10)) {
    const { orphans } = processesOf(server)
    if (orphans.length === 0) return
    for (const pid of orphans) signal(pid, 'SIGKILL')
  }
}

/** Detached, with no pipe to us: it lives on when we die. */
const start = async (server: Server) => {
  const { uid, gid } = server.account
  const log = openLog(server)
  const options = { uid, gid, cwd: '/', env: environment, detached: true }
  const command = ['-D', join(server.home, 'cluster'), ...settings(server)]
  const child = spawn(server.programs.postgres, command, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
}

const megabyte = 1_048_576

/** Follows no link: root writes here in a directory that belongs to another. */
const openLog = (server: Server) => {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(logFile(server), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  fchownSync(log, server.account.uid, server.account.gid)
  if (fstatSync(log).size > megabyte) ftruncateSync(log)
  return log
}
