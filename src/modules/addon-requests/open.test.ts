import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { admin, sales, op, customer, asked } = conversation(home, there)
const { db } = home

const request = (type_id: number, more: object = {}, who = sales) =>
  who.post('/addon-requests', { type_id, traveler_id: there.own.traveler_id, ...more })
const tripIs = (status: string, departure: number, days = 4) =>
  sql`update planned_trips set status = ${status}, departure_date = today() + ${departure}::integer,
        return_date = today() + ${departure + days}::integer, cancel_reason = 'x' where id = ${there.trip_id}`.execute(
    db,
  )
const onTheRoad = (type: number, is_sold_on_the_road: boolean) =>
  admin.put(`/addon-requests/types/${type}`, { is_sold_on_the_road })

test('a needed-by day in the past is refused, both in a new request and in a change', async () => {
  const past = await request(there.sim, { needed_by: '2020-01-31' })
  assert.deepEqual(
    [past.status, past.body.errors],
    [422, { needed_by: ['This day is past; give today or a later day.'] }],
  )
  const { id } = await asked(there.sim, { needed_by: '2099-01-31' })
  const change = await sales.put(`/addon-requests/${id}`, { needed_by: '2020-01-31' }, { 'accept-language': 'zh-TW' })
  assert.deepEqual(change.body.errors, { needed_by: ['使用日期已經過去；請填今天或以後的日期。'] })
  await sql`update addon_requests set needed_by = '2020-01-31' where id = ${id}`.execute(db)
  assert.equal((await sales.put(`/addon-requests/${id}`, { needed_by: '2020-01-31', priority: 'high' })).status, 200)
})

test('a trip that has departed takes only add-ons that are sold during the trip; a trip that is over takes none', async () => {
  const errors = async (type: number, who = sales) => (await request(type, {}, who)).body.errors?.traveler_id?.[0]
  const away =
    'CNX830128A has departed, and this add-on is not sold during trips; if it can be, an administrator allows it in the type.'
  const over = 'CNX830128A is over, so nothing can be added to it; what was provided can be charged on the booking.'
  await onTheRoad(there.cake, true)
  await tripIs('departed', -1)
  assert.deepEqual([await errors(there.sim), await errors(there.cake)], [away, undefined])
  assert.equal(await errors(there.sim, customer), away)
  await tripIs('closed', -1)
  assert.equal(await errors(there.sim), away, 'nobody has entered the departure')
  await tripIs('departed', -9)
  assert.equal(await errors(there.cake), over, 'nobody has entered the return')
  for (const status of ['returned', 'settled', 'cancelled']) {
    await tripIs(status, 5)
    assert.equal(await errors(there.cake), over, status)
  }
  await tripIs('guaranteed', 0)
  assert.equal((await request(there.sim)).status, 201, 'on the day of the departure, before it')
})

test('the open add-ons of a cancelled traveler are cancelled; delivered ones stay', async () => {
  await sql`insert into travelers (booking_id, name) values (${there.own.booking_id}, '另一位')`.execute(db)
  await sql`update bookings set status = 'confirmed' where id = ${there.own.booking_id}`.execute(db)
  const [open, done] = [await asked(there.sim), await asked(there.cake)]
  const others = await asked(there.sim, { traveler_id: there.others.traveler_id })
  await op.post(`${done.at}/department-final`, {})
  const cancelled = await sales.post(`/travelers/${there.own.traveler_id}/cancel`, {})
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))

  const statusOf = async ({ id }: { id: number }) => (await sales.get(`/addon-requests/${id}`)).data.status
  assert.deepEqual(
    [await statusOf(open), await statusOf(done), await statusOf(others)],
    ['cancelled', 'completed', 'open'],
  )
  const seen = (await customer.get(`/addon-requests/${open.id}`)).data
  assert.deepEqual([seen.status, seen.cancel_reason], ['cancelled', '旅客已取消參團，申請一併取消。'])
})
