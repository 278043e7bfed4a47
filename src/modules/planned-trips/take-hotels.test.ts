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
