import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/webhooks.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { oldDeliveries, surplusDeliveries } from './messages.ts'

const home = await house()
const { db, database } = home
const { admin, office, made, removed, happens, deliveries, settled, timePasses } = await fixtures(home)
const mails = await outbox(home)

test('a failed delivery is retried under the same id until it is accepted', async () => {
  const webhook = await made()
  office.answer(500)
  const before = office.told.length
  await happens()
  await office.until(before + 1)
  office.answer(200)
  const [delivery] = await deliveries(webhook.id)
  await settled(webhook.id, delivery.id, 'pending')
  await timePasses()
  await office.until(before + 2)
  const shown = await settled(webhook.id, delivery.id)
  assert.deepEqual(
    shown.log.map((each: { status: number; answer: string }) => [each.status, each.answer]),
    [
      [500, 'answer 500'],
      [200, 'answer 200'],
    ],
  )
  const [first, second] = office.told.slice(before)
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
  assert.equal(first?.body, second?.body)
  office.answer(204)

  const again = await admin.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/replay`)
  assert.deepEqual([again.status, again.data.status, again.data.tries], [200, 'pending', 0])
  await office.until(before + 3)
  assert.equal(office.told[before + 2]?.headers['webhook-id'], shown.message_id)
  assert.equal((await settled(webhook.id, delivery.id)).log.length, 3)
  await removed(webhook.id)
})

test('the delivery to a busy receiver is repeated at the time of its Retry-After, in seconds or as a date', async () => {
  const webhook = await made()
  const answers: Record<string, string>[] = [
    { 'retry-after': '7200' },
    { 'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' },
  ]
  for (const headers of answers) {
    office.answer(503, headers)
    await happens()
    const [delivery] = await deliveries(webhook.id)
    const { next_try_at } = await settled(webhook.id, delivery.id, 'pending')
    const hours = (Date.parse(next_try_at) - Date.now()) / 3_600_000
    assert.ok(hours > 1.9 && hours < 2.1, `${hours}`)
  }
  office.answer(204)
  await removed(webhook.id)
})

test('410 disables the webhook: administrators are notified, waiting deliveries are given up, and it can be activated again', async () => {
  const webhook = await made()
  office.answer(410)
  await happens()
  await mails.mailTo('admin@example.com')
  office.answer(204)
  const off = (await admin.get(`/webhooks/${webhook.id}`)).data
  assert.deepEqual([off.is_active, off.disabled_reason, typeof off.disabled_at], [false, 'gone', 'string'])
  const [notice] = (await admin.get('/notifications?event=webhook.disabled', { 'accept-language': 'zh-TW' })).data
  assert.deepEqual([notice.title, notice.subject], ['Webhook「會計」已停用', { type: 'webhook', id: webhook.id }])
  await happens()
  assert.deepEqual(
    (await deliveries(webhook.id)).map((each: { status: string }) => each.status),
    ['failed'],
  )
  const since = { since: '2026-01-01T00:00:00Z' }
  const early = await admin.post(`/webhooks/${webhook.id}/replay`, since)
  assert.deepEqual([early.status, early.body.code], [409, 'step_not_possible'])

  const on = await admin.put(`/webhooks/${webhook.id}`, { is_active: true })
  assert.deepEqual([on.data.is_active, on.data.disabled_reason, on.data.disabled_at], [true, null, null])
  assert.deepEqual((await admin.post(`/webhooks/${webhook.id}/replay`, since)).data, { replayed: 1 })
  const [delivery] = await deliveries(webhook.id)
  assert.deepEqual(
    (await settled(webhook.id, delivery.id)).log.map((each: { status: number }) => each.status),
    [410, 204],
  )
  await removed(webhook.id)
})

test('three days without a success disable a webhook; one with other successes stays active', async () => {
  office.answer(503)
  const webhook = await made()
  await happens()
  const [delivery] = await deliveries(webhook.id)
  const old = (since: string) =>
    sql`
    update webhook_deliveries set tried_since = now() - ${since}::interval, tries = 10 where id = ${delivery.id}`.execute(
      db,
    )
  await settled(webhook.id, delivery.id, 'pending')
  await old('3 days')
  await timePasses()
  await settled(webhook.id, delivery.id, 'failed')
  assert.equal((await admin.get(`/webhooks/${webhook.id}`)).data.disabled_reason, 'failing')

  await admin.put(`/webhooks/${webhook.id}`, { is_active: true })
  await admin.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/replay`)
  await settled(webhook.id, delivery.id, 'pending')
  await sql`insert into webhook_deliveries (webhook_id, event, data, status, next_try_at, delivered_at)
    values (${webhook.id}, 'planned_trip.moved', '{}', 'delivered', null, now() - interval '1 day')`.execute(db)
  await old('3 days')
  await timePasses()
  await settled(webhook.id, delivery.id, 'failed')
  assert.equal((await admin.get(`/webhooks/${webhook.id}`)).data.is_active, true)
  office.answer(204)
  await removed(webhook.id)
})

test('a test message goes only to its webhook, active or disabled, and is attempted once', async () => {
  const webhook = await made({ is_active: false, events: ['planned_trip.moved'] })
  office.answer(500)
  const { data } = await admin.post(`/webhooks/${webhook.id}/test`)
  assert.deepEqual([data.event, data.data, data.status], ['webhook.test', { id: webhook.id }, 'pending'])
  assert.deepEqual((await settled(webhook.id, data.id, 'failed')).tries, 1)
  office.answer(204)
  assert.equal((await admin.get(`/webhooks/${webhook.id}`)).data.disabled_reason, null)
  await removed(webhook.id)
})

test('the log is kept for thirty days, up to a number of messages', async () => {
  const webhook = await made({ is_active: false })
  await home.fill((db) =>
    sql`insert into webhook_deliveries (webhook_id, event, data, status, next_try_at, created_at)
    select ${webhook.id}, 'planned_trip.moved', '{}', 'failed', null, now() - make_interval(days => case when n <= 5 then 31 else 1 end)
      from generate_series(1, 15010) n`.execute(db),
  )
  await sql`insert into webhook_deliveries (webhook_id, event, data, created_at)
    values (${webhook.id}, 'planned_trip.moved', '{}', now() - interval '40 days')`.execute(db)
  for (const { deleteBatch } of [oldDeliveries, surplusDeliveries])
    while ((await database.transaction({}, deleteBatch)) > 0);
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*) as n from webhook_deliveries where webhook_id = ${webhook.id} group by 1 order by 1`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { status: 'failed', n: 9_999 },
    { status: 'pending', n: 1 },
  ])
  await removed(webhook.id)
})
