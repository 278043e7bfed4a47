import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book, enter, assign, own } = await fixtures(home)
const [sales, customer, op, leader] = [as('sales'), as('customer'), as('op'), as('leader')]
const seoul = await trip('2087-05-01', '2087-05-05', { serial: 'SEL870501A' })
const booking = await book(seoul)
const traveler = await enter(booking, '王小美')
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })
const told = async (person: 'sales' | 'customer', event: string) =>
  (await as(person).get(`/notifications?event=${event}`, { 'accept-language': 'zh-TW' })).data.map(
    ({ title, body }: Record<string, string>) => [title, body],
  )

test('a customer makes a request, and is notified of each step', async () => {
  const made = await customer.post('/traveler-requests', {
    traveler_id: traveler.id,
    kind: 'celebration',
    detail: '結婚紀念日蛋糕',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, created_at, updated_at, ...shown } = made.data
  assert.deepEqual(shown, {
    traveler_id: traveler.id,
    kind: 'celebration',
    detail: '結婚紀念日蛋糕',
    status: 'open',
    visible_to_leader: false,
    traveler: {
      id: traveler.id,
      name: '王小美',
      booking_number: traveler.booking.booking_number,
      planned_trip_id: seoul,
      serial: 'SEL870501A',
    },
    version: 1,
  })
  assert.deepEqual(await told('sales', 'traveler-request.made'), [
    ['SEL870501A 新的旅客需求：慶祝', `${traveler.booking.booking_number} 王小美：慶祝`],
  ])
  const changed = await customer.put(`/traveler-requests/${id}`, { detail: '不要奶油' })
  assert.deepEqual([changed.status, changed.data.detail, changed.data.version], [200, '不要奶油', 2])
  assert.equal((await customer.put(`/traveler-requests/${id}`, { visible_to_leader: true })).status, 422)
  assert.equal((await customer.put(`/traveler-requests/${id}/status`, { status: 'confirmed' })).status, 403)

  assert.equal((await op.put(`/traveler-requests/${id}/status`, { status: 'passed_on' })).data.status, 'passed_on')
  for (const late of [
    await customer.put(`/traveler-requests/${id}`, { detail: 'x' }),
    await customer.delete(`/traveler-requests/${id}`),
  ])
    assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  assert.equal((await sales.put(`/traveler-requests/${id}/status`, { status: 'confirmed' })).status, 200)
  assert.deepEqual(await told('customer', 'traveler-request.confirmed'), [
    ['SEL870501A 旅客需求已確認：慶祝', `${traveler.booking.booking_number} 王小美：慶祝`],
  ])
  assert.deepEqual(await told('customer', 'traveler-request.passed_on'), [])
  const back = await sales.put(`/traveler-requests/${id}/status`, { status: 'open' })
  assert.deepEqual([back.status, back.body.possible], [409, ['passed_on', 'declined']])
  const stale = await sales.put(`/traveler-requests/${id}/status`, { status: 'declined' }, { 'if-match': '"1"' })
  assert.equal(stale.status, 412)
})

test('a leader sees the special requests on their own trips that are shown to leaders', async () => {
  const request = async (detail: string, visible_to_leader: boolean, traveler_id = traveler.id) =>
    (await sales.post('/traveler-requests', { traveler_id, kind: 'mobility', detail, visible_to_leader })).data.id
  const [open, shut] = [await request('輪椅', true), await request('內部', false)]
  const other = await enter(await book(await trip('2087-07-01', '2087-07-05')), '別團')
  const elsewhere = await request('別團的輪椅', true, other.id)
  const waiting = await enter(await book(seoul, null, 'waitlisted'), '候補')
  await request('候補的輪椅', true, waiting.id)
  assert.deepEqual((await leader.get('/traveler-requests')).data, [])
  await assign(seoul, await own())
  const { data } = await leader.get('/traveler-requests')
  assert.deepEqual(
    data.map(({ id }: { id: number }) => id),
    [open],
  )
  assert.equal((await leader.get(`/traveler-requests/${open}`)).status, 200)
  const missing = without((await leader.get('/traveler-requests/999999')).body)
  for (const id of [shut, elsewhere]) {
    const hidden = await leader.get(`/traveler-requests/${id}`)
    assert.deepEqual([hidden.status, without(hidden.body)], [404, missing])
  }
  assert.equal((await leader.put(`/traveler-requests/${open}/status`, { status: 'confirmed' })).status, 403)
})

test('other readers do not see a request; the list is filtered', async () => {
  const { data } = await sales.post('/traveler-requests', { traveler_id: traveler.id, kind: 'room', detail: '高樓層' })
  const stranger = as('other_customer')
  const tries = (id: number) =>
    Promise.all([
      stranger.get(`/traveler-requests/${id}`),
      stranger.put(`/traveler-requests/${id}`, { detail: 'x' }),
      stranger.delete(`/traveler-requests/${id}`),
    ])
  const [hidden, missing] = [await tries(data.id), await tries(999_999)]
  assert.deepEqual(
    hidden.map(({ status, body }) => [status, without(body)]),
    missing.map(({ body }) => [404, without(body)]),
  )
  assert.deepEqual((await stranger.get('/traveler-requests')).data, [])
  const named = await stranger.post('/traveler-requests', { traveler_id: traveler.id, kind: 'room', detail: 'x' })
  assert.deepEqual(Object.keys(named.body.errors), ['traveler_id'])
  const ids = async (query: string) =>
    (await sales.get(`/traveler-requests?traveler_id=${traveler.id}&${query}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(
    await ids(`kind=room&status=open&visible_to_leader=false&planned_trip_id=${seoul}&booking_id=${booking}`),
    [data.id],
  )
  assert.equal((await customer.delete(`/traveler-requests/${data.id}`)).status, 200)
  assert.deepEqual(await ids('kind=room'), [])
  for (const [body, fields] of [
    [{ traveler_id: traveler.id }, ['detail', 'kind']],
    [{ traveler_id: traveler.id, kind: 'spa', detail: ' ', status: 'confirmed' }, ['detail', 'kind', 'status']],
  ] as const)
    assert.deepEqual(Object.keys((await sales.post('/traveler-requests', body)).body.errors).sort(), fields)
})
