import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainDay, shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { geography } from '../../../test/fixtures/geography.ts'
import { tellTripNews } from '../../../test/fixtures/news.ts'
import { house } from '../../../test/house.ts'
import { toldWhere } from '../../../test/told.ts'

const home = await house()
const { as, db, ids } = home
const admin = as('admin')
const ticketing = as('ticketing')
const { asia, paris, sapporo } = await geography(as)
const taiwan = (await admin.post('/countries', { continent_id: asia, iso_alpha2: 'TW', name: '台灣' })).data.id
const taipei = { country_id: taiwan, name: '台北', iata_code: 'TPE', timezone: 'Asia/Taipei', aliases: ['TSA'] }
const taipei_id: number = (await admin.post('/cities', taipei)).data.id
const japan = (await admin.get(`/cities/${sapporo}`)).data.country_id
const tokyo = {
  country_id: japan,
  name: '東京',
  iata_code: 'TYO',
  timezone: 'Asia/Tokyo',
  aliases: ['NRT', 'HND', '成田'],
}
await admin.post('/cities', tokyo)
const eva: number = (await admin.post('/airlines', { iata_code: 'BR', name: '長榮航空' })).data.id

let serial = 0
const on = plainDay('2027-01-28', 'zh-TW')
const trip = async (departure_date = '2027-01-28', return_date = '2027-02-01'): Promise<number> => {
  serial += 1
  const { rows } = await sql<{ id: number }>`insert into planned_trips (serial, name, departure_date, return_date)
    values (${`TYO270128${serial}`}, '東京五日', ${departure_date}, ${return_date}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}
const out = {
  direction: 'outbound',
  airline_id: eva,
  flight_number: 'BR198',
  origin: 'TPE',
  destination: 'NRT',
  departs_at: '2027-01-28T08:50',
  arrives_at: '2027-01-28T13:15',
}
const back = {
  ...out,
  direction: 'inbound',
  flight_number: 'BR197',
  origin: 'NRT',
  destination: 'TPE',
  departs_at: '2027-02-01T14:15',
  arrives_at: '2027-02-01T17:20',
}
const refused = async (id: number, flights: object[]) => {
  const { status, body } = await ticketing.put(`/planned-trips/${id}/flights/bulk`, { flights })
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

test('a flight is entered in local times and stored as two instants', async () => {
  const id = await trip()
  const made = await ticketing.post(`/planned-trips/${id}/flights`, out)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.location, `/api/planned-trip-flights/${made.data.id}`)
  const { data } = await as('sales').get(`/planned-trip-flights/${made.data.id}`)
  assert.deepEqual(
    { ...data, created_at: '', updated_at: '' },
    {
      id: made.data.id,
      planned_trip_id: id,
      direction: 'outbound',
      sequence: 1,
      airline_id: eva,
      airline_route_id: null,
      flight_number: 'BR198',
      origin: 'TPE',
      destination: 'NRT',
      departs_at: '2027-01-28T00:50:00+00:00',
      departs_timezone: 'Asia/Taipei',
      departs_local: '2027-01-28T08:50',
      arrives_at: '2027-01-28T04:15:00+00:00',
      arrives_timezone: 'Asia/Tokyo',
      arrives_local: '2027-01-28T13:15',
      cabin: 'economy',
      pnr: null,
      seats_blocked: null,
      seats_ticketed: 0,
      status: 'requested',
      ticketing_due_on: null,
      baggage: null,
      notes: null,
      created_at: '',
      updated_at: '',
      version: 1,
    },
  )
})

test('an instant gives the same flight as local times, and an unknown airport needs a time zone', async () => {
  const id = await trip()
  const address = `/planned-trips/${id}/flights`
  const zurich = { ...out, destination: 'ZRH', arrives_at: '2027-01-28T19:00' }
  assert.deepEqual(Object.keys((await ticketing.post(address, zurich)).body.errors), ['destination'])
  const told = await ticketing.post(address, {
    ...zurich,
    arrives_timezone: 'Europe/Zurich',
    departs_at: '2027-01-28T00:50:00Z',
  })
  assert.deepEqual(
    [told.data.departs_local, told.data.arrives_local, told.data.arrives_at],
    ['2027-01-28T08:50', '2027-01-28T19:00', '2027-01-28T18:00:00+00:00'],
  )
})

test('a flight is changed and removed with If-Match', async () => {
  const id = await trip()
  const { data } = await ticketing.post(`/planned-trips/${id}/flights`, out)
  const address = `/planned-trip-flights/${data.id}`
  const changed = await ticketing.put(address, { pnr: 'K7XQ2M', status: 'confirmed', seats_blocked: 20 })
  assert.deepEqual([changed.data.pnr, changed.data.status, changed.data.version], ['K7XQ2M', 'confirmed', 2])
  const moved = await ticketing.put(address, { destination: 'PAR', arrives_at: '2027-01-28T18:15' })
  assert.deepEqual([moved.data.arrives_timezone, moved.data.arrives_at], ['Europe/Paris', '2027-01-28T17:15:00+00:00'])
  const rerouted = await ticketing.put(address, { destination: 'HND' })
  assert.deepEqual([rerouted.data.arrives_local, rerouted.data.arrives_timezone], ['2027-01-28T18:15', 'Asia/Tokyo'])
  assert.equal((await ticketing.put(address, { notes: 'x' }, { 'if-match': '"1"' })).status, 412)
  assert.deepEqual((await ticketing.put(address, { seats_ticketed: 21 })).body.errors, {
    seats_ticketed: ['Must not exceed the seats that are blocked.'],
  })
  assert.equal((await ticketing.delete(address, { 'if-match': '"1"' })).status, 412)
  assert.equal((await ticketing.delete(address)).status, 200)
  assert.equal((await ticketing.get(address)).status, 404)
})

test('the itinerary is replaced as a whole: flights with an id are kept, and the changes are listed', async () => {
  const id = await trip()
  const address = `/planned-trips/${id}/flights`
  const bulk = `${address}/bulk`
  const made = await ticketing.put(bulk, { flights: [back, out] })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const [first, last] = made.data
  assert.deepEqual([first.flight_number, last.flight_number], ['BR198', 'BR197'])
  const added = [last.id, first.id]
  assert.deepEqual(made.body.meta, { dry_run: false, created: 2, added, changed: [], removed: [], warnings: [] })

  const hop = { ...out, direction: 'internal', flight_number: 'NH51', origin: 'HND', destination: 'SPK' }
  const way = [
    { id: first.id },
    { ...hop, departs_at: '2027-01-29T09:00', arrives_at: '2027-01-29T10:30' },
    { id: last.id, origin: 'SPK', seats_blocked: 21 },
  ]
  const next = await ticketing.put(bulk, { flights: way })
  assert.deepEqual(next.body.meta, {
    dry_run: false,
    created: 1,
    added: [next.data[1].id],
    changed: [last.id],
    removed: [],
    warnings: [],
  })
  assert.deepEqual(
    next.data.map(({ version }: { version: number }) => version),
    [1, 1, 2],
  )
  const same = await ticketing.put(bulk, { flights: next.data.map(({ id }: { id: number }) => ({ id })) })
  assert.deepEqual(
    [same.body.meta, same.data],
    [{ dry_run: false, created: 0, added: [], changed: [], removed: [], warnings: [] }, next.data],
  )
  const gone = await ticketing.put(bulk, { flights: [{ id: first.id }] })
  assert.deepEqual(gone.body.meta.removed, [next.data[1].id, last.id])
  assert.deepEqual((await as('sales').get(address)).data, [first])
})

test('one call reorders the flights of a direction', async () => {
  const id = await trip()
  const one = { ...out, destination: 'SEL', departs_at: '2027-01-28T07:00', arrives_at: '2027-01-28T10:30' }
  const two = { ...out, origin: 'SEL', departs_at: '2027-01-28T12:00', arrives_at: '2027-01-28T14:30' }
  const made = await ticketing.put(`/planned-trips/${id}/flights/bulk`, { flights: [one, two] })
  const [a, b] = made.data
  const swapped = await ticketing.put(`/planned-trips/${id}/flights/bulk`, {
    flights: [
      { id: b.id, ...one, sequence: 1 },
      { id: a.id, ...two, sequence: 2 },
    ],
  })
  assert.equal(swapped.status, 200, JSON.stringify(swapped.body))
  assert.deepEqual(
    swapped.data.map(({ id }: { id: number }) => id),
    [b.id, a.id],
  )
})

test('every fault is reported at its flight and field, and nothing is stored', async () => {
  const id = await trip()
  assert.deepEqual(await refused(id, [{ ...out, arrives_at: '2027-01-28T09:40' }]), {
    'flights.0.arrives_at': ['Must arrive after it departs, each in its own zone.'],
  })
  assert.deepEqual(
    await refused(id, [out, { direction: 'inbound', origin: 'NRT' }, { ...back, departs_at: '2027-02-30T10:00' }]),
    {
      'flights.2.departs_at': ['A local time such as 2027-01-28T09:30, or an ISO 8601 instant with its offset.'],
    },
  )
  assert.deepEqual(Object.keys(await refused(id, [out, { direction: 'inbound', origin: 'NRT' }])).sort(), [
    'flights.1.arrives_at',
    'flights.1.departs_at',
    'flights.1.destination',
    'flights.1.flight_number',
  ])
  assert.deepEqual(
    await refused(id, [
      { ...out, departs_at: '2027-01-26T08:50' },
      { ...back, arrives_at: '2027-02-03T00:10' },
    ]),
    {
      'flights.0.departs_at': [
        `Must lie between ${shortDay('2027-01-27', 'en')} and ${shortDay('2027-02-02', 'en')}, the days of the trip and one on either side.`,
      ],
      'flights.1.arrives_at': [
        `Must lie between ${shortDay('2027-01-27', 'en')} and ${shortDay('2027-02-02', 'en')}, the days of the trip and one on either side.`,
      ],
    },
  )
  assert.deepEqual(await refused(id, [{ ...out, ticketing_due_on: '2027-01-29' }]), {
    'flights.0.ticketing_due_on': ['Must not be after the day of departure.'],
  })
  const other = (await ticketing.post(`/planned-trips/${await trip()}/flights`, out)).data.id
  assert.deepEqual(Object.keys(await refused(id, [{ id: other }])), ['flights.0.id'])
  assert.deepEqual((await ticketing.get(`/planned-trips/${id}/flights`)).data, [])
})

test('connections must fit: airport, transfer time, order and direction', async () => {
  const id = await trip()
  const first = { ...out, destination: 'HND', arrives_at: '2027-01-28T12:55' }
  const on = { ...out, flight_number: 'NH53', origin: 'HND', destination: 'SPK' }
  const at = (departs_at: string, origin = 'HND') => ({ ...on, origin, departs_at, arrives_at: '2027-01-28T18:30' })
  assert.deepEqual(await refused(id, [first, at('2027-01-28T13:40')]), {
    'flights.1.departs_at': ['At least 60 minutes must lie between landing and the next departure; there are 45.'],
  })
  assert.deepEqual(await refused(id, [first, at('2027-01-28T15:00', 'NRT')]), {
    'flights.1.departs_at': ['At least 180 minutes must lie between landing and the next departure; there are 125.'],
  })
  assert.deepEqual(await refused(id, [first, at('2027-01-28T15:00', 'OSA')]), {
    'flights.1.origin': ['The flight before arrives at HND; this one must leave from there.'],
  })
  assert.deepEqual(
    Object.keys(
      await refused(id, [
        { ...first, sequence: 2 },
        { ...at('2027-01-28T15:00'), sequence: 1 },
      ]),
    ),
    ['flights.1.sequence'],
  )
  assert.deepEqual(
    Object.keys(
      await refused(id, [
        { ...out, direction: 'inbound' },
        { ...back, direction: 'outbound' },
      ]),
    ),
    ['flights.1.direction'],
  )
  const cancelled = { ...at('2027-01-28T13:40'), status: 'cancelled' }
  assert.equal((await ticketing.put(`/planned-trips/${id}/flights/bulk`, { flights: [first, cancelled] })).status, 200)
})

test('a group may return from another city', async () => {
  const flights = [out, { ...back, origin: 'OSA' }]
  assert.equal((await ticketing.put(`/planned-trips/${await trip()}/flights/bulk`, { flights })).status, 200)
})

test('a single change is checked with the flights before and after it, and refused at its own field', async () => {
  const id = await trip()
  const via = { ...out, destination: 'SEL', departs_at: '2027-01-28T07:00', arrives_at: '2027-01-28T10:30' }
  const on = { ...out, origin: 'SEL', departs_at: '2027-01-28T12:00', arrives_at: '2027-01-28T14:30' }
  const { data } = await ticketing.put(`/planned-trips/${id}/flights/bulk`, { flights: [via, on] })
  const late = await ticketing.put(`/planned-trip-flights/${data[0].id}`, { arrives_at: '2027-01-28T11:30' })
  assert.deepEqual(late.body.errors, {
    arrives_at: ['At least 60 minutes must lie between landing and the next departure; there are 30.'],
  })
  const elsewhere = await ticketing.put(`/planned-trip-flights/${data[0].id}`, { destination: 'PAR' })
  assert.equal(elsewhere.status, 422)
  const again = await ticketing.post(`/planned-trips/${id}/flights`, { ...back, direction: 'outbound' })
  assert.deepEqual([again.status, again.data.sequence], [201, 3])
})

test('a route of the timetable fills in a flight; sent values come first', async () => {
  const id = await trip()
  const route = {
    origin_city_id: taipei_id,
    destination_city_id: paris,
    flight_number: 'BR87',
    days_of_week: [4],
    departs: '23:30',
    arrives: '07:05',
    arrives_days_later: 1,
  }
  const { data } = await admin.post(`/airlines/${eva}/routes`, route)
  const picked = { direction: 'outbound', airline_route_id: data.id }
  const address = `/planned-trips/${id}/flights`
  assert.deepEqual(Object.keys((await ticketing.post(address, picked)).body.errors), ['flies_on'])
  assert.deepEqual((await ticketing.post(address, { ...picked, flies_on: '2027-01-29' })).body.errors, {
    flies_on: ['The timetable has no such flight on this day.'],
  })
  const made = await ticketing.post(address, { ...picked, flies_on: '2027-01-28', arrives_at: '2027-01-29T07:10' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { airline_id, airline_route_id, flight_number, origin, destination, departs_local, arrives_local } = made.data
  assert.deepEqual(
    { airline_id, airline_route_id, flight_number, origin, destination, departs_local, arrives_local },
    {
      airline_id: eva,
      airline_route_id: data.id,
      flight_number: 'BR87',
      origin: 'TPE',
      destination: 'PAR',
      departs_local: '2027-01-28T23:30',
      arrives_local: '2027-01-29T07:10',
    },
  )
})

test('changed times notify OP and the leader, and other changes do not', async () => {
  const id = await trip()
  const { rows } = await sql<{
    key: string
  }>`insert into person_keys (id, wrapped) values (gen_random_uuid(), '\\x00') returning id as key`.execute(db)
  const leader = await sql<{
    id: number
  }>`insert into tour_leaders (person_key, name) values (${rows[0]?.key}, '陳志明') returning id`.execute(db)
  await sql`update users set tour_leader_id = ${leader.rows[0]?.id} where id = ${ids.leader}`.execute(db)
  const { data } = await ticketing.post(`/planned-trips/${id}/flights`, out)
  assert.equal((await as('leader').get(`/planned-trips/${id}/flights`)).status, 404)
  assert.equal((await as('leader').get(`/planned-trip-flights/${data.id}`)).status, 404)
  await sql`update planned_trips set assigned_leader_id = ${leader.rows[0]?.id} where id = ${id}`.execute(db)
  assert.equal((await as('leader').get(`/planned-trip-flights/${data.id}`)).data.flight_number, 'BR198')
  assert.equal((await as('leader').get(`/planned-trips/${id}/flights`)).data.length, 1)

  const told = async () => {
    await tellTripNews(home)
    return (await toldWhere(db, sql`n.event = 'trip-news' and n.subject_id = ${id}`)).sort(
      (a, b) => a.user_id - b.user_id,
    )
  }
  await ticketing.put(`/planned-trip-flights/${data.id}`, { pnr: 'K7XQ2M' })
  assert.deepEqual(await told(), [])
  await ticketing.put(`/planned-trips/${id}/flights/bulk`, {
    flights: [{ id: data.id, departs_at: '2027-01-28T10:05', arrives_at: '2027-01-28T14:30' }],
  })
  const people = (await told()).map(({ user_id }) => user_id)
  assert.deepEqual(people, [ids.op, ids.leader])
  const [{ body = '' } = {}] = await told()
  assert.equal(body.split('\n').at(-1), `航班 BR198 TPE–NRT：${on} 08:50–13:15 → ${on} 10:05–14:30`)
})

test('the ticketing date is a deadline of the trip', async () => {
  const id = await trip()
  const deadlines = async () =>
    (
      await sql<object>`select key, owner, due_on::text from trip_deadlines where planned_trip_id = ${id} order by key`.execute(
        db,
      )
    ).rows
  const due = { seats_blocked: 20, ticketing_due_on: '2027-01-05' }
  const { data } = await ticketing.put(`/planned-trips/${id}/flights/bulk`, {
    flights: [
      { ...out, ...due },
      { ...back, ...due },
    ],
  })
  const [there, home] = data
  const deadline = { owner: 'ticketing', due_on: '2027-01-05' }
  assert.deepEqual(await deadlines(), [
    { key: 'ticketing_br197', ...deadline },
    { key: 'ticketing_br198', ...deadline },
  ])
  await ticketing.put(`/planned-trip-flights/${there.id}`, { flight_number: 'BR196', ticketing_due_on: '2027-01-08' })
  await ticketing.put(`/planned-trip-flights/${home.id}`, { seats_ticketed: 20 })
  assert.deepEqual(await deadlines(), [{ key: 'ticketing_br196', ...deadline, due_on: '2027-01-08' }])
  await ticketing.delete(`/planned-trip-flights/${there.id}`)
  assert.deepEqual(await deadlines(), [])
})

test('roles without access are refused, and unknown flights are not found', async () => {
  const id = await trip()
  assert.equal((await as('sales').post(`/planned-trips/${id}/flights`, out)).status, 403)
  assert.equal((await as('customer').get(`/planned-trips/${id}/flights`)).status, 403)
  assert.equal((await ticketing.get('/planned-trips/99999/flights')).status, 404)
  assert.equal((await ticketing.post('/planned-trips/99999/flights', out)).status, 404)
  assert.equal((await ticketing.put('/planned-trips/99999/flights/bulk', { flights: [] })).status, 404)
  assert.equal((await ticketing.put('/planned-trip-flights/99999', { notes: 'x' })).status, 404)
})

test('a cancelled flight is notified like a changed one, and flights of a cancelled or settled trip cannot change', async () => {
  const id = await trip()
  const { data } = await ticketing.post(`/planned-trips/${id}/flights`, out)
  await sql`update planned_trips set op_user_id = ${ids.op} where id = ${id}`.execute(db)
  await tellTripNews(home)
  assert.equal((await ticketing.put(`/planned-trip-flights/${data.id}`, { status: 'cancelled' })).status, 200)
  await tellTripNews(home)
  const [told] = await toldWhere(db, sql`n.event = 'trip-news' and n.subject_id = ${id}`)
  assert.equal(told?.body.split('\n').at(-1), `航班 BR198 TPE–NRT：${on} 08:50–13:15 取消`)
  for (const status of ['cancelled', 'settled']) {
    await sql`update planned_trips set status = ${status} where id = ${id}`.execute(db)
    const answers = [
      await ticketing.put(`/planned-trip-flights/${data.id}`, { pnr: 'K7XQ2M' }),
      await ticketing.delete(`/planned-trip-flights/${data.id}`),
      await ticketing.post(`/planned-trips/${id}/flights`, back),
      await ticketing.put(`/planned-trips/${id}/flights/bulk`, { flights: [] }),
    ]
    assert.deepEqual(
      answers.map(({ body }) => body.code),
      answers.map(() => 'step_not_possible'),
    )
  }
})
