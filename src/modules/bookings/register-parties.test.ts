import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, body, book, register, mailedLink } = await bookingFixtures(home)
const sales = as('sales')
const soon = (capacity: number) => trip(capacity, { departure_date: daysFromToday(90) })
const infant = (name: string, more: object = {}) => ({ name, birth_date: daysFromToday(-100), ...more })
const child = (name: string, more: object = {}) => ({ name, birth_date: daysFromToday(-100, -6), ...more })
const adult = (name: string, more: object = {}) => ({ name, birth_date: daysFromToday(-100, -40), ...more })

const alone = 'At least one adult (12 or older on the day of return) must travel with the party; add the adult.'
const laps =
  'Each adult holds one infant on the lap, and there are more infants than adults; add adults, or call us to book.'

test('a party without an adult is refused, even on a full trip, where infants alone would need no seat', async () => {
  const { id } = await soon(1)
  done(await register(id, ['王大明']))
  for (const party of [
    [infant('王小寶')],
    Array.from({ length: 20 }, (_, i) => infant(`嬰兒${i}`)),
    [child('王小明')],
  ]) {
    const refused = await register(id, party)
    assert.deepEqual([refused.status, refused.body.errors], [422, { travelers: [alone] }])
  }
  assert.deepEqual((await sales.get(`/bookings?planned_trip_id=${id}`)).data.length, 1)
})

test('a public registration has at most one infant for each adult', async () => {
  const { id } = await soon(9)
  const refused = await register(id, [adult('王大明'), infant('王大寶'), infant('王二寶')])
  assert.deepEqual([refused.status, refused.body.errors], [422, { travelers: [laps] }])
  assert.equal(done(await register(id, [adult('王大明'), '林美玲', infant('王大寶'), infant('王二寶')])).status, 'held')
})

test('staff get a warning about more infants than adults and about children alone; infants alone are refused', async () => {
  const { id } = await soon(9)
  const twins = await sales.post('/bookings', body(id, [adult('王大明'), infant('王大寶'), infant('王二寶')]))
  assert.equal(twins.status, 201)
  const warned = twins.body.meta.warnings.map(({ name, checks }: { name: string; checks: string[] }) => [
    name,
    checks.includes('too_many_infants'),
  ])
  assert.deepEqual(warned, [
    ['王大明', false],
    ['王大寶', false],
    ['王二寶', true],
  ])
  const children = await sales.post('/bookings', body(id, [child('王小明')]))
  assert.equal(children.status, 201)
  assert.ok(children.body.meta.warnings[0].checks.includes('minor_without_guardian'))
  const infants = await sales.post('/bookings', body(id, [infant('王小寶')]))
  assert.deepEqual(infants.body.errors, { travelers: [alone] })
})

test('a birth date filled in by the customer is refused if the party would have no adult', async () => {
  const { id } = await soon(9)
  const { booking_number, travelers } = done(await register(id, ['王大明', '林美玲', infant('王小寶')]))
  const link = await mailedLink(booking_number)
  const change = (nth: number, birth_date: string) => as().put(`${link}/travelers/${travelers[nth].id}`, { birth_date })
  assert.deepEqual((await change(0, daysFromToday(-200))).body.errors, { birth_date: [laps] })
  done(await change(0, daysFromToday(-100, -30)))
  done(await change(1, daysFromToday(-100, -8)))
})

test('cancelling or removing the last adult names the infants that would be left', async () => {
  const { id } = await soon(9)
  const { travelers } = await book(id, [adult('王爸爸'), adult('王媽媽'), child('王小明'), infant('王小寶')])
  const [father, mother] = travelers.map((each: { id: number }) => each.id)
  done(await sales.post(`/travelers/${father}/cancel`))
  assert.equal((await sales.get(`/travelers/${mother}/cancellation`)).data.is_possible, false)
  const refused = await sales.post(`/travelers/${mother}/cancel`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'step_not_possible'])
  assert.match(refused.body.message, /王小寶/)
  assert.doesNotMatch(refused.body.message, /王小明/)
  const removed = await sales.delete(`/travelers/${mother}`)
  assert.deepEqual([removed.status, removed.body.code], [409, 'step_not_possible'])
  assert.equal((await sales.get(`/travelers/${mother}`)).data.status, 'active')
})

test('an infant has no bed by default, and gets one when its birth date makes it a child', async () => {
  const { id } = await soon(9)
  const { travelers } = await book(id, [adult('王大明'), '林美玲', infant('王大寶'), infant('王二寶', { bed: true })])
  const bedOf = async (nth: number) => (await sales.get(`/travelers/${travelers[nth].id}`)).data.bed
  assert.deepEqual([await bedOf(0), await bedOf(1), await bedOf(2), await bedOf(3)], [true, true, false, true])
  done(await sales.put(`/travelers/${travelers[2].id}`, { birth_date: daysFromToday(-100, -6) }))
  assert.equal(await bedOf(2), true)
  done(await sales.put(`/travelers/${travelers[2].id}`, { birth_date: daysFromToday(-100) }))
  assert.equal(await bedOf(2), false)
  done(await sales.put(`/travelers/${travelers[2].id}`, { birth_date: daysFromToday(-101), bed: true }))
  assert.equal(await bedOf(2), true)
})

const twice =
  'This is the same person as another of the party (passport, identity number, or name and birth date); remove one of them, or correct the data.'

test('a person who is in a party twice is refused at the second place, and staff get a warning', async () => {
  const { id } = await soon(9)
  const chen = adult('陳怡君')
  const same = await register(id, ['林美玲', chen, { ...chen, name: '陳怡君' }])
  assert.deepEqual([same.status, same.body.errors], [422, { 'travelers.2.name': [twice] }])
  const passports = ['a12345678', 'A12345678'].map((passport_number, i) => ({ name: `旅客${i}`, passport_number }))
  assert.deepEqual((await register(id, passports)).body.errors, { 'travelers.1.name': [twice] })
  done(
    await register(id, [adult('王大明'), { name: '王大明', birth_date: daysFromToday(-101, -40) }, '陳怡君', '陳怡君']),
  )

  const staff = await sales.post('/bookings', body(id, [chen, chen]))
  assert.equal(staff.status, 201)
  assert.deepEqual(
    staff.body.meta.warnings.map(({ checks }: { checks: string[] }) => checks.includes('duplicate_traveler')),
    [true, true],
  )
})

test('a customer cannot change one traveler of the party into another one', async () => {
  const { id } = await soon(9)
  const { booking_number, travelers } = done(
    await register(id, [{ ...adult('陳怡君'), passport_number: 'B1234567' }, '林美玲']),
  )
  const link = await mailedLink(booking_number)
  const refused = await as().put(`${link}/travelers/${travelers[1].id}`, { passport_number: 'B1234567' })
  assert.deepEqual([refused.status, refused.body.errors], [422, { passport_number: [twice] }])
  done(await as().put(`${link}/travelers/${travelers[1].id}`, { passport_number: 'B7654321' }))
})

test('a single room has one bed and is charged once', async () => {
  const { id } = await trip(9, {
    departure_date: daysFromToday(90),
    price_overrides: { adult: 30000, single_supplement: 9000 },
  })
  const rooms = [{ bed_type: 'single', travelers: [1, 2] }]
  const crowded = await register(id, [adult('王大明'), adult('林美玲')], { rooms })
  assert.deepEqual(crowded.body.errors, {
    'travelers.1.bed_type': ['A single room has one bed; choose another kind of room, or a room of its own.'],
  })
  const supplements = ({ price_lines }: { price_lines: { kind: string; quantity: number }[] }) =>
    price_lines.filter(({ kind }) => kind === 'single_supplement').map(({ quantity }) => quantity)
  const mother = done(await register(id, [adult('王媽媽'), child('王小明', { bed: false })], { rooms }))
  assert.deepEqual(supplements(mother), [1])
  const two = [
    { bed_type: 'single', travelers: [1] },
    { bed_type: 'single', travelers: [2] },
  ]
  assert.deepEqual(supplements(done(await register(id, ['李大同', '李小同'], { rooms: two }))), [2])

  const staff = await sales.post('/bookings', body(id, ['周大明', '周美玲'], { rooms }))
  assert.deepEqual(supplements(staff.data), [1])
  assert.deepEqual(
    staff.body.meta.warnings.map(({ checks }: { checks: string[] }) => checks.includes('single_room_shared')),
    [false, true],
  )
})

test('a birth date in the future is refused, also for staff', async () => {
  const { id } = await soon(9)
  const born = { birth_date: daysFromToday(1) }
  const unborn = await register(id, ['甲', { name: '乙', ...born }])
  assert.deepEqual(unborn.body.errors, { 'travelers.1.birth_date': ['A birth date must not be after today.'] })
  const staff = await sales.post('/bookings', body(id, [{ name: '甲', ...born }]))
  assert.deepEqual(Object.keys(staff.body.errors), ['travelers.0.birth_date'])
  const booking = await book(id, ['甲'])
  for (const answer of [
    await sales.put(`/travelers/${booking.travelers[0].id}`, born),
    await sales.post('/travelers', { booking_id: booking.id, name: '丙', ...born }),
  ])
    assert.deepEqual(answer.body.errors, { birth_date: ['A birth date must not be after today.'] })
  done(await register(id, ['丁', { name: '戊', birth_date: daysFromToday(0) }]))
})
