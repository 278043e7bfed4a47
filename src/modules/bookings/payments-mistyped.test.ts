import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const sales = as('sales')

test('a payment with a date in another century is refused at its field', async () => {
  const { id: on } = await trip(9)
  const { id } = await book(on, ['甲'])
  const pay = (received_at: string) =>
    sales.post(`/bookings/${id}/payments`, { amount: 100, method: 'cash', received_at })
  for (const received_at of ['1900-01-01T00:00:00Z', `${daysFromToday(-1, -5)}T12:00`])
    assert.deepEqual((await pay(received_at)).body.errors, {
      received_at: ['This is more than 5 years ago: check the year.'],
    })
  done(await pay(`${daysFromToday(2, -5)}T12:00`))
})

test('a line in the currency of the account has the rate 1, in bookings and in the costs of a trip', async () => {
  const { id: on } = await trip(9)
  const { id } = await book(on, ['甲'])
  const words = ['TWD is the currency of the account, so its rate is 1; leave it out.']
  const line = { kind: 'surcharge', description: '簽證', unit_price: 100, currency: 'TWD' }
  assert.deepEqual((await sales.post(`/bookings/${id}/price-lines`, { ...line, rate: 2 })).body.errors, { rate: words })
  assert.equal(done(await sales.post(`/bookings/${id}/price-lines`, { ...line, rate: 1 })).rate, 1)

  const costs = `/planned-trips/${on}/costs`
  const cost = { kind: 'land', estimated: 100, currency: 'TWD' }
  const op = as('op')
  assert.deepEqual((await op.post(costs, { ...cost, rate: 2 })).body.errors, { rate: words })
  const { id: added } = done(await op.post(costs, cost))
  assert.deepEqual((await op.put(`${costs}/${added}`, { rate: 0.5 })).body.errors, { rate: words })
})
