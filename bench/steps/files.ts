import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../src/kit/files/store.ts'
import { s3Credentials, s3Server, s3Url } from '../../test/s3.ts'
import { median } from '../measure/rounds.ts'

const MEGABYTES = 5
const TIMES = 20

/** What a file of 5 MB costs in a directory and in a bucket of the S3 server of the drills, on this machine: its network is not slow. */
export const files = async () => {
  const bucket = await s3Server()
  Object.assign(process.env, s3Credentials)
  const directory = mkdtempSync(join(tmpdir(), 'guidon-files-'))
  try {
    console.log('| store | what | ms | at most | CPU ms of this process |')
    await measured('directory', await openStore({ directory }))
    await measured('bucket', await openStore({ directory, url: s3Url(bucket.port) }))
  } finally {
    rmSync(directory, { recursive: true })
    await bucket.end()
  }
}

const measured = async (name: string, store: Store) => {
  const places = Array.from({ length: TIMES }, () => randomUUID())
  const arrival = join(store.arrivals, 'arrival')
  const keep = async (place: string) => {
    writeFileSync(arrival, randomBytes(MEGABYTES * 2 ** 20))
    return timed(() => store.keep(arrival, place))
  }
  const read = (range?: { first: number; last: number }) => (place: string) =>
    timed(async () => {
      for await (const _ of await store.read(place, range));
    })
  await keep(randomUUID())
  await print(name, `${MEGABYTES} MB kept`, places, keep)
  await print(name, `${MEGABYTES} MB read`, places, read())
  await print(name, '64 kB of it read', places, read({ first: 2 ** 20, last: 2 ** 20 + 2 ** 16 - 1 }))
}

type Cost = { ms: number; cpu: number }
const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [began, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - began, cpu: (user + system) / 1_000 }
}

const print = async (store: string, what: string, places: string[], work: (place: string) => Promise<Cost>) => {
  const costs: Cost[] = []
  for (const place of places) costs.push(await work(place))
  const times = costs.map(({ ms }) => ms)
  const cells = [median(times), Math.max(...times), median(costs.map(({ cpu }) => cpu))].map((ms) => ms.toFixed(1))
  console.log(`| ${[store, what, ...cells].join(' | ')} |`)
}
