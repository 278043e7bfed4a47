import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../../test/fixtures/addon-requests.ts'
import { house } from '../../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { admin, sales, op, ticketing, customer, asked, offer, answer } = conversation(home, there)
const one = async (id: number, who = sales) => (await who.get(`/addon-requests/${id}`)).data
const retype = (id: number, change: object) => admin.put(`/addon-requests/types/${id}`, change)

test('a request is handled by the pricing type it was made with, whatever becomes of its type', async () => {
  const fixed = await asked(there.sim, { quantity: 2 })
  const quoted = await asked(there.seat)
  assert.deepEqual([fixed.pricing_type, fixed.created_pricing_type], ['fixed_price', 'fixed_price'])
  await retype(there.sim, { pricing_type: 'quotation_required', base_cost: null })
  await retype(there.seat, { pricing_type: 'free' })

  const shown = await one(fixed.id)
  assert.deepEqual(
    [shown.pricing_type, shown.created_pricing_type, shown.estimated_cost, shown.next_action.what],
    ['quotation_required', 'fixed_price', 701, 'department-final'],
  )
  assert.equal((await sales.put(`/addon-requests/${fixed.id}`, { quantity: 3 })).data.estimated_cost, 1051.5)
  assert.equal((await op.post(`${fixed.at}/department-final`, {})).status, 201, 'it needs no quote')
  assert.equal((await one(fixed.id)).final_cost, 1051.5)

  const unquoted = await one(quoted.id)
  assert.deepEqual(
    [unquoted.pricing_type, unquoted.created_pricing_type, unquoted.next_action.what],
    ['free', 'quotation_required', 'department-quote'],
  )
  assert.equal((await ticketing.post(`${quoted.at}/department-final`, {})).status, 409, 'it is not free')
  await retype(there.seat, { pricing_type: 'quotation_required' })
})

test('the quote, the offer and the accepted price each have their own name; a customer sees the offer', async () => {
  const request = await asked(there.seat)
  const prices = async (who = sales) => {
    const { quoted_price, offered_price, accepted_price } = await one(request.id, who)
    return [quoted_price, offered_price, accepted_price]
  }
  assert.deepEqual(await prices(), [null, null, null])
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 56000 })
  assert.deepEqual(
    [await prices(), await prices(customer)],
    [
      [56000, null, null],
      [null, null, null],
    ],
  )
  const made = await offer(request, { quoted_price: 58000 })
  assert.deepEqual(
    [await prices(), await prices(customer)],
    [
      [56000, 58000, null],
      [58000, 58000, null],
    ],
  )
  await answer(made, 'accepted')
  assert.deepEqual(
    [await prices(), await prices(customer)],
    [
      [56000, 58000, 58000],
      [58000, 58000, 58000],
    ],
  )
  const [listed] = (await sales.get('/addon-requests?per_page=1')).data
  assert.deepEqual([listed.id, listed.offered_price, listed.accepted_price], [request.id, 58000, 58000])
})
