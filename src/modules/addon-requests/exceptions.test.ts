import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, op, customer, admin, asked, offered, offer, answer, answerAt, said } = conversation(
  home,
  there,
)
const { db } = home

const one = async (id: number, who = sales) => (await who.get(`/addon-requests/${id}`)).data
const linesOf = (id: number) =>
  db
    .selectFrom('booking_price_lines')
    .select(['quantity', 'unit_price', 'amount'])
    .where('addon_request_id', '=', id)
    .execute()
const agoIn = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** An offer made two hours ago, whose deadline has passed an hour ago. */
const lapsed = async () => {
  const request = await offered({ quoted_price: 900, customer_response_deadline: '2081-01-01T00:00:00Z' })
  await sql`alter table addon_communications disable trigger keep_as_written`.execute(db)
  await sql`update addon_communications set created_at = now() - interval '2 hours',
    customer_response_deadline = now() - interval '1 hour' where id = ${request.offer}`.execute(db)
  await sql`alter table addon_communications enable trigger keep_as_written`.execute(db)
  await sql`update addon_requests set response_deadline = now() - interval '1 hour' where id = ${request.id}`.execute(
    db,
  )
  return request
}

test('after the deadline, sales record an answer by phone with its time; a rejection needs no time', async () => {
  const phoned = await lapsed()
  const yes = { customer_response: 'accepted' }
  assert.equal((await customer.patch(answerAt(phoned.offer), yes)).body.code, 'answer_too_late')
  const without = await sales.post(`${phoned.at}/sales-confirm`, yes)
  assert.deepEqual([without.status, without.body.code], [409, 'answer_too_late'])
  assert.match(without.body.detail, /If the customer answered by phone, give the time of the answer/)
  for (const answered_at of ['2099-01-01T00:00:00Z', agoIn(180)]) {
    const wrong = await sales.post(`${phoned.at}/sales-confirm`, { ...yes, answered_at })
    assert.deepEqual(wrong.body.errors, { answered_at: ['The answer was given after the offer and before now.'] })
  }
  const answered_at = agoIn(90)
  assert.equal((await sales.post(`${phoned.at}/sales-confirm`, { ...yes, answered_at })).status, 201)
  const entry = (await customer.get(phoned.at)).data.find(({ id }: { id: number }) => id === phoned.offer)
  assert.deepEqual(
    [(await one(phoned.id)).status, entry.customer_response, Date.parse(entry.answered_at)],
    ['confirmed', 'accepted', Date.parse(answered_at)],
  )
  const refused = await lapsed()
  const no = { customer_response: 'rejected' }
  assert.equal((await customer.patch(answerAt(refused.offer), no)).body.code, 'answer_too_late')
  assert.equal((await sales.patch(answerAt(refused.offer), no)).status, 200)
  assert.equal((await one(refused.id)).status, 'rejected')
})

test('only sales may state the time of an answer', async () => {
  const request = await offered()
  const mine = await customer.patch(answerAt(request.offer), { customer_response: 'accepted', answered_at: agoIn(1) })
  assert.deepEqual(mine.body.errors, {
    answered_at: ['The time of your answer is recorded by the service; leave it out.'],
  })
})

test('an answer has the time at which it was given, and the statistics use it', async () => {
  const request = await offered({ quoted_price: 900 })
  await sql`alter table addon_communications disable trigger keep_as_written`.execute(db)
  await sql`update addon_communications set created_at = now() - interval '2 hours' where id = ${request.offer}`.execute(
    db,
  )
  await sql`alter table addon_communications enable trigger keep_as_written`.execute(db)
  await answer(request.offer, 'accepted')
  const { data } = await sales.get(`/addon-requests/communications/stats?request_id=${request.id}`)
  assert.equal(data.median_hours_to_answer, 2)
})

test('a department that cannot provide the add-on notifies sales, and only sales notify the customer', async () => {
  const request = await asked()
  const declined = await ticketing.post(`${request.at}/department-decline`, { reason: '已客滿' })
  assert.deepEqual(
    [
      declined.status,
      declined.data.message_type,
      declined.data.sender_type,
      declined.data.is_internal,
      declined.data.message,
    ],
    [201, 'rejection', 'department', true, '已客滿'],
  )
  const seen = await one(request.id)
  assert.deepEqual([seen.status, seen.next_action.who, seen.next_action.what], ['rejected', 'sales', 'cancel'])
  assert.equal((await one(request.id, customer)).status, 'open')
  assert.equal((await sales.post(`${request.at}/sales-confirm`, {})).body.code, 'step_not_possible')
  assert.equal((await sales.post(`${request.at}/sales-inquiry`, { message: '再問一次' })).status, 201)
  await ticketing.post(`${request.at}/department-decline`, { reason: '仍客滿' })
  assert.equal((await sales.post(`/addon-requests/${request.id}/cancel`, { reason: '抱歉，已客滿' })).status, 200)
  assert.equal((await one(request.id, customer)).cancel_reason, '抱歉，已客滿')
})

test('an offer under negotiation can be answered although the department has declined', async () => {
  const request = await offered()
  await answer(request.offer, 'negotiating')
  await ticketing.post(`${request.at}/department-decline`, { reason: '沒有更低的價格' })
  assert.equal((await one(request.id, customer)).status, 'negotiating')
  assert.equal((await answer(request.offer, 'accepted')).status, 200)
  assert.equal((await one(request.id)).status, 'accepted')
})

test('a completed add-on is corrected or removed with a reason, and the line on the booking follows', async () => {
  const request = await asked(there.sim, { quantity: 2 })
  await op.post(`${request.at}/department-final`, {})
  const { completed_at } = await one(request.id)
  const correct = (final_price: number) =>
    op.post(`${request.at}/department-correct`, { reason: '只用一張', final_price })
  assert.equal((await correct(701)).body.code, 'price_above_offer')
  const corrected = await correct(350)
  assert.deepEqual([corrected.status, corrected.data.quoted_price, corrected.data.is_internal], [201, 350, false])
  const now = await one(request.id)
  assert.deepEqual([now.status, now.final_cost, now.completed_at], ['completed', 350, completed_at])
  assert.deepEqual(await linesOf(request.id), [{ quantity: 2, unit_price: 175, amount: 350 }])

  const undone = await op.post(`${request.at}/department-undo`, { reason: '登錄錯誤' })
  assert.equal(undone.status, 201, JSON.stringify(undone.body))
  const again = await one(request.id)
  assert.deepEqual([again.status, again.final_cost, again.completed_at], ['confirmed', null, null])
  assert.deepEqual(await linesOf(request.id), [])
  assert.equal((await op.post(`${request.at}/department-final`, {})).status, 201)
  assert.deepEqual(await linesOf(request.id), [{ quantity: 2, unit_price: 350, amount: 700 }])
  assert.deepEqual((await said(request)).slice(-4), [
    'department modification (public)',
    'department modification (public)',
    'department note (public)',
    'department completion',
  ])
})

test('a charge that settled a cancelled booking cannot be corrected', async () => {
  const request = await asked(there.sim, { traveler_id: there.nobodys.traveler_id })
  await op.post(`${request.at}/department-final`, {})
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancel_reason: 'x' })
    .where('id', '=', there.nobodys.booking_id)
    .execute()
  const late = await op.post(`${request.at}/department-undo`, { reason: '登錄錯誤' })
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  assert.match(late.body.detail, /cancelled and settled/)
})

test('a customer may change only the quantity, as long as no price was mentioned', async () => {
  const { id, at } = await asked(there.sim)
  const change = (body: object, who = customer) => who.put(`/addon-requests/${id}`, body)
  const three = await change({ quantity: 3 })
  assert.deepEqual([three.status, three.data.quantity, three.data.estimated_cost], [200, 3, 1050])
  assert.deepEqual((await change({ quantity: 2, priority: 'urgent' })).body.errors, {
    priority: ['You can change the quantity only; write a message about anything else.'],
  })
  assert.equal((await change({ quantity: 2 }, home.as('other_customer'))).status, 404)
  await op.post(`${at}/department-quote`, { quoted_price: 900 })
  assert.deepEqual((await change({ quantity: 2 })).body.errors, {
    quantity: ['This request is already being handled; to change the quantity, write a message to your salesperson.'],
  })
  const later = await asked()
  await offer(later)
  assert.equal((await customer.put(`/addon-requests/${later.id}`, { quantity: 2 })).status, 422)
  assert.equal((await admin.put(`/addon-requests/${later.id}`, { priority: 'high' })).status, 200)
})
