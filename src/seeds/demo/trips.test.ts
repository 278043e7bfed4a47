import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoHouse } from '../../../test/fixtures/demo.ts'

const { asBearer, signedIn } = await demoHouse()

test('packages are complete in both languages, and trips depart around today', async () => {
  const op = await signedIn('op')
  const { data: packages } = await op.get('/packages?status=published&per_page=100')
  assert.equal(packages.length, 12)
  for (const { id, name_en } of packages) {
    assert.ok(name_en)
    // A published package refuses changes if days or prices are missing.
    assert.equal((await op.put(`/packages/${id}`, { notes: '已檢查' })).status, 200)
  }
  const { data: trips } = await op.get('/planned-trips?per_page=100')
  const counted = Map.groupBy(trips, ({ status }: { status: string }) => status)
  assert.deepEqual(Object.fromEntries([...counted].map(([status, those]) => [status, those.length])), {
    settled: 2,
    returned: 1,
    departed: 2,
    closed: 2,
    guaranteed: 5,
    open: 13,
    draft: 3,
    cancelled: 1,
  })
  for (const { package: of, serial } of trips) assert.ok(serial.startsWith(of.package_code))
  for (const [asked, least] of Object.entries({ missing_leader: 8, overdue_deadline: 1 }))
    assert.ok((await op.get(`/planned-trips?${asked}=true`)).body.meta.total >= least, asked)
})

test('leaders are assigned by the rules; overrides are visible', async () => {
  const { data } = await (await signedIn('op')).get('/tour-leaders/schedule/list')
  assert.equal(data.length, 8)
  const conflicts = data.flatMap((row: { conflicts: object[] }) => row.conflicts)
  assert.deepEqual(
    conflicts.map(({ clash, between }: { clash: string; between: { override_reason: string }[] }) => [
      clash,
      between.map(({ override_reason }) => override_reason),
    ]),
    [
      // A day off that the leader of a trip requests, which a manager decides.
      ['overlap', [null, null]],
      ['overlap', [null, '本人同意提前銷假']],
    ],
  )
  const given = { email: 'leader@demo.guidon.local', password: 'guidon-demo' }
  const led = (await asBearer((await asBearer().post('/login', given)).data.token).get('/planned-trips')).data
  assert.deepEqual(
    led.map(({ serial, status }: Record<string, string>) => `${serial?.slice(0, 3)} ${status}`),
    ['HKD departed', 'TYO closed', 'HKD open'],
  )
})

test('the flights of every trip connect', async () => {
  const op = await signedIn('op')
  const { data } = await op.get('/planned-trips?per_page=100')
  let flown = 0
  const ended = ['cancelled', 'settled']
  for (const { id, status } of data) {
    const flights: { id: number }[] = (await op.get(`/planned-trips/${id}/flights`)).data
    if (!flights.length) continue
    flown += 1
    const same = await op.put(`/planned-trips/${id}/flights/bulk`, { flights: flights.map((one) => ({ id: one.id })) })
    if (ended.includes(status)) assert.equal(same.body.code, 'step_not_possible')
    else
      assert.deepEqual(
        [same.status, same.body.meta],
        [200, { dry_run: false, created: 0, added: [], changed: [], removed: [], warnings: [] }],
      )
  }
  assert.equal(flown, 26)
})

test('there are future seminars, some of them public, and past ones', async () => {
  const open = await asBearer().get('/public/sessions')
  assert.equal(open.data.length, 3)
  const { data } = await (await signedIn('op')).get('/sessions?per_page=100')
  assert.deepEqual([data.length, data[0].status, data[0].attendances.attended > 0], [10, 'done', true])
})

test('a trip was merged into the next departure, and what it held is still to be released', async () => {
  const op = await signedIn('op')
  const [gone] = (await op.get('/planned-trips?status=cancelled')).data
  assert.equal(gone.cancel_reason, '報名人數不足，旅客已轉至其他梯次')
  assert.deepEqual((await op.get(`/bookings?planned_trip_id=${gone.id}`)).data, [])
  const { data: trips } = await op.get(`/planned-trips?q=CNX&status=open`)
  const next = trips.find(({ departure_date }: { departure_date: string }) => departure_date > gone.departure_date)
  const { data: bookings } = await op.get(`/bookings?planned_trip_id=${next.id}`)
  const moved = bookings.filter(({ booking_number }: { booking_number: string }) =>
    booking_number.startsWith(gone.serial),
  )
  assert.equal(moved.length, 2)
  const waits = async (role: string, group: string) =>
    (await (await signedIn(role)).get('/work')).data.find(({ key }: { key: string }) => key === group)?.count
  assert.deepEqual([await waits('op', 'hotels_to_release'), await waits('ticketing', 'flights_to_release')], [1, 2])
})
