import { setTimeout as pause } from 'node:timers/promises'
import { attackFrom } from './kit/attack.ts'
import { colleagueAt } from './kit/colleague.ts'
import type { Context } from './kit/context.ts'
import { drill, type Outcome, printFaults } from './kit/drill.ts'
import { dayOf, type Fixtures, fixturesFor, registrationOf } from './kit/fixtures.ts'
import { findProgram, proxyBefore } from './kit/proxies.ts'
import { clientFrom, type RunningProxy } from './kit/proxy-protocol.ts'
import { roundsOf } from './kit/rounds.ts'
import type { Service } from './kit/service.ts'
import { limitedRoutes, networksOf } from './kit/strangers.ts'

/** The number of attacking networks and of their requests. */
const attacks = [
  { networks: 1, requests: 1_500 },
  { networks: 16, requests: 2_500 },
  { networks: 256, requests: 6_000 },
]
// More than most limits admit. With a small scale fewer networks attack, so that they still exceed the limits.
const REQUESTS_OF_EACH = 23
// Requests between two pauses of the attack.
const ROUND = 500
const PAUSE_MS = 500
// The time limit of the service for a request.
const PATIENCE_MS = 15_000
const MOST_SLOWER = 3
const SEATS = 40
const COLLEAGUE = '198.51.100.7'

export default drill({
  id: 'S1',
  title: 'hostile anonymous requests with forged headers through the proxies of deploy/',
  target:
    "limits hold by address and /64; a colleague's p99 ≤ 3 × its quiet p99; sincere strangers can register, and a waiter is not overtaken",
  run: async (context) => {
    const [haproxy, nginx] = [findProgram('haproxy'), findProgram('nginx')]
    if (!haproxy || !nginx) return notRun(context)
    const service = await context.start()
    const proxies = []
    for (const program of [haproxy, nginx])
      proxies.push(await proxyBefore(context, program, [service], 'proxy-protocol'))
    const rounds = roundsOf(colleagueAt(context, COLLEAGUE, proxies))
    const { faults, requests, strangers } = await attackAll(context, service, proxies, rounds)
    const { quiet, busy, ...shown } = rounds.result()
    const isMeasured = shown.counted * 2 >= shown.rounds
    if (isMeasured && busy > MOST_SLOWER * quiet)
      faults.push(`a colleague's p99 is ${(busy / quiet).toFixed(1)} × as long`)
    printFaults(context, faults)
    const latency = `a colleague's p99 ${busy.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms (the machine was calm in ${shown.counted} of ${shown.rounds} rounds)`
    const names = proxies.map(({ name }) => name).join(' and ')
    return {
      value: `${faults.length} wrong of ${requests} requests behind ${names}; ${strangers} strangers registered; ${latency}`,
      pass: faults.length ? false : isMeasured || undefined,
    }
  },
})

const notRun = ({ print }: Context): Outcome => {
  const value = 'NOT RUN: HAProxy or nginx is missing; apt-get install haproxy nginx'
  print(`!!! ${value}`)
  return { value, pass: undefined }
}

const attackAll = async (
  context: Context,
  service: Service,
  proxies: RunningProxy[],
  { run, faults, listed }: ReturnType<typeof roundsOf>,
) => {
  const fixtures = fixturesFor(context, service.ask)
  let [sent, strangers] = [0, 0]
  for (const [nth, { networks, requests }] of scaled(context).entries()) {
    const trip = await fixtures.saleOf(await fixtures.package(), dayOf(nth), SEATS)
    const routes = limitedRoutes(trip, await fixtures.session(10_000, true))
    const sincere = sincereStrangers(nth, Math.ceil(requests / ROUND))
    const others = [COLLEAGUE, ...sincere.map(({ address }) => address)]
    const given = { random: context.random, proxies, networks: networksOf(nth, networks), routes, others }
    const attacker = attackFrom({ ...given, first: nth * 1_000_000 })
    for (const [n, stranger] of sincere.entries()) {
      const register = () => registerAs(stranger, proxies[n % 2], trip)
      const count = Math.min(ROUND, requests - n * ROUND)
      await run(async () => {
        const [refused] = await Promise.all([pause(PAUSE_MS).then(register), attacker.send(count)])
        faults.push(...refused)
      })
      sent += count
      strangers += 1
    }
    faults.push(...(await overtaken(fixtures, nth)), ...attacker.end())
    context.print(`${networks} networks; so far: ${listed()}`)
  }
  return { faults, requests: sent, strangers }
}

const NEWCOMERS = 12
/** A cancellation can be undone for 30 seconds. The seat is given away after that. */
const GIVEN_AWAY_MS = 60_000
/**
 * A waitlisted party has not proved its mailbox yet. Visitors who register at the moment a seat becomes free must not get that
 * seat.
 */
const overtaken = async ({ as, package: newPackage, saleOf, register }: Fixtures, nth: number) => {
  const sales = as('sales')
  // The search also finds bookings whose contact has a part of the number in the name or address.
  const idOf = async (number: string) => {
    const { body } = await sales('GET', `/api/bookings?q=${number}`)
    return body.data.find((booking: { booking_number: string }) => booking.booking_number === number)?.id
  }
  const trip = await saleOf(await newPackage(), dayOf(100 + nth), 1)
  const { body: first } = await sales('POST', '/api/bookings', registrationOf(trip, 7_000_000 + nth))
  const from = 8_000_000 + nth * 1_000
  const { body: waiter } = await register(trip, from)
  const [, ...newcomers] = await Promise.all([
    sales('POST', `/api/bookings/${first.data.id}/cancel`, { reason: '改期' }),
    ...Array.from({ length: NEWCOMERS }, (_, n) => register(trip, from + 1 + n)),
  ])
  const seated = newcomers.filter(({ body }) => body.data?.status === 'held').length
  const id = await idOf(waiter.data.booking_number)
  const { body: proved } = await sales('POST', `/api/bookings/${id}/confirm-contact`)
  let status = proved.data?.status
  for (const end = Date.now() + GIVEN_AWAY_MS; status === 'waitlisted' && Date.now() < end; await pause(500))
    status = (await sales('GET', `/api/bookings/${id}`)).body.data?.status
  return [
    ...(seated ? [`${seated} newcomers got the seat of a waiter`] : []),
    ...(status === 'held' ? [] : [`the waiter was ${status} after its mailbox was proved`]),
  ]
}

const scaled = ({ times }: Context) =>
  attacks.map(({ networks, requests }) => ({
    requests: times(requests),
    networks: Math.min(networks, Math.ceil(times(requests) / REQUESTS_OF_EACH)),
  }))

type Sincere = { address: string; number: number }
/** People who register during the attack. Those with IPv6 share the first 48 bits with attackers, but never the /64. */
const sincereStrangers = (nth: number, count: number): Sincere[] =>
  Array.from({ length: count }, (_, n) => ({
    address: n % 2 ? `2001:db8:${nth}:1f${n}::1` : `198.51.${100 + nth}.${n}`,
    number: nth * 1_000_000 + 500_000 + n,
  }))

const registerAs = async (stranger: Sincere, proxy: RunningProxy | undefined, trip: number) => {
  if (!proxy) return []
  const { ask, close } = clientFrom(stranger.address, proxy)
  const began = performance.now()
  const asking = { body: registrationOf(trip, stranger.number), headers: {} }
  const answer = await ask('POST', '/api/trip-registrations', asking).catch((error: Error) => error)
  close()
  const said = answer instanceof Error ? answer.message : `${answer.status}`
  const ms = Math.round(performance.now() - began)
  return said === '201' && ms <= PATIENCE_MS ? [] : [`a sincere stranger was answered ${said} after ${ms} ms`]
}
