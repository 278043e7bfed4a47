import { setTimeout as pause } from 'node:timers/promises'
import { inParallel } from './concurrency.ts'
import { proxyClients, type RunningProxy } from './proxy-protocol.ts'
import type { Random } from './random.ts'
import { forgedHeaders, type LimitedRoute, type Network } from './strangers.ts'

const PER_SECOND = 100
const AT_ONCE = 32

export type Attack = {
  random: Random
  proxies: RunningProxy[]
  networks: Network[]
  routes: LimitedRoute[]
  /** Addresses of other people, which the attackers claim. */
  others: string[]
  /** The number of the first request. Attacks with different numbers send different bodies. */
  first: number
}

/** The answers to a network at one route; 0 means no answer. */
type Tally = { network: Network; route: LimitedRoute; statuses: number[] }

/** Sends anonymous requests from several networks at a constant rate, and counts how many of each were admitted. */
export const attackFrom = ({ random, proxies, networks, routes, others, first }: Attack) => {
  const clients = proxyClients()
  const tallies = talliesOf(networks, routes)
  let sent = 0
  const sendNext = async () => {
    const n = sent++
    const { network, route, statuses } = tallies[n % tallies.length] ?? raiseEmpty()
    const { ask } = clients.from(random.pick(network.addresses), random.pick(proxies))
    const asking = { body: route.body(first + n), headers: forgedHeaders(random, others) }
    const answer = await ask('POST', route.path, asking).catch(() => undefined)
    statuses.push(answer?.status ?? 0)
  }
  return {
    send: async (count: number) => {
      const began = performance.now()
      await inParallel(count, AT_ONCE, async (n) => {
        const early = (n / PER_SECOND) * 1000 - (performance.now() - began)
        if (early > 0) await pause(early)
        await sendNext()
      })
    },
    end: () => {
      clients.close()
      return tallies.flatMap(faultsOf)
    },
  }
}

// A single network attacks every route; of several, each attacks one.
const talliesOf = (networks: Network[], routes: LimitedRoute[]): Tally[] => {
  const [only, ...more] = networks
  const pairs = more.length
    ? networks.map((network, n) => [network, routes[n % routes.length]] as const)
    : routes.map((route) => [only, route] as const)
  return pairs.flatMap(([network, route]) => (network && route ? [{ network, route, statuses: [] }] : []))
}

const raiseEmpty = () => {
  throw new Error('there is nobody to attack, or nothing')
}

const faultsOf = ({ network, route, statuses }: Tally) => {
  const count = (is: (status: number) => boolean) => statuses.filter(is).length
  const refused = count((status) => status === 429)
  // A busy process answers 503, before or after it has counted the request.
  const admitted = count((status) => status > 0 && status !== 429 && status !== 503)
  const at = `${network.name} at ${route.path}, ${statuses.length} sent:`
  return [
    ...(admitted > route.most ? [`${at} ${admitted} admitted, the limit is ${route.most}`] : []),
    ...(refused > Math.max(0, statuses.length - route.most)
      ? [`${at} ${refused} refused, the limit is ${route.most}`]
      : []),
    ...statuses
      .filter((status) => ![200, 201, 401, 429, 503].includes(status))
      .map((status) => `${at} answered ${status}`),
  ]
}
