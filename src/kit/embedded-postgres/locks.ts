import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { processesOf, signal } from './processes.ts'
import type { Plan, Server } from './server.ts'

/** What the lock file says of the server that wrote it. */
export const lockOf = ({ home }: Pick<Plan, 'home'>) => {
  const [pid = '', place, , , , , , status] = linesOf(lockFile(home))
  return { pid: Number.parseInt(pid, 10) || undefined, place, status: status?.trim() }
}

/**
 * PostgreSQL itself takes over the lock of a dead process. It gives up on a lock file that was cut short, and on one
 * whose process number has since gone to somebody else, as happens whenever a container is started again.
 */
export const forgetStaleLocks = (server: Server) => {
  for (const file of [lockFile(server.home), join(server.connection.host, '.s.PGSQL.5432.lock')]) {
    const pid = Number.parseInt(linesOf(file)[0] ?? '', 10)
    const isForeign = pid > 0 && signal(pid, 0) && processesOf(server).leader !== pid
    if (!(pid > 0) || isForeign) rmSync(file, { force: true })
  }
}

export const forgetLock = ({ home }: Pick<Plan, 'home'>) => rmSync(lockFile(home), { force: true })

const lockFile = (home: string) => join(home, 'cluster', 'postmaster.pid')

const linesOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
