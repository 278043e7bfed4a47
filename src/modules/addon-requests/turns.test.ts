import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const there = await fixtures(home)
const { sales, ticketing, op, customer, admin, asked } = conversation(home, there)
const tellings = async (requestId: number) =>
  (
    await db
      .selectFrom('notifications')
      .select(['user_id', 'event'])
      .where('subject_id', '=', requestId)
      .orderBy('id')
      .execute()
  ).map(({ user_id, event }) => `${Object.entries(ids).find(([, id]) => id === user_id)?.[0]}: ${event}`)

test('a quotation goes from sales to the department, to the customer and back', async () => {
  const request = await asked(there.seat)
  assert.deepEqual(
    [request.status, request.pricing_type, request.estimated_cost, request.department, request.next_action],
    [
      'open',
      'quotation_required',
      null,
      'ticketing',
      { who: 'department', what: 'department-quote', due: request.next_action.due },
    ],
  )
  const stale = { 'if-match': `"${request.version + 1}"` }
  const early = await sales.post(`${request.at}/sales-inquiry`, { message: '請報豪經價格' }, stale)
  assert.deepEqual([early.status, early.body.code], [412, 'stale'])
  const inquiry = await sales.post(`${request.at}/sales-inquiry`, { message: '請報豪經價格' })
  assert.deepEqual(
    [inquiry.status, inquiry.data.sender_type, inquiry.data.message_type, inquiry.data.is_internal],
    [201, 'sales', 'inquiry', true],
  )
  const quote = await ticketing.post(`${request.at}/department-quote`, {
    message: '豪經加價',
    quoted_price: '12000',
  })
  assert.deepEqual(
    [quote.status, quote.data.quoted_price, quote.data.formatted_quoted_price, quote.data.sender_label],
    [201, 12000, 'NT$12,000', 'Ticketing'],
  )
  const forward = await sales.post(`${request.at}/sales-forward`, {
    message: '給您的報價',
    quoted_price: 13000,
    customer_response_deadline: '2081-01-01T12:00:00+08:00',
  })
  assert.deepEqual(
    [
      forward.status,
      forward.data.is_internal,
      forward.data.requires_customer_response,
      forward.data.customer_response,
      forward.data.customer_response_deadline,
    ],
    [201, false, true, 'pending', '2081-01-01T04:00:00+00:00'],
  )
  const seen = await customer.get(`/addon-requests/${request.id}`)
  assert.deepEqual(
    [seen.data.status, seen.data.quoted_price, seen.data.next_action.who, seen.data.unread_count],
    ['offered', 13000, 'customer', 1],
  )
  const answered = await customer.patch(`/addon-requests/communications/${forward.data.id}/customer-response`, {
    customer_response: 'accepted',
    response_message: '好的',
  })
  assert.deepEqual(
    [answered.status, answered.data.customer_response, answered.data.customer_response_label],
    [200, 'accepted', 'Accepted'],
  )
  assert.equal((await sales.post(`${request.at}/sales-confirm`, { message: '客戶接受' })).status, 201)
  const tooMuch = await ticketing.post(`${request.at}/department-final`, { final_price: 13001 })
  assert.deepEqual([tooMuch.status, tooMuch.body.code, tooMuch.body.accepted_price], [409, 'price_above_offer', 13000])
  assert.equal(
    (await ticketing.post(`${request.at}/department-final`, { message: '已開票', final_price: 12500 })).status,
    201,
  )

  const done = (await sales.get(`/addon-requests/${request.id}`)).data
  assert.deepEqual(
    [done.status, done.final_cost, done.quoted_price, done.next_action, typeof done.completed_at],
    ['completed', 12500, 12000, null, 'string'],
  )
  const all = (await sales.get(`${request.at}?include_internal=true`)).data
  assert.deepEqual(
    all.map(
      (entry: { sender_type: string; message_type: string; is_internal: boolean }) =>
        `${entry.sender_type} ${entry.message_type}${entry.is_internal ? '' : ' (public)'}`,
    ),
    [
      'system note',
      'sales inquiry',
      'department quote',
      'sales quote (public)',
      'customer confirmation (public)',
      'system note',
      'sales confirmation',
      'department note (public)',
      'department completion',
    ],
  )
  assert.equal((await sales.get(request.at)).data.length, 3, 'without include_internal only what is public')
  assert.equal((await customer.get(`${request.at}?include_internal=true`)).data.length, 3, 'a customer never sees more')
  assert.deepEqual(
    await db
      .selectFrom('booking_price_lines')
      .select(['kind', 'quantity', 'unit_price', 'amount', 'currency'])
      .where('addon_request_id', '=', request.id)
      .execute(),
    [{ kind: 'addon', quantity: 1, unit_price: 12500, amount: 12500, currency: 'TWD' }],
  )
  assert.deepEqual(await tellings(request.id), [
    'ticketing: addon-request.created',
    'ticketing: addon-request.sales-inquiry',
    'sales: addon-request.department-quote',
    'customer: addon-request.sales-forward',
    'sales: addon-request.customer-response',
    'ticketing: addon-request.customer-response',
    'ticketing: addon-request.sales-confirm',
    'sales: addon-request.department-final',
    'customer: addon-request.department-final',
  ])
})

test('a request keeps the price of the day on which it was created', async () => {
  assert.equal((await asked(there.cake)).estimated_cost, 0)
  assert.equal((await asked(there.sim, { quantity: 3 })).estimated_cost, 1050)
  assert.equal((await asked(there.unpriced)).estimated_cost, null)
  const free = await asked(there.cake)
  assert.equal(
    (await op.post(`${free.at}/department-final`, {})).status,
    201,
    'a free request is finished without an offer',
  )
  const unpriced = await asked(there.unpriced)
  const early = await op.post(`${unpriced.at}/department-final`, { final_price: 10 })
  assert.deepEqual(
    [early.status, early.body.code, early.body.possible],
    [409, 'step_not_possible', ['department-quote', 'department-decline']],
  )
})

test('a turn by the wrong caller or in the wrong status is refused, lists the possible turns and changes nothing', async () => {
  const request = await asked(there.seat)
  const before = (await sales.get(`${request.at}?include_internal=true`)).data.length
  assert.deepEqual((await customer.post(`${request.at}/sales-inquiry`, { message: 'x' })).body.roles, [
    'admin',
    'sales',
  ])
  const stranger = await op.post(`${request.at}/department-quote`, { quoted_price: 1 })
  assert.deepEqual(
    [stranger.status, stranger.body.department, stranger.body.detail],
    [403, 'ticketing', 'This request is in the hands of Ticketing.'],
  )
  const early = await sales.post(`${request.at}/sales-confirm`, {})
  assert.deepEqual(
    [early.status, early.body.code, early.body.from, early.body.possible],
    [409, 'step_not_possible', 'open', ['cancel', 'sales-inquiry', 'sales-forward']],
  )
  const unpriced = await sales.post(`${request.at}/sales-forward`, { message: '先給您' })
  assert.deepEqual([unpriced.status, Object.keys(unpriced.body.errors)], [422, ['quoted_price']])
  const past = await sales.post(`${request.at}/sales-forward`, {
    quoted_price: 5,
    customer_response_deadline: '2020-01-01T00:00:00Z',
  })
  assert.deepEqual([past.status, Object.keys(past.body.errors)], [422, ['customer_response_deadline']])
  assert.equal((await as('other_customer').get(`/addon-requests/${request.id}`)).status, 404)
  assert.equal((await as('leader').get(`/addon-requests/${request.id}`)).status, 403)
  assert.equal((await sales.get(`${request.at}?include_internal=true`)).data.length, before)
})

test('an offer is answered once, before its deadline, and only the latest one', async () => {
  const request = await asked(there.seat)
  const first = (await sales.post(`${request.at}/sales-forward`, { quoted_price: 900 })).data.id
  const second = (await sales.post(`${request.at}/sales-forward`, { quoted_price: 800 })).data.id
  const to = (id: number) => `/addon-requests/communications/${id}/customer-response`
  assert.equal((await customer.patch(to(first), { customer_response: 'accepted' })).body.code, 'offer_superseded')
  assert.equal((await as('other_customer').patch(to(second), { customer_response: 'accepted' })).status, 404)
  assert.equal((await customer.patch(to(second), { customer_response: 'negotiating' })).status, 200)
  assert.equal((await customer.patch(to(second), { customer_response: 'rejected' })).status, 200)
  const count = (await sales.get(`${request.at}?include_internal=true`)).data.length
  assert.equal(
    (await customer.patch(to(second), { customer_response: 'rejected' })).status,
    200,
    'the same answer replays',
  )
  assert.equal((await sales.get(`${request.at}?include_internal=true`)).data.length, count, 'and adds nothing')
  assert.equal((await customer.patch(to(second), { customer_response: 'accepted' })).body.code, 'already_answered')
  assert.equal((await sales.post(`${request.at}/sales-confirm`, {})).status, 201)
  assert.equal((await sales.get(`/addon-requests/${request.id}`)).data.status, 'cancelled')
})

test('an answer given by phone is recorded on the offer', async () => {
  const request = await asked(there.seat)
  const offer = (await sales.post(`${request.at}/sales-forward`, { quoted_price: 900 })).data.id
  const missing = await sales.post(`${request.at}/sales-confirm`, {})
  assert.deepEqual([missing.status, Object.keys(missing.body.errors)], [422, ['customer_response']])
  assert.equal((await sales.post(`${request.at}/sales-confirm`, { customer_response: 'negotiating' })).status, 201)
  const now = (await sales.get(`/addon-requests/${request.id}`)).data
  assert.deepEqual([now.status, now.customer_response], ['inquiring', 'negotiating'])
  assert.equal(
    (await customer.get(`/addon-requests/${request.id}`)).data.status,
    'negotiating',
    'the customer sees no inquiry',
  )
  const entry = (await customer.get(request.at)).data.find(({ id }: { id: number }) => id === offer)
  assert.deepEqual([entry.customer_response, entry.can_customer_respond], ['negotiating', true])
})

test('a customer who has answered changes its mind: sales confirm the new answer with the reason', async () => {
  const request = await asked(there.seat)
  const offer = (await sales.post(`${request.at}/sales-forward`, { quoted_price: 900 })).data.id
  const answer = `/addon-requests/communications/${offer}/customer-response`
  assert.equal((await customer.patch(answer, { customer_response: 'accepted' })).status, 200)
  const other = await sales.patch(answer, { customer_response: 'rejected' })
  assert.deepEqual(
    [other.status, other.body.code, other.body.detail],
    [
      409,
      'already_answered',
      'The customer has answered. If it takes back its yes, confirm the new answer with the reason; after a no, make a new offer.',
    ],
  )
  const bare = await sales.post(`${request.at}/sales-confirm`, { customer_response: 'rejected' })
  assert.deepEqual(
    [bare.status, bare.body.errors],
    [422, { message: ['The customer has accepted. If it has changed its mind, write the reason here.'] }],
  )
  const changed = { customer_response: 'rejected', message: '客戶改搭另一班' }
  assert.equal((await sales.post(`${request.at}/sales-confirm`, changed)).status, 201)
  const now = (await sales.get(`/addon-requests/${request.id}`)).data
  assert.deepEqual([now.status, now.customer_response], ['cancelled', 'rejected'])
  const said = (await customer.get(request.at)).data
  assert.equal(said.find(({ id }: { id: number }) => id === offer).customer_response, 'accepted', 'what was said stays')
  assert.deepEqual(
    said
      .filter(({ sender_type }: { sender_type: string }) => sender_type === 'customer')
      .map(({ message_type }: { message_type: string }) => message_type),
    ['confirmation', 'rejection'],
  )

  const again = await asked(there.seat)
  const second = (await sales.post(`${again.at}/sales-forward`, { quoted_price: 900 })).data.id
  await customer.patch(`/addon-requests/communications/${second}/customer-response`, { customer_response: 'rejected' })
  const back = await sales.post(`${again.at}/sales-confirm`, { customer_response: 'accepted', message: 'x' })
  assert.deepEqual(
    [back.status, back.body.detail],
    [409, 'The customer has declined. If it has changed its mind, make a new offer.'],
  )
})

test('sales approve and cancel requests, and a customer withdraws its own', async () => {
  const guarded = await asked(there.guarded)
  assert.deepEqual([guarded.status, guarded.next_action.who], ['pending_approval', 'admin'])
  assert.equal((await sales.post(`${guarded.at}/sales-inquiry`, { message: 'x' })).body.code, 'step_not_possible')
  assert.equal((await admin.post(`/addon-requests/${guarded.id}/approve`)).data.status, 'open')
  const declined = await asked(there.guarded)
  assert.equal(
    (await admin.post(`/addon-requests/${declined.id}/decline`, { reason: '已無機位' })).data.status,
    'cancelled',
  )
  const seen = (await customer.get(`/addon-requests/${declined.id}`)).data
  assert.deepEqual([seen.status, seen.cancel_reason], ['cancelled', '已無機位'])
  const mine = await customer.post('/addon-requests', {
    type_id: there.seat,
    traveler_id: there.own.traveler_id,
    message: '想坐窗邊',
    again: true,
  })
  assert.equal(mine.status, 201)
  assert.equal(
    (await customer.post(`/addon-requests/${mine.data.id}/cancel`, { reason: '不需要了' })).data.status,
    'cancelled',
  )
  assert.equal(
    (await customer.post('/addon-requests', { type_id: there.seat, traveler_id: there.others.traveler_id })).body.errors
      .traveler_id[0],
    'There is no such record.',
  )
  const confirmed = await asked(there.seat)
  const offer = (await sales.post(`${confirmed.at}/sales-forward`, { quoted_price: 10 })).data.id
  await customer.patch(`/addon-requests/communications/${offer}/customer-response`, { customer_response: 'accepted' })
  await sales.post(`${confirmed.at}/sales-confirm`, {})
  assert.equal((await customer.post(`/addon-requests/${confirmed.id}/cancel`, { reason: '改變心意' })).status, 409)
})
