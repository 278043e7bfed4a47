import { setTimeout as pause } from 'node:timers/promises'
import { attackFrom } from './kit/attack.ts'
import { colleagueAt } from './kit/colleague.ts'
import type { Context } from './kit/context.ts'
import { drill, type Outcome, printFaults } from './kit/drill.ts'
import { dayOf, fixturesFor, registrationOf } from './kit/fixtures.ts'
import { findProgram, proxyBefore } from './kit/proxies.ts'
import { clientFrom, type RunningProxy } from './kit/proxy-protocol.ts'
import type { Service } from './kit/service.ts'
import { limitedRoutes, networksOf } from './kit/strangers.ts'

/** How many networks attack, and with how many requests. */
const attacks = [
  { networks: 1, requests: 1_500 },
  { networks: 16, requests: 2_500 },
  { networks: 256, requests: 6_000 },
]
// More than most limits admit. At a small scale fewer networks attack, so that they still exceed them.
const REQUESTS_OF_EACH = 23
// The attack pauses at intervals, so that other work of the machine slows both kinds of rounds equally.
const ROUND = 500
const QUIET_MS = 4_000
const PAUSE_MS = 500
const PATIENCE_MS = 5_000
const MOST_SLOWER = 3
const SEATS = 40
const COLLEAGUE = '198.51.100.7'

export default drill({
  id: 'S1',
  title: 'hostile anonymous requests with forged headers through the proxies of deploy/',
  target: "limits hold by address and /64; a colleague's p99 ≤ 3 × its quiet p99; sincere strangers can register",
  run: async (context) => {
    const [haproxy, nginx] = [findProgram('haproxy'), findProgram('nginx')]
    if (!haproxy || !nginx) return notRun(context)
    const service = await context.start()
    const proxies = []
    for (const program of [haproxy, nginx])
      proxies.push(await proxyBefore(context, program, [service], 'proxy-protocol'))
    const { faults, strangers, quiet, busy } = await attackAll(context, service, proxies)
    const ratio = median(busy) / median(quiet)
    if (ratio > MOST_SLOWER) faults.push(`the p99 of a colleague is ${ratio.toFixed(1)} × its quiet p99`)
    printFaults(context, faults)
    const requests = scaled(context).reduce((sum, attack) => sum + attack.requests, 0)
    const names = proxies.map(({ name }) => name).join(' and ')
    return {
      value: `${faults.length} wrong of ${requests} requests behind ${names}; a colleague's p99 ${median(busy).toFixed(0)} ms, quiet ${median(quiet).toFixed(0)} ms (${ratio.toFixed(1)} ×); ${strangers} strangers registered`,
      pass: faults.length === 0,
    }
  },
})

const notRun = ({ print }: Context): Outcome => {
  const value = 'NOT RUN: HAProxy or nginx is missing; apt-get install haproxy nginx'
  print(`!!! ${value}`)
  return { value, pass: undefined }
}

const attackAll = async (context: Context, service: Service, proxies: RunningProxy[]) => {
  const fixtures = fixturesFor(context, service.ask)
  const colleague = colleagueAt(context, COLLEAGUE, proxies)
  const [quiet, busy]: [number[], number[]] = [[], []]
  const faults: string[] = []
  let strangers = 0
  const timed = async (until: Promise<unknown>) => {
    const worked = await colleague.workUntil(until)
    faults.push(...worked.faults)
    return p99(worked.times)
  }
  for (const [nth, { networks, requests }] of scaled(context).entries()) {
    const trip = await fixtures.saleOf(await fixtures.package(), dayOf(nth), SEATS)
    const routes = limitedRoutes(trip, await fixtures.session(10_000, true))
    const rounds = roundsOf(requests)
    const sincere = sincereStrangers(nth, rounds.length)
    const others = [COLLEAGUE, ...sincere.map(({ address }) => address)]
    const given = { random: context.random, proxies, networks: networksOf(nth, networks), routes, others }
    const attacker = attackFrom({ ...given, first: nth * 1_000_000 })
    for (const [n, count] of rounds.entries()) {
      quiet.push(await timed(pause(QUIET_MS)))
      const registering = pause(PAUSE_MS).then(() => registerAs(sincere[n], proxies[n % 2], trip))
      busy.push(await timed(Promise.all([attacker.send(count), registering])))
      faults.push(...(await registering))
      strangers += 1
    }
    faults.push(...attacker.end())
    context.print(`${networks} networks: p99 ${listed(busy)} ms, quiet ${listed(quiet)} ms`)
  }
  return { quiet, busy, strangers, faults }
}

const scaled = ({ times }: Context) =>
  attacks.map(({ networks, requests }) => ({
    requests: times(requests),
    networks: Math.min(networks, Math.ceil(times(requests) / REQUESTS_OF_EACH)),
  }))

const roundsOf = (requests: number) =>
  Array.from({ length: Math.ceil(requests / ROUND) }, (_, n) => Math.min(ROUND, requests - n * ROUND))

type Sincere = { address: string; number: number }
/** People who register while others attack; those with IPv6 share the first 48 bits with attackers. */
const sincereStrangers = (nth: number, count: number): Sincere[] =>
  Array.from({ length: count }, (_, n) => ({
    address: n % 2 ? `2001:db8:${nth}:f${n}::1` : `198.51.${100 + nth}.${n}`,
    number: nth * 1_000_000 + 500_000 + n,
  }))

const registerAs = async (stranger: Sincere | undefined, proxy: RunningProxy | undefined, trip: number) => {
  if (!stranger || !proxy) return []
  const { ask, close } = clientFrom(stranger.address, proxy)
  const began = performance.now()
  const asking = { body: registrationOf(trip, stranger.number), headers: {} }
  const answer = await ask('POST', '/api/trip-registrations', asking).catch((error: Error) => error)
  close()
  const said = answer instanceof Error ? answer.message : `${answer.status}`
  const ms = Math.round(performance.now() - began)
  return said === '201' && ms <= PATIENCE_MS ? [] : [`a sincere stranger was answered ${said} after ${ms} ms`]
}

const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const listed = (values: number[]) => values.map((value) => value.toFixed(0)).join(' ')
