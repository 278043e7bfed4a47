import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { csv, mover } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const { bring, send, undo } = mover(home)
const [sales, finance] = [as('sales'), as('finance')]

const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
let serial = ''
const bookings: { id: number; booking_number: string }[] = []
before(async () => {
  const on = await trip(9, { price_overrides: price, departure_date: daysFromToday(90) })
  serial = on.serial
  for (const [n, name] of ['王小美', '李四'].entries()) {
    const contact = { name, phone: '0912345678', email: `before${n}@example.com` }
    const booking = await book(on.id, [name], { contact })
    done(await sales.post(`/bookings/${booking.id}/confirm`))
    const paid = { amount: 30000, method: 'cash', received_at: new Date().toISOString() }
    done(await sales.post(`/bookings/${booking.id}/payments`, paid))
    bookings.push(booking)
  }
})

const headings = ['訂單編號', '團號', '收據號碼', '開立日', '買受人', '買受人統一編號', '金額', '收據形式']
const file = (...lines: string[][]) => csv(headings, ...lines)
const receipts = async (id = 0) =>
  (done(await finance.get(`/bookings/${id}/legal-receipts`)) as Record<string, unknown>[]).map(
    ({ number, issued_on, medium, status, buyer_name, buyer_ubn, amount }) => [
      ...[number, issued_on, medium, status],
      ...[buyer_name, buyer_ubn, amount],
    ],
  )

test('receipts of before come in by booking or by trip, once; what they stand for is not issued again', async () => {
  const day = daysFromToday(-20)
  const lines = file(
    [bookings[0]?.booking_number ?? '', '', 'B10000001', day, '大發股份有限公司', '12345675', '20,000', '電子'],
    ['', serial, 'B10000002', day, '李四', '', '30000', '紙本'],
  )
  const checked = await send('legal-receipts.csv', lines)
  assert.deepEqual([checked.data.problems, checked.data.created], [[], 2], 'a dry run writes nothing')
  assert.deepEqual(await receipts(bookings[0]?.id), [])
  const first = await bring('legal-receipts.csv', lines)
  assert.deepEqual([first.status, first.created, first.refused], ['done', 2, 0])
  assert.deepEqual(await receipts(bookings[0]?.id), [
    ['B10000001', day, 'electronic', 'issued', '大發股份有限公司', '12345675', 20000],
  ])
  assert.deepEqual(await receipts(bookings[1]?.id), [['B10000002', day, 'paper', 'issued', '李四', null, 30000]])
  const again = await bring('legal-receipts.csv', lines)
  assert.deepEqual([again.created, again.unchanged], [0, 2])
  const open = done(await finance.get('/money/unreceipted')) as { id: number; amount: number }[]
  assert.deepEqual(
    open.map(({ id, amount }) => [id, amount]),
    [[bookings[0]?.id, 10000]],
  )
  assert.equal((await undo(first.id)).status, 'undone')
  assert.deepEqual(await receipts(bookings[0]?.id), [])
})

test('a line above what is paid is refused at its amount, and one that fits no or several bookings says what to enter', async () => {
  const day = daysFromToday(-20)
  const number = bookings[0]?.booking_number ?? ''
  const checked = await send(
    'legal-receipts.csv',
    file(
      [number, '', 'B20000001', day, '王小美', '', '20000', ''],
      [number, '', 'B20000002', day, '王小美', '', '10001', ''],
      ['', serial, 'B20000003', day, '陌生人', '', '5000', ''],
      ['', serial, 'B20000004', day, '陌生人', '', '30001', ''],
      ['', '', 'B20000005', day, '陌生人', '', '1', ''],
      [number, '', 'B20000006', day, '王小美', '12345674', '1', ''],
      [number, '', 'X1', day, '王小美', '', '1', ''],
      [number, '', 'B20000007', daysFromToday(1), '王小美', '', '1', ''],
    ),
  )
  const problems = (checked.data.problems as { line: number; column: string; message: string }[]).toSorted(
    (one, other) => one.line - other.line,
  )
  assert.deepEqual(
    problems.map(({ line, column }) => [line, column]),
    [
      [3, 'amount'],
      [4, 'booking_number'],
      [5, 'amount'],
      [6, 'booking_number'],
      [7, 'buyer_ubn'],
      [8, 'number'],
      [9, 'issued_on'],
    ],
  )
  assert.match(problems[0]?.message ?? '', /NT\$10,000 can be issued at most/)
})
