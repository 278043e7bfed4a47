import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'
import { remindOfDeadlines } from './deadlines.ts'

const { as, ids, database, db } = await house()
const [admin, sales, op] = [as('admin'), as('sales'), as('op')]
const { package_id } = await sellable(as)
const people = { op_user_id: ids.op, sales_user_id: ids.sales, ticketing_user_id: ids.ticketing }
const licenses = [{ type: '領隊人員執業證（外語）' }]
const planned = async (departure_date: string, more: object = {}) =>
  (await op.post('/planned-trips', { package_id, departure_date, ...people, ...more })).data
const told = async (person: 'sales' | 'op' | 'ticketing' | 'line_control' | 'admin' | 'leader', event: string) =>
  (await as(person).get(`/notifications?event=${event}`, { 'accept-language': 'zh-TW' })).data.map(
    ({ title }: { title: string }) => title,
  )
const booked = (
  planned_trip_id: number,
  booking_number: string,
  status: 'held' | 'confirmed' | 'waitlisted' | 'cancelled',
  name: string,
) =>
  database.transaction({}, async (tx) => {
    const { id: booking_id } = await tx
      .insertInto('bookings')
      .values({ booking_number, planned_trip_id, status, contact_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('travelers').values({ booking_id, name, surname_en: 'WANG' }).execute()
  })

test('a trip goes through its statuses in order, unless an administrator gives a reason', async () => {
  const trip = await planned('2091-03-10')
  const enter = (status: string, more: object = {}, who = op) =>
    who.put(`/planned-trips/${trip.id}/status`, { status, ...more })
  const early = await enter('closed')
  assert.deepEqual(
    [early.status, early.body.code, early.body.possible],
    [409, 'step_not_possible', ['open', 'cancelled']],
  )
  for (const status of ['open', 'guaranteed', 'closed']) assert.equal((await enter(status)).data.status, status)
  const reason = '系統轉換，補登狀態'
  const departed = await enter('departed', { reason }, admin)
  assert.deepEqual(
    departed.body.meta.broke.map(({ kind, count }: Record<string, unknown>) => [kind, count]),
    [
      ['day', 1],
      ['leader', 1],
      ['hotels', 2],
      ['deadlines', 2],
      ['travelers', 1],
      ['handover', 1],
    ],
  )
  assert.deepEqual((await enter('cancelled', { reason: 'x' })).body.possible, ['closed', 'returned'])
  for (const status of ['returned', 'settled'])
    assert.equal((await enter(status, { reason }, admin)).data.status, status)
  assert.deepEqual(await told('sales', 'planned-trip.guaranteed'), ['HKD910310A 確定出團'])
  assert.equal((await sales.put(`/planned-trips/${trip.id}/status`, { status: 'open' })).status, 403)
})

test('a cancellation needs a reason, lists its consequences, and releases the leader', async () => {
  const trip = await planned('2091-04-10', { status: 'open' })
  const { data: leader } = await admin.post('/tour-leaders', { name: '阿明', user_id: ids.leader, licenses })
  await op.put(`/planned-trips/${trip.id}/assigned-leader`, { tour_leader_id: leader.id })
  await booked(trip.id, 'C-001', 'confirmed', '王小美')
  const preview = await op.get(`/planned-trips/${trip.id}/preview?status=cancelled`)
  const [broken] = preview.data.broke
  assert.deepEqual(
    [preview.data.is_possible, broken.kind, broken.count, broken.subjects[0].type],
    [true, 'bookings', 1, 'booking'],
  )
  assert.equal((await op.put(`/planned-trips/${trip.id}/status`, { status: 'cancelled' })).status, 422)
  const { data, body } = await op.put(`/planned-trips/${trip.id}/status`, {
    status: 'cancelled',
    reason: '未達最低人數',
  })
  assert.deepEqual(
    [data.status, data.cancel_reason, data.guarantee_state, data.possible],
    ['cancelled', '未達最低人數', 'failed', []],
  )
  assert.deepEqual(body.meta.broke, preview.data.broke)
  assert.deepEqual(await db.selectFrom('leader_calendar').selectAll().where('subject_id', '=', trip.id).execute(), [])
  assert.equal((await told('leader', 'planned-trip.cancelled')).length, 1)
})

test('new dates move all parts of the trip, and list the conflicts', async () => {
  const trip = await planned('2091-05-10')
  const { data: leader } = await admin.post('/tour-leaders', { name: '阿華', licenses })
  const other = await planned('2091-05-20')
  for (const { id } of [trip, other])
    await op.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: leader.id })
  const at = `/planned-trips/${trip.id}`
  const [deadline] = trip.deadlines
  await op.put(`${at}/deadlines/${deadline.id}`, { done: true })

  const wrong = await op.get(`${at}/preview?return_date=2001-01-01`)
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { return_date: ['Must not be before the departure.'] }])
  const { data: preview } = await op.get(`${at}/preview?departure_date=2091-05-19`)
  assert.deepEqual([preview.is_possible, preview.broke.map(({ kind }: { kind: string }) => kind)], [true, ['leader']])
  assert.deepEqual(preview.broke[0].subjects, [{ type: 'planned_trip', id: other.id, name: other.serial }])
  const { data, body } = await op.put(at, { departure_date: '2091-05-19' })
  assert.deepEqual([data.departure_date, data.return_date, data.serial], ['2091-05-19', '2091-05-21', 'HKD910510A'])
  assert.deepEqual(body.meta.broke, preview.broke)
  assert.deepEqual(
    data.deadlines.map(({ key, due_on }: Record<string, unknown>) => [key, due_on]),
    [
      ['ticketing', '2091-04-19'],
      ['rooming_list', '2091-05-12'],
    ],
  )
  assert.deepEqual(
    (await op.get(`${at}/segments`)).data.map(({ starts_on }: Record<string, unknown>) => starts_on),
    ['2091-05-19', '2091-05-20', '2091-05-21'],
  )

  const shorter = await op.put(at, { return_date: '2091-05-20' })
  assert.deepEqual(
    shorter.body.meta.broke.map(({ kind }: { kind: string }) => kind),
    ['leader', 'segments'],
  )
  for (const status of ['open', 'guaranteed', 'closed', 'departed'])
    await admin.put(`${at}/status`, { status, reason: '補登' })
  assert.equal((await op.put(at, { departure_date: '2091-06-01' })).body.code, 'step_not_possible')
  assert.equal((await op.put(at, { notes: '途中' })).status, 200)
})

test('a trip has its own copy of days and legs', async () => {
  const trip = await planned('2091-07-10')
  const at = `/planned-trips/${trip.id}`
  const days = (await sales.get(`${at}/segments`)).data
  const legs = (of: { legs: Record<string, unknown>[] }) =>
    of.legs.map(({ sequence, type, place }) => [sequence, type, place])
  assert.deepEqual(legs(days[0]), [
    [1, 'flight', null],
    [2, 'meal', '晚餐'],
    [3, 'hotel', '札幌大飯店'],
  ])
  assert.deepEqual(legs(days[1]), [
    [1, 'meal', '早餐'],
    [2, 'coach', null],
    [3, 'hotel', '札幌大飯店'],
  ])
  const swapped = await op.put(`${at}/segments`, {
    segments: [
      { id: days[1].id, starts_on: '2091-07-10', title: '先小樽', city_ids: [] },
      { id: days[0].id, starts_on: '2091-07-11', title: '後札幌' },
      { starts_on: '2091-07-12', title: '新的一天' },
    ],
  })
  assert.deepEqual(
    swapped.data
      .map((day: { id: number; title: string; city_ids: number[]; legs: unknown[] }) => [
        day.id,
        day.title,
        day.city_ids.length,
        day.legs.length,
      ])
      .slice(0, 2),
    [
      [days[1].id, '先小樽', 0, 3],
      [days[0].id, '後札幌', 1, 3],
    ],
  )
  const [hotel] = days[0].legs.slice(-1)
  const kept = await op.put(`${at}/legs`, {
    legs: [
      {
        id: hotel.id,
        segment_id: days[1].id,
        type: 'hotel',
        status: 'confirmed',
        confirmation_number: 'X1',
        cost: 8800,
      },
    ],
  })
  assert.deepEqual(
    kept.data.map((leg: Record<string, unknown>) => [leg.id, leg.segment_id, leg.status, leg.cost]),
    [[hotel.id, days[1].id, 'confirmed', 8800]],
  )
  const foreign = await planned('2091-07-20')
  const [day] = (await op.get(`/planned-trips/${foreign.id}/segments`)).data
  assert.equal((await op.put(`${at}/legs`, { legs: [{ segment_id: day.id, type: 'meal' }] })).status, 422)
  assert.equal(
    (await op.put(`${at}/segments`, { segments: [{ id: day.id, starts_on: '2091-07-10', title: 'x' }] })).status,
    422,
  )
  for (const [field, missing] of [
    ['segments.0.overnight_city_id', { overnight_city_id: 2_000_000_000 }],
    ['segments.0.city_ids.0', { city_ids: [2_000_000_000] }],
  ] as const) {
    const segments = [{ starts_on: '2091-07-10', title: 'x', ...missing }]
    const { status, body } = await op.put(`${at}/segments`, { segments })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [field]])
  }
})

test('a deadline reminds its owner once, and a missed one is escalated once', async () => {
  const area = { code: 'NEA', name: '東北亞', controller_user_id: ids.line_control }
  const { id: area_id } = (await admin.post('/geographical-areas', area)).data
  const [trip, led] = [await planned('2091-08-10'), await planned('2091-08-11', { area_id })]
  const at = `/planned-trips/${trip.id}/deadlines`
  const due = (days: number, key: string, { id } = trip) =>
    database.transaction({}, (tx) =>
      tx
        .updateTable('trip_deadlines')
        .set({ due_on: daysFromToday(days) })
        .where('planned_trip_id', '=', id)
        .where('key', '=', key)
        .execute(),
    )
  await due(2, 'rooming_list')
  await due(-3, 'ticketing')
  await due(-3, 'ticketing', led)
  for (let i = 0; i < 2; i += 1) await database.transaction({}, (tx) => remindOfDeadlines(tx))
  assert.deepEqual(await told('op', 'trip-deadline.soon'), ['HKD910810A 期限將至：分房表'])
  const missed = ['HKD910810A 期限已過：開票', 'HKD910811A 期限已過：開票']
  assert.deepEqual((await told('ticketing', 'trip-deadline.overdue')).sort(), missed)
  assert.deepEqual(await told('admin', 'trip-deadline.overdue'), missed.slice(0, 1))
  assert.deepEqual(await told('line_control', 'trip-deadline.overdue'), missed.slice(1), 'who controls the area')
  assert.deepEqual(
    (await sales.get('/planned-trips?overdue_deadline=true')).data.map(({ id }: { id: number }) => id),
    [trip.id, led.id],
  )

  const [first] = (await sales.get(at)).data
  assert.deepEqual([first.key, first.is_overdue], ['ticketing', true])
  const done = await sales.put(`${at}/${first.id}`, { done: true })
  assert.deepEqual([done.data.done_by, done.data.is_overdue, typeof done.data.done_at], [ids.sales, false, 'string'])
  assert.equal((await sales.put(`${at}/${first.id}`, { due_on: '2091-01-01' })).status, 403)
  assert.equal((await sales.get('/planned-trips?overdue_deadline=true')).body.meta.total, 1)
  const added = await op.post(at, { key: 'visa', due_on: '2091-07-01', owner: 'sales' })
  assert.equal(added.status, 201)
  assert.equal((await op.post(at, { key: 'visa', due_on: '2091-07-01' })).body.code, 'duplicate')
  assert.equal((await op.delete(`${at}/${added.data.id}`)).status, 200)
})

test('the passenger list contains only active travelers, and is safe to open as a spreadsheet', async () => {
  const trip = await planned('2091-09-10', { status: 'open' })
  await booked(trip.id, 'L-002', 'held', '=1+1')
  await booked(trip.id, 'L-001', 'confirmed', '王小美')
  await booked(trip.id, 'L-003', 'waitlisted', '候補')
  await booked(trip.id, 'L-004', 'cancelled', '取消')
  const names = (rows: Record<string, unknown>[]) => rows.map(({ number, name }) => [number, name])
  const list = await sales.get(`/planned-trips/${trip.id}/name-list`)
  assert.deepEqual(names(list.data), [
    [1, '王小美'],
    [2, '=1+1'],
  ])
  const manifest = await op.get(`/planned-trips/${trip.id}/manifest`)
  assert.deepEqual(
    [manifest.data.serial, names(manifest.data.travelers).length, manifest.data.flights],
    ['HKD910910A', 2, []],
  )
  const csv = await sales.get(`/planned-trips/${trip.id}/name-list?format=csv`, { 'accept-language': 'zh-TW' })
  assert.equal(csv.headers['content-disposition'], 'attachment; filename="HKD910910A-name-list.csv"')
  assert.equal(
    csv.bytes.toString(),
    "\uFEFF序號,姓名,英文姓,英文名,訂單編號,訂單狀態\r\n1,王小美,WANG,,L-001,已確認\r\n2,'=1+1,WANG,,L-002,名額保留中\r\n",
  )
  assert.equal((await as('leader').get(`/planned-trips/${trip.id}/name-list`)).status, 404)
  assert.equal((await as('customer').get(`/planned-trips/${trip.id}/manifest`)).status, 403)
})
