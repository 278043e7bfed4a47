import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { daysFromToday, NEXT_YEAR } from '../../../test/days.ts'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { notifyOfMissing } from './notices.ts'
import { countAges } from './recheck.ts'

const home = await house()
const { as, database, db, keys } = home
const { trip, to, book, enter, japan, korea } = await fixtures(home)
const [sales, op, customer, admin] = [as('sales'), as('op'), as('customer'), as('admin')]
const grown = { birth_date: '1980-01-01', surname_en: 'CHEN', given_name_en: 'A', passport_number: '300000001' }
const inRoom = { ...grown, roommate_group: 'A', bed_type: 'twin' }
const checksOf = async ({ id }: { id: number }, who = sales) => (await who.get(`/travelers/${id}`)).data.checks
let passports = 300_000_100
const fresh = () => {
  passports += 1
  return `${passports}`
}

test('a passport is checked against the rules of every country on the days of the trip', async () => {
  const tokyo = await trip('2087-03-10', '2087-03-15')
  await to(tokyo, japan)
  await admin.put(`/countries/${japan}`, { passport_min_validity_months: 3, passport_validity_basis: 'arrival' })
  const one = await enter(await book(tokyo), '效期', { ...grown, passport_number: fresh() })
  const until = async (passport_expires_on: string | null) =>
    (await sales.put(`/travelers/${one.id}`, { passport_expires_on })).data.checks
  assert.deepEqual(await until(null), ['passport_details_missing'])
  assert.deepEqual(await until('2087-03-09'), ['passport_expired'])
  assert.deepEqual(await until('2087-03-10'), ['passport_expiring'])
  assert.deepEqual(await until('2087-06-09'), ['passport_expiring'])
  assert.deepEqual(await until('2087-06-10'), ['passport_under_six_months'])
  assert.deepEqual(await until('2087-09-14'), ['passport_under_six_months'])
  assert.deepEqual(await until('2087-09-15'), [])

  await to(tokyo, korea)
  await admin.put(`/countries/${korea}`, { passport_min_validity_months: 7, passport_validity_basis: 'return' })
  assert.deepEqual(await checksOf(one), ['passport_expiring'])
  assert.equal((await sales.get(`/travelers/${one.id}`)).data.passport_needed_until, '2087-10-15')
  await admin.put(`/countries/${korea}`, { passport_min_validity_months: 0 })
  assert.deepEqual(await checksOf(one), [])

  const flight = { planned_trip_id: tokyo, direction: 'inbound', sequence: 1, flight_number: 'BR191' } as const
  const route = { origin: 'HND', destination: 'TPE', departs_timezone: 'Asia/Tokyo', arrives_timezone: 'Asia/Taipei' }
  const times = { departs_at: '2087-03-15T15:00:00Z', arrives_at: '2087-03-15T18:00:00Z' }
  await database.transaction({}, (tx) =>
    tx
      .insertInto('planned_trip_flights')
      .values({ ...flight, ...route, ...times })
      .execute(),
  )
  assert.deepEqual(await checksOf(one), ['passport_under_six_months'])
  await sql`update planned_trips set departure_date = '2088-03-10', return_date = '2088-03-15' where id = ${tokyo}`.execute(
    db,
  )
  assert.deepEqual(await checksOf(one), ['passport_expired'])
})

test('domestic trips need no passport; where a visa is required, it must be valid', async () => {
  const { data: taiwan } = await admin.post('/countries', {
    continent_id: (await admin.get('/continents')).data[0].id,
    iso_alpha2: 'TW',
    name: '台灣',
  })
  const hualien = await trip('2087-03-10', '2087-03-12')
  await to(hualien, taiwan.id)
  assert.deepEqual((await enter(await book(hualien), '花蓮', { birth_date: '1980-01-01' })).checks, [])
  const stranger = await enter(await book(hualien), '訪客', { ...grown, nationality: 'JP', passport_number: fresh() })
  assert.deepEqual(stranger.checks, ['passport_details_missing', 'entry_rules_unknown'])

  const seoul = await trip('2087-05-01', '2087-05-05')
  await to(seoul, korea)
  await admin.put(`/countries/${korea}`, { visa_policy: 'visa_required' })
  const one = await enter(await book(seoul), '簽證', {
    ...grown,
    passport_number: fresh(),
    passport_expires_on: '2095-01-01',
  })
  assert.deepEqual(one.checks, ['visa_missing'])
  const fields = { traveler_id: `${one.id}`, kind: 'visa', expires_on: '2087-05-04' }
  const { data } = await sales.upload('/traveler-documents', form(pdf, 'visa.pdf', fields))
  assert.deepEqual(await checksOf(one), ['visa_missing'])
  await sales.put(`/traveler-documents/${data.id}`, { expires_on: '2087-05-05' })
  assert.deepEqual(await checksOf(one), [])
  await sales.post(`/traveler-documents/${data.id}/reject`, { reason: '姓名不符' })
  assert.deepEqual(await checksOf(one), ['visa_missing', 'document_rejected'])
  await admin.put(`/countries/${korea}`, { visa_policy: null })
})

test('a cancelled traveler lacks nothing, and neither do those of a cancelled booking', async () => {
  const tokyo = await trip('2087-04-01', '2087-04-05')
  await to(tokyo, japan)
  const booking = await book(tokyo)
  const [stays, leaves] = [
    await enter(booking, '留下', grown),
    await enter(booking, '退出', { birth_date: '1980-01-01' }),
  ]
  const lacks = ['passport_missing', 'passport_name_missing']
  assert.deepEqual([await checksOf(leaves), await checksOf(leaves, customer)], [lacks, lacks])
  const make = (status: string) => sql`update travelers set status = ${status} where id = ${leaves.id}`.execute(db)
  await make('cancelled')
  assert.deepEqual([await checksOf(leaves), await checksOf(leaves, customer)], [[], []])
  assert.deepEqual(await checksOf(stays), ['passport_details_missing'])
  await make('active')
  assert.deepEqual(await checksOf(leaves), lacks)
  await sql`update bookings set status = 'cancelled' where id = ${booking}`.execute(db)
  assert.deepEqual([await checksOf(stays), await checksOf(leaves)], [[], []])
})

test('a minor needs an adult; a person who is on the trip twice is reported to staff, but not to customers', async () => {
  const seoul = await trip(`${NEXT_YEAR}-06-01`, `${NEXT_YEAR}-06-05`)
  const [mine, theirs] = [await book(seoul), await book(seoul, 'other_customer')]
  const passport = { passport_expires_on: '2095-01-01', surname_en: 'LIN', given_name_en: 'B' }
  const child = await enter(mine, '小孩', {
    ...passport,
    birth_date: `${NEXT_YEAR - 18}-06-02`,
    passport_number: fresh(),
  })
  assert.deepEqual([child.passenger_type, child.is_minor, child.checks], ['adult', true, ['minor_without_guardian']])
  const parent = await enter(mine, '家長', {
    ...passport,
    birth_date: `${NEXT_YEAR - 18}-06-01`,
    passport_number: '399999999',
  })
  assert.deepEqual([parent.is_minor, await checksOf(child)], [false, []])

  const twin = await enter(theirs, '同一本護照', {
    ...passport,
    birth_date: '1990-01-01',
    passport_number: '399999999',
  })
  assert.deepEqual(twin.checks, ['duplicate_traveler'])
  assert.deepEqual([await checksOf(parent), await checksOf(parent, customer)], [['duplicate_traveler'], []])
  await sales.put(`/travelers/${twin.id}`, {
    passport_number: fresh(),
    name: '家長',
    birth_date: `${NEXT_YEAR - 18}-06-01`,
  })
  assert.deepEqual(await checksOf(parent), ['duplicate_traveler'])
  await sales.put(`/travelers/${twin.id}`, { name: '另一人' })
  assert.deepEqual(await checksOf(parent), [])
})

test('one light summarizes a trip', async () => {
  const osaka = await trip('2087-07-01', '2087-07-05', { serial: 'OSA870701A' })
  await to(osaka, japan)
  const booking = await book(osaka)
  const {
    booking: { booking_number },
  } = await enter(booking, '備妥', { ...inRoom, passport_number: fresh(), passport_expires_on: '2095-01-01' })
  const at = `/planned-trips/${osaka}/readiness`
  assert.equal((await op.get(at)).data.light, 'red')
  // Everything that a trip needs besides its travelers.
  const leader = (await as('admin').post('/tour-leaders', { name: '阿明' })).data.id
  await sql`update planned_trips set assigned_leader_id = ${leader}, assembly = '{"at": "2087-07-01T06:00:00Z", "place": "桃園機場"}'
             where id = ${osaka}`.execute(db)
  await sql`update bookings set status = 'confirmed' where id = ${booking}`.execute(db)
  await sql`insert into trip_handovers (planned_trip_id, kind, from_user_id, to_user_id, status, decided_at)
    values (${osaka}, 'op_to_leader', ${home.ids.op}, ${home.ids.leader}, 'accepted', now())`.execute(db)
  const { data: ready } = await op.get(at)
  assert.deepEqual([ready.light, ready.travelers, ready.ready, ready.found], ['green', 1, 1, []])
  assert.equal(ready.passport_needed_until, '2087-10-01')
  const soft = await enter(booking, '短效', { ...inRoom, passport_number: fresh(), passport_expires_on: '2087-12-01' })
  assert.equal((await op.get(at)).data.light, 'amber')
  const missing = await enter(booking, '缺件', { birth_date: '1990-01-01', surname_en: 'WU', given_name_en: 'C' })
  await enter(await book(osaka, null, 'waitlisted'), '候補')
  const { data } = await op.get(at, { 'accept-language': 'zh-TW' })
  assert.deepEqual([data.light, data.travelers, data.ready], ['red', 3, 1])
  assert.deepEqual(data.found, [
    { check: 'passport_under_six_months', light: 'amber', says: '護照於回程後六個月內到期', count: 1 },
    { check: 'passport_missing', light: 'red', says: '缺護照', count: 1 },
  ])
  assert.deepEqual(data.list[2], {
    traveler_id: missing.id,
    name: '缺件',
    booking_number,
    light: 'red',
    checks: [{ check: 'passport_missing', light: 'red', says: '缺護照' }],
  })
  assert.equal(data.list[1].traveler_id, soft.id)
  assert.equal((await op.get('/planned-trips/999999/readiness')).status, 404)
  assert.equal((await as('leader').get(at)).status, 403)
})

test('only trips that depart soon are reported, and each problem once while it exists', async () => {
  const [soon, past, far] = [
    await trip(daysFromToday(20), daysFromToday(24), { serial: 'SOON' }),
    await trip(daysFromToday(-9), daysFromToday(-5)),
    await trip(daysFromToday(90), daysFromToday(95)),
  ]
  const { id, booking } = await enter(await book(soon), '提醒')
  for (const other of [past, far]) await enter(await book(other), '不提醒')
  const tell = (id = soon) => database.transaction({}, (tx) => notifyOfMissing(tx, [id], 60))
  assert.deepEqual([await tell(), await tell(), await tell(past), await tell(far)], [1, 0, 0, 0])
  const told = async (who: typeof sales) =>
    (await who.get('/notifications?event=travelers.missing', { 'accept-language': 'zh-TW' })).data.map(
      ({ title, body }: Record<string, string>) => [title, body],
    )
  const says = (missing: string, until: string) => [
    'SOON 旅客資料尚未備妥',
    `${booking.booking_number}\nSOON ${named}，${shortDay(daysFromToday(20), 'zh-TW')}出發\n\n・提醒：${missing}\n\n${until}`,
  ]
  const { name: named } = (await op.get(`/planned-trips/${soon}`)).data
  const first = says(
    '缺出生日期、缺護照、缺護照英文姓名',
    `請儘快補齊，${shortDay(daysFromToday(20), 'zh-TW')}即將出發。`,
  )
  assert.deepEqual([await told(sales), await told(customer)], [[first], [first]])
  await sales.put(`/travelers/${id}`, { birth_date: '1990-01-01' })
  assert.equal(await tell(), 0)
  await sales.put(`/travelers/${id}`, { birth_date: null })
  for (const [key, days] of Object.entries({ name_list: 12, passports: 9, hotel_confirmation: 3 }))
    assert.equal((await op.post(`/planned-trips/${soon}/deadlines`, { key, due_on: daysFromToday(days) })).status, 201)
  assert.equal(await tell(), 1)
  assert.deepEqual((await told(customer))[0], says('缺出生日期', `請於 ${shortDay(daysFromToday(9), 'zh-TW')}前補齊。`))
  const next = await trip(daysFromToday(30), daysFromToday(33))
  for (const name of ['甲', '乙']) await enter(await book(next), name)
  await sales.put(`/travelers/${id}`, { birth_date: '1990-01-01' })
  const all = [soon, past, far, next]
  const tellAll = () => database.transaction({}, (tx) => notifyOfMissing(tx, all, 60))
  assert.deepEqual([await tellAll(), await tellAll()], [2, 0], 'several trips at once')
  await sales.put(`/travelers/${id}`, { birth_date: null })
  assert.deepEqual([await tellAll(), await tellAll()], [1, 0], 'what was settled is reported again')
})

test('moving a trip lists the passports that then expire too early, and computes ages again', async () => {
  const seoul = await trip(`${NEXT_YEAR}-08-01`, `${NEXT_YEAR}-08-05`)
  await to(seoul, japan)
  const aged = { birth_date: `${NEXT_YEAR - 12}-08-06`, passport_expires_on: `${NEXT_YEAR}-11-01` }
  const { id, passenger_type, checks } = await enter(await book(seoul), '長大', aged)
  assert.ok(!checks.includes('passport_expiring'))
  assert.equal(passenger_type, 'child')
  const moved = await op.put(`/planned-trips/${seoul}`, { departure_date: `${NEXT_YEAR}-08-02` })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const broken = moved.body.meta.broke.find(({ kind }: { kind: string }) => kind === 'passports')
  assert.deepEqual([broken.count, broken.subjects], [1, [{ type: 'traveler', id, name: '長大' }]])
  const { rows } = await sql<{ data: object }>`select data from jobs.job where name = 'travelers.look'`.execute(db)
  assert.deepEqual(
    rows.map(({ data }) => data),
    [{ planned_trip_id: seoul }],
  )
  await database.transaction({}, (tx) => countAges(tx, keys, seoul))
  const { data } = await sales.get(`/travelers/${id}`)
  assert.deepEqual([data.passenger_type, data.is_minor], ['adult', true])
  const reads = await db.selectFrom('personal_data_reads').select('id').execute()
  assert.deepEqual(reads, [])
})
