import assert from 'node:assert/strict'
import { before, test } from 'node:test'
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
  await as('admin').put('/site', { is_on: true })
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
  const hidden = await trip(6, { is_public: false })
  const { text } = readPdf((await open('/departures.pdf')).rawPayload)
  assert.ok(text.includes(serial) && text.includes('北海道三日') && text.includes('39,900'), text)
  assert.ok(!text.includes(hidden.serial))
  const [sheet] = await sheetsIn((await open('/en/departures.xlsx')).rawPayload)
  const cells = JSON.stringify(sheet?.rows)
  assert.ok(cells.includes(serial) && cells.includes('Hokkaido, three days') && !cells.includes(hidden.serial), cells)
})

test('a paper for strangers is printed once for all who ask, and again only after a change', async () => {
  const printed = printedForAll()
  let count = 0
  const print = async () => Buffer.from(`paper ${++count}`)
  const all = await Promise.all(Array.from({ length: 50 }, () => printed('a', { seats: 1 }, print)))
  assert.deepEqual([count, new Set(all.map(String)).size], [1, 1])
  assert.equal(String(await printed('a', { seats: 2 }, print)), 'paper 1')
  assert.equal(String(await printed('b', { seats: 2 }, print)), 'paper 2')
})
