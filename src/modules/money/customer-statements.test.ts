import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'
import { sheetsIn } from '../../../test/xlsx.ts'

const home = await house()
await refundsByOne(home)
const { as, db, fill } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager] = [as('sales'), as('finance'), as('manager')]
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
const { id: on, serial } = await trip(50, { price_overrides: price })

const now = daysFromToday(0).slice(0, 7)
const monthBefore = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}
const last = monthBefore(now)
const first = monthBefore(last)

/** Everything that was done to bookings since the step before was done on that day. */
const wasOn = (day: string) =>
  fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    const noon = `${day}T12:00+08:00`
    await sql`update audit set created_at = ${noon} where table_name = 'bookings' and created_at > now() - interval '1 hour'`.execute(
      db,
    )
    await sql`update bookings set created_at = ${noon} where created_at > now() - interval '1 hour'`.execute(db)
  })
const confirmed = async (day: string, more: object = {}) => {
  const { id, booking_number } = await book(on, ['王小美'], more)
  done(await sales.post(`/bookings/${id}/confirm`))
  await wasOn(day)
  return { id: id as number, number: booking_number as string }
}
const pay = async (id: number, amount: number, day: string, more: object = {}) => {
  const given = { amount, method: 'cash', received_at: `${day}T12:00+08:00`, confirmed_amount: amount, ...more }
  const paid = done(await finance.post(`/bookings/${id}/payments`, given))
  await wasOn(day)
  return paid.id
}
const asked = (customer: number, month: string, more = '') =>
  manager.get(`/money/statements?customer=${customer}&month=${month}${more}`)
type Line = { day: string; what: string; booking: { booking_number: string }; amount: number; balance: number }
/** The begin, the lines and the end of the one account. */
const statement = async (customer: number, month: string) => {
  const { accounts } = done(await asked(customer, month))
  const [{ begin, lines, end, currency }] = accounts
  const told = lines.map(({ day, what, booking, amount, balance }: Line) => [
    ...[day, what, booking.booking_number, amount, balance],
  ])
  const sum = lines.reduce((all: number, { amount }: Line) => all + amount, begin)
  assert.deepEqual([accounts.length, currency, sum], [1, 'TWD', end], 'the lines lead from the begin to the end')
  return [begin, told, end]
}

const one = await confirmed(`${first}-05`)
const early = await pay(one.id, 10000, `${first}-10`)
const lower = { kind: 'discount', description: '老客戶', quantity: 1, unit_price: 2000 }
done(await sales.post(`/bookings/${one.id}/price-lines`, lower))
await wasOn(`${last}-03`)
await pay(one.id, 18000, `${last}-08`)
const two = await confirmed(`${last}-12`)
await pay(two.id, 10000, `${last}-13`)
done(await sales.post(`/bookings/${two.id}/cancel`, { reason: '不去了' }))
await wasOn(`${last}-20`)
const { total: fee } = done(await finance.get(`/bookings/${two.id}`))
await pay(two.id, 10000 - fee, `${last}-25`, { kind: 'refund', confirmed_amount: 10000 - fee })
const other = await confirmed(`${last}-12`, {
  contact: { name: '王小美', phone: '+886 987 654 321', email: 'other@example.com' },
})

test('the statement of a month leads from what was owed at its begin to what is owed at its end', async () => {
  assert.ok(fee < 10000, 'something is paid back')
  const before = [
    [`${first}-05`, 'booked', one.number, 30000, 30000],
    [`${first}-10`, 'received', one.number, -10000, 20000],
  ]
  assert.deepEqual(await statement(one.id, first), [0, before, 20000])
  const lines = [
    [`${last}-03`, 'repriced', one.number, -2000, 18000],
    [`${last}-08`, 'received', one.number, -18000, 0],
    [`${last}-12`, 'booked', two.number, 30000, 30000],
    [`${last}-13`, 'received', two.number, -10000, 20000],
    [`${last}-20`, 'cancelled', two.number, fee - 30000, fee - 10000],
    [`${last}-25`, 'paid_back', two.number, 10000 - fee, 0],
  ]
  assert.deepEqual(await statement(one.id, last), [20000, lines, 0])
  assert.deepEqual(await statement(two.id, last), [20000, lines, 0], 'each booking names its customer')
  const { customer, month, accounts } = done(await asked(one.id, now))
  assert.deepEqual([customer, month, accounts], [{ name: '王小美', phone: '+886 912 345 678' }, now, []])
})

test('another customer of the same name has an own statement', async () => {
  assert.deepEqual(await statement(other.id, last), [0, [[`${last}-12`, 'booked', other.number, 30000, 30000]], 30000])
  assert.deepEqual(await statement(other.id, now), [30000, [], 30000], 'a month in which nothing happened')
  const owed = done(await manager.get('/money/receivables?by=customer')) as { of: { id: number; more: string } }[]
  assert.deepEqual(
    owed.map(({ of }) => [of.id, of.more]),
    [[other.id, '+886 987 654 321']],
  )
})

test('what is voided after its month was locked is a line of the day of the void', async () => {
  done(await finance.post(`/money/months/${first}/lock`, { reason: '已核對' }))
  done(await as('admin').post(`/bookings/${one.id}/payments/${early}/void`, { reason: '入錯訂單' }))
  const line = [daysFromToday(0), 'receipt_voided', one.number, 10000, 10000]
  assert.deepEqual(await statement(one.id, now), [0, [line], 10000])
  const [, , end] = await statement(one.id, first)
  assert.equal(end, 20000, 'the locked month stays')
})

test('it goes out as XLSX and PDF, and each file is logged', async () => {
  const xlsx = await asked(one.id, first, '&format=xlsx&locale=en')
  const [sheet] = await sheetsIn(xlsx.bytes)
  const cells = (sheet?.rows ?? []).map((row) => row.map(({ value }) => value))
  assert.deepEqual(
    cells
      .filter((row) => row.includes(one.number) || row.some((value) => `${value}`.startsWith('Owed')))
      .map((row) => row.slice(1)),
    [
      ['', '', '', 'Owed at the start', 'TWD', '', 0],
      [one.number, serial, 'Hokkaido, three days', 'Booked', 'TWD', 30000, 30000],
      [one.number, serial, 'Hokkaido, three days', 'Payment received', 'TWD', -10000, 20000],
      ['', '', '', 'Owed at the end', 'TWD', '', 20000],
    ],
  )
  const pdf = await asked(one.id, first, '&format=pdf')
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
  const { rows } = await sql<object>`select list, filter::jsonb as filter from list_exports order by id`.execute(db)
  const filter = { customer: one.id, month: first }
  assert.deepEqual(rows, [
    { list: 'money-statements', filter: { ...filter, format: 'xlsx' } },
    { list: 'money-statements', filter: { ...filter, format: 'pdf' } },
  ])
})

test('a wrong month and an unknown customer are refused in sentences', async () => {
  const errors = async (customer: number, month: string, language = 'en') =>
    (await as('manager', { 'accept-language': language }).get(`/money/statements?customer=${customer}&month=${month}`))
      .body.errors
  assert.deepEqual(Object.keys(await errors(one.id, '2026-13')), ['month'])
  assert.deepEqual(await errors(one.id, '2099-12'), {
    month: ['This month has not begun: choose this month or one before it.'],
  })
  assert.deepEqual(await errors(one.id, '2099-12', 'zh-TW'), {
    month: ['這個月還沒開始；請選擇本月或以前的月份。'],
  })
  assert.deepEqual(await errors(999999, last), {
    customer: [
      'There is no such customer: choose one from the receivables by customer. A contact who was erased has no statement.',
    ],
  })
  assert.equal((await as('leader').get(`/money/statements?customer=${one.id}&month=${last}`)).status, 403)
})
