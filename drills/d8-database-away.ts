import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './kit/client.ts'
import { drill, showSome } from './kit/drill.ts'
import { meanwhile } from './kit/pool.ts'
import { doorTo } from './kit/proxy.ts'
import type { Service } from './kit/service.ts'
import type { Site } from './kit/site.ts'

// Against a silent database a statement may take its whole timeout of 15 s, plus a little.
const PATIENCE = { refusing: 3_000, silent: 18_000 }

export default drill({
  id: 'D8',
  says: 'the database away for 30 s; then silent for as long',
  target: 'no API exit; 503 with Retry-After ≤ 3 s, where it is silent ≤ 18 s; recovers by itself',
  run: async (site) => {
    const door = await doorTo(site.place)
    site.atEnd(door.end)
    const service = await site.start({ DATABASE_URL: door.url })
    const faults: string[] = []
    const away = Math.max(4_000, 30_000 * site.scale)
    const shut = await outage(
      site,
      service,
      { name: 'refusing', leave: door.shut, back: door.open, away, patience: PATIENCE.refusing },
      faults,
    )
    const silent = await outage(
      site,
      service,
      { name: 'silent', leave: door.fallSilent, back: door.open, away, patience: PATIENCE.silent },
      faults,
    )
    if (service.exit() !== undefined) faults.push(`the API process ended with ${service.exit()}`)
    showSome(site, faults)
    return {
      value: `${faults.length} wrong; refusing: ${told(shut)}; silent: ${told(silent)}`,
      pass: faults.length === 0,
    }
  },
})

type Outage = { name: string; leave: () => unknown; back: () => Promise<unknown>; away: number; patience: number }
type Seen = { longest: number; unavailable: number; recovered: number }
const told = ({ longest, unavailable, recovered }: Seen) =>
  `${unavailable} × 503, longest ${(longest / 1000).toFixed(1)} s, well after ${(recovered / 1000).toFixed(1)} s`

const outage = async (
  site: Site,
  { ask }: Service,
  { name, leave, back, away, patience }: Outage,
  faults: string[],
): Promise<Seen> => {
  const { token } = site.people.admin
  let [longest, unavailable, isAway] = [0, 0, false]
  const code = () => `D${site.random.text(8).toUpperCase()}`
  const asks = [
    () => ask('GET', '/api/seasons', { token, patience: 30_000 }),
    () =>
      ask('POST', '/api/seasons', {
        token,
        patience: 30_000,
        body: { code: code(), name: '季', starts_on: '2027-01-01', ends_on: '2027-01-02', level: 'low' },
      }),
    () =>
      ask('POST', '/api/login', {
        patience: 30_000,
        body: { email: 'a@example.com', password: 'x' },
        headers: { 'x-forwarded-for': `10.1.${site.random.int(0, 255)}.${site.random.int(0, 255)}` },
      }),
  ]
  const one = async (n: number) => {
    const [began, wasAway] = [Date.now(), isAway]
    const answer = await asks[n % 3]?.().catch(() => undefined)
    const took = Date.now() - began
    if (wasAway) longest = Math.max(longest, took)
    if (answer?.status === 503) unavailable += 1
    const fault = faultOf(answer, took, wasAway ? patience : undefined)
    if (fault) faults.push(`${name}: ${fault}`)
    await pause(100)
  }
  let recovered = 0
  await meanwhile(6, one, async () => {
    await pause(500)
    await leave()
    isAway = true
    await pause(away)
    if ((await ask('GET', '/healthz')).status !== 200) faults.push(`${name}: /healthz is not well`)
    const ready = await ask('GET', '/readyz', { patience: 10_000 }).catch(() => undefined)
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

const faultOf = (answer: Answer | undefined, took: number, patience = Number.POSITIVE_INFINITY) => {
  if (!answer) return 'a request got no answer'
  if (answer.status >= 500 && answer.status !== 503) return `answered ${answer.status} ${answer.text.slice(0, 120)}`
  if (answer.status === 503 && !answer.headers['retry-after']) return 'a 503 without Retry-After'
  return took > patience ? `answered ${answer.status} after ${took} ms` : undefined
}
