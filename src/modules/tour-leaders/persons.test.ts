import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, body } = await bookingFixtures(home)
const number = 'L55443322'
const [op, sales, admin] = [as('op'), as('sales'), as('admin')]
const chen = done(
  await op.post('/tour-leaders', { name: '陳領隊', passport_number: number, national_id: 'A123456789' }),
)
const personOf = async (column: 'traveler_id' | 'tour_leader_id', id: number) =>
  (await db.selectFrom('person_records').select('person_id').where(column, '=', id).executeTakeFirstOrThrow()).person_id
const person = await personOf('tour_leader_id', chen.id)
const find = async (passport_number: string) =>
  done(await sales.post('/persons/find', { passport_number, reason: '旅客來電' })).map(({ id }: { id: number }) => id)

test('the passport of a leader finds its person, and the search is logged', async () => {
  assert.deepEqual(await find('l-5544 3322'), [person])
  const reads = await db.selectFrom('personal_data_reads').select(['actor_id', 'table_name', 'record_id']).execute()
  assert.deepEqual(reads, [{ actor_id: ids.sales, table_name: 'tour_leaders', record_id: chen.id }])
  done(await op.put(`/tour-leaders/${chen.id}`, { passport_number: 'L66554433' }))
  assert.deepEqual([await find(number), await find('L66554433')], [[], [person]])
  done(await op.put(`/tour-leaders/${chen.id}`, { passport_number: number }))
  const audit = done(await admin.get(`/audit?table_name=tour_leaders&record_id=${chen.id}`))
  assert.deepEqual(audit[0].changes.passport_mark, ['•••', '•••'])
})

test('a leader who travels and a traveler who leads are one person by passport and name', async () => {
  const { id } = await trip(30)
  const travels = async (name: string, passport_number: string) => {
    const booking = done(await sales.post('/bookings', { ...body(id, []), travelers: [{ name, passport_number }] }))
    return personOf('traveler_id', done(await sales.get(`/travelers?booking_id=${booking.id}`))[0].id)
  }
  assert.equal(await travels('陳領隊', number), person)
  const lin = await travels('林小姐', 'T11223344')
  const leads = async (name: string) =>
    personOf('tour_leader_id', done(await op.post('/tour-leaders', { name, passport_number: 'T11223344' })).id)
  assert.equal(await leads('林小姐'), lin)
  assert.notEqual(await leads('張先生'), lin)
})

test('an erased leader cannot be found', async () => {
  const gone = done(await op.post('/tour-leaders', { name: '離職', passport_number: 'G30303030', status: 'inactive' }))
  assert.equal((await find('G30303030')).length, 1)
  assert.equal((await admin.post(`/tour-leaders/${gone.id}/erase`)).status, 200)
  assert.deepEqual(await find('G30303030'), [])
})

test('what was written about the days off of an erased leader is forgotten', async () => {
  const { id } = done(await op.post('/tour-leaders', { name: '請假的領隊' }))
  const days = { tour_leader_id: id, type: 'personal', starts_on: '2087-03-01', ends_on: '2087-03-02' }
  const leave = done(await op.post('/leader-unavailabilities', { ...days, reason: '母親手術' }))
  done(await op.post(`/leader-unavailabilities/${leave.id}/cancel`, { reason: '手術延期' }))
  done(await op.put(`/tour-leaders/${id}`, { status: 'inactive' }))
  done(await admin.post(`/tour-leaders/${id}/erase`))
  const { reason, decision_note, type, starts_on } = done(await op.get(`/leader-unavailabilities/${leave.id}`))
  assert.deepEqual([reason, decision_note, type, starts_on], [null, null, 'personal', '2087-03-01'])
  const audit = done(await admin.get(`/audit?table_name=leader_unavailabilities&record_id=${leave.id}`))
  assert.ok(!JSON.stringify(audit).includes('手術'), JSON.stringify(audit))
})
