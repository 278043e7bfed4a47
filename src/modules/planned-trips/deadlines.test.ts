import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const [op, ticketing] = [as('op'), as('ticketing')]
const { package_id } = await sellable(as)
const planned = async (departure_date: string): Promise<number> =>
  (await op.post('/planned-trips', { package_id, departure_date })).data.id
const dueOn = async (trip: number, key: string) =>
  (await op.get(`/planned-trips/${trip}/deadlines`)).data.find((deadline: { key: string }) => deadline.key === key)
    ?.due_on

test('today is the date in the time zone of the installation, not of the caller', async () => {
  const [east, west] = [
    await home.another({ zone: 'Pacific/Kiritimati' }),
    await home.another({ zone: 'Pacific/Pago_Pago' }),
  ]
  const trip = await planned('2091-03-10')
  await sql`update trip_deadlines set due_on = (now() at time zone 'Pacific/Pago_Pago')::date
    where planned_trip_id = ${trip} and key = 'ticketing'`.execute(db)
  const seen = async ({ as }: typeof east) => {
    const { data } = await as('op').get(`/planned-trips/${trip}/deadlines`)
    const listed = await as('op').get('/planned-trips?overdue_deadline=true')
    return [data[0].is_overdue, listed.body.meta.total]
  }
  assert.deepEqual(
    [await seen(east), await seen(west)],
    [
      [true, 1],
      [false, 0],
    ],
  )
  const [{ day } = { day: '' }] = (
    await sql<{ day: string }>`select (now() at time zone 'Pacific/Pago_Pago')::date::text as day`.execute(db)
  ).rows
  const leave = { package_id, departure_date: day }
  assert.equal((await west.as('op').post('/planned-trips', leave)).status, 201)
  assert.deepEqual(Object.keys((await east.as('op').post('/planned-trips', leave)).body.errors), ['departure_date'])
})

test('moving a trip moves its ticketing deadlines, on the trip and on the flight, but never beyond the departure', async () => {
  const trip = await planned('2091-06-10')
  const zones = { departs_timezone: 'Asia/Taipei', arrives_timezone: 'Asia/Tokyo' }
  const flight = { flight_number: 'BR198', origin: 'TPE', destination: 'NRT', seats_blocked: 20, ...zones }
  const made = await ticketing.post(`/planned-trips/${trip}/flights`, {
    ...flight,
    direction: 'outbound',
    departs_at: '2091-06-10T08:50',
    arrives_at: '2091-06-10T13:15',
    ticketing_due_on: '2091-05-20',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const both = async () => [
    await dueOn(trip, 'ticketing_br198'),
    (await op.get(`/planned-trip-flights/${made.data.id}`)).data.ticketing_due_on,
  ]
  assert.deepEqual(await both(), ['2091-05-20', '2091-05-20'])
  await op.put(`/planned-trips/${trip}`, { departure_date: '2091-06-17' })
  assert.deepEqual(await both(), ['2091-05-27', '2091-05-27'])
  await op.put(`/planned-trips/${trip}`, { departure_date: '2091-07-17' })
  assert.deepEqual(await both(), ['2091-06-10', '2091-06-10'])
  // The next change of the flight does not restore the old deadline.
  await op.put(`/planned-trip-flights/${made.data.id}`, {
    pnr: 'K7XQ2M',
    departs_at: '2091-07-17T08:50',
    arrives_at: '2091-07-17T13:15',
  })
  assert.deepEqual(await both(), ['2091-06-10', '2091-06-10'])
  await op.put(`/planned-trips/${trip}`, { return_date: '2091-07-20' })
  assert.deepEqual(await both(), ['2091-06-10', '2091-06-10'])
})

test('the label of a deadline is its own name, the usual name of its key, or its flight', async () => {
  const { data: trip } = await op.post('/planned-trips', { package_id, departure_date: '2091-12-10' })
  const at = `/planned-trips/${trip.id}/deadlines`
  const called = ({ data }: { data: { label: string; label_en: string } }) => [data.label, data.label_en]
  const add = (key: string, more: object = {}) => op.post(at, { key, due_on: '2091-11-01', ...more })
  assert.deepEqual(called(await add('visa')), ['簽證', 'Visas'])
  assert.deepEqual(called(await add('ticketing_br198')), ['開票 BR198', 'Ticketing BR198'])
  assert.deepEqual(called(await add('sim_cards')), ['sim cards', 'sim cards'])
  const own = await add('headsets', { name: '導覽機', name_en: 'Headsets' })
  assert.deepEqual([own.data.name, own.data.name_en, ...called(own)], ['導覽機', 'Headsets', '導覽機', 'Headsets'])
  const { data } = await op.get(`/planned-trips/${trip.id}`)
  assert.deepEqual(data.deadlines.map(({ key, label }: { key: string; label: string }) => [key, label]).slice(-2), [
    ['ticketing', '開票'],
    ['rooming_list', '分房表'],
  ])
})

test("the list of deadlines is filtered by day, by open or done, by owner, and by the caller's own", async () => {
  const on = async (departure_date: string, op_user_id: number) =>
    (await op.post('/planned-trips', { package_id, departure_date, op_user_id })).data.id
  const [mine, others] = [await on('2092-03-10', home.ids.op), await on('2092-03-11', home.ids.admin)]
  const found = async (query: string, who = op) => {
    const { status, data, body } = await who.get(`/deadlines?due_from=2092-01-01&due_until=2092-12-31&${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return data.map(({ key, trip }: { key: string; trip: { id: number } }) => [
      key,
      trip.id === mine ? 'mine' : 'others',
    ])
  }
  const [rooms, tickets] = ['rooming_list', 'ticketing']
  const all = [tickets, tickets, rooms, rooms].map((key, nth) => [key, nth % 2 ? 'others' : 'mine'])
  assert.deepEqual(await found(''), all)
  assert.deepEqual(await found('owner=op'), all.slice(2))
  assert.deepEqual(await found('mine=true'), [[rooms, 'mine']], 'the keeper of ticketing is nobody yet')
  assert.deepEqual(await found(`planned_trip_id=${others}&sort=-due_on`), [all[3], all[1]])
  const [first] = (await op.get(`/planned-trips/${mine}/deadlines`)).data
  await op.put(`/planned-trips/${mine}/deadlines/${first.id}`, { done: true })
  assert.deepEqual(await found('done=true'), [all[0]])
  assert.deepEqual(await found('done=false'), all.slice(1))
  await op.patch(`/planned-trips/${others}/status`, { status: 'cancelled', reason: '颱風' })
  assert.deepEqual(await found('done=false'), [[rooms, 'mine']], 'nothing is open of a trip that was called off')
  const { data } = await op.get(`/deadlines?planned_trip_id=${mine}&owner=op`)
  const { trip, owner_user, label_en, is_overdue } = data[0]
  assert.deepEqual(
    [trip.departure_date, trip.status, owner_user, label_en, is_overdue],
    ['2092-03-10', 'draft', { id: home.ids.op, name: 'OP 小黃', name_en: null }, 'Rooming list', false],
  )
  assert.equal((await as('customer').get('/deadlines')).status, 403)
  assert.equal((await as('leader').get('/deadlines')).status, 403)
})

test('a refusal names the field as people do: which flight of several, and that a day is missing', async () => {
  const trip = await planned('2091-07-10')
  const chinese = as('ticketing', { 'accept-language': 'zh-TW' })
  const late = await chinese.post(`/planned-trips/${trip}/deadlines`, { key: 'tips', due_on: '' })
  assert.deepEqual([late.status, late.body.errors], [422, { due_on: ['請填日期。'] }])
  const flight = (origin: string, at: string, zones = {}) => ({
    ...zones,
    ...{ direction: 'outbound', flight_number: 'BR198', origin, destination: 'NRT' },
    ...{ departs_at: `2091-07-10T${at}`, arrives_at: '2091-07-10T13:15' },
  })
  const zones = { departs_timezone: 'Asia/Taipei', arrives_timezone: 'Asia/Tokyo' }
  const itinerary = { flights: [flight('TPE', '08:50', zones), flight('XXX', '09:50')] }
  const said = async (who: typeof op) => (await who.put(`/planned-trips/${trip}/flights/bulk`, itinerary)).body.message
  assert.match(await said(chinese), /^第 2 個航班 出發機場：機場資料裡沒有這個代碼/)
  assert.match(await said(op), /^Flight 2, From: No airport has this code/)
})
