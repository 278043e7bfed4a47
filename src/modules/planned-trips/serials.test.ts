import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'
import { datesOf } from './create-many.ts'
import { serialAt, serialForm } from './serials.ts'

const one = await house()
const other = await one.another()
const { package_id } = await sellable(one.as)
const op = one.as('op')
const next = async (departure_date: string) =>
  (await op.get(`/planned-trips/check/next-serial?package_id=${package_id}&departure_date=${departure_date}`)).data

test('a serial follows the pattern of the installation', () => {
  const form = (pattern: string) => serialForm(pattern, 'CNX', '2027-01-28')
  assert.equal(form('{package}{yymmdd}{letter}'), 'CNX270128{letter}')
  assert.equal(form('{yyyymmdd}-{package}-{number}'), '20270128-CNX-{number}')
  assert.deepEqual(
    [1, 26, 27, 52, 53, 703].map((n) => serialAt('{letter}', n)),
    ['A', 'Z', 'AA', 'AZ', 'BA', 'AAA'],
  )
  assert.equal(serialAt('CNX-{number}', 7), 'CNX-07')
})

test('a pattern of weekdays gives its dates', () => {
  const week = { from: '2027-01-01', to: '2027-01-14', weekdays: [1, 5] }
  assert.deepEqual(datesOf(week), ['2027-01-01', '2027-01-04', '2027-01-08', '2027-01-11'])
  assert.deepEqual(datesOf({ ...week, except: ['2027-01-08'] }), ['2027-01-01', '2027-01-04', '2027-01-11'])
  assert.deepEqual(datesOf({ ...week, to: '2026-12-01' }), [])
})

test('two processes that plan at the same time leave no gap and use no serial twice', async () => {
  const plan = { package_id, departure_date: '2091-07-01' }
  const both = [op, other.as('op')]
  const made: string[] = []
  // Several short rounds, so that no request waits for the counter longer than the lock timeout.
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 26 }, (_, i) =>
        // Every thirteenth trip is refused after it got its serial.
        both[i % 2]?.post('/planned-trips', i % 13 ? plan : { ...plan, op_user_id: 999_999 }),
      ),
    )
    made.push(...answers.filter((answer) => answer?.status === 201).map((answer) => answer?.data.serial))
  }
  assert.equal(made.length, 96)
  const expected = Array.from({ length: 96 }, (_, i) => {
    const high = i < 26 ? '' : String.fromCharCode(64 + Math.floor(i / 26))
    return `HKD910701${high}${String.fromCharCode(65 + (i % 26))}`
  })
  assert.deepEqual(made.sort(), expected.sort())
})

test('a serial is never used again, and the preview does not reserve it', async () => {
  const plan = { package_id, departure_date: '2091-08-01' }
  const preview = await next('2091-08-01')
  assert.deepEqual([preview.serial, preview.is_reserved], ['HKD910801A', false])
  assert.equal((await next('2091-08-01')).serial, 'HKD910801A')
  const { data } = await op.post('/planned-trips', plan)
  assert.equal(data.serial, 'HKD910801A')
  assert.equal((await op.delete(`/planned-trips/${data.id}`)).status, 200)
  assert.equal((await next('2091-08-01')).serial, 'HKD910801B')
  assert.equal((await op.post('/planned-trips', plan)).data.serial, 'HKD910801B')
})

test('a serial that already exists is skipped', async () => {
  await one.database.transaction({}, (tx) =>
    tx
      .insertInto('planned_trips')
      .values({ serial: 'HKD910901A', name: 'x', departure_date: '2091-09-01', return_date: '2091-09-02' })
      .execute(),
  )
  assert.equal((await next('2091-09-01')).serial, 'HKD910901B')
  assert.equal(
    (await op.post('/planned-trips', { package_id, departure_date: '2091-09-01' })).data.serial,
    'HKD910901B',
  )
})

test('many trips are planned with one call: one row for each day, all or nothing', async () => {
  const pattern = { from: '2092-01-01', to: '2092-01-31', weekdays: [5], except: ['2092-01-11'] }
  const dry = await op.post('/planned-trips/bulk/create', { package_id, pattern, dry_run: true, status: 'open' })
  const days = ['2092-01-04', '2092-01-18', '2092-01-25']
  assert.deepEqual(
    [
      dry.status,
      dry.body.meta,
      dry.data.map((line: Record<string, unknown>) => [
        line.departure_date,
        line.return_date,
        line.serial,
        line.status,
        line.id,
      ]),
    ],
    [
      201,
      { dry_run: true, created: 0 },
      [
        ['2092-01-04', '2092-01-06', 'HKD920104A', 'would_create', null],
        ['2092-01-18', '2092-01-20', 'HKD920118A', 'would_create', null],
        ['2092-01-25', '2092-01-27', 'HKD920125A', 'would_create', null],
      ],
    ],
  )
  assert.deepEqual((await op.get('/planned-trips?from=2092-01-01')).data, [])

  const wrong = await op.post('/planned-trips/bulk/create', { package_id, dates: ['2092-01-04', '2020-01-01'] })
  assert.deepEqual(
    [
      wrong.status,
      wrong.body.trips.map((line: Record<string, unknown>) => [line.departure_date, line.status, line.faults]),
    ],
    [
      422,
      [
        ['2020-01-01', 'refused', ['The day has passed.']],
        ['2092-01-04', 'would_create', []],
      ],
    ],
  )
  assert.deepEqual((await op.get('/planned-trips?from=2092-01-01')).data, [])

  const real = await op.post('/planned-trips/bulk/create', { package_id, pattern, status: 'open', capacity: 8 })
  assert.deepEqual([real.status, real.body.meta, real.data.length], [201, { dry_run: false, created: 3 }, 3])
  const made = (await op.get('/planned-trips?from=2092-01-01')).data
  assert.deepEqual(
    made.map((trip: Record<string, unknown>) => [trip.departure_date, trip.status, trip.capacity]),
    days.map((day) => [day, 'open', 8]),
  )
  assert.equal((await op.get(`/planned-trips/${made[2].id}/segments`)).data[2].starts_on, '2092-01-27')
  const again = await op.post('/planned-trips/bulk/create', { package_id, dates: ['2092-01-04'], dry_run: true })
  assert.deepEqual([again.data[0].serial, again.data[0].also_there], ['HKD920104B', ['HKD920104A']])
})

test('invalid bulk plans are refused', async () => {
  const errors = async (body: object) =>
    (await op.post('/planned-trips/bulk/create', { package_id, ...body })).body.errors
  assert.deepEqual(Object.keys(await errors({})), ['dates'])
  assert.deepEqual(await errors({ pattern: { from: '2092-01-01', to: '2091-01-01', weekdays: [1] } }), {
    pattern: ['No day fits the pattern.'],
  })
  assert.deepEqual(Object.keys(await errors({ dates: ['2092-01-01', '2092-01-01'] })), ['dates'])
  assert.equal(
    (await one.as('sales').post('/planned-trips/bulk/create', { package_id, dates: ['2092-01-01'] })).status,
    403,
  )
})
