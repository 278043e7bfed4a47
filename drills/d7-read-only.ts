import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { mixedWrites } from './kit/mixed-writes.ts'
import { outageFault } from './kit/outage-faults.ts'
import { ownCluster } from './kit/own-cluster.ts'
import type { Service } from './kit/service.ts'

export default drill({
  id: 'D7',
  title: 'the database becomes read-only by a setting, then a standby; then takes writes again',
  target:
    '/readyz says no, writes are 503 with Retry-After and reads go on; well ≤ 5 s afterwards, the jobs too; 0 acknowledged lost; no API exit',
  run: async (parent) => {
    const { context, demote, promote } = await ownCluster(parent)
    const services = [await context.start(), await context.start()]
    const writes = await mixedWrites(context, services)
    const wrong: string[] = []
    const seen: string[] = []
    const setting = (is: string) => () => setReadOnly(context, is)
    const phases = [
      { name: 'read-only', leave: setting('on'), back: setting('off') },
      { name: 'standby', leave: demote, back: promote },
    ]
    for (const phase of phases) seen.push(await outage(context, services, writes, phase, wrong))
    wrong.push(...services.flatMap((service) => (service.exit() === undefined ? [] : ['an API process ended'])))
    wrong.push(...(await writes.faults()))
    printFaults(context, wrong)
    return { value: `${wrong.length} wrong; ${seen.join('; ')}`, pass: wrong.length === 0 }
  },
})

type Phase = { name: string; leave: () => Promise<unknown>; back: () => Promise<unknown> }
type Writes = Awaited<ReturnType<typeof mixedWrites>>

const outage = async (
  context: Context,
  services: Service[],
  { one, ledger }: Writes,
  { name, leave, back }: Phase,
  wrong: string[],
) => {
  let isReadOnly = false
  let [refused, read] = [0, 0]
  const fault = (what: string) => wrong.push(`${name}: ${what}`)
  const ask = async (n: number) => {
    const was = isReadOnly
    if (n % 3 === 0) {
      const answer = await seasons(context, services[n % services.length]).catch(() => undefined)
      const what = outageFault(answer, 0)
      if (what) fault(what)
      else if (was && isReadOnly && answer?.status !== 200) fault(`a read was answered ${answer?.status}`)
      if (was) read += 1
      return pause(30)
    }
    const { answer } = await one(n)
    const what = outageFault(answer, 0)
    if (what) fault(what)
    else if (was && isReadOnly && answer?.status !== 503) fault(`a write was answered ${answer?.status}`)
    if (answer?.status === 503) refused += 1
  }
  let recovered = 0
  await repeatWhile(8, ask, async () => {
    await pause(1_000)
    await leave()
    // Connections opened before the change are discarded one by one, each when it is used.
    await pause(1_000)
    isReadOnly = true
    for (const service of services) if ((await ready(service)) !== 503) fault(`/readyz says ${await ready(service)}`)
    await pause(Math.max(3_000, 8_000 * context.scale))
    for (const service of services) if ((await ready(service)) !== 503) fault(`/readyz says ${await ready(service)}`)
    isReadOnly = false
    await back()
    recovered = await recovery(services, ledger)
  })
  if (recovered > 5_000) fault(`well again only after ${recovered} ms`)
  if (!(await isInvited(context, services[0]))) fault('no job was done within 20 s')
  return `${name}: ${refused} × 503, ${read} reads, well after ${(recovered / 1000).toFixed(1)} s`
}

const seasons = ({ people }: Context, service: Service | undefined) =>
  service?.ask('GET', '/api/seasons', { token: people.admin.token }) ?? Promise.reject(new Error('there is no process'))
const ready = async ({ ask }: Service) => (await ask('GET', '/readyz').catch(() => undefined))?.status

const setReadOnly = async ({ query, connection }: Context, is: string) => {
  await query(
    `set transaction_read_only = off; alter database ${connection.database} set default_transaction_read_only = ${is}`,
  )
  if (is === 'on')
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'guidon%'`,
    )
}

const recovery = async (services: Service[], { of }: Writes['ledger']) => {
  const began = Date.now()
  const before = of('acknowledged').length
  for (; Date.now() - began < 30_000; await pause(20)) {
    const are = await Promise.all(services.map(ready))
    if (are.every((status) => status === 200) && of('acknowledged').length > before) break
  }
  return Date.now() - began
}

/** Invites a person by mail. The mail is sent by a job, so this checks that jobs write again too. */
const isInvited = async ({ people, home, random }: Context, service: Service | undefined) => {
  const email = `d7-${random.text(8).toLowerCase()}@example.com`
  const body = { name: '新人', email, role: 'sales' }
  // The first mail creates the folder.
  const outbox = join(home, 'outbox')
  const mails = () => (existsSync(outbox) ? readdirSync(outbox).length : 0)
  const before = mails()
  const made = await service?.ask('POST', '/api/users', { token: people.admin.token, body })
  if (made?.status !== 201) return false
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(100)) if (mails() > before) return true
  return false
}
