import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockOf, removeLock } from './locks.ts'
import { processesOf, signal } from './processes.ts'
import { nameOf, type Plan } from './server.ts'

type Named = Pick<Plan, 'name' | 'account'>

/**
 * Ends a server whose cluster directory was moved or removed while it ran: the server of this home whose directory is
 * gone, and the server of a former home whose directory was moved here.
 */
export const endOrphanServers = async (plan: Plan) => {
  const { postmaster } = processesOf(plan)
  const cluster = join(plan.home, 'cluster')
  if (postmaster && !existsSync(cluster)) await endOrphanServer(plan, postmaster)

  const { pid, place } = lockOf(plan)
  if (!place || isSame(place, cluster)) return
  const former = { name: nameOf(dirname(place)), account: plan.account }
  if (pid && !existsSync(place) && processesOf(former).postmaster === pid) await endOrphanServer(former, pid)
  removeLock(plan)
}

/** Kills it with SIGKILL: a shutdown would write files by path, into whatever cluster is at that path now. */
export const endOrphanServer = async (server: Named, postmaster: number) => {
  signal(postmaster, 'SIGKILL')
  await until(() => processesOf(server).postmaster !== postmaster)
  await endOrphans(server)
}

/** Kills the child processes of a killed postmaster: they hold its shared memory, so the next postmaster could not start. */
export const endOrphans = (server: Named) =>
  until(() => {
    const { orphans } = processesOf(server)
    for (const pid of orphans) signal(pid, 'SIGKILL')
    return orphans.length === 0
  })

/** Compares device and inode, because one directory may have two paths. */
const isSame = (one: string, other: string) => {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}

/** Waits for a condition, 5 s at most. */
const until = async (isTrue: () => boolean) => {
  for (const end = Date.now() + 5000; !isTrue() && Date.now() < end; ) await pause(10)
}
