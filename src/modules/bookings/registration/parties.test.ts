import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { dayIn } from '../../../../test/fixtures/days.ts'
import { house } from '../../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, body, book, register, mailedLink } = await bookingFixtures(home)
const sales = as('sales')
const soon = (capacity: number) => trip(capacity, { departure_date: dayIn(90) })
const infant = (name: string, more: object = {}) => ({ name, birth_date: dayIn(-100), ...more })
const child = (name: string, more: object = {}) => ({ name, birth_date: dayIn(-100, -6), ...more })
const adult = (name: string, more: object = {}) => ({ name, birth_date: dayIn(-100, -40), ...more })

const alone = 'At least one adult (12 or older on the day of return) must travel with the party; add the adult.'
const laps =
  'Each adult holds one infant on the lap, and there are more infants than adults; add adults, or call us to book.'

test('a party without an adult is refused, also on a full trip, where infants alone would need no seat', async () => {
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

test('a stranger brings one infant for each adult at most', async () => {
  const { id } = await soon(9)
  const refused = await register(id, [adult('王大明'), infant('王大寶'), infant('王二寶')])
  assert.deepEqual([refused.status, refused.body.errors], [422, { travelers: [laps] }])
  assert.equal(done(await register(id, [adult('王大明'), '林美玲', infant('王大寶'), infant('王二寶')])).status, 'held')
})

test('staff are warned of more infants than adults, and of children alone; infants alone are refused', async () => {
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

test('the birth date that a customer fills in may not leave the party without an adult', async () => {
  const { id } = await soon(9)
  const { booking_number, travelers } = done(await register(id, ['王大明', '林美玲', infant('王小寶')]))
  const link = await mailedLink(booking_number)
  const change = (nth: number, birth_date: string) => as().put(`${link}/travelers/${travelers[nth].id}`, { birth_date })
  assert.deepEqual((await change(0, dayIn(-200))).body.errors, { birth_date: [laps] })
  done(await change(0, dayIn(-100, -30)))
  done(await change(1, dayIn(-100, -8)))
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

test('an infant has no bed unless it is given one, and gets one when it turns out to be a child', async () => {
  const { id } = await soon(9)
  const { travelers } = await book(id, [adult('王大明'), '林美玲', infant('王大寶'), infant('王二寶', { bed: true })])
  const bedOf = async (nth: number) => (await sales.get(`/travelers/${travelers[nth].id}`)).data.bed
  assert.deepEqual([await bedOf(0), await bedOf(1), await bedOf(2), await bedOf(3)], [true, true, false, true])
  done(await sales.put(`/travelers/${travelers[2].id}`, { birth_date: dayIn(-100, -6) }))
  assert.equal(await bedOf(2), true)
  done(await sales.put(`/travelers/${travelers[2].id}`, { birth_date: dayIn(-100) }))
  assert.equal(await bedOf(2), false)
  done(await sales.put(`/travelers/${travelers[2].id}`, { birth_date: dayIn(-101), bed: true }))
  assert.equal(await bedOf(2), true)
})
