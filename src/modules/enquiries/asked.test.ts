import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const [sales, op, admin] = [as('sales'), as('op'), as('admin')]
const { trip, package_id } = await bookingFixtures(home)
const asking = { name: '王小美', email: 'mei@example.com', wish: '十月想看楓葉', privacy_consent: true }
const ask = (body: object, from = '203.0.113.1', language = 'zh-TW') =>
  as().post('/public/enquiries', { ...asking, ...body }, { 'x-forwarded-for': from, 'accept-language': language })
const all = async (query = '') => done(await sales.get(`/enquiries?sort=id${query}`))

test('a visitor asks: nobody owns it, sales are told, the month becomes its days, and consent is recorded', async () => {
  assert.equal((await ask({ month: '2099-02', people: 4, package_id })).status, 200)
  const [made] = await all()
  assert.deepEqual(
    [made.name, made.source, made.sales_user_id, made.travel_from, made.travel_to, made.people, made.package_id],
    ['王小美', 'site', null, '2099-02-01', '2099-02-28', 4, package_id],
  )
  assert.ok(made.privacy_consent_at)
  const { rows } = await sql<{
    user_id: number
  }>`select user_id from notifications where event = 'enquiry.asked'`.execute(db)
  assert.deepEqual(rows, [{ user_id: ids.sales }])
})

test('the same by a second press is kept once; a bot gets the same answer and is not kept', async () => {
  const before = (await all()).length
  assert.equal((await ask({ wish: '北海道賞雪' })).status, 200)
  assert.equal((await ask({ wish: '北海道賞雪' })).status, 200)
  assert.equal((await ask({ wish: '垃圾', website: 'http://spam.example' })).status, 200)
  assert.equal((await all()).length, before + 1)
})

test('one way to reach the person, consent and a public trip are needed', async () => {
  const unreached = await ask({ email: null })
  assert.deepEqual([unreached.status, Object.keys(unreached.body.errors)], [422, ['phone']])
  assert.deepEqual(Object.keys((await ask({ privacy_consent: false })).body.errors), ['privacy_consent'])
  const hidden = await trip(9, { is_public: false })
  assert.deepEqual(Object.keys((await ask({ planned_trip_id: hidden.id })).body.errors), ['planned_trip_id'])
  assert.deepEqual(Object.keys((await ask({ planned_trip_id: 999_999 })).body.errors), ['planned_trip_id'])
  assert.equal((await ask({ wish: 'a\u0000b' })).status, 422)
})

test('asked from a trip it belongs to the salesperson of that trip, in the language of the visitor', async () => {
  const { id } = await trip(9, { sales_user_id: ids.sales })
  await ask({ wish: 'another date, please', planned_trip_id: id }, '203.0.113.2', 'en')
  const made = (await all(`&planned_trip_id=${id}`)).at(-1)
  assert.deepEqual([made.sales_user_id, made.locale, made.trip.id, made.package_id], [ids.sales, 'en', id, package_id])
})

test('one address has a limit', async () => {
  await db.deleteFrom('throttles').execute()
  for (let n = 1; n <= 20; n += 1) assert.equal((await ask({ wish: `第 ${n} 次` }, '198.51.100.7')).status, 200)
  const late = await ask({ wish: '太多次' }, '198.51.100.7')
  assert.deepEqual([late.status, late.body.code], [429, 'too_many_requests'])
})

test('guests of a talk become enquiries with one press, each once; sales add and invite guests', async () => {
  const area_id = done(await admin.post('/geographical-areas', { code: 'EUROPE', name: '歐洲線' })).id
  const talk = { kind: 'product_talk', title: '東歐深度旅遊講座', is_public: true, area_id }
  const seminar = done(await op.post('/seminars', talk)).id
  const times = { starts_at: '2099-01-10T19:30', ends_at: '2099-01-10T21:00', capacity: 50, status: 'open' }
  const session = done(await op.post(`/seminars/${seminar}/sessions`, times)).id
  const guests = `/sessions/${session}/attendances`
  const first = done(await sales.post(guests, { guest_name: '陳來賓', guest_phone: '0911000222', people: 2 }))
  done(await as('manager').post(guests, { guest_name: '林來賓', guest_email: 'lin@example.com', status: 'invited' }))
  done(await sales.post(guests, { guest_name: '沒有電話' }))
  assert.equal((await sales.post(`/sessions/${session}/invitations`)).status, 200)
  assert.equal((await as('finance').post(guests, { guest_name: '會計' })).status, 403)

  assert.deepEqual(done(await sales.post(`/sessions/${session}/enquiries`, { attendance_ids: [first.id] })), {
    made: 1,
  })
  assert.deepEqual(done(await sales.post(`/sessions/${session}/enquiries`, {})), { made: 1 })
  assert.deepEqual(done(await sales.post(`/sessions/${session}/enquiries`, {})), { made: 0 })
  const made = await all('&source=talk')
  assert.deepEqual(
    made.map((each: Record<string, unknown>) => [
      each.name,
      each.phone,
      each.email,
      each.people,
      each.wish,
      each.area_id,
    ]),
    [
      ['陳來賓', '0911000222', null, 2, '東歐深度旅遊講座', area_id],
      ['林來賓', null, 'lin@example.com', 1, '東歐深度旅遊講座', area_id],
    ],
  )
  assert.equal(made[0].sales_user_id, ids.sales)
  assert.deepEqual(
    done(await sales.get(`${guests}?sort=id`)).map((guest: { enquiry_id: number | null }) => guest.enquiry_id),
    [made[0].id, made[1].id, null],
  )
  assert.equal((await op.post(`/sessions/${session}/enquiries`, {})).status, 403)
  assert.equal((await sales.post('/sessions/999999/enquiries', {})).status, 404)
})
