import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { admin, sales, op, ticketing, customer, asked, offer, answer } = conversation(home, there)
const one = async (id: number, who = sales) => (await who.get(`/addon-requests/${id}`)).data
const retype = (id: number, change: object) => admin.put(`/addon-requests/types/${id}`, change)

test('a request keeps the pricing type that it was created with, also if its type changes', async () => {
  const fixed = await asked(there.sim, { quantity: 2 })
  const quoted = await asked(there.seat)
  assert.deepEqual([fixed.pricing_type, fixed.created_pricing_type], ['fixed_price', 'fixed_price'])
  await retype(there.sim, { pricing_type: 'quotation_required', base_cost: null })
  await retype(there.seat, { pricing_type: 'free' })

  const shown = await one(fixed.id)
  assert.deepEqual(
    [shown.pricing_type, shown.created_pricing_type, shown.estimated_cost, shown.next_action.what],
    ['quotation_required', 'fixed_price', 700, 'department-final'],
  )
  assert.equal((await sales.put(`/addon-requests/${fixed.id}`, { quantity: 3 })).data.estimated_cost, 1050)
  assert.equal((await op.post(`${fixed.at}/department-final`, {})).status, 201, 'it needs no quote')
  assert.equal((await one(fixed.id)).final_cost, 1050)

  const unquoted = await one(quoted.id)
  assert.deepEqual(
    [unquoted.pricing_type, unquoted.created_pricing_type, unquoted.next_action.what],
    ['free', 'quotation_required', 'department-quote'],
  )
  assert.equal((await ticketing.post(`${quoted.at}/department-final`, {})).status, 409, 'it is not free')
  await retype(there.seat, { pricing_type: 'quotation_required' })
  await retype(there.sim, { pricing_type: 'fixed_price', base_cost: 350 })
})

test('quote, offer and accepted price have separate fields; a customer sees its offer as the quoted price', async () => {
  const request = await asked(there.seat)
  const prices = async (who = sales) => {
    const { quoted_price, cost, offered_price, accepted_price, margin } = await one(request.id, who)
    return { quoted_price, cost, offered_price, accepted_price, margin }
  }
  const none = { quoted_price: null, cost: null, offered_price: null, accepted_price: null, margin: null }
  assert.deepEqual(await prices(), none)
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 56000 })
  assert.deepEqual(await prices(), { ...none, quoted_price: 56000, cost: 56000 })
  assert.deepEqual(await prices(customer), none)

  const made = await offer(request, { quoted_price: 58000 })
  const offered = { quoted_price: 56000, cost: 56000, offered_price: 58000, accepted_price: null, margin: 2000 }
  assert.deepEqual(await prices(), offered)
  assert.deepEqual(await prices(customer), { ...none, quoted_price: 58000 })

  await answer(made, 'accepted')
  assert.deepEqual(await prices(), { ...offered, accepted_price: 58000 })
  assert.deepEqual(await prices(customer), { ...none, quoted_price: 58000, accepted_price: 58000 })
  const [listed] = (await sales.get('/addon-requests?per_page=1')).data
  assert.deepEqual(
    [listed.id, listed.cost, listed.offered_price, listed.accepted_price, listed.margin],
    [request.id, 56000, 58000, 58000, 2000],
  )
  const [own] = (await customer.get('/addon-requests?per_page=1')).data
  assert.deepEqual([own.id, own.cost, own.offered_price, own.margin], [request.id, null, null, null])
})

test('a quote and an offer need a price, and 0 needs the word that nothing is charged', async () => {
  const request = await asked(there.seat)
  const quote = (said: object) => ticketing.post(`${request.at}/department-quote`, said)
  const forward = (said: object) => sales.post(`${request.at}/sales-forward`, said)
  assert.deepEqual(Object.keys((await quote({ message: '報價如下' })).body.errors), ['quoted_price'])
  assert.deepEqual(Object.keys((await quote({ quoted_price: '' })).body.errors), ['quoted_price'])
  const unsaid = { quoted_price: ['The price is 0. Give the price, or say that it is without charge.'] }
  assert.deepEqual((await quote({ quoted_price: 0 })).body.errors, unsaid)
  assert.deepEqual((await quote({ quoted_price: 0, without_charge: false })).body.errors, unsaid)
  const contradicting = await quote({ quoted_price: 500, without_charge: true })
  assert.deepEqual(contradicting.body.errors, {
    without_charge: ['The price is not 0: leave one of the two out.'],
  })
  assert.equal((await one(request.id)).status, 'open')
  assert.equal((await quote({ quoted_price: 0, without_charge: true })).data.quoted_price, 0)
  assert.deepEqual((await forward({ quoted_price: 0 })).body.errors, unsaid)
  assert.equal((await forward({ quoted_price: 0, without_charge: true })).data.quoted_price, 0)

  const cake = await asked(there.cake)
  const offered = await sales.post(`${cake.at}/sales-forward`, {})
  assert.deepEqual([offered.status, offered.data?.quoted_price], [201, 0], 'a free type is without charge')
})

/** A request whose offer of 9,500 was accepted and confirmed; the department had quoted 9,000 and then 8,500. */
const confirmed = async () => {
  const request = await asked(there.seat)
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 9000 })
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 8500 })
  await answer(await offer(request, { quoted_price: 9500 }), 'accepted')
  await sales.post(`${request.at}/sales-confirm`, {})
  return request
}

test('without a final price, the accepted price is charged, and the margin is its difference to the cost', async () => {
  const request = await confirmed()
  assert.equal((await ticketing.post(`${request.at}/department-final`, {})).status, 201)
  const { final_cost, cost, margin } = await one(request.id)
  assert.deepEqual({ final_cost, cost, margin }, { final_cost: 9500, cost: 8500, margin: 1000 })
})

test('a final price that differs from the accepted one needs a reason in the message', async () => {
  const request = await confirmed()
  const final = (said: object, language = 'en') =>
    ticketing.post(`${request.at}/department-final`, said, { 'accept-language': language })
  const silent = await final({ final_price: 8500 })
  assert.equal(silent.status, 422)
  assert.deepEqual(silent.body.errors, {
    message: [
      'The final price of NT$8,500 is not the agreed NT$9,500: write the reason here, or leave the price out to charge what was agreed.',
    ],
  })
  assert.deepEqual((await final({ final_price: 8500 }, 'zh-TW')).body.errors, {
    message: ['最終金額 NT$8,500 與客戶同意的 NT$9,500 不同：請在這裡寫明原因，或不填金額，以客戶同意的金額入帳。'],
  })
  assert.equal((await one(request.id)).status, 'confirmed')
  assert.equal((await final({ final_price: 8500, message: '班機異動，改為經濟艙前排' })).status, 201)
  const { final_cost, margin } = await one(request.id)
  assert.deepEqual([final_cost, margin], [8500, 0])

  const same = await confirmed()
  assert.equal((await ticketing.post(`${same.at}/department-final`, { final_price: '9500.00' })).status, 201)
  const fixed = await asked(there.sim)
  assert.equal((await op.post(`${fixed.at}/department-final`, { final_price: 300 })).status, 422)
  assert.equal((await op.post(`${fixed.at}/department-final`, { final_price: 350 })).status, 201)
})

test('an offer needs a price: the internal quote does not count, the fixed price of the type does', async () => {
  const request = await asked(there.seat)
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 9000 })
  const forward = (at: string, said: object, language = 'en') =>
    sales.post(`${at}/sales-forward`, said, { 'accept-language': language })
  const silent = await forward(request.at, { message: '請參考' })
  assert.equal(silent.status, 422)
  assert.deepEqual(silent.body.errors, {
    quoted_price: ['Give the price for the customer; the quote of the department is its cost and is never sent on.'],
  })
  assert.deepEqual((await forward(request.at, {}, 'zh-TW')).body.errors, {
    quoted_price: ['請填寫給客戶的價格；部門的報價是成本，不會直接轉給客戶。'],
  })
  assert.equal((await one(request.id)).status, 'quoted')
  const made = await forward(request.at, { quoted_price: 9500 })
  assert.deepEqual([made.status, made.data.quoted_price], [201, 9500])

  const fixed = await asked(there.sim)
  await op.post(`${fixed.at}/department-quote`, { quoted_price: 200 })
  assert.equal((await forward(fixed.at, {})).data.quoted_price, 350)
})

test('until when a quote holds is told to sales, proposed for the offer, and never told to the customer', async () => {
  const request = await asked(there.seat)
  const customer_response_deadline = `${daysFromToday(20)}T12:00:00+08:00`
  await ticketing.post(`${request.at}/department-quote`, { quoted_price: 56000, customer_response_deadline })
  const until = new Date(customer_response_deadline).toISOString()
  assert.equal(new Date((await one(request.id, sales)).quoted_until).toISOString(), until)
  assert.equal((await one(request.id, customer)).quoted_until, null)
  assert.equal((await sales.post(`${request.at}/sales-forward`, { quoted_price: 58000 })).status, 201)
  assert.equal(new Date((await one(request.id, customer)).response_deadline).toISOString(), until)
})
