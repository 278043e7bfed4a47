import { setTimeout as pause } from 'node:timers/promises'
import type { Options } from '../options.ts'
import { openLink } from './link.ts'
import { connectedTo, primarySocket, startPrimary, startStandby, stopServers } from './servers.ts'

const ONE_WAY_MS = [0, 1, 5]
const LEVELS = ['local', 'on', 'remote_apply']
const WRITES_PER_SECOND = [5, 50, 200]

/**
 * What a synchronous standby costs and how late it is, on two servers of Debian's PostgreSQL (or of POSTGRES_BIN): the time of a commit, and
 * the share of reads for which the standby has not yet replayed what the primary had committed when the read began.
 */
export const standby = async ({ seconds }: Options) => {
  startPrimary()
  const link = await openLink(primarySocket)
  try {
    const client = await connectedTo('primary')
    await client.query('create table written (id bigserial primary key, words text)')
    await client.end()
    startStandby(link.port)
    const overLinks = async (measure: (oneWay: string) => Promise<unknown>) => {
      for (const milliseconds of ONE_WAY_MS) {
        link.delay(milliseconds)
        await measure(`${milliseconds} ms`)
      }
    }
    print('one way', 'synchronous_commit', 'clients', 'commit ms: tenth', 'median', 'p99', 'commits/s')
    await overLinks((oneWay) => commits(oneWay, seconds))
    print('one way', 'writes/s', 'reads', 'not yet replayed', 'replayed after ms: median', 'p99')
    await overLinks((oneWay) => lateness(oneWay, seconds))
  } finally {
    stopServers()
    await link.close()
  }
}

const commits = async (oneWay: string, seconds: number) => {
  for (const level of LEVELS)
    for (const clients of [1, 16]) {
      const times: number[] = []
      const until = Date.now() + seconds * 1000
      const write = async () => {
        const writer = await writerWith(level)
        while (Date.now() < until) times.push(await timed(writer.write))
        await writer.end()
      }
      await Promise.all(Array.from({ length: clients }, write))
      print(oneWay, level, clients, ...quantiles(times, 0.1, 0.5, 0.99), Math.round(times.length / seconds))
    }
}

const lateness = async (oneWay: string, seconds: number) => {
  for (const perSecond of WRITES_PER_SECOND) {
    const writer = await writerWith('on')
    const until = Date.now() + seconds * 1000
    const write = async () => {
      while (Date.now() < until) await Promise.all([writer.write(), pause(1000 / perSecond)])
    }
    const [waits] = await Promise.all([waitsUntil(until), write()])
    await writer.end()
    const late = waits.filter((wait) => wait > 0)
    const share = `${((100 * late.length) / waits.length).toFixed(1)} %`
    print(oneWay, perSecond, waits.length, share, ...quantiles(late, 0.5, 0.99))
  }
}

/** Asks the primary for its position, as a token look-up could, and the standby whether it has replayed it: how long each had to wait. */
const waitsUntil = async (until: number) => {
  const [primary, other] = [await connectedTo('primary'), await connectedTo('standby')]
  const waits: number[] = []
  while (Date.now() < until) {
    const { rows } = await primary.query(position)
    const values = [rows[0].at]
    const isReplayed = async () => (await other.query({ ...replayed, values })).rows[0].is
    const isThere = await isReplayed()
    waits.push(
      isThere
        ? 0
        : await timed(async () => {
            while (!(await isReplayed()));
          }),
    )
    await pause(1)
  }
  await Promise.all([primary.end(), other.end()])
  return waits
}
const position = { name: 'position', text: 'select pg_current_wal_flush_lsn()::text as at' }
const replayed = { name: 'replayed', text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is' }

const writerWith = async (level: string) => {
  const client = await connectedTo('primary')
  await client.query(`set synchronous_commit = ${level}`)
  const insert = { name: 'insert', text: 'insert into written (words) values (repeat($1, 50))', values: ['text'] }
  return { write: () => client.query(insert), end: () => client.end() }
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const quantiles = (times: number[], ...shares: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return shares.map((share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2))
}
const print = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
