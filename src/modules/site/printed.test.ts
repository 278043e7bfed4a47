import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'
import { sheetsIn } from '../../../test/xlsx.ts'
import { printedForAll } from './printed.ts'

const home = await house()
const { app, as } = home
const { trip, package_id } = await bookingFixtures(home)
const open = (url: string) => app.inject({ url, headers: { host: 'tours.example' } })
const switchOn = () => as('admin').put('/site', { is_on: true })
let serial = ''
before(async () => {
  serial = (await trip(6, { departure_date: daysFromToday(90) })).serial
})

test('while the site is off, strangers get no paper, and staff print the product sheet', async () => {
  for (const url of ['/departures.pdf', '/en/departures.xlsx', '/packages/hkd.pdf'])
    assert.equal((await open(url)).statusCode, 404, url)
  const { status, headers } = await as('sales').get(`/packages/${package_id}/sheet?format=pdf`)
  assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
  assert.equal((await as('customer').get(`/packages/${package_id}/sheet`)).status, 403)
  assert.equal((await as('sales').get('/packages/9999/sheet')).status, 404)
})

test('the product sheet has days, hotels, prices and the agency in both languages', {
  skip: NEEDS_POPPLER,
}, async () => {
  await switchOn()
  const zh = await open('/packages/hkd.pdf')
  assert.deepEqual([zh.statusCode, zh.headers['content-type']], [200, 'application/pdf'])
  const { text } = readPdf(zh.rawPayload)
  for (const part of ['北海道三日', '第2天', '小樽', '札幌大飯店', 'NT$39,900', '交觀甲 0001', 'T-0001'])
    assert.ok(text.includes(part), `${part} in:\n${text}`)
  assert.ok(readPdf((await open('/en/packages/hkd.pdf')).rawPayload).text.includes('Hokkaido, three days'))
  assert.match((await open('/packages/hkd')).body, /href="\/packages\/hkd\.pdf"/)
  assert.equal((await open('/packages/nothing.pdf')).statusCode, 404)
})

test('the departures are a PDF and a workbook with what the catalogue shows', { skip: NEEDS_POPPLER }, async () => {
  await switchOn()
  const hidden = await trip(6, { is_public: false })
  const { text } = readPdf((await open('/departures.pdf')).rawPayload)
  assert.ok(text.includes(serial) && text.includes('北海道三日') && text.includes('39,900'), text)
  assert.ok(!text.includes(hidden.serial))
  const [sheet] = await sheetsIn((await open('/en/departures.xlsx')).rawPayload)
  const cells = JSON.stringify(sheet?.rows)
  assert.ok(cells.includes(serial) && cells.includes('Hokkaido, three days') && !cells.includes(hidden.serial), cells)
})

test('a paper for strangers is printed once for all who ask, and is a minute old at most after a change', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] })
  const printed = printedForAll()
  let count = 0
  const print = async () => Buffer.from(`paper ${++count}`)
  const told = async (key: string, seats: number, trips: string[]) =>
    String(await printed(key, { facts: { seats, trips }, trips }, { count: async () => {}, print }))
  const all = await Promise.all(Array.from({ length: 50 }, () => told('a', 1, ['A', 'B'])))
  assert.deepEqual([count, new Set(all).size], [1, 1])
  assert.equal(await told('a', 2, ['A', 'B']), 'paper 1', 'within the minute')
  assert.equal(await told('b', 2, ['A', 'B']), 'paper 2')
  t.mock.timers.tick(60_000)
  assert.equal(await told('a', 1, ['A', 'B']), 'paper 1', 'nothing has changed')
  assert.equal(await told('a', 2, ['A', 'B']), 'paper 3', 'the first who asks after the minute gets the new one')
  assert.equal(await told('a', 2, ['A']), 'paper 4', 'a trip that is gone is not named any more')
  assert.equal(await told('a', 3, ['A', 'C']), 'paper 4')
})

test('new prints are counted for each address; too many are refused as a page, and kept papers are still sent', async () => {
  await switchOn()
  const { app: fresh, stop } = await home.another()
  const ask = (path: string, at: string) =>
    fresh.inject({ url: path, headers: { accept: 'text/html', 'x-forwarded-for': at } })
  const hits = async () => {
    const { rows } = await sql<{ hits: number }>`
      select hits from throttles where key like 'papers printed for address %' order by expires_at desc limit 1`.execute(
      home.db,
    )
    return rows[0]?.hits
  }
  for (const path of ['/departures.xlsx', '/departures.xlsx', '/en/departures.xlsx'])
    assert.equal((await ask(path, '203.0.113.7')).statusCode, 200)
  assert.equal(await hits(), 2, 'the second was kept')
  await sql`update throttles set hits = 60 where key like 'papers printed for address %' and hits = 2`.execute(home.db)
  const refused = await ask('/packages/hkd.pdf', '203.0.113.7')
  assert.deepEqual([refused.statusCode, refused.headers['content-type']], [429, 'text/html; charset=utf-8'])
  assert.ok(Number(refused.headers['retry-after']) > 500)
  assert.match(refused.body, /嘗試次數過多；請於 10 分鐘後再試/)
  assert.equal((await ask('/departures.xlsx', '203.0.113.7')).statusCode, 200, 'kept')
  assert.equal((await ask('/en/departures.xlsx', '203.0.113.8')).statusCode, 200)
  await stop()
})

test('the first who asks after a trip was cancelled gets a paper without it', async () => {
  await switchOn()
  // A process that has printed nothing yet.
  const { app: fresh, stop } = await home.another()
  const gone = await trip(6, { departure_date: daysFromToday(95) })
  const cells = async () =>
    JSON.stringify((await sheetsIn((await fresh.inject({ url: '/departures.xlsx' })).rawPayload))[0]?.rows)
  assert.ok((await cells()).includes(gone.serial))
  await home.db.updateTable('planned_trips').set({ status: 'cancelled' }).where('id', '=', gone.id).execute()
  const after = await cells()
  assert.deepEqual([after.includes(gone.serial), after.includes(serial)], [false, true])
  await stop()
})
