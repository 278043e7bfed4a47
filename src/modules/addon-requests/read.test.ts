import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, op, customer, admin, asked, offered, offer, answer, passDeadline } = conversation(home, there)
const other = home.as('other_customer')
const pending = '/addon-requests/communications/pending-responses'
const stats = '/addon-requests/communications/stats'

test('unread entries are counted for each person separately', async () => {
  const { id, at } = await asked()
  await sales.post(`${at}/sales-inquiry`, { message: '請報價' })
  await ticketing.post(at, { message: '公開', is_internal: false })
  await customer.post(at, { message: '請問' })
  const unread = async (who: typeof sales) => (await who.get(`/addon-requests/${id}`)).data.unread_count
  const counts = async () => Promise.all([sales, ticketing, op, admin, customer].map(unread))
  assert.deepEqual(await counts(), [2, 3, 4, 4, 1], 'system, inquiry, public, customer; what one caused is read')
  const all = (await sales.get(`${at}?include_internal=true`)).data.map((entry: { id: number }) => entry.id)
  const read = (who: typeof sales, entry: number) => who.patch(`/addon-requests/communications/${entry}/mark-read`)
  const marked = await read(sales, all[2])
  assert.deepEqual([marked.status, marked.data.id, marked.data.is_read], [200, all[2], true])
  assert.equal((await read(sales, all[2])).status, 200, 'twice is once')
  assert.deepEqual(await counts(), [1, 3, 4, 4, 1])
  await read(customer, all[2])
  assert.deepEqual(await counts(), [1, 3, 4, 4, 0])
  const isRead = async (who: typeof sales) =>
    (await who.get(`${at}?include_internal=true`)).data.map((entry: { is_read: boolean }) => entry.is_read)
  assert.deepEqual(await isRead(sales), [true, true, true, false])
  assert.deepEqual(await isRead(customer), [true, true])
  assert.equal((await read(other, all[2])).status, 404)
  assert.equal((await read(home.as('leader'), all[2])).status, 403)
  assert.equal((await sales.patch(`/addon-requests/communications/${all[2]}/mark-read`, { read: true })).status, 422)
})

/** Offers awaiting an answer, named by letters. */
const letters = new Map<number, string>()
before(async () => {
  const wait = async (letter: string, customer_response_deadline: string | undefined, more: object = {}) => {
    const request = await offered({ quoted_price: 900, customer_response_deadline }, more)
    letters.set(request.offer, letter)
    return request
  }
  await wait('a', '2081-03-01T00:00:00Z')
  await wait('b', undefined)
  await passDeadline((await wait('c', undefined)).offer)
  await wait('d', '2081-01-01T00:00:00Z', { traveler_id: there.others.traveler_id })
  const superseded = await wait('e', '2081-01-01T00:00:00Z')
  letters.set(await offer(superseded, { quoted_price: 800, customer_response_deadline: '2081-02-01T00:00:00Z' }), 'f')
  const cancelled = await wait('g', '2081-01-01T00:00:00Z')
  await sales.post(`/addon-requests/${cancelled.id}/cancel`, { reason: '取消' })
  const answered = await wait('h', '2081-01-01T00:00:00Z')
  await answer(answered.offer, 'accepted')
  const negotiated = await wait('i', '2081-01-01T00:00:00Z')
  await answer(negotiated.offer, 'negotiating')
})
const awaited = async (query: string, who = sales) => {
  const { status, data } = await who.get(`${pending}?per_page=100&${query}`)
  assert.equal(status, 200)
  return data.map(({ id }: { id: number }) => letters.get(id)).join('')
}

test('pending-responses lists the offers that await an answer, most urgent first', async () => {
  for (const who of [sales, ticketing, op, admin]) assert.equal(await awaited('', who), 'cdfab')
  assert.equal(await awaited('', customer), 'cfab')
  assert.equal(await awaited('', other), 'd')
  assert.equal(await awaited('overdue=true'), 'c')
  assert.equal(await awaited('overdue=false'), 'dfab')
  assert.equal(await awaited('sort=-customer_response_deadline'), 'afdcb')
  assert.equal(await awaited('sort=created_at'), 'abcdf')
  assert.equal(await awaited(`sales_user_id=${home.ids.sales}`), 'cdfab')
  assert.equal(await awaited(`sales_user_id=${home.ids.admin}`), '')
  assert.equal(await awaited(`planned_trip_id=${there.trip_id}`), 'cdfab')
  assert.equal((await home.as('leader').get(pending)).status, 403)
})

test('each row has the fields of its entry and of its request; by page and by cursor', async () => {
  const { data, body } = await customer.get(`${pending}?per_page=2`)
  assert.deepEqual(body.meta, { current_page: 1, per_page: 2, total: 4, last_page: 2, from: 1, to: 2 })
  const { request, ...entry } = data[1]
  assert.deepEqual(request, {
    id: entry.addon_request_id,
    request_number: request.request_number,
    type_name: 'T_SEAT',
    traveler_name: '王小美',
    trip_serial: 'CNX830128A',
  })
  assert.deepEqual((await customer.get(`/addon-requests/communications/${entry.id}`)).data, entry)
  assert.deepEqual([data[0].is_overdue, data[0].can_customer_respond, entry.can_customer_respond], [true, false, true])
  assert.equal(await awaited(`request_id=${request.id}`), 'f')
  let [cursor, read] = ['', '']
  do {
    const page = (await sales.get(`${pending}?per_page=2&cursor=${cursor}`)).body
    read += page.data.map(({ id }: { id: number }) => letters.get(id)).join('')
    cursor = page.meta.next_cursor
  } while (cursor)
  assert.equal(read, 'cdfab')
  assert.equal((await sales.get(`${pending}?sort=updated_at`)).status, 422)
})

test('statistics of one conversation: counts and times', async () => {
  const { id, at } = await asked()
  await sales.post(`${at}/sales-inquiry`, { message: '請報價' })
  await ticketing.post(`${at}/department-quote`, { quoted_price: 700 })
  await offer({ at }, { quoted_price: 900 })
  const second = await offer({ at }, { quoted_price: 800 })
  await answer(second, 'negotiating')
  await answer(second, 'accepted')
  await customer.post(at, { message: '謝謝', message_type: 'confirmation' })
  await moved(id, [0, 0.5, 2, 4, 5, 6, 6, 8, 8, 9], { [second]: 6.25 })
  const seen = (await sales.get(`${stats}?request_id=${id}`)).data
  assert.deepEqual(seen, {
    total: 10,
    by_sender_type: { sales: 3, department: 1, customer: 3, system: 3 },
    by_message_type: {
      inquiry: 1,
      quote: 3,
      confirmation: 2,
      rejection: 0,
      modification: 1,
      approval: 0,
      completion: 0,
      cancellation: 0,
      note: 3,
    },
    offers_by_response: { pending: 0, accepted: 1, rejected: 0, negotiating: 0 },
    offers_lapsed: 1,
    overdue: 0,
    median_hours_to_first_quote: 2,
    median_hours_to_answer: 1.25,
  })
  const shown = (await customer.get(`${stats}?request_id=${id}`)).data
  assert.deepEqual(
    [
      shown.total,
      shown.by_sender_type,
      shown.by_message_type.quote,
      shown.by_message_type.inquiry,
      shown.median_hours_to_first_quote,
    ],
    [5, { sales: 2, department: 0, customer: 3, system: 0 }, 2, 0, 4],
    'a customer is told of what it sees',
  )
  assert.equal((await sales.get(`${stats}?request_id=999999`)).status, 404)
  assert.equal((await other.get(`${stats}?request_id=${id}`)).status, 404)
})

test('statistics of all requests, with medians over requests and offers', async () => {
  const world = await home.as('other_customer').get(stats)
  assert.deepEqual(world.data, {
    total: 1,
    by_sender_type: { sales: 1, department: 0, customer: 0, system: 0 },
    by_message_type: { ...noMessages, quote: 1 },
    offers_by_response: { pending: 1, accepted: 0, rejected: 0, negotiating: 0 },
    offers_lapsed: 0,
    overdue: 0,
    median_hours_to_first_quote: 0,
    median_hours_to_answer: null,
  })
  const made = []
  for (const hours of [1, 3, 10]) {
    const request = await offered({ quoted_price: 1 }, { traveler_id: there.others.traveler_id })
    await answer(request.offer, 'rejected', other)
    made.push({ ...request, hours })
  }
  for (const { id, offer, hours } of made) await moved(id, [0, hours, hours * 3, hours * 3], { [offer]: hours * 3 })
  const { data } = await other.get(stats)
  assert.deepEqual(
    [data.offers_by_response.rejected, data.median_hours_to_first_quote, data.median_hours_to_answer],
    [3, 2, 6],
    'of 0, 1, 3, 10 hours it is 2; of 2, 6, 20 it is 6',
  )
  assert.deepEqual(
    [(await sales.get(stats)).data.overdue, (await customer.get(stats)).data.overdue, data.overdue],
    [1, 1, 0],
  )
  assert.deepEqual(Object.keys((await sales.get(`${stats}?request_id=x`)).body.errors), ['request_id'])
})

const noMessages = {
  inquiry: 0,
  quote: 0,
  confirmation: 0,
  rejection: 0,
  modification: 0,
  approval: 0,
  completion: 0,
  cancellation: 0,
  note: 0,
}

/** Moves the entries and answers of a conversation to known hours. */
const moved = (id: number, hours: number[], answered: Record<number, number>) =>
  home.database.transaction({}, async (tx) => {
    await sql`alter table addon_communications disable trigger keep_as_written`.execute(tx)
    await sql`update addon_requests set created_at = '2026-01-01T00:00:00Z' where id = ${id}`.execute(tx)
    await sql`update addon_communications c set created_at = timestamptz '2026-01-01T00:00:00Z' + hour * interval '1 hour'
                from (select id, (${hours}::numeric[])[row_number() over (order by id)] as hour
                        from addon_communications where addon_request_id = ${id}) moved where moved.id = c.id`.execute(
      tx,
    )
    for (const [offer, hour] of Object.entries(answered))
      await sql`update addon_communications set answered_at = timestamptz '2026-01-01T00:00:00Z' + ${hour} * interval '1 hour' where id = ${offer}`.execute(
        tx,
      )
    await sql`alter table addon_communications enable trigger keep_as_written`.execute(tx)
  })

test('fixed segments are never taken for an id', async () => {
  for (const path of [
    '/addon-requests/pending-responses',
    '/addon-requests/communications',
    '/addon-requests/pricing-types',
  ])
    assert.equal((await sales.get(path)).status, 404, path)
  for (const path of [
    'types',
    'categories',
    'types/pricing-types',
    'types/list/options',
    'categories/list/options',
    'communications/stats',
    'communications/pending-responses',
  ])
    assert.equal((await sales.get(`/addon-requests/${path}`)).status, 200, path)
  for (const id of ['0', '-1', '01', '1.5', '2147483648', 'abc'])
    for (const path of [`/addon-requests/${id}`, `/addon-requests/${id}/communications`, `/addon-requests/types/${id}`])
      assert.equal((await sales.get(path)).status, 404, path)
})

test('a list leaves out the free details; one request shows them', async () => {
  const [listed] = (await home.as('sales').get('/addon-requests?per_page=1')).data
  assert.equal('details' in listed, false)
  assert.deepEqual((await home.as('sales').get(`/addon-requests/${listed.id}`)).data.details, {})
})
