import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './kit/client.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openSession, PASSWORD } from './kit/people.ts'
import type { Service } from './kit/service.ts'
import { openStream } from './kit/stream.ts'

/** How long data that was sent before the answer may be under way, and how soon a stream must be closed. */
const ON_ITS_WAY_MS = 100
const CLOSED_MS = 2_000

export default drill({
  id: 'K2',
  title: 'streams under notifications; then logout, logout-all, password, suspension, role change, expiry',
  target: 'nothing written after the answer that revoked is delivered, in any process; every stream closed ≤ 2 s later',
  run: async (context) => {
    const services = [await context.start(), await context.start()] as const
    const faults: string[] = []
    let delivered = 0
    for (let round = 0; round < context.times(10); round += 1)
      for (const revocation of revocations) {
        const seen = await revoked(context, services, revocation)
        faults.push(...seen.faults)
        delivered += seen.delivered
      }
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong in ${revocations.length} × ${context.times(10)} revocations; ${delivered} notifications delivered before`,
      pass: faults.length === 0 && delivered > 0,
    }
  },
})

const revoked = async (context: Context, services: readonly [Service, Service], { name, end }: Revocation) => {
  const victim = await newVictim(context, name)
  const streams = await Promise.all(services.map(({ url }) => openStream(url, victim.token)))
  await openingTime(context, victim.id, streams)
  let isRevoked = false
  const late: number[] = []
  const write = async () => {
    const was = isRevoked
    const id = await notify(context, victim.id)
    if (was) late.push(id)
    await pause(5)
  }
  let heardAtEnd: number[] = []
  const answer = await repeatWhile(2, write, async () => {
    await pause(200)
    const answer = await end(context, victim, services[0])
    isRevoked = true
    await pause(ON_ITS_WAY_MS)
    heardAtEnd = streams.map(({ heard }) => heard.length)
    await pause(500)
    return answer
  })
  const closedBy = Date.now() + CLOSED_MS
  while (streams.some(({ isOpen }) => isOpen()) && Date.now() < closedBy) await pause(20)
  const faults = answer && answer.status >= 300 ? [`${name} was answered ${answer.status} ${answer.text}`] : []
  for (const [nth, { heard, isOpen, close }] of streams.entries()) {
    if (heard.some((id) => late.includes(id))) faults.push(`${name}: delivered what was written after the answer`)
    if (heard.length > (heardAtEnd[nth] ?? 0)) faults.push(`${name}: delivered after the answer`)
    if (isOpen()) faults.push(`${name}: the stream of process ${nth + 1} is still open`)
    close()
  }
  return { faults, delivered: streams.reduce((sum, { heard }) => sum + heard.length, 0) }
}

/** Waits until both streams deliver notifications. */
const openingTime = async (context: Context, id: number, streams: { heard: number[] }[]) => {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(50)) {
    await notify(context, id)
    if (streams.every(({ heard }) => heard.length > 0)) return
  }
  throw new Error('the streams deliver nothing')
}

const notify = async ({ query }: Context, user_id: number) => {
  const [row] = await query<{ id: number }>(
    `insert into notifications (user_id, event, subject_type, subject_id)
     values ($1, 'trial', 'trial', 1) returning id`,
    [user_id],
  )
  return row?.id ?? 0
}

type Victim = { id: number; token: string }
type Revocation = {
  name: string
  end: (context: Context, victim: Victim, service: Service) => Promise<Answer | undefined>
}

const newVictim = async ({ query, random }: Context, name: string): Promise<Victim> => {
  const [row] = await query<{ id: number }>(
    `insert into users (name, email, role, password_hash)
     select $1, $2, 'sales', password_hash from users where email = 'admin@demo.guidon.local' returning id`,
    [name, `k2-${random.text(12).toLowerCase()}@example.com`],
  )
  const id = row?.id ?? 0
  return { id, token: await openSession(query, id) }
}

const byAdmin = ({ people }: Context, id: number, body: object, { ask }: Service) =>
  ask('PATCH', `/api/users/${id}`, { body, token: people.admin.token })

const revocations: Revocation[] = [
  { name: 'logout', end: (_, { token }, { ask }) => ask('POST', '/api/logout', { token }) },
  { name: 'logout all', end: (_, { token }, { ask }) => ask('POST', '/api/logout-all', { token }) },
  {
    name: 'password change',
    end: async ({ query }, { id }, { ask }) => {
      const body = { current_password: PASSWORD, password: 'another password' }
      return ask('PUT', '/api/me/password', { body, token: await openSession(query, id) })
    },
  },
  { name: 'suspension', end: (context, { id }, service) => byAdmin(context, id, { status: 'suspended' }, service) },
  { name: 'role change', end: (context, { id }, service) => byAdmin(context, id, { role: 'finance' }, service) },
  {
    name: 'expiry',
    end: async ({ query }, { id }) => {
      await query('update tokens set expires_at = now() where user_id = $1', [id])
      return undefined
    },
  },
]
