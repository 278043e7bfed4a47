import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { type Load, load, type Request } from '../load/load.ts'
import { cpuOf, since } from '../servers/cpu.ts'
import { settled } from './settled.ts'

export type Side = 'reference' | 'service'
/** One measurement: seconds of processor per 1,000 requests, of the server and its PostgreSQL together. */
export type Round = Load & { perSecond: number; cpu: number; serverCpu: number; others: number }

/** Drives one side and counts what it costs until all of it is done. `others` is the share of the machine that belonged to neither. */
export const once = async (
  bench: Bench,
  side: Side,
  requests: Request[],
  connections: number,
  seconds: number,
): Promise<Round> => {
  const { pid, url } = bench[side]
  await settled(bench.place)
  const [start, before] = [Date.now(), cpuOf(pid, bench.leader)]
  const came = await load(url, requests, connections, seconds)
  await settled(bench.place)
  const used = since(before, cpuOf(pid, bench.leader))
  return {
    ...came,
    perSecond: came.requests / came.seconds,
    cpu: ((used.server + used.database) * 1000) / came.requests,
    serverCpu: (used.server * 1000) / came.requests,
    others: (used.machine - used.ours) / ((Date.now() - start) / 1000),
  }
}

// Half a core of somebody else's is a disturbance; so many rounds may be measured again because of one.
const DISTURBED = 0.5
const AGAIN = 3

export type Rounds = Record<Side, Round[]> & { disturbed: number }

/** Alternating rounds of both sides, the disturbed ones again; those that were calmest count. */
export const alternate = async (bench: Bench, requests: Request[], connections: number): Promise<Rounds> => {
  const { rounds, seconds } = bench.options
  const pairs: { reference: Round; service: Round }[] = []
  for (const side of ['reference', 'service'] as const) await once(bench, side, requests, connections, 1)
  const isCalm = ({ reference, service }: (typeof pairs)[number]) =>
    Math.max(reference.others, service.others) < DISTURBED
  while (pairs.filter(isCalm).length < rounds && pairs.length < rounds + AGAIN) {
    await pause(100)
    const reference = await once(bench, 'reference', requests, connections, seconds)
    const service = await once(bench, 'service', requests, connections, seconds)
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

/** Each figure's median. */
export const middle = (rounds: Round[]): Round => {
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
