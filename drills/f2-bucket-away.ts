import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../src/kit/files/store.ts'
import { sweep } from '../src/kit/files/sweep.ts'
import { openDatabase } from '../src/wiring.ts'
import { s3Credentials, s3Server, s3Url } from '../test/s3.ts'
import { moveFilesInto } from './kit/bucket.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fileWrites } from './kit/file-writes.ts'
import { proxyBy } from './kit/proxy.ts'
import type { Service } from './kit/service.ts'

/** Uploaded before each outage. */
const FILES = 60
const RECOVERY_MS = 5_000
const CAUGHT_UP_MS = 120_000
const TWO_HOURS = 2 * 3_600_000

export default drill({
  id: 'F2',
  title: 'the bucket dead for 30 s; then silent for as long; uploads, reads and removals of files meanwhile',
  target:
    '503 with Retry-After ≤ 16 s, all else works; no API exit; 0 acknowledged lost, no row or object of a refused upload; removals caught up',
  run: async (context) => {
    const bucket = await s3Server()
    context.atEnd(bucket.end)
    await moveFilesInto(s3Url(bucket.port), context)
    const proxy = await proxyBy(() => connect(bucket.port, '127.0.0.1'))
    context.atEnd(proxy.end)
    const settings = { ...s3Credentials, FILES_URL: s3Url(proxy.port) }
    const services = [await context.start(settings), await context.start(settings)] as const
    const writes = fileWrites(context, services)
    const away = Math.max(8_000, 30_000 * context.scale)

    const outage = async (leave: () => unknown) => {
      await writes.untilStored(FILES)
      await leave()
      writes.setAway(true)
      await pause(away / 2)
      // A process that starts meanwhile serves requests that need no files.
      await services[1].kill('SIGKILL')
      await services[1].restart()
      await pause(away / 2)
      writes.faults.push(...(await notReady(services)))
      writes.setAway(false)
      await proxy.open()
      const began = Date.now()
      await writes.untilStored()
      return Date.now() - began
    }
    const recovered = await repeatWhile(8, writes.one, async () => [
      await outage(proxy.shut),
      await outage(proxy.stall),
    ])
    const faults = [...writes.faults, ...(await writes.lost()), ...(await leftBehind(context, s3Url(bucket.port)))]
    for (const ms of recovered) if (ms > RECOVERY_MS) faults.push(`well again only after ${ms} ms`)
    for (const service of services)
      if (service.exit() !== undefined) faults.push(`an API process ended with ${service.exit()}`)
    printFaults(context, faults)
    const { stored, refused, removed, longest } = writes.count()
    return {
      value: `${faults.length} wrong; ${stored} stored, ${refused} × 503, longest ${(longest / 1000).toFixed(1)} s, ${removed} removed, well after ${(Math.max(...recovered) / 1000).toFixed(1)} s`,
      pass: faults.length === 0 && refused > 0 && removed > 0,
    }
  },
})

const notReady = async (services: readonly Service[]) => {
  const answers = await Promise.all(services.map(({ ask }) => ask('GET', '/readyz').catch(() => undefined)))
  return answers.flatMap((answer) =>
    answer?.status === 200 ? [] : [`/readyz says ${answer?.status ?? 'nothing'} while the bucket is away`],
  )
}

/** Waits for the jobs that remove files, sweeps two hours later, and compares the bucket with the rows. */
const leftBehind = async ({ connection, home, query }: Context, url: string) => {
  Object.assign(process.env, s3Credentials)
  const store = await openStore({ directory: join(home, 'files'), url })
  const stored = async () => {
    const paths = new Set<string>()
    for await (const { path } of store.all()) paths.add(path)
    return paths
  }
  const removed = await query<{ place: string }>(`select place from files where deleted_at is not null`)
  const unremoved = async () => {
    const there = await stored()
    return removed.filter(({ place }) => there.has(place))
  }
  for (const end = Date.now() + CAUGHT_UP_MS; (await unremoved()).length && Date.now() < end; ) await pause(1_000)
  const faults = (await unremoved()).map(({ place }) => `${place} was removed and is still in the bucket`)

  const database = openDatabase(connection)
  await sweep(database.db, store, Date.now() + TWO_HOURS)
  await database.end()
  const living = await query<{ place: string }>(`select place from files where deleted_at is null`)
  const known = new Set(living.map(({ place }) => place))
  for (const path of await stored())
    if (!known.has(path)) faults.push(`${path} is in the bucket and known to no row, also after the sweep`)
  const arrivals = readdirSync(store.arrivals)
  if (arrivals.length) faults.push(`left behind: ${arrivals.join(', ')}`)
  return faults
}
