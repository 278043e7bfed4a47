import assert from 'node:assert/strict'
import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import type { Request } from '../load/types.ts'
import { showProgress } from '../progress.ts'
import { startPeer } from '../servers/peer.ts'
import { as, pagesOf } from '../workloads.ts'
import { alternatingRounds, median } from './rounds.ts'

const CONNECTIONS = 16

/**
 * R1: the CPU of pages 1 and 10 compared with the strongest peer, a service of Fastify and Drizzle whose records have only the
 * fields that the tables of the console show.
 */
export const peer = async (bench: Bench): Promise<Figure[]> => {
  showProgress('R1: the peer is installed')
  const server = await startPeer(bench.connection)
  try {
    const beside: Bench = { ...bench, reference: server }
    const figures: Figure[] = []
    for (const page of [1, 10].flatMap(pagesOf)) figures.push(await compared(beside, page))
    return figures
  } finally {
    await server.stop()
  }
}

const compared = async (bench: Bench, { title, paths }: { title: string; paths: string[] }): Promise<Figure> => {
  showProgress(`R1: ${title}, beside the peer`)
  const { salesUsers } = bench.samples
  const requests = salesUsers.map(
    (seller, i): Request => ({ method: 'GET', path: paths[i % paths.length] ?? '', headers: as(seller) }),
  )
  for (const request of requests) await assertSameFields(bench, request)
  const { reference, service } = await alternatingRounds(bench, requests, CONNECTIONS)
  const pick = (of: (one: (typeof service)[number], other: (typeof service)[number]) => number) =>
    median(service.flatMap((one, i) => (reference[i] ? [of(one, reference[i])] : [])))
  const cpu = pick((one, other) => one.cpu / other.cpu)
  const speed = pick((one, other) => one.perSecond / other.perSecond)
  const used = `CPU ${median(service.map((each) => each.cpu)).toFixed(3)} ms, the peer ${median(reference.map((each) => each.cpu)).toFixed(3)}`
  return {
    row: 'R1',
    title: `${title}, beside Fastify and Drizzle`,
    value: `${used}, ${cpu.toFixed(2)} ×; ${speed.toFixed(2)} × as many a second`,
    target: 'CPU ≤ 1.25 ×',
    isMet: cpu <= 1.25,
  }
}

/** Throws if a field that the peer shows has another value in the answer of the service. */
const assertSameFields = async ({ service, reference }: Bench, { path, headers }: Request) => {
  const read = async (url: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url}${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const [shown, whole] = [await read(reference.url), await read(service.url)]
  assert.deepEqual(shaped(whole, shown), shaped(shown, shown), `The peer does not answer ${path} as the service does.`)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const moment = /^\d{4}-\d\d-\d\dT/

/** The part of a value that another value has too, with moments to the millisecond. */
const shaped = (value: unknown, like: unknown): unknown => {
  if (Array.isArray(value) && Array.isArray(like)) return value.map((each, i) => shaped(each, like[i]))
  if (isRecord(value) && isRecord(like))
    return Object.fromEntries(Object.keys(like).map((name) => [name, shaped(value[name], like[name])]))
  return typeof value === 'string' && moment.test(value) ? Date.parse(value) : value
}
