import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [op, leader, sales] = [as('op'), as('leader'), as('sales')]

const profile = done(
  await as('admin').post('/tour-leaders', {
    name: '李明哲',
    user_id: ids.leader,
    licenses: [{ type: '外語領隊執業證' }],
  }),
)
const other = done(await as('admin').post('/tour-leaders', { name: '王接手', licenses: [{ type: '外語領隊執業證' }] }))

/** A trip of five days that leaves so many days from today, with its leader. */
const underWay = async (leavesIn = -1) => {
  const { id, serial } = await trip(9)
  await sql`update planned_trips set departure_date = today() + ${leavesIn}::integer, return_date = today() + ${leavesIn + 4}::integer,
    assigned_leader_id = ${profile.id} where id = ${id}`.execute(db)
  return { id, serial }
}
const entry = (more: object = {}) => ({ entry_id: randomUUID(), entered_at: new Date().toISOString(), ...more })
const note = (more: object = {}) => entry({ day: daysFromToday(0), text: '下午有雨，改走室內行程。', ...more })

test('an entry is kept once, however often a phone sends it; its number with another content is refused', async () => {
  const { id } = await underWay()
  const body = note()
  const first = await leader.post(`/planned-trips/${id}/day-notes`, body)
  assert.equal(first.status, 201)
  assert.equal(first.headers.location, `/api/day-notes/${first.data.id}`)
  const again = await leader.post(`/planned-trips/${id}/day-notes`, body)
  assert.deepEqual([again.status, again.data], [201, first.data])
  const changed = await leader.post(`/planned-trips/${id}/day-notes`, { ...body, text: '放晴了。' })
  assert.deepEqual([changed.status, changed.body.code], [422, 'idempotency_mismatch'])
  const corrected = await leader.put(`/day-notes/${first.data.id}`, { text: '放晴了。' })
  assert.deepEqual([corrected.status, corrected.data.text], [200, '放晴了。'])
  const late = await leader.post(`/planned-trips/${id}/day-notes`, body)
  assert.deepEqual([late.status, late.data.id, late.data.text], [201, first.data.id, '放晴了。'])
  const both = note()
  const twice = await Promise.all([1, 2].map(() => leader.post(`/planned-trips/${id}/day-notes`, both)))
  assert.deepEqual(
    twice.map(({ status, data }) => [status, data.id]),
    [
      [201, twice[0]?.data.id],
      [201, twice[0]?.data.id],
    ],
  )
  const kept = (await op.get(`/planned-trips/${id}/day-notes`)).data
  assert.equal(kept.length, 2)
  assert.deepEqual(
    kept.map((one: { author: { id: number } }) => one.author.id),
    [ids.leader, ids.leader],
  )
})

test('an entry that says for which account it was written is taken from that account alone', async () => {
  const { id } = await underWay()
  const path = `/planned-trips/${id}/day-notes`
  const foreign = await leader.post(path, note({ entered_by: ids.op }), { 'accept-language': 'zh-TW' })
  assert.deepEqual(
    [foreign.status, foreign.body.errors],
    [422, { entered_by: ['這筆紀錄由另一個帳號所寫；請以該帳號登入後再送出。'] }],
  )
  const own = done(await leader.post(path, note({ entered_by: ids.leader })))
  assert.equal(own.entered_by, ids.leader)
})

test('a leader writes from three days before the departure to two days after the return; the office does at any time', async () => {
  const tried = async (leavesIn: number) => {
    const { id } = await underWay(leavesIn)
    const days = { day: daysFromToday(leavesIn) }
    return [
      (await leader.post(`/planned-trips/${id}/day-notes`, note(days))).status,
      (await op.post(`/planned-trips/${id}/day-notes`, note(days))).status,
    ]
  }
  assert.deepEqual(await tried(4), [409, 201])
  assert.deepEqual(await tried(3), [201, 201])
  assert.deepEqual(await tried(-6), [201, 201])
  assert.deepEqual(await tried(-7), [409, 201])
  const { id, serial } = await underWay(-7)
  const refused = await leader.post(`/planned-trips/${id}/day-notes`, note({ day: daysFromToday(-7) }), {
    'accept-language': 'zh-TW',
  })
  assert.match(refused.body.detail, new RegExp(`領隊可在 .*登錄 ${serial} 的這類紀錄；其他時間請 OP 代為登錄。`))
})

test('a day more than three days before or after the trip is refused in a sentence', async () => {
  const { id } = await underWay()
  const wrote = async (day: string) => (await leader.post(`/planned-trips/${id}/day-notes`, note({ day }))).body
  assert.ok((await wrote(daysFromToday(-4))).data)
  assert.ok((await wrote(daysFromToday(6))).data)
  assert.match((await wrote(daysFromToday(-5))).errors.day[0], /^Must lie between .* and .*\.$/)
  assert.match((await wrote(daysFromToday(7))).errors.day[0], /^Must lie between .* and .*\.$/)
})

test('a roll call names who was missing, also after a booking has changed; a person of another trip is refused', async () => {
  const { id } = await underWay()
  const { travelers } = await book((await trip(9)).id, ['丙'])
  const before = await trip(9)
  const party = await book(before.id, ['甲', '乙'])
  await sql`update bookings set planned_trip_id = ${id} where id = ${party.id}`.execute(db)
  const [first, second] = party.travelers
  const call = entry({ name: '午餐後集合', at: new Date().toISOString(), place: '查理大橋', present: [first.id] })
  const called = await leader.post(`/planned-trips/${id}/roll-calls`, call)
  assert.deepEqual(
    [called.status, called.data.present, called.data.missing],
    [201, [first.id], [{ id: second.id, name: '乙' }]],
  )
  const found = done(await leader.put(`/roll-calls/${called.data.id}`, { present: [first.id, second.id] }))
  assert.deepEqual([found.present, found.missing], [[first.id, second.id], []])
  done(await leader.put(`/roll-calls/${called.data.id}`, { present: [second.id] }))
  await sql`update travelers set status = 'cancelled' where id = ${first.id}`.execute(db)
  const [seen] = done(await sales.get(`/planned-trips/${id}/roll-calls`))
  assert.deepEqual(seen.missing, [{ id: first.id, name: '甲' }])
  const wrong = await leader.post(`/planned-trips/${id}/roll-calls`, {
    ...call,
    ...entry(),
    present: [travelers[0].id],
  })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['present']])
})

test('a leader who was replaced sees nothing any more; what it wrote while it led the trip is kept and marked', async () => {
  const { id } = await underWay()
  await sql`update planned_trips set assigned_leader_id = null where id = ${id}`.execute(db)
  done(await op.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: profile.id }))
  await sql`update trip_leader_changes set created_at = now() - interval '2 days' where planned_trip_id = ${id}`.execute(
    db,
  )
  const own = done(await leader.post(`/planned-trips/${id}/day-notes`, note()))
  const inPocket = note({ entered_at: new Date(Date.now() - 3_600_000).toISOString() })
  done(await op.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: other.id }))
  assert.equal((await leader.get(`/planned-trips/${id}/day-notes`)).status, 404)
  assert.equal((await leader.get(`/day-notes/${own.id}`)).status, 404)
  assert.equal((await leader.put(`/day-notes/${own.id}`, { text: '改' })).status, 404)
  const sent = await leader.post(`/planned-trips/${id}/day-notes`, inPocket)
  assert.deepEqual([sent.status, sent.data.is_former_leader], [201, true])
  const after = await leader.post(
    `/planned-trips/${id}/day-notes`,
    note({ entered_at: new Date(Date.now() + 60_000).toISOString() }),
  )
  assert.equal(after.status, 404)
  const kept: { is_former_leader: boolean }[] = done(await op.get(`/planned-trips/${id}/day-notes`))
  assert.deepEqual(
    kept.map(({ is_former_leader }) => is_former_leader),
    [true, false],
  )
})

test('a trip of somebody else, one that was called off, and the entry of another are refused', async () => {
  const { id } = await underWay()
  const written = done(await op.post(`/planned-trips/${id}/day-notes`, note()))
  assert.deepEqual((await leader.put(`/day-notes/${written.id}`, { text: '改' })).status, 403)
  assert.equal((await sales.post(`/planned-trips/${id}/day-notes`, note())).status, 403)
  assert.equal((await as('customer').get(`/planned-trips/${id}/roll-calls`)).status, 403)
  await sql`update planned_trips set status = 'cancelled' where id = ${id}`.execute(db)
  assert.equal((await op.post(`/planned-trips/${id}/day-notes`, note())).body.code, 'step_not_possible')
  const foreign = await trip(9, { departure_date: daysFromToday(2) })
  assert.equal((await leader.post(`/planned-trips/${foreign.id}/day-notes`, note())).status, 404)
  await sql`update planned_trips set status = 'cancelled' where id = ${foreign.id}`.execute(db)
  assert.equal((await leader.post(`/planned-trips/${foreign.id}/day-notes`, note())).status, 404)
  assert.equal((await leader.post('/planned-trips/999999/day-notes', note())).status, 404)
})

test('a trip on the road shows when its last entry has arrived, and any other none', async () => {
  const [road, later] = [await underWay(), await underWay(30)]
  assert.equal(done(await op.get(`/planned-trips/${road.id}`)).last_entry_at, null)
  const { created_at } = done(await leader.post(`/planned-trips/${road.id}/day-notes`, note()))
  assert.equal(done(await op.get(`/planned-trips/${road.id}`)).last_entry_at, created_at)
  done(await op.post(`/planned-trips/${later.id}/day-notes`, note({ day: daysFromToday(30) })))
  assert.equal(done(await op.get(`/planned-trips/${later.id}`)).last_entry_at, null)
})
