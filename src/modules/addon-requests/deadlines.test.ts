import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'
import { toldWhere } from '../../../test/told.ts'
import { remind } from './deadlines.ts'

const home = await house()
const there = await fixtures(home)
const { sales, offered, answer, offer } = conversation(home, there)
const here = () => home.database.transaction({}, remind)
/** Another process, which may send reminders at the same moment. */
const away = (await home.another()).database

const inHours = async (hours: number) => {
  const { rows } = await sql<{ at: string }>`select to_json(now() + ${hours} * interval '1 hour')#>>'{}' as at`.execute(
    home.db,
  )
  return rows[0]?.at ?? ''
}
const due = async (hours: number) => offered({ quoted_price: 900, customer_response_deadline: await inHours(hours) })
/** Moves the deadline of an offer `hours` nearer, as if time had passed. */
const wait = (offer: number, hours: number) =>
  home.database.transaction({}, async (tx) => {
    await sql`alter table addon_communications disable trigger keep_as_written`.execute(tx)
    await sql`update addon_communications set customer_response_deadline = customer_response_deadline - ${hours} * interval '1 hour' where id = ${offer}`.execute(
      tx,
    )
    await sql`update addon_requests set response_deadline = response_deadline - ${hours} * interval '1 hour' where offer_id = ${offer}`.execute(
      tx,
    )
    await sql`alter table addon_communications enable trigger keep_as_written`.execute(tx)
  })
const reminders = async (id: number) => {
  const rows = await toldWhere(home.db, sql`n.subject_id = ${id} and n.event like '%deadline%'`)
  return rows.map(({ user_id, event, title }) => [user_id, event, title.replace(/^AR\d+ /, '')])
}
const soon = [home.ids.sales, 'addon-request.deadline-soon', '客戶回覆期限將於 24 小時內到期']
const passed = [home.ids.sales, 'addon-request.deadline-passed', '客戶回覆期限已過']

test('reminds once a day before the deadline and once after it, with an internal entry', async () => {
  const { id, at, offer } = await due(25)
  assert.equal(await here(), 0)
  await wait(offer, 1)
  assert.equal(await here(), 1)
  assert.equal(await here(), 0)
  assert.deepEqual(await reminders(id), [soon])
  await wait(offer, 23.5)
  assert.equal(await here(), 0, 'half an hour is left')
  await wait(offer, 0.51)
  assert.equal(await here(), 1)
  assert.equal(await here(), 0)
  assert.deepEqual(await reminders(id), [soon, passed])
  const entries = (await sales.get(`${at}?include_internal=true`)).data.slice(2)
  assert.deepEqual(
    entries.map(({ sender_type, message_type, is_internal, message }: Record<string, unknown>) => [
      sender_type,
      message_type,
      is_internal,
      message,
    ]),
    [
      ['system', 'note', true, 'Less than 24 hours are left; please remind the customer.'],
      ['system', 'note', true, 'The deadline has passed; please call the customer or make another offer.'],
    ],
  )
})

test('a late reminder shows the current state, and is sent only if an answer is still awaited', async () => {
  const missed = await due(25)
  await wait(missed.offer, 26)
  const answered = await due(20)
  await answer(answered.offer, 'negotiating')
  const cancelled = await due(20)
  await sales.post(`/addon-requests/${cancelled.id}/cancel`, { reason: '取消' })
  const endless = await offered()
  const newer = await due(20)
  await offer(newer, { quoted_price: 1, customer_response_deadline: await inHours(48) })
  assert.equal(await here(), 1)
  assert.deepEqual(await reminders(missed.id), [passed], 'no word of 24 hours that are over')
  for (const { id } of [answered, cancelled, endless, newer]) assert.deepEqual(await reminders(id), [])
})

test('a new offer has its own reminders', async () => {
  const first = await due(2)
  assert.equal(await here(), 1)
  const second = await offer(first, { quoted_price: 1, customer_response_deadline: await inHours(2) })
  assert.equal(await here(), 1)
  await wait(second, 3)
  assert.equal(await here(), 1)
  assert.deepEqual(await reminders(first.id), [soon, soon, passed])
})

test('two workers at the same moment remind once', async () => {
  const requests = []
  for (let i = 0; i < 12; i++) requests.push(await due(i % 2 ? 5 : 23))
  const counts = await Promise.all([here(), away.transaction({}, remind), here(), away.transaction({}, remind)])
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    12,
  )
  for (const { id } of requests) assert.deepEqual(await reminders(id), [soon])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from addon_communications where event = 'deadline-soon'
    and addon_request_id = any (${requests.map(({ id }) => id)})`.execute(home.db)
  assert.equal(rows[0]?.n, 12)
})

test('a reminder that fails is sent the next time', async () => {
  const { id } = await due(3)
  await assert.rejects(
    home.database.transaction({}, async (tx) => {
      await remind(tx)
      throw new Error('the worker died')
    }),
  )
  assert.deepEqual(await reminders(id), [])
  assert.equal(await here(), 1)
  assert.deepEqual(await reminders(id), [soon])
})

test('a deadline that passed long ago is not reported again after the record of its report was deleted', async () => {
  const { id, offer } = await due(1)
  await wait(offer, 2)
  assert.equal(await here(), 1)
  await wait(offer, 400 * 24)
  await sql`delete from addon_reminders where communication_id = ${offer}`.execute(home.db)
  assert.equal(await here(), 0)
  assert.deepEqual(await reminders(id), [passed])
})
