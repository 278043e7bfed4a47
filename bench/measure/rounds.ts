import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { load } from '../load/load.ts'
import type { Load, Request } from '../load/types.ts'
import { cpuOf, since } from '../servers/cpu.ts'
import { untilJobsDone } from './job-queue.ts'

export type Side = 'reference' | 'service'
/** The result of one round. `cpu`: CPU seconds per 1,000 requests, of the server and its PostgreSQL together. */
export type Round = Load & { perSecond: number; cpu: number; serverCpu: number; others: number }

/** Sends load to one side and measures CPU until all jobs are done. `others`: CPU used by unrelated processes, in cores. */
export const measureRound = async (
  bench: Bench,
  side: Side,
  requests: Request[],
  connections: number,
  seconds: number,
): Promise<Round> => {
  const { pid, url } = bench[side]
  await untilJobsDone(bench.connection)
  const [start, before] = [Date.now(), cpuOf(pid, bench.postmaster)]
  const result = await load(url, requests, connections, seconds)
  await untilJobsDone(bench.connection)
  const used = since(before, cpuOf(pid, bench.postmaster))
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    cpu: ((used.server + used.database) * 1000) / result.requests,
    serverCpu: (used.server * 1000) / result.requests,
    others: (used.machine - used.ours) / ((Date.now() - start) / 1000),
  }
}

// A round is disturbed if unrelated processes used more than half a core. At most AGAIN pairs are repeated for that reason.
const DISTURBED = 0.5
const AGAIN = 3

const MOST_WARMING = 10

/**
 * Repeats a measurement until the CPU of its server has twice been close to the best value so far, because V8 compiles functions
 * that are called often, and PostgreSQL plans a statement five times on each connection. Once could be a disturbance.
 */
export const untilWarm = async (measure: () => Promise<Round>) => {
  let [least, inVain] = [Number.POSITIVE_INFINITY, 0]
  for (let n = 0; n < MOST_WARMING && inVain < 2; n += 1) {
    const { serverCpu } = await measure()
    if (serverCpu > 0.9 * least) inVain += 1
    least = Math.min(least, serverCpu)
  }
}

export type Rounds = Record<Side, Round[]> & { disturbed: number }

/** Measures both sides in alternating rounds, repeats disturbed pairs, and keeps the least disturbed ones. */
export const alternatingRounds = async (bench: Bench, requests: Request[], connections: number): Promise<Rounds> => {
  const { rounds, seconds } = bench.options
  const pairs: { reference: Round; service: Round }[] = []
  for (const side of ['reference', 'service'] as const)
    await untilWarm(() => measureRound(bench, side, requests, connections, seconds))
  const isCalm = ({ reference, service }: (typeof pairs)[number]) =>
    Math.max(reference.others, service.others) < DISTURBED
  while (pairs.filter(isCalm).length < rounds && pairs.length < rounds + AGAIN) {
    await pause(100)
    const reference = await measureRound(bench, 'reference', requests, connections, seconds)
    const service = await measureRound(bench, 'service', requests, connections, seconds)
    pairs.push({ reference, service })
  }
  const calmest = pairs
    .toSorted((a, b) => a.reference.others + a.service.others - (b.reference.others + b.service.others))
    .slice(0, rounds)
  return {
    reference: calmest.map(({ reference }) => reference),
    service: calmest.map(({ service }) => service),
    disturbed: calmest.filter((pair) => !isCalm(pair)).length,
  }
}

export const median = (numbers: number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

/** The median of each value. */
export const medianRound = (rounds: Round[]): Round => {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  return {
    requests: of(({ requests }) => requests),
    seconds: of(({ seconds }) => seconds),
    errors: 0,
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    perSecond: of(({ perSecond }) => perSecond),
    cpu: of(({ cpu }) => cpu),
    serverCpu: of(({ serverCpu }) => serverCpu),
    others: of(({ others }) => others),
  }
}
