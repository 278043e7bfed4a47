import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { outageFault } from './kit/outage-faults.ts'
import { proxyTo } from './kit/proxy.ts'
import type { Service } from './kit/service.ts'

// While the database is silent, a statement may take its whole timeout of 15 s, plus a little.
const TIMEOUT = { refusing: 3_000, silent: 18_000 }

export default drill({
  id: 'D8',
  title: 'the database away for 30 s; then silent for as long',
  target: 'no API exit; 503 with Retry-After ≤ 3 s, where it is silent ≤ 18 s; recovers by itself',
  run: async (context) => {
    const proxy = await proxyTo(context.connection)
    context.atEnd(proxy.end)
    const service = await context.start({ DATABASE_URL: proxy.url })
    const faults: string[] = []
    const away = Math.max(4_000, 30_000 * context.scale)
    const shut = await outage(
      context,
      service,
      { name: 'refusing', leave: proxy.shut, back: proxy.open, away, timeout: TIMEOUT.refusing },
      faults,
    )
    const silent = await outage(
      context,
      service,
      { name: 'silent', leave: proxy.stall, back: proxy.open, away, timeout: TIMEOUT.silent },
      faults,
    )
    if (service.exit() !== undefined) faults.push(`the API process ended with ${service.exit()}`)
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; refusing: ${told(shut)}; silent: ${told(silent)}`,
      pass: faults.length === 0,
    }
  },
})

type Outage = { name: string; leave: () => unknown; back: () => Promise<unknown>; away: number; timeout: number }
type Seen = { longest: number; unavailable: number; recovered: number }
const told = ({ longest, unavailable, recovered }: Seen) =>
  `${unavailable} × 503, longest ${(longest / 1000).toFixed(1)} s, well after ${(recovered / 1000).toFixed(1)} s`

const outage = async (
  context: Context,
  { ask }: Service,
  { name, leave, back, away, timeout }: Outage,
  faults: string[],
): Promise<Seen> => {
  const { token } = context.people.admin
  let [longest, unavailable, isAway] = [0, 0, false]
  const code = () => `D${context.random.text(8).toUpperCase()}`
  const asks = [
    () => ask('GET', '/api/seasons', { token, timeout: 30_000 }),
    () =>
      ask('POST', '/api/seasons', {
        token,
        timeout: 30_000,
        body: { code: code(), name: '季', starts_on: '2027-01-01', ends_on: '2027-01-02', level: 'low' },
      }),
    () =>
      ask('POST', '/api/login', {
        timeout: 30_000,
        body: { email: 'a@example.com', password: 'x' },
        headers: { 'x-forwarded-for': `10.1.${context.random.int(0, 255)}.${context.random.int(0, 255)}` },
      }),
  ]
  const one = async (n: number) => {
    const [began, wasAway] = [Date.now(), isAway]
    const answer = await asks[n % 3]?.().catch(() => undefined)
    const took = Date.now() - began
    if (wasAway) longest = Math.max(longest, took)
    if (answer?.status === 503) unavailable += 1
    const fault = outageFault(answer, took, wasAway ? timeout : undefined)
    if (fault) faults.push(`${name}: ${fault}`)
    await pause(100)
  }
  let recovered = 0
  await repeatWhile(6, one, async () => {
    await pause(500)
    await leave()
    isAway = true
    await pause(away)
    if ((await ask('GET', '/healthz')).status !== 200) faults.push(`${name}: /healthz is not well`)
    const ready = await ask('GET', '/readyz', { timeout: 10_000 }).catch(() => undefined)
    if (ready?.status !== 503) faults.push(`${name}: /readyz says ${ready?.status ?? 'nothing'}`)
    isAway = false
    await back()
    const began = Date.now()
    const isWell = async () => (await ask('GET', '/api/seasons', { token }).catch(() => undefined))?.status === 200
    while (!(await isWell()) && Date.now() - began < 60_000) await pause(50)
    recovered = Date.now() - began
  })
  if (recovered > 10_000) faults.push(`${name}: well again only after ${recovered} ms`)
  return { longest, unavailable, recovered }
}
