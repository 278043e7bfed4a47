import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { processesOf, signal } from './processes.ts'
import type { Server } from './server.ts'

/**
 * PostgreSQL itself takes over the lock of a dead process. It gives up on a lock file that was cut short, and on one
 * whose process number has since gone to somebody else, as happens whenever a container is started again.
 */
export const forgetStaleLocks = (server: Server) => {
  for (const file of [lockFile(server), join(server.connection.host, '.s.PGSQL.5432.lock')]) {
    const pid = pidIn(file)
    const isForeign = pid && signal(pid, 0) && processesOf(server).leader !== pid
    if (!pid || isForeign) rmSync(file, { force: true })
  }
}

export const lockHolder = (server: Server) => pidIn(lockFile(server))

/** Whether the server was told to stop and now refuses newcomers; it may wait in vain for its clients to leave. */
export const isStopping = (server: Server) => linesOf(lockFile(server))[7]?.trim() === 'stopping'

const lockFile = ({ home }: Server) => join(home, 'cluster', 'postmaster.pid')

const pidIn = (file: string) => {
  const pid = Number.parseInt(linesOf(file)[0] ?? '', 10)
  return pid > 0 ? pid : undefined
}

const linesOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
