import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { test } from 'node:test'
import { conversation, fixtures } from './fixtures/addon-requests.ts'
import { house } from './house.ts'

const home = await house()
const { asked, ticketing } = conversation(home, await fixtures(home))
const op = home.as('op')
const sources = new URL('../src/', import.meta.url).href

const inspector = new Session()
inspector.connect()
home.atEnd(() => inspector.disconnect())
await inspector.post('Profiler.enable')

/** The source files of which a function ran since the previous call. */
const filesRun = async () => {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith(sources))
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .map(({ url }) => url.slice(sources.length))
}

const WARMING = 3
const MEASURED = 3

/** The files that every warm request runs. Files that run only in some samples belong to background work. */
const filesOf = async (request: (nth: number) => Promise<{ status: number }>) => {
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const passed: string[][] = []
  for (let nth = 0; nth < WARMING + MEASURED; nth += 1) {
    await filesRun()
    assert.equal((await request(nth)).status, 201)
    if (nth >= WARMING) passed.push(await filesRun())
  }
  await inspector.post('Profiler.stopPreciseCoverage')
  return passed.reduce((some, others) => some.filter((file) => others.includes(file))).sort()
}

test('a reader of one turn of the conversation opens few files', async (t) => {
  const requests = await Promise.all(Array.from({ length: WARMING + MEASURED }, () => asked()))
  const files = await filesOf((nth) => ticketing.post(`${requests[nth]?.at}/department-quote`, { quoted_price: 900 }))
  t.diagnostic(`${files.length} files`)
  assert.ok(files.includes('modules/addon-requests/conversation/turns.ts'), 'it was measured')
  assert.ok(files.length <= 40, `${files.length} files:\n${files.join('\n')}`)
})

test('a reader of the creation of a plain record opens few files', async (t) => {
  const season = (nth: number) => ({ code: `S${nth}`, name: '季', starts_on: '2027-01-01', ends_on: '2027-02-01' })
  const files = await filesOf((nth) => op.post('/seasons', season(nth)))
  t.diagnostic(`${files.length} files`)
  assert.ok(files.includes('kit/resource/resource.ts'), 'it was measured')
  assert.ok(files.length <= 25, `${files.length} files:\n${files.join('\n')}`)
})
