import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house, type Person } from '../../../test/house.ts'
import { listen } from '../../../test/stream.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, asked, offer } = conversation(home, there)
/** The requests are changed in the first process, and the streams are open at the second. */
const second = await home.another()
const address = await second.app.listen({ port: 0, host: '127.0.0.1' })

const changes = async (who: Person, query = '?types=addon_request') => {
  const ear = await listen(address, home.tokens[who], {}, query)
  home.atEnd(ear.hangUp)
  const heard = (): { type: string; id: number; version: number }[] =>
    [...ear.text().matchAll(/^event: changed\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  return { ...ear, heard, latest: () => heard().at(-1) }
}

test('everyone who may see a request gets an event when it changes; a customer gets none for internal changes', async () => {
  const [op, customer, other, leader] = [
    await changes('op'),
    await changes('customer'),
    await changes('other_customer'),
    await changes('leader'),
  ]
  const plain = await changes('admin', '')
  const { id, at } = await asked()
  const shownTo = async (who: typeof sales) => {
    const { version } = (await who.get(`/addon-requests/${id}`)).data
    return { type: 'addon_request', id, version }
  }
  const isLatest = async (ear: typeof op, who: typeof sales) => {
    const shown = JSON.stringify(await shownTo(who))
    await ear.until(() => JSON.stringify(ear.latest()) === shown, `the change ${shown}`)
  }
  await isLatest(op, sales)
  await isLatest(customer, home.as('customer'))
  const known = customer.heard().length
  await sales.post(`${at}/sales-inquiry`, { message: '請報價' })
  await ticketing.post(`${at}/department-quote`, { quoted_price: 900 })
  await sales.post(at, { message: '內部的話' })
  await isLatest(op, sales)
  await offer({ at })
  await isLatest(op, sales)
  await isLatest(customer, home.as('customer'))
  assert.equal(new Set(customer.heard().map(({ version }) => version)).size, 2, 'created, and offered')
  assert.ok(customer.heard().length <= known + 2, 'nothing was heard of the inquiry, the quote and the message')
  assert.deepEqual([other.heard(), leader.heard(), plain.heard()], [[], [], []])
})

test('a message counts as a change, and unknown types of records are refused', async () => {
  const customer = await changes('customer')
  const { id, at } = await asked()
  await customer.until(() => customer.latest()?.id === id, 'its creation')
  const before = customer.heard().length
  await sales.post(at, { message: '您好', is_internal: false })
  await customer.until(() => customer.heard().length > before, 'the message')
  const refused = await home.as('sales').get('/notifications/stream?types=payment')
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['types']])
})

test('a changed booking is announced to its customer and to staff, a changed trip to staff and to its leaders', async () => {
  const query = '?types=booking,planned_trip'
  const [op, finance, customer, other, leader] = [
    await changes('op', query),
    await changes('finance', query),
    await changes('customer', query),
    await changes('other_customer', query),
    await changes('leader', query),
  ]
  const { id, version } = (await sales.get('/bookings')).data.find(
    ({ customer_user_id }: { customer_user_id: number }) => customer_user_id === home.ids.customer,
  )
  // An internal note sends no event to the customer, and the version that the customer sees stays the same.
  await sales.put(`/bookings/${id}`, { notes: '靠窗' })
  for (const ear of [op, finance]) await ear.until(() => ear.latest()?.version === version + 1, 'the note')
  await sales.put(`/bookings/${id}`, { customer_note: '靠窗' })
  for (const ear of [op, finance]) await ear.until(() => ear.latest()?.version === version + 2, 'the request')
  const booking = { type: 'booking', id, version: version + 1 }
  await customer.until(() => customer.latest()?.version === booking.version, 'the request')
  const trip = (await sales.get('/planned-trips')).data[0]
  await home.as('op').put(`/planned-trips/${trip.id}`, { notes: '集合點有改' })
  await op.until(() => op.latest()?.type === 'planned_trip', 'the trip')
  await finance.until(() => finance.latest()?.type === 'planned_trip', 'the trip')
  assert.deepEqual([customer.heard(), other.heard(), leader.heard()], [[booking], [], []])
})

test('staff see who is reading a request and who is typing, and nothing is stored', async () => {
  const { id } = await asked()
  const [op, customer, seller] = [await changes('op'), await changes('customer'), await changes('sales')]
  const said = { type: 'addon_request', id, doing: 'types' }
  assert.equal((await sales.post('/notifications/presence', said)).status, 200)
  await op.until(() => /event: presence/.test(op.text()), 'the colleague')
  const [, data = ''] = /event: presence\ndata: (.*)/.exec(op.text()) ?? []
  assert.deepEqual(JSON.parse(data), { ...said, user: { id: home.ids.sales, name: '業務小陳' } })
  assert.doesNotMatch(customer.text() + seller.text(), /presence/)
  assert.equal((await home.as('customer').post('/notifications/presence', said)).status, 403)
})

test('a stream begins with the changes since its client last read, as far as the caller may see them', async () => {
  const { id, at } = await asked()
  // Later than now by the clock difference that the service allows. With an earlier time, it would look back to before the second
  // process listened.
  const since = new Date(Date.now() + 3_000).toISOString()
  const query = `?types=addon_request&since=${since}`
  await sales.post(at, { message: '開始讀之後', is_internal: false })
  const [op, customer, other] = [
    await changes('op', query),
    await changes('customer', query),
    await changes('other_customer', query),
  ]
  for (const ear of [op, customer]) await ear.until(() => ear.heard().some((each) => each.id === id), 'the message')

  // A time before this process began to listen.
  const late = await changes('op', '?types=addon_request&since=2020-01-01T00:00:00Z')
  const missed = () => /^event: missed\ndata: (.*)$/m.exec(late.text())?.[1] ?? '{}'
  await late.until(() => JSON.parse(missed()).types?.includes('addon_request'), 'what is not known any more')
  assert.deepEqual(late.heard(), [])
  const marker = await asked()
  await op.until(() => op.latest()?.id === marker.id, 'the marker')
  assert.deepEqual(other.heard(), [])
  const odd = await home.as('sales').get('/notifications/stream?since=yesterday')
  assert.deepEqual([odd.status, Object.keys(odd.body.errors)], [422, ['since']])
})
