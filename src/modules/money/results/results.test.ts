import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readStrictCsv } from '../../../../test/csv.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../../test/fixtures/refunds.ts'
import { house } from '../../../../test/house.ts'
import { sheetsIn } from '../../../../test/xlsx.ts'

const home = await house()
await refundsByOne(home)
const { as, db, fill, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, op, finance, admin, manager] = [as('sales'), as('op'), as('finance'), as('admin'), as('manager')]

const area = async (code: string, name: string, name_en: string) =>
  done(await admin.post('/geographical-areas', { code, name, name_en })).id as number
const snow = await area('SNOW', '雪國線', 'Snow')
const sun = await area('SUN', '陽光線', 'Sun')

const planned = async (departure_date: string, capacity: number, more: object = {}) =>
  (await trip(capacity, { departure_date, area_id: snow, ...more })).id
/** A confirmed booking of a salesperson that was made on that day at noon in Taipei. */
const sold = async (on: number, day: string, names: string[], more: object = {}) => {
  const booking = await book(on, names, { sales_user_id: ids.sales, ...more })
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  await sql`update bookings set created_at = ${`${day}T12:00+08:00`}::timestamptz where id = ${booking.id}`.execute(db)
  return booking as { id: number; booking_number: string; travelers: { id: number }[] }
}
const cost = async (on: number, body: object) => done(await op.post(`/planned-trips/${on}/costs`, body))

// The year before: one trip, sold 69 days before.
const before = await planned('2082-03-10', 10)
const a = await sold(before, '2081-12-31', ['甲', '乙'])
await cost(before, { kind: 'land', estimated: 50000 })

// March: three of ten travel, one was cancelled alone, one is held. Costs in yen and TWD.
const march = await planned('2083-03-09', 10)
const b = await sold(march, '2083-01-08', ['甲', '乙', '丙'])
done(await sales.post(`/travelers/${b.travelers[2]?.id}/cancel`))
const c = await sold(march, '2083-02-27', ['丁'], { sales_user_id: ids.admin })
await book(march, ['戊'])
done(
  await finance.post('/exchange-rates', {
    from_currency: 'JPY',
    to_currency: 'TWD',
    rate: 0.21505,
    valid_from: '2026-01-01',
  }),
)
await cost(march, { kind: 'land', estimated: 300000, currency: 'JPY' })
done(await finance.post(`/planned-trips/${march}/costs`, { kind: 'insurance', estimated: 9999, actual: 1235 }))
await cost(march, { kind: 'other', actual: 10, currency: 'CHF' })

// Also in March: everybody has cancelled, for a fee of 8,000, and the coach was ordered.
const empty = await planned('2083-03-20', 5)
const e = await sold(empty, '2083-01-09', ['己', '庚'])
done(await sales.post(`/bookings/${e.id}/cancel`, { reason: '生病', proven_costs: 8000, paper: '車行收據' }))
await cost(empty, { kind: 'land', estimated: 30000 })

// July: a trip of a loss with an infant, paid too much and paid back, and a booking in dollars. Another trip was cancelled.
const loss = await planned('2083-07-05', 4, { area_id: sun })
const g = await sold(loss, '2083-06-05', ['辛', '壬', '癸'])
const money = { method: 'cash', received_at: '2026-01-05T10:00+08:00' }
done(await finance.post(`/bookings/${g.id}/payments`, { ...money, amount: 120000, confirmed_amount: 120000 }))
done(await finance.post(`/bookings/${g.id}/payments`, { ...money, kind: 'refund', amount: 300 }))
const dollars = await sold(loss, '2083-06-06', ['子'])
await cost(loss, { kind: 'land', estimated: 1, actual: 130000 })
const cancelled = await planned('2083-07-12', 20, { area_id: sun })
await cost(cancelled, { kind: 'land', actual: 5000 })
const draft = await planned('2083-08-01', 20, { status: 'draft' })
await fill(async (db) => {
  await sql`set session_replication_role = replica`.execute(db)
  await sql`update travelers set passenger_type = 'infant' where id = ${g.travelers[2]?.id}`.execute(db)
  await sql`update bookings set currency = 'USD' where id = ${dollars.id}`.execute(db)
  await sql`update planned_trips set status = 'cancelled' where id = ${cancelled}`.execute(db)
})

type Numbers = Record<string, number | null>
type Line = Numbers & { key: string; name: string; last_year: Numbers | null; difference: Numbers | null }
const columns = [
  ...['bookings', 'people', 'seats', 'occupancy', 'revenue', 'cost', 'margin', 'margin_percent', 'days_before'],
  'cancelled_people',
]
const numbersOf = (line: Numbers | null) => line && columns.map((name) => line[name])
const year = 'from=2083-01-01&to=2083-12-31'
const results = async (query: string, who = finance) => {
  const { status, body, data } = await who.get(`/money/results?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return {
    lines: data as Line[],
    meta: body.meta as { sum: Line; total: number; currency: string; other_currencies: object[] },
  }
}
const table = async (query: string) =>
  (await results(query)).lines.map((line) => [line.name, ...(numbersOf(line) ?? [])])

const inMarch = [2, 3, 15, 20, 127700, 95750, 31950, 25.02, 35, 3]
const inJuly = [1, 3, 4, 75, 119700, 135000, -15300, -12.78, 30, 0]
const inAll = [3, 6, 19, 31.58, 247400, 230750, 16650, 6.73, 30, 3]

test('months show what was sold, spent and earned, the same month a year before, and the sum of all', async () => {
  const { lines, meta } = await results(`by=month&${year}`)
  assert.deepEqual(
    lines.map((line) => [line.key, line.name, ...(numbersOf(line) ?? [])]),
    [
      ['2083-03', 'Mar 2083', ...inMarch],
      ['2083-07', 'Jul 2083', ...inJuly],
    ],
  )
  assert.deepEqual(numbersOf(lines[0]?.last_year ?? null), [1, 2, 10, 20, 79800, 50000, 29800, 37.34, 69, 0])
  assert.deepEqual(numbersOf(lines[0]?.difference ?? null), [1, 1, 5, 0, 47900, 45750, 2150, -12.32, -34, 3])
  assert.deepEqual(numbersOf(lines[1]?.last_year ?? null), [0, 0, 0, null, 0, 0, 0, null, null, 0])
  assert.deepEqual(numbersOf(lines[1]?.difference ?? null), [1, 3, 4, null, 119700, 135000, -15300, null, null, 0])
  assert.deepEqual(numbersOf(meta.sum), inAll)
  assert.deepEqual(numbersOf(meta.sum.last_year), [1, 2, 10, 20, 79800, 50000, 29800, 37.34, 69, 0])
  assert.deepEqual([meta.currency, meta.total], ['TWD', 2])
  assert.deepEqual(meta.other_currencies, [{ currency: 'USD', bookings: 1, revenue: 39900 }])
})

test('trips, packages and lines have the same sum; a loss is a negative share of its revenue', async () => {
  assert.deepEqual(await table(`by=trip&${year}&per_page=50`), [
    ['Hokkaido, three days', 2, 3, 10, 30, 119700, 65750, 53950, 45.07, 35, 1],
    ['Hokkaido, three days', 0, 0, 5, 0, 8000, 30000, -22000, -275, null, 2],
    ['Hokkaido, three days', 1, 3, 4, 75, 119700, 130000, -10300, -8.6, 30, 0],
    ['Hokkaido, three days', 0, 0, 0, null, 0, 5000, -5000, null, null, 0],
  ])
  assert.deepEqual(
    (await results(`by=trip&${year}`)).lines.map(({ key, last_year }) => [Number(key), last_year]),
    [march, empty, loss, cancelled].map((id) => [id, null]),
    'a draft that costs nothing is no line',
  )
  assert.deepEqual(await table(`by=package&${year}`), [['Hokkaido, three days', ...inAll]])
  assert.deepEqual(await table(`by=line&${year}&sort=-revenue`), [
    ['Snow', ...inMarch],
    ['Sun', ...inJuly],
  ])
  assert.deepEqual(await table(`by=season&${year}`), [['Not given', ...inAll]])
  for (const by of ['trip', 'package', 'line', 'season'])
    assert.deepEqual(numbersOf((await results(`by=${by}&${year}`)).meta.sum), inAll, by)
  assert.ok(draft)
})

test('salespeople and sources get their share of the costs, but no seats and no empty trips', async () => {
  assert.deepEqual(await table(`by=salesperson&${year}&sort=-revenue`), [
    ['業務小陳', 2, 5, null, null, 207500, 173833, 33667, 16.23, 45, 3],
    ['管理員', 1, 1, null, null, 39900, 21917, 17983, 45.07, 10, 0],
  ])
  assert.deepEqual(await table(`by=source&${year}`), [
    ['By staff', 3, 6, null, null, 247400, 195750, 51650, 20.88, 30, 3],
  ])
  assert.deepEqual(await table(`by=month&${year}&sales_user_id=${ids.admin}`), [
    ['Mar 2083', 1, 1, null, null, 39900, 21917, 17983, 45.07, 10, 0],
  ])
  assert.deepEqual((await results(`by=month&${year}&source=public`)).lines, [])
})

test('bookings that were made of an enquiry count by how it came', async () => {
  const confirmed = (await as('admin').get('/bookings?status=confirmed')).data
  const { id: booking } = confirmed.find(({ total }: { total: number }) => total === 119700)
  const enquiry = { name: '林洽詢', phone: '0912345678', source: 'talk' }
  const { id } = (await as('sales').post('/enquiries', enquiry)).data
  await db.updateTable('bookings').set({ enquiry_id: id }).where('id', '=', booking).execute()
  const lines = await table(`by=enquiry&${year}&sort=name`)
  assert.deepEqual(
    lines.map(([name, bookings]) => [name, bookings]),
    [
      ['Talk', 1],
      ['Without an enquiry', 2],
    ],
  )
  await db.updateTable('bookings').set({ enquiry_id: null }).where('id', '=', booking).execute()
})

test('bookings count by the day on which they were sold, where that is asked for', async () => {
  assert.deepEqual(await table(`by=month&basis=sold&${year}`), [
    ['Jan 2083', 1, 2, null, null, 87800, 43833, 43967, 50.08, 60, 3],
    ['Feb 2083', 1, 1, null, null, 39900, 21917, 17983, 45.07, 10, 0],
    ['Jun 2083', 1, 3, null, null, 119700, 130000, -10300, -8.6, 30, 0],
  ])
  // The last day of 2081 is in the year before 2082-12-31, on the clock of Taipei.
  const { lines } = await results('by=month&basis=sold&from=2082-12-31&to=2082-12-31')
  assert.deepEqual(
    lines.map(({ key, bookings, last_year }) => [key, bookings, last_year?.bookings]),
    [['2082-12', 0, 1]],
  )
})

test('filters, spans, orders and pages', async () => {
  assert.deepEqual(await table(`by=month&${year}&area_id=${sun}`), [['Jul 2083', ...inJuly]])
  assert.deepEqual(await table('by=month&from=2083-03-10&to=2083-03-20'), [
    ['Mar 2083', 0, 0, 5, 0, 8000, 30000, -22000, -275, null, 2],
  ])
  const order = async (sort: string) => (await results(`by=month&${year}&sort=${sort}`)).lines.map(({ key }) => key)
  assert.deepEqual(await order('-name'), ['2083-07', '2083-03'])
  assert.deepEqual(await order('margin'), ['2083-07', '2083-03'])
  assert.deepEqual(await order('last_year.revenue'), ['2083-07', '2083-03'])
  assert.deepEqual(await order('-difference.revenue'), ['2083-07', '2083-03'])
  const second = await results(`by=trip&${year}&per_page=3&page=2`)
  assert.deepEqual(
    [second.lines.map(({ key }) => Number(key)), second.meta.total, numbersOf(second.meta.sum)],
    [[cancelled], 4, inAll],
  )
  const refused = async (query: string) => Object.keys((await finance.get(`/money/results?${query}`)).body.errors ?? {})
  assert.deepEqual(await refused('by=month&from=2083-02-01&to=2083-01-31'), ['to'])
  assert.deepEqual(await refused(`by=month&${year}&sort=-nothing`), ['sort'])
  assert.deepEqual(await refused(`by=week&${year}`), ['by'])
  for (const who of ['leader', 'customer'] as const)
    for (const path of ['results', 'results/bookings'])
      assert.equal((await as(who).get(`/money/${path}?by=month&${year}`)).status, 403)
  assert.equal((await results(`by=month&${year}`, manager)).lines.length, 2)
})

test('a number opens to its bookings', async () => {
  const opened = async (query: string) =>
    done(await finance.get(`/money/results/bookings?${query}`)).map((row: Record<string, unknown>) => [
      row.id,
      row.status,
      row.sold_on,
      row.people,
      row.revenue,
      row.cost,
      row.margin,
      row.days_before,
      row.cancelled_people,
    ])
  const ofB = [b.id, 'confirmed', '2083-01-08', 2, 79800, 43833, 35967, 60, 1]
  const ofC = [c.id, 'confirmed', '2083-02-27', 1, 39900, 21917, 17983, 10, 0]
  const ofE = [e.id, 'cancelled', '2083-01-09', 0, 8000, 0, 8000, null, 2]
  const ofG = [g.id, 'confirmed', '2083-06-05', 3, 119700, 130000, -10300, 30, 0]
  assert.deepEqual(await opened(`by=month&key=2083-03&${year}`), [ofB, ofC, ofE])
  assert.deepEqual(await opened(`by=line&key=${sun}&${year}`), [ofG])
  assert.deepEqual(await opened(`by=salesperson&key=${ids.admin}&${year}`), [ofC])
  assert.deepEqual(await opened(`by=month&basis=sold&key=2083-01&${year}`), [ofB, ofE])
  assert.deepEqual(await opened(`by=source&${year}&sort=-revenue`), [ofG, ofB, ofC, ofE])
  assert.deepEqual(await opened(`by=month&from=2082-01-01&to=2082-12-31&key=2082-03`), [
    [a.id, 'confirmed', '2081-12-31', 2, 79800, 50000, 29800, 69, 0],
  ])
  const { body } = await finance.get(`/money/results/bookings?by=month&${year}&per_page=2`)
  assert.deepEqual([body.data.length, body.meta.total, body.data[0].trip.id], [2, 4, march])
})

test('a line of a trip is what the trip says of its money, and the sum is what all trips say', async () => {
  const { lines, meta } = await results(`by=trip&${year}&per_page=50`)
  for (const { key, bookings, people, revenue, cost, margin, margin_percent } of lines) {
    const money = done(await finance.get(`/planned-trips/${key}/money`))
    assert.deepEqual(
      [bookings, people, revenue, cost, margin, margin_percent],
      [money.bookings, money.travelers, money.sold, money.costs.expected, money.margin.amount, money.margin.percent],
    )
  }
  const money = done(await finance.get('/money/trips?departs_from=2083-01-01&departs_to=2083-12-31'))
  assert.deepEqual(
    [meta.sum.bookings, meta.sum.people, meta.sum.revenue, meta.sum.cost, meta.sum.margin, meta.sum.margin_percent],
    [money.bookings, money.travelers, money.sold, money.costs.expected, money.margin.amount, money.margin.percent],
  )
})

test('a file has all lines with the year before, with amounts, days and shares as numbers', async () => {
  const chinese = { 'accept-language': 'zh-TW' }
  const asked = `/money/results?by=trip&${year}&columns=code,name,departure_date,people,revenue,margin_percent`
  const csv = await finance.get(`${asked}&format=csv`, chinese)
  const [headings, first, second] = readStrictCsv(csv.bytes)
  assert.deepEqual(headings, ['代碼', '名稱', '出發日', '人數', '營收', '毛利率'])
  assert.deepEqual(first?.slice(1), ['北海道三日', '2083-03-09', '3', '119700', '45.07'])
  assert.deepEqual(second?.slice(1), ['北海道三日', '2083-03-20', '0', '8000', '-275'])
  const [sheet] = await sheetsIn((await finance.get(`${asked}&format=xlsx`, chinese)).bytes)
  assert.deepEqual(
    sheet?.rows[2]?.slice(1).map(({ value, type }) => [value, type]),
    [
      ['北海道三日', 'text'],
      [66920, 'number'],
      [0, 'number'],
      [8000, 'number'],
      [-2.75, 'number'],
    ],
  )
  assert.equal(sheet?.rows.length, 5)
  const standard = await finance.get(`/money/results?by=month&${year}&format=csv`, chinese)
  const [all = [], ofMarch = []] = readStrictCsv(standard.bytes)
  assert.deepEqual(all.slice(0, 6), ['代碼', '名稱', '訂單數', '去年同期訂單數', '人數', '去年同期人數'])
  assert.deepEqual(ofMarch.slice(0, 6), ['2083-03', '2083年3月', '2', '1', '3', '2'])
})

test('who compensates more than is sold has a loss and no percentage of it', async () => {
  const on = await planned('2084-05-05', 9)
  const { id } = await sold(on, '2084-01-05', ['丑'])
  await cost(on, { kind: 'land', estimated: 27000 })
  await fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`update bookings set status = 'cancelled', total = -20000 where id = ${id}`.execute(db)
  })
  const { margin } = done(await finance.get(`/planned-trips/${on}/money`))
  assert.deepEqual([margin.amount, margin.percent], [-47000, null])
  const [line] = (await results('by=trip&from=2084-05-05&to=2084-05-05')).lines
  assert.deepEqual([line?.revenue, line?.margin, line?.margin_percent], [-20000, -47000, null])
})

test('a season is compared with the one of the year before', async () => {
  const season = async (code: string, name: string, starts_on: string) =>
    done(await admin.post('/seasons', { code, name, starts_on, ends_on: starts_on, level: 'high' })).id as number
  const seasons = [
    await season('SAKURA_2085', '櫻花 2085', '2085-04-01'),
    await season('SAKURA_2086', '櫻花 2086', '2086-04-01'),
  ]
  for (const [i, departure_date] of ['2085-04-01', '2086-04-01'].entries())
    await sold(await planned(departure_date, 9, { season_id: seasons[i] }), '2084-12-01', ['寅'])
  const [line, ...others] = (await results('by=season&from=2086-01-01&to=2086-12-31')).lines
  assert.deepEqual(
    [line?.key, line?.name, line?.people, line?.last_year?.people, others.length],
    ['SAKURA_2086', '櫻花 2086', 1, 1, 0],
  )
})
