import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as, ids, db } = await house()
const [admin, sales, op] = [as('admin'), as('sales'), as('op')]
const { package_id } = await sellable(as)
const planned = async (departure_date: string) =>
  (await op.post('/planned-trips', { package_id, departure_date, status: 'open', sales_user_id: ids.sales })).data
const kinds = (broke: { kind: string; count: number }[]) => broke.map(({ kind, count }) => [kind, count])
const startsOn = (id: number, days: number) =>
  sql`update planned_trips set departure_date = today() + ${days}::integer, return_date = today() + ${days}::integer + 2 where id = ${id}`.execute(
    db,
  )

test('a step is possible from its day on; an administrator may take it earlier with a reason that stays visible', async () => {
  const { id } = await planned('2091-01-10')
  const at = `/planned-trips/${id}`
  for (const status of ['guaranteed', 'closed']) await op.put(`${at}/status`, { status })
  const preview = (await op.get(`${at}/preview?status=departed`)).data
  assert.deepEqual([preview.is_possible, preview.needs_reason], [false, true])
  assert.deepEqual([preview.broke[0].kind, preview.broke[0].blocks], ['day', true])
  const early = await op.put(`${at}/status`, { status: 'departed', reason: '想先登錄' })
  assert.deepEqual([early.status, early.body.code, early.body.broke[0].kind], [409, 'step_not_possible', 'day'])
  assert.match(early.body.detail, /day of departure has not come yet.*administrator/)
  assert.equal((await admin.get(`${at}/preview?status=departed`)).data.is_possible, true)
  const unsaid = await admin.put(`${at}/status`, { status: 'departed' })
  assert.deepEqual([unsaid.status, Object.keys(unsaid.body.errors)], [422, ['reason']])
  const said = await admin.put(`${at}/status`, { status: 'departed', reason: '補登舊團' })
  assert.deepEqual([said.data.status, said.data.status_reason], ['departed', '補登舊團'])
  const [last] = (await sales.get(`${at}/status-history`)).data
  assert.deepEqual(
    [last.from_status, last.to_status, last.reason, last.in_spite_of, last.changed_by],
    ['closed', 'departed', '補登舊團', ['day'], ids.admin],
  )
  assert.equal((await op.put(`${at}/status`, { status: 'returned' })).body.code, 'step_not_possible')

  await startsOn(id, -1)
  assert.equal((await op.put(`${at}/status`, { status: 'returned' })).body.code, 'step_not_possible')
  await startsOn(id, -2)
  assert.equal((await op.put(`${at}/status`, { status: 'returned' })).status, 200)
})

test('a step entered by mistake is undone with a reason', async () => {
  const { id } = await planned('2091-02-10')
  const at = `/planned-trips/${id}/status`
  await startsOn(id, -3)
  for (const status of ['guaranteed', 'closed', 'departed', 'returned', 'settled'])
    assert.equal((await op.put(at, { status, reason: '補登' })).status, 200)
  const unsaid = await op.put(at, { status: 'returned' })
  assert.deepEqual([unsaid.status, Object.keys(unsaid.body.errors)], [422, ['reason']])
  for (const status of ['returned', 'departed', 'closed', 'open']) {
    const back = await op.put(at, { status, reason: '登錄錯誤' })
    assert.deepEqual([back.data.status, back.data.status_reason], [status, '登錄錯誤'])
  }
  const told = (await sales.get('/notifications?event=planned-trip.closed', { 'accept-language': 'zh-TW' })).data
  assert.deepEqual(
    told.map(({ title }: { title: string }) => title).filter((title: string) => title.startsWith('HKD910210A')),
    ['HKD910210A 更正：尚未出發', 'HKD910210A 關團'],
  )
})

test('open items block a settlement, and the refusal lists them', async () => {
  const { id } = await planned('2091-03-10')
  const at = `/planned-trips/${id}`
  await sql`insert into bookings (booking_number, planned_trip_id, status, contact_name)
    values ('S-1', ${id}, 'confirmed', '甲'), ('S-2', ${id}, 'held', '乙')`.execute(db)
  await startsOn(id, -5)
  for (const status of ['guaranteed', 'closed', 'departed', 'returned']) await op.put(`${at}/status`, { status })
  const stopped = await op.put(`${at}/status`, { status: 'settled' })
  assert.deepEqual([stopped.status, Object.keys(stopped.body.errors)], [422, ['reason']])
  assert.deepEqual(kinds(stopped.body.broke), [
    ['bookings', 1],
    ['handover', 1],
  ])
  assert.match(stopped.body.errors.reason[0], /still held or waitlisted; Never handed over: from sales to operations/)
  const { data, body } = await op.put(`${at}/status`, { status: 'settled', reason: '紙本交接' })
  assert.deepEqual([data.status, data.status_reason], ['settled', '紙本交接'])
  assert.deepEqual(body.meta.broke, (await op.get(`${at}/preview?status=settled`)).data.broke)
})

test('the step departed lists the same faults that make the light red', async () => {
  const { id, departure_date } = await planned('2091-04-10')
  const at = `/planned-trips/${id}`
  const { rows } = await sql<{
    id: number
  }>`insert into bookings (booking_number, planned_trip_id, status, contact_name)
    values ('R-1', ${id}, 'confirmed', '甲') returning id`.execute(db)
  await sql`insert into travelers (booking_id, name, surname_en, given_name_en) values (${rows[0]?.id}, '甲', 'A', 'B')`.execute(
    db,
  )
  await op.post(`${at}/flights`, {
    direction: 'outbound',
    flight_number: 'BR116',
    origin: 'TPE',
    destination: 'CTS',
    departs_at: `${departure_date}T09:00`,
    arrives_at: `${departure_date}T13:30`,
    departs_timezone: 'Asia/Taipei',
    arrives_timezone: 'Asia/Tokyo',
  })
  const { data: ready } = await op.get(`${at}/readiness`)
  const { broke } = (await op.get(`${at}/preview?status=departed`)).data
  assert.equal(ready.light, 'red')
  assert.deepEqual(ready.broke, broke)
  const red = broke.filter(({ light }: { light: string }) => light === 'red')
  assert.deepEqual(kinds(red), [
    ['birth_date_missing', 1],
    ['passport_missing', 1],
    ['assembly', 1],
    ['rooms', 1],
    ['hotels', 2],
    ['tickets', 1],
  ])
})

test('an infant takes no seat: it needs no ticketed seat, and does not count for the minimum', async () => {
  const { id, departure_date } = await planned('2091-04-20')
  await sql`update planned_trips set min_pax = 2 where id = ${id}`.execute(db)
  await sql`insert into planned_trip_flights (planned_trip_id, sequence, direction, flight_number, origin, destination, departs_at, arrives_at,
      departs_timezone, arrives_timezone, seats_ticketed)
    values (${id}, 1, 'outbound', 'BR116', 'TPE', 'CTS', ${departure_date}::date, ${departure_date}::date + 1, 'Asia/Taipei', 'Asia/Tokyo', 1)`.execute(
    db,
  )
  await sql`with booked as (insert into bookings (booking_number, planned_trip_id, status, contact_name)
      values ('I-1', ${id}, 'confirmed', '甲') returning id)
    insert into travelers (booking_id, name, passenger_type) select id, name, type from booked,
      (values ('甲', 'adult'), ('小甲', 'infant')) guests (name, type)`.execute(db)
  const broken = async (status: string) =>
    kinds((await op.get(`/planned-trips/${id}/preview?status=${status}`)).data.broke).map(([kind]) => kind)
  assert.ok(!(await broken('departed')).includes('tickets'))
  assert.deepEqual(await broken('guaranteed'), ['travelers'])
})

test('a briefing on the new day of departure is reported, even if it is early', async () => {
  const { id } = await planned('2091-06-10')
  const at = `/planned-trips/${id}`
  const briefing = { briefing_starts_at: '2091-06-01T07:00+08:00', briefing_ends_at: '2091-06-01T07:45+08:00' }
  assert.equal((await op.put(at, briefing)).status, 200)
  assert.deepEqual(kinds((await op.get(`${at}/preview?departure_date=2091-06-01`)).data.broke), [['briefing', 1]])
  assert.deepEqual((await op.get(`${at}/preview?departure_date=2091-06-02`)).data.broke, [])
})

test('a departure cannot be moved into the past', async () => {
  const { id } = await planned('2091-05-10')
  const at = `/planned-trips/${id}`
  const { data } = await op.get(`${at}/preview?departure_date=2020-01-01`)
  assert.deepEqual([data.is_possible, data.broke[0].kind], [false, 'day'])
  const moved = await admin.put(at, { departure_date: '2020-01-01' })
  assert.deepEqual([moved.status, moved.body.errors], [422, { departure_date: ['The day has passed.'] }])
})
