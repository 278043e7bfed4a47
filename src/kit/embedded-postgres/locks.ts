import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { processesOf, signal } from './processes.ts'
import type { Plan, Server } from './server.ts'

/** Reads the lock file: the process id, data directory and status of the server that wrote it. */
export const lockOf = ({ home }: Pick<Plan, 'home'>) => {
  const [pid = '', place, , , , , , status] = linesOf(lockFile(home))
  return { pid: Number.parseInt(pid, 10) || undefined, place, status: status?.trim() }
}

/**
 * Removes lock files that would prevent a start. PostgreSQL itself replaces the lock file of a dead process. It refuses to
 * start on a truncated one, and on one whose process id now belongs to another process, which happens whenever a container
 * is restarted.
 */
export const removeStaleLocks = (server: Server) => {
  for (const file of [lockFile(server.home), join(server.connection.host, '.s.PGSQL.5432.lock')]) {
    const pid = Number.parseInt(linesOf(file)[0] ?? '', 10)
    const isForeign = pid > 0 && signal(pid, 0) && processesOf(server).postmaster !== pid
    if (!(pid > 0) || isForeign) rmSync(file, { force: true })
  }
}

export const removeLock = ({ home }: Pick<Plan, 'home'>) => rmSync(lockFile(home), { force: true })

const lockFile = (home: string) => join(home, 'cluster', 'postmaster.pid')

const linesOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
