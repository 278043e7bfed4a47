import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { hokkaido } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const [op, sales] = [as('op'), as('sales')]
const { trip, book } = await bookingFixtures(home)
const { deadline_template: _, ...plain } = hokkaido

test('a new package gets the deadlines of the agency by name; a package with deadlines in its body has only these', async () => {
  const template = { name: '送出名單', name_en: 'Send the name list', kind: 'name_list', days_before: 14 }
  done(await op.post('/deadline-templates', template))
  const own = done(await op.post('/deadline-templates', { name: '訂便當', days_before: 3, owner: 'sales' }))
  done(await op.post('/deadline-templates', { name: '停用的', days_before: 9, is_active: false }))
  const begins = done(await op.post('/packages', { ...plain, package_code: 'NEW' }))
  assert.deepEqual(begins.deadline_template, [
    { key: 'name_list', name: '送出名單', name_en: 'Send the name list', days_before: 14, owner: 'op' },
    { key: `own_${own.id}`, name: '訂便當', name_en: null, days_before: 3, owner: 'sales' },
  ])
  const without = done(await op.post('/packages', { ...plain, package_code: 'BARE', deadline_template: [] }))
  assert.deepEqual(without.deadline_template, [])
  const twice = await op.post('/deadline-templates', template)
  assert.deepEqual([twice.status, Object.keys(twice.body.errors ?? {})], [422, ['kind']])
})

test('a deadline with a name needs no key, in a package and in a trip; without a name and a key it is refused', async () => {
  const rules = [
    { name: '訂便當', days_before: 3 },
    { name: '領旗子', days_before: 1 },
  ]
  const made = done(await op.post('/packages', { ...plain, package_code: 'NAMED', deadline_template: rules }))
  assert.deepEqual(
    made.deadline_template.map(({ key, name }: { key: string; name: string }) => [key, name]),
    [
      ['own_1', '訂便當'],
      ['own_2', '領旗子'],
    ],
  )
  const nameless = await op.post('/packages', { ...plain, package_code: 'X', deadline_template: [{ days_before: 3 }] })
  assert.deepEqual(nameless.body.errors, { 'deadline_template.0.name': ['Give the deadline a name.'] })
  const { id } = await trip(9)
  const added = done(await op.post(`/planned-trips/${id}/deadlines`, { name: '訂便當', due_on: '2099-03-01' }))
  assert.deepEqual([added.label, /^own_[0-9a-f]{12}$/.test(added.key)], ['訂便當', true])
  const unnamed = await op.post(`/planned-trips/${id}/deadlines`, { due_on: '2099-03-01' })
  assert.deepEqual(unnamed.body.errors ?? unnamed.body, { name: ['Give the deadline a name.'] })
})

test('the deadlines of deposit and balance are done when the money has arrived', async () => {
  const { id } = await trip(9, { departure_date: daysFromToday(40) })
  const booking = await book(id, ['王小美'])
  done(await sales.post(`/bookings/${booking.id}/confirm`, {}))
  const deadline = async (key: string) => {
    const due_on = daysFromToday(10)
    return `/planned-trips/${id}/deadlines/${done(await op.post(`/planned-trips/${id}/deadlines`, { key, due_on })).id}`
  }
  const [deposit, balance] = [await deadline('deposit'), await deadline('balance')]
  const pay = async (amount: number) =>
    done(
      await as('finance').post(`/bookings/${booking.id}/payments`, {
        ...{ amount, method: 'cash', received_at: new Date().toISOString() },
      }),
    )
  const tick = async (at: string) => {
    const { status, body } = await sales.put(at, { done: true })
    return status === 200 ? 'done' : (body.errors?.done[0] ?? JSON.stringify(body))
  }
  assert.equal(
    await tick(deposit),
    `Bookings that are not fully paid: 1 (${booking.booking_number} NT$10,000). Record their payments before the deadline is done.`,
  )
  await pay(10_000)
  assert.equal(await tick(deposit), 'done')
  assert.equal(
    await tick(balance),
    `Bookings that are not fully paid: 1 (${booking.booking_number} NT$29,900). Record their payments before the deadline is done.`,
  )
  await pay(29_900)
  assert.equal(await tick(balance), 'done')
})
