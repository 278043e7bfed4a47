import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as, db } = await house()
const op = as('op')
const { package_id, sapporo } = await sellable(as)
const planned = async (departure_date: string, status = 'open') =>
  (await op.post('/planned-trips', { package_id, departure_date, status })).data.id
type Night = {
  starts_on: string
  hotel_name: string
  was: { hotel_name: string }
  is_confirmed: boolean
}
type Line = { planned_trip_id: number; status: string; faults: string[]; nights: Night[] }
const take = (dry_run: boolean, asked: object = { package_id }) =>
  op.post('/planned-trips/bulk/hotels', { ...asked, dry_run })

test('trips that have not departed take over the hotels of their package, with a preview', async () => {
  const [next, confirmed, gone] = [
    await planned('2091-03-10'),
    await planned('2091-04-10'),
    await planned('2091-05-10'),
  ]
  await db.updateTable('planned_trips').set({ status: 'departed' }).where('id', '=', gone).execute()
  const [first] = (await op.get(`/planned-trips/${confirmed}/segments`)).data
  const hotel = first.legs.find(({ type }: { type: string }) => type === 'hotel')
  await op.put(`/planned-trips/${confirmed}/legs/${hotel.id}`, { status: 'confirmed' })
  assert.deepEqual(
    (await take(true)).data.map(({ status, nights }: Line) => [status, nights]),
    [
      ['unchanged', []],
      ['unchanged', []],
    ],
  )

  const [one, two, three] = days(sapporo)
  const segments = [{ ...one, hotel_name: '湖畔飯店' }, two, { ...three, hotel_name: '機場旅館' }]
  assert.equal((await op.put(`/packages/${package_id}/segments`, { segments })).status, 200)
  const { data } = await take(true)
  assert.deepEqual(
    data.flatMap(({ planned_trip_id, nights }: Line) =>
      nights.map(({ starts_on, hotel_name, was, is_confirmed }) => [
        planned_trip_id,
        starts_on,
        was.hotel_name,
        hotel_name,
        is_confirmed,
      ]),
    ),
    [
      [next, '2091-03-10', '札幌大飯店', '湖畔飯店', false],
      [next, '2091-03-12', null, '機場旅館', false],
      [confirmed, '2091-04-10', '札幌大飯店', '湖畔飯店', true],
      [confirmed, '2091-04-12', null, '機場旅館', false],
    ],
  )
  const hotels = async (id: number) =>
    (await op.get(`/planned-trips/${id}/segments`)).data.map(
      ({ hotel_name, legs }: { hotel_name: string; legs: { type: string; place: string }[] }) => [
        hotel_name,
        legs.find(({ type }) => type === 'hotel')?.place ?? null,
      ],
    )
  const before = await hotels(next)
  assert.deepEqual(before[0], ['札幌大飯店', '札幌大飯店'])
  const { body } = await take(true)
  assert.deepEqual(body.meta, { dry_run: true, created: 0, changed: 0 })

  const chosen = await as('op', { 'accept-language': 'en' }).post('/planned-trips/bulk/hotels', {
    ids: [gone, confirmed],
    dry_run: true,
  })
  assert.deepEqual(
    chosen.data.map(({ planned_trip_id, status, faults }: Line) => [planned_trip_id, status, faults]),
    [
      [confirmed, 'would_change', []],
      [
        ...[gone, 'refused'],
        ['Hotels are taken over only before the departure, and not by a cancelled trip: leave this one out.'],
      ],
    ],
  )
  const refused = await take(false, { ids: [gone, confirmed] })
  assert.deepEqual([refused.status, await hotels(confirmed)], [422, before], 'all or none')

  const done = await take(false, { ids: [next, confirmed] })
  assert.deepEqual(done.body.meta, { dry_run: false, created: 0, changed: 2 })
  const added = ['機場旅館', '機場旅館']
  assert.deepEqual(await hotels(next), [['湖畔飯店', '湖畔飯店'], before[1], added])
  assert.deepEqual(await hotels(confirmed), [...before.slice(0, 2), added], 'the confirmed night stays')
  assert.deepEqual(await hotels(gone), before)
})

type Stay = {
  hotel: { id: number; name: string }
  check_in: string
  check_out: string
  rooms: object[]
  status: string
}
type Booked = Line & {
  stays: (Stay & { is_new_hotel: boolean })[]
  unbooked: { check_in: string; check_out: string; hotel_name: string; reason: string }[]
}
const stays = async (id: number): Promise<Stay[]> => (await op.get(`/planned-trips/${id}/stays`)).data
const nightsAt = ({ hotel, check_in, check_out, rooms, status }: Stay) => [
  ...[hotel.name, check_in.slice(5), check_out.slice(5)],
  ...[rooms, status],
]
const seller = as('op', { 'accept-language': 'en' })
const book = (body: object) => seller.post('/planned-trips/bulk/hotels', body)

test('the hotels of a season are booked in one press, with rooms for all seats, and each trip says what was done', async () => {
  const [one, two, three] = days(sapporo)
  const segments = [
    { ...one, hotel_name: '湖畔飯店或同級' },
    { ...two, hotel_name: '湖畔飯店或同級' },
    { ...three, hotel_name: '機場旅館' },
  ]
  assert.equal((await op.put(`/packages/${package_id}/segments`, { segments })).status, 200)
  const { id: lake } = (await op.post('/hotels', { name: '湖畔飯店', city_id: sapporo })).data
  const season = await Promise.all(
    Array.from({ length: 20 }, (_, week) => planned(`2092-0${1 + Math.floor(week / 4)}-${10 + (week % 4)}`)),
  )
  const ids = season.toSorted((a, b) => a - b)
  const wanted = { ids, book: { room_type: 'twin', singles: 1 } }
  const tried = await book({ ...wanted, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(
    tried.data.map(({ status, stays, unbooked }: Booked) => [status, stays.length, unbooked]),
    ids.map(() => ['would_change', 1, []]),
  )
  assert.deepEqual(await stays(ids[0]), [], 'a preview books nothing')

  const done = await book(wanted)
  assert.deepEqual(done.body.meta, { dry_run: false, created: 0, changed: 20 })
  const rooms = [
    { type: 'single', count: 1 },
    { type: 'twin', count: 10 },
  ]
  assert.deepEqual((await stays(ids[0])).map(nightsAt), [['湖畔飯店', '01-10', '01-12', rooms, 'requested']])
  const [{ stays: told }] = done.data
  assert.deepEqual(
    [told[0].hotel.id, told[0].check_in, told[0].check_out, told[0].rooms, told[0].is_new_hotel],
    [lake, '2092-01-10', '2092-01-12', rooms, false],
  )
  const again = await book(wanted)
  assert.deepEqual(
    again.data.map(({ status }: Booked) => status),
    ids.map(() => 'unchanged'),
    'what is booked is not booked twice',
  )
})

test('a night that cannot be booked says why; a hotel that the list lacks is added if that is asked for', async () => {
  const [one, two, three] = days(sapporo)
  const segments = [{ ...one, hotel_name: '城堡飯店' }, { ...two, hotel_name: '海景飯店／山景飯店' }, { ...three }]
  assert.equal((await op.put(`/packages/${package_id}/segments`, { segments })).status, 200)
  const id = await planned('2093-03-10')
  const { id: other } = (await op.post('/hotels', { name: '別家飯店', city_id: sapporo })).data
  await op.post(`/planned-trips/${id}/stays`, { hotel_id: other, check_in: '2093-03-10', check_out: '2093-03-11' })
  const left = async (asked: object, dry_run = true) => {
    const { data, body } = await book({ ids: [id], book: asked, dry_run })
    assert.ok(data, JSON.stringify(body))
    const [{ status, stays, unbooked }] = data as [Booked]
    return [
      status,
      stays.map(({ hotel, rooms, is_new_hotel }) => [hotel.name, rooms, is_new_hotel]),
      unbooked.map(({ check_in, hotel_name, reason }) => [check_in, hotel_name, reason]),
    ]
  }
  const kept = ['2093-03-10', '城堡飯店', '“別家飯店” is booked and stays.']
  assert.deepEqual(await left({}), [
    'unchanged',
    [],
    [
      kept,
      [
        ...['2093-03-11', '海景飯店／山景飯店'],
        'No hotel of the list has this name: tick “Add hotels that the list lacks”.',
      ],
    ],
  ])
  assert.deepEqual(await left({ add_hotels: true }, false), ['changed', [['海景飯店', [], true]], [kept]])
  const { data: listed } = await op.get('/hotels?q=海景飯店')
  assert.deepEqual(
    listed.map(({ name, city_id }: { name: string; city_id: number }) => [name, city_id]),
    [['海景飯店', sapporo]],
  )
})
