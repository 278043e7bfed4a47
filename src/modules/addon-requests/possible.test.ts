import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, op, customer, admin, asked } = conversation(home, there)
const otherCustomer = home.as('other_customer')

test('the possible turns of a request are those that the caller may take now', async () => {
  const { id, at } = await asked(there.seat)
  const possible = async (caller: typeof sales) => (await caller.get(`/addon-requests/${id}/possible-turns`)).data
  assert.deepEqual(await possible(sales), ['cancel', 'sales-inquiry', 'sales-forward'])
  assert.deepEqual(await possible(ticketing), ['department-quote', 'department-decline'])
  assert.deepEqual(await possible(op), [], 'the request belongs to another department')
  assert.deepEqual(await possible(customer), ['cancel'])
  assert.deepEqual(await possible(admin), [
    'cancel',
    'sales-inquiry',
    'department-quote',
    'department-decline',
    'sales-forward',
  ])

  assert.equal((await sales.post(`${at}/sales-forward`, { quoted_price: 13000 })).status, 201)
  assert.deepEqual(await possible(sales), ['cancel', 'sales-forward', 'customer-response', 'sales-confirm'])
  assert.deepEqual(await possible(customer), ['cancel', 'customer-response'])
  assert.equal((await otherCustomer.get(`/addon-requests/${id}/possible-turns`)).status, 404)
})
