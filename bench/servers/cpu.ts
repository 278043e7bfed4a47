import { readdirSync, readFileSync } from 'node:fs'
import type { pg } from '../../src/kit/db/driver.ts'

/** Seconds of processor time, so far. */
export type Cpu = { server: number; database: number; machine: number; ours: number }

const TICK = 1 / 100

/** What a server and its PostgreSQL have used until now, and the whole machine; `leader` is the cluster's first process. */
export const cpuOf = (server: number, leader: number): Cpu => {
  const used = usedBy(server).own
  const database = usedBy(leader).withEnded + childrenOf(leader).reduce((sum, pid) => sum + usedBy(pid).own, 0)
  return { server: used, database, machine: busyMachine(), ours: used + database + usedBy(process.pid).withEnded }
}

export const since = (before: Cpu, now: Cpu): Cpu => ({
  server: now.server - before.server,
  database: now.database - before.database,
  machine: now.machine - before.machine,
  ours: now.ours - before.ours,
})

/** The first of the processes that serve a connection. */
export const leaderOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0) ?? 0
}

/** Resident memory in megabytes. */
export const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

// Fields 14 to 17 of `stat`, counted behind the name: own time, and that of children that have ended.
const usedBy = (pid: number) => {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S \d)/)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.split(' ').slice(11, 15).map(Number)
    const own = (user + system) * TICK
    return { own, withEnded: own + (endedUser + endedSystem) * TICK }
  } catch {
    return { own: 0, withEnded: 0 }
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

const busyMachine = () => {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? []
  return (user + nice + system + interrupts + soft + stolen) * TICK
}
