import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const op = as('op')
const { package_id } = await sellable(as)
const fieldsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}).sort(),
]

test('a trip that contradicts itself is refused at the field, when it is created and when it is changed', async () => {
  const plan = { package_id, departure_date: '2091-06-10' }
  const wrong: [object, string[]][] = [
    [{ min_pax: 30 }, ['min_pax']],
    [{ capacity: 2 }, ['min_pax']],
    [{ assembly: { at: '2095-06-10T06:00:00+08:00' } }, ['assembly.at']],
    [{ assembly: { at: '2091-06-08T06:00:00+08:00' } }, ['assembly.at']],
    [
      { briefing_starts_at: '2089-06-01T10:00:00+08:00', briefing_ends_at: '2089-06-01T11:00:00+08:00' },
      ['briefing_starts_at'],
    ],
  ]
  for (const [body, fields] of wrong)
    assert.deepEqual(fieldsOf(await op.post('/planned-trips', { ...plan, ...body })), [422, fields])
  const kinds = ({ body }: { body: { meta: { broke: { kind: string }[] } } }) => body.meta.broke.map(({ kind }) => kind)
  assert.deepEqual(kinds(await op.post('/planned-trips', { ...plan, return_date: '2091-06-30' })), ['days'])
  assert.deepEqual(kinds(await op.post('/planned-trips', { ...plan, return_date: '2091-06-11' })), ['segments'])
  const planned = await op.post('/planned-trips', { ...plan, assembly: { at: '2091-06-09T23:30:00+08:00' } })
  assert.deepEqual(kinds(planned), [])
  const { data: trip } = planned
  const at = `/planned-trips/${trip.id}`
  for (const [body, fields] of wrong) assert.deepEqual(fieldsOf(await op.put(at, body)), [422, fields])
  assert.equal((await op.put(at, { min_pax: 20 })).status, 200)
  const moved = await op.put(at, { departure_date: '2091-06-20' })
  assert.equal(moved.data.assembly.at, '2091-06-19T15:30:00Z')
  assert.deepEqual(kinds(await op.put(at, { return_date: '2091-06-24' })), ['days'])
})

test('many trips: hours are relative to the departure, and a dry run finds the same faults as the real call', async () => {
  const many = (body: object) => op.post('/planned-trips/bulk/create', { package_id, ...body })
  const dates = ['2091-08-01', '2091-08-08']
  const hours = {
    assembly: { time: '06:30', place: '二航廈' },
    briefing: { days_before: 7, starts: '19:00', ends: '20:30' },
  }
  const { data } = await many({ dates, ...hours })
  const trips = await Promise.all(data.map(({ id }: { id: number }) => op.get(`/planned-trips/${id}`)))
  assert.deepEqual(
    trips.map((trip) => [trip.data.assembly, trip.data.briefing_starts_at, trip.data.briefing_ends_at]),
    [
      [
        { at: '2091-07-31T22:30:00Z', place: '二航廈', place_en: null, contact: null, contact_en: null },
        '2091-07-25T11:00:00+00:00',
        '2091-07-25T12:30:00+00:00',
      ],
      [
        { at: '2091-08-07T22:30:00Z', place: '二航廈', place_en: null, contact: null, contact_en: null },
        '2091-08-01T11:00:00+00:00',
        '2091-08-01T12:30:00+00:00',
      ],
    ],
  )
  const absolute = { dates, assembly: { at: '2091-08-01T06:30:00+08:00' } }
  const foreseen = (await many({ ...absolute, dry_run: true })).data
  assert.deepEqual(
    foreseen.map(({ status, faults }: { status: string; faults: string[] }) => [status, faults]),
    [
      ['would_create', []],
      ['refused', ['assembly.at: Must lie between Tue 7 Aug 2091 and Fri 10 Aug 2091.']],
    ],
  )
  const real = await many(absolute)
  assert.deepEqual([real.status, real.body.trips[1].faults], [422, foreseen[1].faults])
  for (const dry_run of [true, false])
    assert.deepEqual(fieldsOf(await many({ dates, min_pax: 30, dry_run })), [422, ['min_pax']])
  const pattern = { from: '2091-01-01', to: '2094-01-01', weekdays: [1] }
  assert.deepEqual(fieldsOf(await many({ pattern, dry_run: true })), [422, ['pattern']])
})

test("the season follows from the dates of the package's countries, unless it is given", async () => {
  const season = async (code: string, starts_on: string, ends_on: string) =>
    (await as('admin').post('/seasons', { code, name: code, starts_on, ends_on })).data.id
  const [spring, peak] = [
    await season('SPRING', '2092-03-01', '2092-05-31'),
    await season('PEAK', '2092-04-01', '2092-04-10'),
  ]
  const { data: trip } = await op.post('/planned-trips', { package_id, departure_date: '2092-03-20' })
  const at = `/planned-trips/${trip.id}`
  assert.equal(trip.season_id, spring)
  assert.equal((await op.put(at, { departure_date: '2092-04-05' })).data.season_id, peak)
  await op.put(at, { season_id: spring })
  assert.equal((await op.put(at, { departure_date: '2092-04-06' })).data.season_id, spring)
  const { data: many } = await op.post('/planned-trips/bulk/create', {
    package_id,
    dates: ['2092-04-02', '2092-06-02'],
  })
  const trips = await Promise.all(many.map(({ id }: { id: number }) => op.get(`/planned-trips/${id}`)))
  assert.deepEqual(
    trips.map(({ data }) => data.season_id),
    [peak, null],
  )
})
