import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { fixtures } from '../../../test/fixtures/webhooks.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { untilLocked } from '../../../test/until.ts'
import { writeMessages } from './messages.ts'
import { removeWebhook } from './webhook.ts'

const home = await house()
await refundsByOne(home)
const { as, db, database } = home
const { admin, office, made, removed, happens, deliveries, settled } = await fixtures(home)
await outbox(home)

const verified = (secret: string, { headers, body }: (typeof office.told)[number]) =>
  new Webhook(secret).verify(body, {
    'webhook-id': `${headers['webhook-id']}`,
    'webhook-timestamp': `${headers['webhook-timestamp']}`,
    'webhook-signature': `${headers['webhook-signature']}`,
  })

test('a change is sent with a signature that the reference library accepts, and contains ids only', async () => {
  const webhook = await made({ events: ['leader_unavailability.entered'] })
  assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const before = office.told.length
  const id = await happens()
  await office.until(before + 1)
  const message = office.told[before] ?? assert.fail()
  const told = Object(verified(webhook.secret, message))
  assert.deepEqual(told, {
    type: 'leader_unavailability.entered',
    timestamp: told.timestamp,
    data: { id, status: 'approved' },
  })
  assert.match(told.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(
    [message.headers['content-type'], message.headers['user-agent']],
    ['application/json', 'Guidon-Webhooks'],
  )
  assert.throws(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, message))
  assert.throws(() => verified(webhook.secret, { ...message, body: message.body.replace('approved', 'rejected') }))

  const [delivery] = await deliveries(webhook.id)
  const shown = await settled(webhook.id, delivery.id)
  assert.deepEqual([shown.message_id, shown.tries, shown.log.length], [message.headers['webhook-id'], 1, 1])
  const [{ status, fault, answer }] = shown.log
  assert.deepEqual({ status, fault, answer }, { status: 204, fault: null, answer: '' })
  await removed(webhook.id)
})

test('a payment, its refund and a voided payment are sent', async () => {
  const webhook = await made({ events: ['payment.changed'] })
  const { trip, book } = await bookingFixtures(home)
  const { id } = await book((await trip(2)).id, ['甲'])
  const finance = as('finance')
  const at = `/bookings/${id}/payments`
  const pay = async (body: object) =>
    done(await finance.post(at, { method: 'cash', received_at: '2026-01-05T10:00+08:00', ...body })).id
  const before = office.told.length
  const paid = await pay({ amount: 50_000, confirmed_amount: 50_000 })
  const refund = await pay({ amount: 100, kind: 'refund' })
  done(await finance.post(`${at}/${refund}/void`, { reason: '誤登' }))
  await office.until(before + 3)
  const told = office.told.slice(before).map(({ body }) => JSON.parse(body).data)
  const byWhat = told.toSorted((a, b) => a.what.localeCompare(b.what))
  assert.deepEqual(byWhat, [
    { id: paid, booking_id: id, what: 'received' },
    { id: refund, booking_id: id, what: 'refunded' },
    { id: refund, booking_id: id, what: 'voided' },
  ])
  await removed(webhook.id)
})

test('only committed events are sent, and only subscribed ones', async () => {
  const [all, trips] = [await made(), await made({ events: ['planned_trip.moved'] })]
  await assert.rejects(
    database.transaction({}, async (tx) => {
      await writeMessages(tx, 'leader_unavailability.entered', { id: 1 })
      throw new Error('taken back')
    }),
  )
  assert.deepEqual([await deliveries(all.id), await deliveries(trips.id)], [[], []])
  await happens()
  assert.deepEqual([(await deliveries(all.id)).length, (await deliveries(trips.id)).length], [1, 0])
  await removed(all.id)
  await removed(trips.id)
})

test('a secret that is renewed while its webhook is removed answers 404', async () => {
  const { id } = await made()
  const removal = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const removing = database.transaction({}, async (tx) => {
    await removeWebhook(tx, id, undefined)
    begun.resolve()
    await removal.promise
  })
  await begun.promise
  const renewal = admin.post(`/webhooks/${id}/secret`, {})
  await untilLocked(db)
  removal.resolve()
  await removing
  const { status, body } = await renewal
  assert.deepEqual([status, body.code], [404, 'not_found'])
})

test('the secret is shown once, stored encrypted, and rotated with an overlap in which both sign', async () => {
  const { secret, ...webhook } = await made()
  const read = (await admin.get(`/webhooks/${webhook.id}`)).data
  assert.deepEqual(read, webhook)
  assert.deepEqual(read.secrets, [{ created_at: read.secrets[0].created_at, expires_at: null }])
  const { rows } = await sql<{ all: string }>`select string_agg(s::text, '') as all from webhook_secrets s`.execute(db)
  assert.ok(!rows[0]?.all.includes(Buffer.from(secret.slice(6), 'base64').toString('hex')))

  const renewed = (await admin.post(`/webhooks/${webhook.id}/secret`, { overlap_hours: 1 })).data.secret
  const sent = async () => {
    const before = office.told.length
    await happens()
    await office.until(before + 1)
    return office.told[before] ?? assert.fail()
  }
  const both = await sent()
  assert.ok(verified(secret, both) && verified(renewed, both))
  await sql`update webhook_secrets set expires_at = now() - interval '1 second' where expires_at is not null`.execute(
    db,
  )
  const one = await sent()
  assert.ok(verified(renewed, one))
  assert.throws(() => verified(secret, one))
  const last = (await admin.post(`/webhooks/${webhook.id}/secret`, { overlap_hours: 0 })).data.secret
  const fresh = await sent()
  assert.ok(verified(last, fresh))
  assert.throws(() => verified(renewed, fresh))
  const { data: audit } = await admin.get('/audit?table_name=webhook_secrets')
  assert.ok(audit.length && JSON.stringify(audit).includes('•••') && !JSON.stringify(audit).includes('\\\\x'))
  await removed(webhook.id)
})

test('an address with control characters is refused at its field', async () => {
  for (const url of ['https://example.com/a\u0000', 'https://example.com/a\u0007b', 'https://example.com/a\u2028']) {
    const { status, body } = await admin.post('/webhooks', { name: 'x', url })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['url']], JSON.stringify(url))
  }
})

test('a webhook with a private address is refused, and gets nothing if its name later resolves to one', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'http://crm.example.com/',
  ]) {
    const { status, body } = await admin.post('/webhooks', { name: 'x', url })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['url']], url)
  }
  const webhook = await made()
  home.allowed.splice(home.allowed.indexOf(office.place), 1)
  const before = office.told.length
  const { data } = await admin.post(`/webhooks/${webhook.id}/test`)
  assert.equal((await settled(webhook.id, data.id, 'failed')).log[0].fault, 'not_public')
  assert.equal(office.told.length, before)
  home.allowed.push(office.place)
  assert.equal((await admin.put(`/webhooks/${webhook.id}`, { url: 'https://10.0.0.1/' })).status, 422)
  await removed(webhook.id)
})

test('only administrators manage webhooks', async () => {
  for (const who of ['sales', 'op', 'leader', 'customer'] as const)
    assert.equal((await as(who).get('/webhooks')).status, 403, who)
  assert.equal((await as().get('/webhooks')).status, 401)
  const [first] = (await admin.get('/webhooks/events/list/options')).data
  assert.deepEqual(first, {
    value: 'addon_request.created',
    label: '新的加購需求',
    label_en: 'An add-on request was made',
  })
  const wrong = await admin.post('/webhooks', { name: 'x', url: office.url, events: ['nothing.happened'] })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['events.0']])
})

test('the reference describes every message, and messages match it', async () => {
  const { webhooks, components } = (await as().get('/openapi.json')).body
  const offered = (await admin.get('/webhooks/events/list/options')).data.map(({ value }: { value: string }) => value)
  assert.deepEqual(Object.keys(webhooks).sort(), [...offered, 'webhook.test'].sort())
  const { post } = webhooks['leader_unavailability.entered']
  assert.deepEqual(
    post.parameters.map(({ name }: { name: string }) => name),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  )
  const { $ref } = post.requestBody.content['application/json'].schema
  const schema = components.schemas[$ref.split('/').at(-1)]
  const told = office.told
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === 'leader_unavailability.entered')
  const fits = new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, additionalProperties: false })
  assert.ok(fits(told), JSON.stringify(fits.errors))
  assert.ok(!fits({ ...Object(told), data: { id: 'x' } }))
})

test('a webhook that is removed at the same time does not stop a change that would send to it', async () => {
  const webhook = await made()
  const removing = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const removal = database.transaction({}, async (tx) => {
    await tx.deleteFrom('webhooks').where('id', '=', webhook.id).execute()
    removing.resolve()
    await asked.promise
  })
  await removing.promise
  const change = database.transaction({}, (tx) => writeMessages(tx, 'leader_unavailability.entered', { id: 1 }))
  await untilLocked(db)
  asked.resolve()
  await removal
  await change
  assert.equal((await admin.get(`/webhooks/${webhook.id}`)).status, 404)
})
