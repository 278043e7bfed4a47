import { readdirSync, readFileSync } from 'node:fs'
import type { pg } from '../../src/kit/db/client.ts'

/** CPU seconds used so far. */
export type Cpu = { server: number; database: number; machine: number; ours: number }

const TICK = 1 / 100

/** CPU seconds of a server with its processes, of its PostgreSQL (`postmaster` is its first process) and of the whole machine. */
export const cpuOf = (server: number, postmaster: number): Cpu => {
  const [used, database] = [ofAll(server), ofAll(postmaster)]
  return { server: used, database, machine: machineCpu(), ours: used + database + cpuSeconds(process.pid).withChildren }
}

const ofAll = (parent: number) =>
  cpuSeconds(parent).withChildren + childrenOf(parent).reduce((sum, pid) => sum + cpuSeconds(pid).own, 0)

export const since = (before: Cpu, now: Cpu): Cpu => ({
  server: now.server - before.server,
  database: now.database - before.database,
  machine: now.machine - before.machine,
  ours: now.ours - before.ours,
})

/** Process id of the postmaster, the parent of the process that serves this connection. */
export const postmasterOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0) ?? 0
}

/** Resident memory in megabytes. */
export const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

// Fields 14 to 17 of `/proc/<pid>/stat`: user and system time of the process, then of its ended children.
const cpuSeconds = (pid: number) => {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S \d)/)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.split(' ').slice(11, 15).map(Number)
    const own = (user + system) * TICK
    return { own, withChildren: own + (endedUser + endedSystem) * TICK }
  } catch {
    return { own: 0, withChildren: 0 }
  }
}

const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

const parentOf = (pid: number) => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

const machineCpu = () => {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
  return (user + nice + system + interrupts + soft + stolen) * TICK
}
