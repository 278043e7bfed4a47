import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as, ids, database, plant } = await house()
const [admin, sales, op] = [as('admin'), as('sales'), as('op')]
const { package_id, sapporo, osaka, japan } = await sellable(as)
const plan = { package_id, departure_date: '2091-03-10' }

test('a new trip copies its package with the price of its date', async () => {
  const { status, data, headers } = await op.post('/planned-trips', {
    ...plan,
    op_user_id: ids.op,
    sales_user_id: ids.sales,
  })
  assert.equal(status, 201, JSON.stringify(data))
  assert.equal(headers.location, `/api/planned-trips/${data.id}`)
  const { serial, name, return_date, capacity, min_pax, seats, guarantee_state, country_ids, possible } = data
  assert.deepEqual(
    {
      serial,
      name,
      status: data.status,
      return_date,
      capacity,
      min_pax,
      seats,
      guarantee_state,
      country_ids,
      possible,
    },
    {
      serial: 'HKD910310A',
      name: '北海道三日',
      status: 'draft',
      return_date: '2091-03-12',
      capacity: 20,
      min_pax: 4,
      seats: { held: 0, confirmed: 0, waitlisted: 0, remaining: 20 },
      guarantee_state: 'pending',
      country_ids: [japan],
      possible: ['open', 'cancelled'],
    },
  )
  assert.deepEqual([data.price.source, data.price.adult, data.price.currency], ['default', 39900, 'TWD'])
  assert.deepEqual(data.terms.cancellation_policy, [{ days_before: 30, fee_percent: 20 }])
  assert.deepEqual(
    data.deadlines.map(({ key, owner, due_on, done_at }: Record<string, unknown>) => [key, owner, due_on, done_at]),
    [
      ['ticketing', 'ticketing', '2091-02-17', null],
      ['rooming_list', 'op', '2091-03-03', null],
    ],
  )
  assert.equal(data.package.package_code, 'HKD')
  assert.deepEqual((await sales.get(`/planned-trips/${data.id}`)).data.possible, [])
  assert.equal((await op.post('/planned-trips', plan)).data.serial, 'HKD910310B')
  for (const [who, count] of [
    [op, 1],
    [sales, 1],
    [admin, 0],
  ] as const)
    assert.equal((await who.get('/planned-trips?mine=true')).body.meta.total, count)
})

test('the list and the record contain names beside the ids of a trip', async () => {
  const area = await admin.post('/geographical-areas', { code: 'JPN', name: '日本線', name_en: 'Japan' })
  const { data: made } = await op.post('/planned-trips', { ...plan, area_id: area.data.id, op_user_id: ids.op })
  const [listed] = (await op.get(`/planned-trips?q=${made.serial}`)).data
  for (const { area: of, op_user, sales_user, season } of [made, listed])
    assert.deepEqual(
      [of, op_user, sales_user, season],
      [
        { id: area.data.id, name: '日本線', name_en: 'Japan' },
        { id: ids.op, name: 'OP 小黃', name_en: null },
        null,
        null,
      ],
    )
  assert.equal((await op.delete(`/planned-trips/${made.id}`)).status, 200)
})

test('the calendar shows the departures of a range of days, with the filters of the list, seats and the name of the leader', async () => {
  const on = (departure_date: string, more: object = {}) =>
    op.post('/planned-trips', { package_id, departure_date, status: 'open', ...more })
  const [first, last, later] = [await on('2088-01-01'), await on('2088-12-31', { min_pax: 1 }), await on('2089-01-01')]
  const leader = (await op.post('/tour-leaders', { name: '王領隊', name_en: 'Leo Wang' })).data
  await database.transaction({}, (tx) =>
    tx.updateTable('planned_trips').set({ assigned_leader_id: leader.id }).where('id', '=', last.data.id).execute(),
  )
  const shown = async (query: string) => (await sales.get(`/planned-trips/calendar?${query}`)).data
  const year = await shown('from=2088-01-01&to=2088-12-31')
  assert.deepEqual(
    year.map(({ id }: { id: number }) => id),
    [first.data.id, last.data.id],
  )
  assert.deepEqual(year[1], {
    id: last.data.id,
    serial: last.data.serial,
    name: '北海道三日',
    name_en: 'Hokkaido, three days',
    departure_date: '2088-12-31',
    return_date: '2089-01-02',
    status: 'open',
    assigned_leader: { id: leader.id, leader_number: leader.leader_number, name: '王領隊', name_en: 'Leo Wang' },
    seats: { held: 0, confirmed: 0, waitlisted: 0, remaining: 20 },
    guarantee_state: 'pending',
  })
  const ids = (trips: { id: number }[]) => trips.map(({ id }) => id)
  assert.deepEqual(ids(await shown('from=2088-01-01&to=2088-12-31&missing_leader=true&status=open')), [first.data.id])
  assert.deepEqual(ids(await shown('from=2088-12-31&to=2089-01-01')), [last.data.id, later.data.id])
  for (const wrong of ['from=2088-01-01&to=2089-01-01', 'from=2088-02-01&to=2088-01-01'])
    assert.deepEqual(Object.keys((await sales.get(`/planned-trips/calendar?${wrong}`)).body.errors), ['to'], wrong)
  assert.deepEqual(Object.keys((await sales.get('/planned-trips/calendar?from=2088-01-01')).body.errors), ['to'])
  assert.deepEqual((await as('leader').get('/planned-trips/calendar?from=2088-01-01&to=2088-12-31')).data, [])
  assert.equal((await as('customer').get('/planned-trips/calendar?from=2088-01-01&to=2088-12-31')).status, 403)
  for (const { data } of [first, last, later]) await op.delete(`/planned-trips/${data.id}`)
})

test('later changes of a package do not change planned trips', async () => {
  const { data: trip } = await op.post('/planned-trips', { package_id, departure_date: '2091-04-10', status: 'open' })
  const frozen = async () => {
    const { package: _name, ...own } = (await sales.get(`/planned-trips/${trip.id}`)).data
    return { own, segments: (await sales.get(`/planned-trips/${trip.id}/segments`)).data }
  }
  const before = await frozen()
  const at = `/packages/${package_id}`
  const [price] = (await admin.get(at)).data.prices
  const edits = [
    await admin.put(`${at}/segments`, { segments: days(osaka).map((each) => ({ ...each, title: '改' })) }),
    await admin.put(`${at}/prices/${price.id}`, { adult: 99999 }),
    await admin.put(`${at}/countries`, { countries: [] }),
    await admin.put(at, {
      name: '改名',
      max_pax: 44,
      cancellation_policy: [],
      deadline_template: [],
      inclusions: ['x'],
    }),
    await admin.post(`${at}/archive`),
  ]
  assert.deepEqual(
    edits.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  assert.deepEqual(await frozen(), before)
  assert.equal(before.own.price.adult, 39900)

  const refused = await op.post('/planned-trips', plan)
  assert.deepEqual(refused.body.errors, { package_id: ['Trips are planned from published packages only.'] })
  await admin.put(`${at}/segments`, { segments: days(sapporo) })
  await admin.put(`${at}/prices/${price.id}`, { adult: 39900 })
  await admin.put(`${at}/countries`, { countries: [{ country_id: japan }] })
  assert.equal((await admin.post(`${at}/publish`)).status, 200)
})

test("a trip's price overrides come first, and the price names them as its source", async () => {
  const { data } = await op.post('/planned-trips', { ...plan, price_overrides: { adult: 35000 } })
  assert.deepEqual([data.price.source, data.price.adult, data.price.child_no_bed], ['trip', 35000, 34900])
  const { data: changed } = await op.put(`/planned-trips/${data.id}`, { price_overrides: null })
  assert.deepEqual([changed.price.source, changed.price.adult], ['default', 39900])
})

test('seats are counted from active travelers', async () => {
  const { data: trip } = await op.post('/planned-trips', {
    ...plan,
    departure_date: '2091-05-10',
    capacity: 5,
    status: 'open',
  })
  await database.transaction({}, async (tx) => {
    for (const [i, [status, heads]] of (
      [
        ['held', 1],
        ['confirmed', 3],
        ['waitlisted', 2],
        ['cancelled', 4],
      ] as const
    ).entries()) {
      const { id: booking_id } = await tx
        .insertInto('bookings')
        .values({ booking_number: `${trip.serial}-00${i}`, planned_trip_id: trip.id, status, contact_name: '王' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (let n = 0; n < heads; n += 1)
        await tx
          .insertInto('travelers')
          .values({ booking_id, name: `${status} ${n}`, status: n === 2 ? 'cancelled' : 'active' })
          .execute()
    }
  })
  const { data } = await sales.get(`/planned-trips/${trip.id}`)
  assert.deepEqual(data.seats, { held: 1, confirmed: 2, waitlisted: 2, remaining: 2 })
  assert.equal(data.guarantee_state, 'pending')
  const few = await op.put(`/planned-trips/${trip.id}`, { capacity: 2 })
  assert.deepEqual(few.body.errors, { capacity: ['3 seats taken already.'] })
  assert.equal((await op.put(`/planned-trips/${trip.id}`, { min_pax: 3 })).data.guarantee_state, 'almost')
  assert.equal((await op.put(`/planned-trips/${trip.id}`, { min_pax: 2 })).data.guarantee_state, 'guaranteed')
})

test('staff filter and search trips', async () => {
  const serials = async (query: string) =>
    (await sales.get(`/planned-trips?${query}`)).data.map(({ serial }: { serial: string }) => serial)
  assert.deepEqual(await serials('from=2091-04-01&to=2091-04-30'), ['HKD910410A'])
  assert.deepEqual(await serials(`status=open&package_id=${package_id}&sort=-departure_date`), [
    'HKD910510A',
    'HKD910410A',
  ])
  assert.deepEqual(await serials('missing_leader=false'), [])
  assert.equal((await serials(`missing_leader=true&country_id=${japan}`)).length, 5)
  assert.deepEqual(await serials('overdue_deadline=true'), [])
  await database.transaction({}, (tx) =>
    tx.updateTable('trip_deadlines').set({ due_on: '2020-01-01' }).where('due_on', '=', '2091-03-20').execute(),
  )
  assert.deepEqual(await serials('overdue_deadline=true&q=hkd'), ['HKD910410A'])
  assert.deepEqual(await serials(`op_user_id=${ids.op}&leader_id=1`), [])
  assert.deepEqual(
    (await sales.get('/planned-trips/list/options?q=910510')).data.map(({ serial }: { serial: string }) => serial),
    ['HKD910510A'],
  )
  const { data: gone } = await op.post('/planned-trips', plan)
  assert.equal((await serials(`missing_leader=true`)).includes(gone.serial), true)
  await op.put(`/planned-trips/${gone.id}/status`, { status: 'cancelled', reason: '人數不足' })
  assert.equal((await serials(`missing_leader=true`)).includes(gone.serial), false)
})

test('staff see all trips, a leader their own without prices, a customer none', async () => {
  const customer = as('customer')
  for (const path of ['', '/1', '/list/options'])
    assert.equal((await customer.get(`/planned-trips${path}`)).status, 403)
  const { data: trip } = await op.post('/planned-trips', { ...plan, price_overrides: { adult: 12321 } })
  plant('12321', (actor) => actor?.roles.join() === 'leader' || actor?.roles.join() === 'customer')
  const leader = as('leader')
  assert.equal((await leader.get(`/planned-trips/${trip.id}`)).status, 404)
  assert.deepEqual((await leader.get('/planned-trips')).data, [])
  const { data: profile } = await admin.post('/tour-leaders', {
    name: '阿明',
    user_id: ids.leader,
    licenses: [{ type: '外語領隊執業證' }],
  })
  assert.equal((await op.put(`/planned-trips/${trip.id}/assigned-leader`, { tour_leader_id: profile.id })).status, 200)
  for (const key of ['balance', 'visa'])
    await op.post(`/planned-trips/${trip.id}/deadlines`, { key, due_on: '2091-02-01', owner: 'sales' })
  const { data } = await leader.get(`/planned-trips/${trip.id}`)
  assert.deepEqual(
    data.deadlines.map(({ key }: { key: string }) => key),
    ['visa'],
  )
  assert.deepEqual([data.price, data.price_overrides, data.assigned_leader.name], [null, null, '阿明'])
  const { payment_policy, cancellation_policy } = data.terms
  assert.deepEqual([payment_policy, cancellation_policy], [null, []])
  const { terms } = (await op.get(`/planned-trips/${trip.id}`)).data
  assert.equal(terms.payment_policy.deposit, 10000)
  assert.equal((await leader.get('/planned-trips')).data.length, 1)
  assert.equal((await leader.put(`/planned-trips/${trip.id}`, { notes: 'x' })).status, 403)
  assert.equal((await sales.post('/planned-trips', plan)).status, 403)
})

test('invalid trips are refused', async () => {
  const errors = async (change: object) => (await op.post('/planned-trips', { ...plan, ...change })).body.errors
  assert.deepEqual(await errors({ departure_date: '2020-01-01' }), { departure_date: ['The day has passed.'] })
  assert.deepEqual(await errors({ package_id: 999 }), { package_id: ['There is no such record.'] })
  assert.deepEqual(await errors({ return_date: '2091-03-09' }), { return_date: ['Must not be before the departure.'] })
  assert.deepEqual(Object.keys(await errors({ serial: 'X', status: 'departed' })).sort(), ['serial', 'status'])
})
