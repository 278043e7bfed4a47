import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as, ids } = home
const { trip, book } = await bookingFixtures(home)
const [op, sales] = [as('op'), as('sales')]
done(await as('admin').put('/site', { is_on: true }))

test('that enough travelers have registered is said as such; certain is what the agency has decided, and it stays', async () => {
  const { id, serial } = await trip(9, { departure_date: daysFromToday(100), min_pax: 2, op_user_id: ids.op })
  const booking = await book(id, ['甲', '乙'])
  done(await sales.post(`/bookings/${booking.id}/confirm`, {}))
  const said = async () => {
    const pages = await Promise.all(
      [`/trips/${serial}`, `/en/trips/${serial}`].map((url) => app.inject({ url, headers: { accept: 'text/html' } })),
    )
    const words = ['已成團，確定出發', '人數已達成團', 'Guaranteed to depart', 'The number to depart has been reached']
    return words.filter((each) => pages.some(({ body }) => body.includes(each)))
  }
  const toDecide = async () => {
    const groups = done(await op.get('/work'))
    const found = groups.find(({ key }: { key: string }) => key === 'trips_to_guarantee')
    return (found?.items ?? []).map(({ record }: { record: { id: number } }) => record.id)
  }
  const inPublic = async () => {
    const trips = done(await as().get('/public/trips'))
    const { is_guaranteed, guarantee_state } = trips.find((one: { id: number }) => one.id === id)
    return [is_guaranteed, guarantee_state]
  }
  assert.deepEqual(await said(), ['人數已達成團', 'The number to depart has been reached'])
  assert.deepEqual([await toDecide(), await inPublic()], [[id], [false, 'guaranteed']])

  done(await op.put(`/planned-trips/${id}/status`, { status: 'guaranteed' }))
  done(await sales.post(`/travelers/${booking.travelers[1].id}/cancel`, {}))
  assert.deepEqual(await said(), ['已成團，確定出發', 'Guaranteed to depart'])
  assert.deepEqual([await toDecide(), await inPublic()], [[], [true, 'guaranteed']])
})
