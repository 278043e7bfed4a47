import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const there = await fixtures(home)
const { db } = home
const { sales, ticketing, op, asked } = conversation(home, there)

test('a request of a waitlisted party is not completed and charged before the party has seats', async () => {
  const { at, id } = await asked(there.sim)
  const standing = (status: 'waitlisted' | 'held') =>
    db.updateTable('bookings').set({ status }).where('id', '=', there.own.booking_id).execute()
  const turns = async () =>
    (await op.get(`/addon-requests/${id}`)).data.possible.map(({ turn }: { turn: string }) => turn)
  await standing('waitlisted')
  const refused = await op.post(`${at}/department-final`, {})
  assert.deepEqual([refused.status, refused.body.code], [409, 'step_not_possible'])
  assert.equal(
    refused.body.message,
    'This traveler is on the waitlist and has no seat yet; the extra is completed and charged once the booking has seats.',
  )
  assert.ok(!(await turns()).includes('department-final'))
  assert.deepEqual((await sales.get(`/bookings/${there.own.booking_id}`)).data.price_lines, [])
  await standing('held')
  assert.ok((await turns()).includes('department-final'))
  assert.equal((await op.post(`${at}/department-final`, {})).status, 201)
})

test('an extra is asked for once the party has seats, not while it is on the waitlist', async () => {
  const standing = (status: 'waitlisted' | 'held') =>
    db.updateTable('bookings').set({ status }).where('id', '=', there.own.booking_id).execute()
  const body = { traveler_id: there.own.traveler_id, type_id: there.sim }
  await standing('waitlisted')
  for (const who of [sales, home.as('customer')]) {
    const refused = await who.post('/addon-requests', body)
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [
        422,
        {
          traveler_id: [
            'This traveler is on the waitlist and has no seat yet; the extra can be asked for once the booking has seats.',
          ],
        },
      ],
    )
  }
  await standing('held')
  assert.equal((await sales.post('/addon-requests', body)).status, 201)
})

test('a deadline of an offer after the return of the trip is refused', async () => {
  const { at } = await asked()
  const late = { quoted_price: 900, customer_response_deadline: '2083-02-02T00:00' }
  const words = ['The deadline must not be after Mon 1 Feb 2083, the day on which the trip returns.']
  for (const [who, turn] of [
    [sales, 'sales-forward'],
    [ticketing, 'department-quote'],
  ] as const)
    assert.deepEqual((await who.post(`${at}/${turn}`, late)).body.errors, { customer_response_deadline: words })
  const last = { ...late, customer_response_deadline: '2083-02-01T23:59' }
  assert.equal((await ticketing.post(`${at}/department-quote`, last)).status, 201)
})
