import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { currentDocument } from '../../sdk/generate/document.ts'
import { filesOf } from '../../sdk/generate/files.ts'
import {
  announcePresence,
  connect,
  createSeason,
  deleteSeason,
  each,
  getSeason,
  listSeasons,
  liveEvents,
  notifications,
  Refusal,
  settled,
  updateSeason,
} from '../../sdk/src/index.ts'
import { notify } from '../../src/modules/notifications/notify.ts'
import { house } from '../house.ts'

const { app, database, ids, tokens } = await house()
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const guidon = connect({ url, token: () => tokens.admin, language: 'en' })

let made = 0
const seasonCalled = (name: string) => {
  made += 1
  return { code: `SEASON_${made}`, name, starts_on: '2027-01-01', ends_on: '2027-02-01' }
}

test('the client in sdk/ matches the routes: run `npm run sdk` after a change', async () => {
  for (const [name, text] of Object.entries(filesOf(await currentDocument())))
    assert.ok(readFileSync(`sdk/src/generated/${name}`, 'utf8') === text, `sdk/src/generated/${name} is out of date`)
})

test('the program in the README runs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'guidon-sdk-'))
  after(() => rmSync(directory, { recursive: true }))
  const [, program = ''] = /```ts\n(.*?)```/s.exec(readFileSync('sdk/README.md', 'utf8')) ?? []
  const file = join(directory, 'first.ts')
  writeFileSync(file, program.replace("'guidon-sdk'", `'${new URL('../../sdk/src/index.ts', import.meta.url)}'`))
  const env = { ...process.env, GUIDON_URL: url, GUIDON_TOKEN: tokens.sales, NODE_OPTIONS: '' }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += text
  })
  assert.deepEqual(await once(child, 'close'), [0, null])
  assert.match(printed, /^not_found /m)
})

test('a record is created, read, changed at its version and removed', async () => {
  const made = await createSeason(guidon, seasonCalled('One'))
  assert.equal((await getSeason(guidon, made.id)).name, 'One')
  const changed = await updateSeason(guidon, made.id, { name: 'Two' }, { version: made.version })
  assert.equal(changed.name, 'Two')
  const stale = await settled(updateSeason(guidon, made.id, { name: 'Three' }, { version: made.version }))
  assert.ok(stale instanceof Refusal && stale.code === 'stale')
  assert.equal(await deleteSeason(guidon, made.id), null)
})

test('a refusal has a code of its operation, a sentence and the wrong fields', async () => {
  const refused = await settled(createSeason(guidon, { ...seasonCalled(''), starts_on: '2027-02-30' }))
  assert.ok(refused instanceof Refusal)
  assert.deepEqual(
    [refused.code, refused.status, Object.keys(refused.errors)],
    ['invalid_input', 422, ['name', 'starts_on']],
  )
  // @ts-expect-error: the operation is never refused with this code.
  assert.ok(refused.code !== 'price_above_offer')
  await assert.rejects(getSeason(connect({ url }), 1), { name: 'Refusal', code: 'unauthenticated', status: 401 })
})

test('the same idempotency key does the work once', async () => {
  const season = seasonCalled('Once')
  const { id } = await createSeason(guidon, season, { idempotencyKey: 'one' })
  assert.equal((await createSeason(guidon, season, { idempotencyKey: 'one' })).id, id)
})

test('a page has the total; `each` returns every row once', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) await createSeason(guidon, seasonCalled(`Each ${name}`))
  const { data, meta } = await listSeasons(guidon, { q: 'Each', per_page: 2, sort: 'name' })
  assert.deepEqual([data.map(({ name }) => name), meta.total], [['Each A', 'Each B'], 5])
  const names = []
  for await (const { name } of each((at) => listSeasons(guidon, { ...at, q: 'Each', sort: 'name' }), 2))
    names.push(name)
  assert.deepEqual(names, ['Each A', 'Each B', 'Each C', 'Each D', 'Each E'])
})

const tell = (title: string) =>
  database.transaction({}, async (tx) => {
    await notify(tx, {
      who: [ids.admin],
      event: 'trip-message',
      params: { serial: '', title, words: '' },
      about: { type: 'trial', id: 1 },
    })
  })

test('notifications arrive at once, and the stream ends on request', async () => {
  const over = new AbortController()
  const states: boolean[] = []
  const heard = []
  const onConnection = (isOpen: boolean) => {
    states.push(isOpen)
    if (isOpen) tell('您好')
  }
  for await (const { title } of notifications(guidon, { signal: over.signal, onConnection })) {
    heard.push(title)
    over.abort()
  }
  assert.deepEqual([heard, states], [['您好'], [true]])
})

test('a connection without any data counts as lost, and another one is opened', async () => {
  const over = new AbortController()
  const states: boolean[] = []
  const onConnection = (isOpen: boolean) => {
    states.push(isOpen)
    if (states.length === 3) tell('還在')
  }
  for await (const { title } of notifications(guidon, { signal: over.signal, onConnection, silence: 500 }))
    if (title === '還在') over.abort()
  assert.deepEqual(states.slice(0, 3), [true, false, true])
})

test('changed records and the presence of colleagues arrive on the same connection', async () => {
  const over = new AbortController()
  const sales = connect({ url, token: tokens.sales })
  const said = { type: 'addon_request', id: 1, doing: 'types' } as const
  const onConnection = (isOpen: boolean) => void (isOpen && announcePresence(sales, said))
  for await (const { event, data } of liveEvents(guidon, {
    signal: over.signal,
    onConnection,
    types: ['addon_request'],
  })) {
    assert.deepEqual([event, data], ['presence', { ...said, user: { id: ids.sales, name: '業務小陳' } }])
    over.abort()
  }
})
