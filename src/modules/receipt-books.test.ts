import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../test/days.ts'
import { bookingFixtures, done } from '../../test/fixtures/bookings.ts'
import { house } from '../../test/house.ts'

const home = await house()
const { as, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance] = [as('sales'), as('finance')]

const { id: on } = await trip(9, { departure_date: daysFromToday(90) })
const { id } = await book(on, ['王小美'])
done(await sales.post(`/bookings/${id}/confirm`))
const paid = { amount: 30000, confirmed_amount: 30000, method: 'cash', received_at: new Date().toISOString() }
done(await sales.post(`/bookings/${id}/payments`, paid))

const issue = (number: string) =>
  finance.post(`/bookings/${id}/legal-receipts`, { medium: 'paper', number, amount: 100 })
const proposed = async (who = finance) =>
  done(await who.post(`/bookings/${id}/legal-receipts`, { medium: 'paper', dry_run: true })).preview.next_number
type Numbers = {
  first_number: string
  used: number
  left: number
  next: string | null
  gaps: string[]
  spoiled: { number: string; reason: string }[]
}
const numbers = async () => done(await sales.get('/receipt-books/numbers')) as Numbers[]

test('without a book any number is taken; with books the next one is proposed, and others are refused', async () => {
  assert.equal(await proposed(), null)
  done(await issue('A00000001'))
  const entered = done(
    await finance.post('/receipt-books', {
      first_number: 'P00000001',
      last_number: 'P00000005',
      holder_id: ids.finance,
    }),
  )
  assert.equal(
    (await sales.post('/receipt-books', { first_number: 'Q00000001', last_number: 'Q00000005' })).status,
    403,
  )
  const overlap = await finance.post('/receipt-books', { first_number: 'P00000005', last_number: 'P00000009' })
  assert.deepEqual([overlap.status, Object.keys(overlap.body.errors)], [409, ['first_number']])
  const backwards = await finance.post('/receipt-books', { first_number: 'R00000005', last_number: 'R00000001' })
  assert.match(backwards.body.errors.last_number[0], /The last number has the letter of the first, is not before it/)
  const outside = await issue('A00000002')
  assert.match(outside.body.errors.number[0], /in none of the books: compare it, or enter its book first/)
  assert.equal(await proposed(), 'P00000001')
  done(await issue('P00000001'))
  done(await issue('P00000004'))
  assert.deepEqual(
    (await numbers()).map(({ used, left, next, gaps, spoiled }) => [used, left, next, gaps, spoiled]),
    [[2, 1, 'P00000005', ['P00000002', 'P00000003'], []]],
  )

  done(await finance.post(`/receipt-books/${entered.id}/spoiled`, { number: 'P00000002', reason: '寫錯金額' }))
  const spoiled = await issue('P00000002')
  assert.match(spoiled.body.errors.number[0], /This number is spoiled and cannot be used: take the next one/)
  const used = await finance.post(`/receipt-books/${entered.id}/spoiled`, { number: 'P00000001', reason: '寫錯' })
  assert.match(used.body.errors.number[0], /A receipt was issued with this number/)
  const other = await finance.post(`/receipt-books/${entered.id}/spoiled`, { number: 'Z00000001', reason: '寫錯' })
  assert.match(other.body.errors.number[0], /not in the book/)
  const twice = await finance.post(`/receipt-books/${entered.id}/spoiled`, { number: 'P00000002', reason: '寫錯' })
  assert.equal(twice.status, 409)
  const [listed] = await numbers()
  assert.deepEqual(
    [listed?.gaps, listed?.spoiled.map(({ number, reason }) => [number, reason])],
    [['P00000003'], [['P00000002', '寫錯金額']]],
  )
  done(await finance.post(`/receipt-books/${entered.id}/unspoiled`, { number: 'P00000002' }))
  done(await issue('P00000002'))
})

test('the book that somebody holds is proposed to them first, and a full book proposes nothing', async () => {
  done(await finance.post('/receipt-books', { first_number: 'N00000001', last_number: 'N00000002' }))
  assert.equal(await proposed(finance), 'P00000005')
  done(await issue('P00000005'))
  assert.equal(await proposed(finance), 'N00000001')
  done(await issue('N00000002'))
  assert.equal(await proposed(finance), null)
})

test('of two people who spoil and issue the same number at once, one is refused', async () => {
  const { id: of } = done(await finance.post('/receipt-books', { first_number: 'S00000001', last_number: 'S00000020' }))
  for (let n = 1; n <= 5; n += 1) {
    const number = `S0000000${n}`
    const [issued, spoiled] = await Promise.all([
      issue(number),
      finance.post(`/receipt-books/${of}/spoiled`, { number, reason: '寫錯' }),
    ])
    assert.equal([issued.status, spoiled.status].filter((status) => status < 300).length, 1, number)
  }
})
