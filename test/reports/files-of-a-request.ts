// Prints the number of source files and functions that one warm request runs: `npm run report:files`, with `-- --names` also the
// files.
import { Session } from 'node:inspector/promises'
import { test } from 'node:test'
import { conversation, fixtures } from '../fixtures/addon-requests.ts'
import { bookingFixtures } from '../fixtures/bookings.ts'
import { type Answer, house } from '../house.ts'
import { stopServer } from '../server.ts'

type Sampled = (nth: number) => Promise<Answer>

const WARMING = 3
const MEASURED = 8
const sources = new URL('../../src/', import.meta.url).href

await test('files and functions of one warm request', async () => {
  for (const [name, request] of Object.entries(await requests())) {
    const functions = await functionsRunBy(request)
    const files = [...new Set(functions.map((position) => position.split(':')[0]))].sort()
    console.log(`${name}: ${files.length} files, ${functions.length} functions`)
    if (process.argv.includes('--names')) console.log(files.map((file) => `  ${file}`).join('\n'))
  }
})
await stopServer?.()
process.exit()

/** The requests that are measured. Records that they need are created before. */
async function requests(): Promise<Record<string, Sampled>> {
  const home = await house()
  const { trip, register } = await bookingFixtures(home)
  const { asked, ticketing } = conversation(home, await fixtures(home))
  const [admin, sales, stranger] = [home.as('admin'), home.as('sales'), home.as()]
  const { id } = await trip(50)
  const turns = await Promise.all(Array.from({ length: WARMING + MEASURED }, () => asked()))
  const account = { email: 'mei@office.example', password: 'correct horse battery' }
  await admin.post('/users', { ...account, name: '小美', role: 'sales' })
  return {
    registration: () => register(id, [{ name: '王大明', birth_date: '1990-05-06' }]),
    turn: (nth) => ticketing.post(`${turns[nth]?.at}/department-quote`, { quoted_price: 900 }),
    'sign-in': () => stranger.post('/login', account),
    list: () => sales.get('/planned-trips'),
    'creation of a plain record': (nth) =>
      admin.post('/seasons', { code: `S${nth}`, name: '季', starts_on: '2027-01-01', ends_on: '2027-02-01' }),
  }
}

/** The functions that run in every sample, as `file:offset`. Functions that run only in some samples belong to background work. */
async function functionsRunBy(request: Sampled) {
  const inspector = new Session()
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const samples: Set<string>[] = []
  for (let nth = 0; nth < WARMING + MEASURED; nth += 1) {
    await functionsRun(inspector)
    const { status, body } = await request(nth)
    if (status >= 300) throw new Error(JSON.stringify(body))
    samples.push(await functionsRun(inspector))
  }
  inspector.disconnect()
  const [first = [], ...others] = samples.slice(WARMING)
  return [...first].filter((position) => others.every((other) => other.has(position)))
}

/** The functions that have run since the previous call. */
async function functionsRun(inspector: Session) {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  return new Set(
    result
      .filter(({ url }) => url.startsWith(sources))
      .flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
          .map(({ ranges }) => `${url.slice(sources.length)}:${ranges[0]?.startOffset}`),
      ),
  )
}
