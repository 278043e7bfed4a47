import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const { trip } = await fixtures(home)
const sales = as('sales')
const contact = { name: '大發股份有限公司 王經理', phone: '02-2555-0100' }
type Line = { result: string; errors: object }
const results = ({ data }: { data: { lines: Line[] } }) => data.lines.map(({ result }) => result)
const errors = ({ data }: { data: { lines: Line[] } }) => data.lines.map(({ errors }) => errors)
const bookings = async () =>
  Number((await db.selectFrom('bookings').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)

test('a company of twenty becomes one booking; with one wrong cell nothing is written', async () => {
  const planned_trip_id = await trip('2087-04-01', '2087-04-05', { capacity: 30 })
  const rows = Array.from({ length: 20 }, (_, i) => ({
    name: `員工${i + 1}`,
    gender: i % 2 ? '女' : '男',
    birth_date: `${60 + i}/5/6`,
    mobile: `9123456${10 + i}`,
  }))
  const wrong = rows.with(3, { name: '員工4', gender: '女', birth_date: '63/15/6', mobile: '912345613' })
  const before = await bookings()
  const refused = await sales.post('/bookings/import', { planned_trip_id, contact, rows: wrong })
  assert.deepEqual([refused.status, refused.data.imported, refused.data.booking], [200, false, null])
  assert.deepEqual(Object.keys(refused.data.lines[3].errors), ['birth_date'])
  assert.deepEqual(Object.keys((await sales.post('/name-lists/check', { rows: wrong })).data.lines[3].errors), [
    'birth_date',
  ])

  const tried = await sales.post('/bookings/import', { planned_trip_id, contact, rows, dry_run: true })
  assert.deepEqual([tried.data.imported, new Set(results(tried))], [false, new Set(['created'])])
  assert.equal(await bookings(), before)
  const booked = await sales.post('/bookings/import', { planned_trip_id, contact, rows })
  assert.equal(booked.data.imported, true)
  const { data } = await sales.get(`/bookings/${booked.data.booking.id}`)
  assert.deepEqual(
    [data.status, data.party_size, data.contact.name, data.travelers[19].name, data.travelers[19].passenger_type],
    ['held', 20, '大發股份有限公司 王經理', '員工20', 'adult'],
  )
  const { data: people } = await sales.get(`/travelers?booking_id=${data.id}&sort=id&per_page=20`)
  assert.deepEqual([people[0].gender, people[0].mobile, people[1].gender], ['male', '0912345610', 'female'])
})

test('what the trip says of somebody stands at the cell, and of the booking at its field', async () => {
  const planned_trip_id = await trip('2087-05-01', '2087-05-05', { capacity: 3 })
  const unborn = await sales.post('/bookings/import', {
    planned_trip_id,
    contact,
    rows: [{ name: '王大' }, { name: '王小', birth_date: '2086-01-01' }],
  })
  assert.deepEqual(errors(unborn), [{}, { birth_date: ['A birth date must not be after today.'] }])
  const rows = ['一', '二', '三', '四'].map((name) => ({ name }))
  const large = await sales.post('/bookings/import', { planned_trip_id, contact, rows })
  assert.deepEqual([large.status, Object.keys(large.body.errors)], [422, ['travelers']])
  const nameless = await sales.post('/bookings/import', { planned_trip_id, contact: { name: 'x' }, rows })
  assert.deepEqual([nameless.status, Object.keys(nameless.body.errors)], [422, ['contact.phone']])
})
