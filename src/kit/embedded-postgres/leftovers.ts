import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { forgetLock, lockOf } from './locks.ts'
import { processesOf, signal } from './processes.ts'
import { nameOf, type Plan } from './server.ts'

type Named = Pick<Plan, 'name' | 'account'>

/** Ends a server whose directory was moved or removed under it, be it gone from here or come to here. */
export const endOrphanServers = async (plan: Plan) => {
  const { leader } = processesOf(plan)
  const cluster = join(plan.home, 'cluster')
  if (leader && !existsSync(cluster)) await endOrphanServer(plan, leader)

  const { pid, place } = lockOf(plan)
  if (!place || isSame(place, cluster)) return
  const former = { name: nameOf(dirname(place)), account: plan.account }
  if (pid && !existsSync(place) && processesOf(former).leader === pid) await endOrphanServer(former, pid)
  forgetLock(plan)
}

/** It is killed, not shut down: it would write its last word by path, into whatever cluster stands there now. */
export const endOrphanServer = async (server: Named, leader: number) => {
  signal(leader, 'SIGKILL')
  await until(() => processesOf(server).leader !== leader)
  await endOrphans(server)
}

/** What a killed leader leaves behind holds its shared memory and would keep the next one from starting. */
export const endOrphans = (server: Named) =>
  until(() => {
    const { orphans } = processesOf(server)
    for (const pid of orphans) signal(pid, 'SIGKILL')
    return orphans.length === 0
  })

/** One directory may have two paths. */
const isSame = (one: string, other: string) => {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}

const until = async (isSo: () => boolean) => {
  for (const end = Date.now() + 5000; !isSo() && Date.now() < end; ) await pause(10)
}
