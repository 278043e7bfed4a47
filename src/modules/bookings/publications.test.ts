import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { publish, publishOpenTrips } from './publications.ts'

const home = await house()
const { as, database, db } = home
const { trip, book, register, body } = await bookingFixtures(home)
const publications = async (id: number) => done(await as('sales').get(`/planned-trips/${id}/publications`))
const numbersOf = async (id: number) => (await publications(id)).map(({ number }: { number: number }) => number)
const publicationOf = async (booking: number) => done(await as('sales').get(`/bookings/${booking}`)).publication_id
const bookedAs = async (booking_number: string) =>
  (await db.selectFrom('bookings').select('id').where('booking_number', '=', booking_number).executeTakeFirstOrThrow())
    .id
const nameHotels = async (id: number, hotel_name: string) => {
  const segments = done(await as('op').get(`/planned-trips/${id}/segments`))
  for (const day of segments) done(await as('op').put(`/planned-trips/${id}/segments/${day.id}`, { hotel_name }))
}

test('a registration names the publication it saw: seats make no new one, a changed hotel does', async () => {
  const { id } = await trip(20)
  assert.deepEqual(await publications(id), [])
  await nameHotels(id, '札幌王子大飯店')
  const first = await bookedAs(done(await register(id, ['王小美'])).booking_number)
  const [one] = await publications(id)
  assert.deepEqual([one.number, one.shown_until, one.changed], [1, null, []])
  assert.equal(await publicationOf(first), one.id)

  const seated = await book(id, ['李大同', '李小同'])
  assert.equal(await publicationOf(seated.id), one.id)
  assert.deepEqual(await numbersOf(id), [1])

  await nameHotels(id, '札幌格蘭飯店')
  const second = await bookedAs(done(await register(id, ['陳美玲'])).booking_number)
  const [two, before, ...others] = await publications(id)
  assert.deepEqual([two.number, two.shown_until, two.changed], [2, null, ['hotels']])
  assert.deepEqual(
    [before.number, before.shown_from, before.shown_until, others],
    [1, one.shown_from, two.shown_from, []],
  )
  assert.deepEqual([await publicationOf(first), await publicationOf(second)], [one.id, two.id])
})

test('a publication is the content of a trip as visitors read it, and names what differs today', async () => {
  const { id } = await trip(20, { departure_date: '2099-04-10' })
  await nameHotels(id, '札幌王子大飯店')
  const { publication_id } = await book(id, ['王小美'])
  const at = `/planned-trips/${id}/publications/${publication_id}`
  const { facts, differs_today } = done(await as('sales').get(at))
  assert.deepEqual(differs_today, [])
  const { segments, cancellation_policy, ...rest } = facts
  assert.deepEqual(rest, {
    name: '北海道三日',
    name_en: 'Hokkaido, three days',
    departure_date: '2099-04-10',
    return_date: '2099-04-12',
    subtitle: null,
    subtitle_en: null,
    description: null,
    description_en: null,
    highlights: [],
    min_pax: 1,
    capacity: 20,
    currency: 'TWD',
    prices: {
      adult: 39900,
      child_with_bed: null,
      child_no_bed: 34900,
      infant: 34900,
      single_supplement: null,
      land_only: null,
    },
    payment_policy: { deposit: 10000, balance_days_before: 30 },
    inclusions: [],
    inclusions_en: [],
    exclusions: [],
    exclusions_en: [],
    important_notes: null,
    important_notes_en: null,
    flights: [],
  })
  assert.deepEqual(segments[0], {
    ...{ day_from: 1, day_to: 1, starts_on: '2099-04-10', ends_on: '2099-04-10' },
    ...{ title: '台北／札幌', title_en: null, description: null, description_en: null, transport: 'flight' },
    ...{ breakfast: 'none', lunch: 'none', dinner: 'included' },
    ...{ breakfast_text: null, lunch_text: null, dinner_text: null },
    hotel: { name: '札幌王子大飯店', name_en: null, is_confirmed: false },
    cities: [{ name: '札幌', name_en: 'Sapporo', country: 'JP' }],
  })
  assert.deepEqual(cancellation_policy[0], { days_before: 30, fee_percent: 20 })
})

test('what differs today is named by its parts', async () => {
  const { id } = await trip(20, { departure_date: '2099-04-20' })
  const { publication_id } = await book(id, ['王小美'])
  const [first] = done(await as('op').get(`/planned-trips/${id}/segments`))
  done(await as('op').put(`/planned-trips/${id}/segments/${first.id}`, { dinner: 'own' }))
  done(await as('op').put(`/planned-trips/${id}`, { price_overrides: { adult: 41900 } }))
  const { facts, differs_today } = done(await as('sales').get(`/planned-trips/${id}/publications/${publication_id}`))
  assert.deepEqual([differs_today, facts.prices.adult], [['meals', 'prices'], 39900])
})

test('two registrations at once make one publication', async () => {
  const { id } = await trip(20, { departure_date: '2099-05-10' })
  const both = await Promise.all([register(id, ['王小美']), register(id, ['李大同'])])
  const ids = await Promise.all(both.map(async (each) => publicationOf(await bookedAs(done(each).booking_number))))
  const [one] = await publications(id)
  assert.deepEqual([await numbersOf(id), ids], [[1], [one.id, one.id]])
})

test('the job publishes what strangers see and what has changed, once, also in two processes; not a private group', async () => {
  const { id } = await trip(20, { departure_date: '2099-06-10' })
  const hidden = await trip(20, { departure_date: '2099-06-11', is_public: false })
  await publishOpenTrips({}, { database })
  assert.deepEqual([await numbersOf(id), await numbersOf(hidden.id)], [[1], []])
  done(await as('op').put(`/planned-trips/${id}`, { min_pax: 12, notes: '內部備註' }))
  await Promise.all([publishOpenTrips({}, { database }), publishOpenTrips({}, { database })])
  assert.deepEqual(
    (await publications(id)).map(({ number, changed }: { number: number; changed: string[] }) => [number, changed]),
    [
      [2, ['group_size']],
      [1, []],
    ],
  )
  done(await as('op').put(`/planned-trips/${id}`, { min_pax: 1 }))
  await publishOpenTrips({}, { database })
  assert.deepEqual(await numbersOf(id), [3, 2, 1])
  await publishOpenTrips({}, { database })
  assert.deepEqual(await numbersOf(id), [3, 2, 1])
  const staffBooked = await book(hidden.id, ['王小美'])
  assert.deepEqual(
    [await numbersOf(hidden.id), (await publications(hidden.id))[0].id],
    [[1], staffBooked.publication_id],
  )
})

test('a booking that moves to another trip names what that trip promises', async () => {
  const [from, to] = [
    await trip(20, { departure_date: '2099-07-10' }),
    await trip(20, { departure_date: '2099-07-20' }),
  ]
  const { id } = await book(from.id, ['王小美'])
  const moved = done(await as('sales').post(`/bookings/${id}/transfer`, { planned_trip_id: to.id }))
  const [one] = await publications(to.id)
  assert.deepEqual([one.number, moved.publication_id], [1, one.id])
})

test('staff read publications; customers and leaders do not, and a customer does not read the number', async () => {
  const { id } = await trip(20, { departure_date: '2099-08-10' })
  const booking = done(
    await as('sales').post('/bookings', body(id, ['王小美'], { customer_user_id: home.ids.customer })),
  )
  const at = `/planned-trips/${id}/publications`
  for (const path of [at, `${at}/${booking.publication_id}`]) {
    for (const who of ['customer', 'leader'] as const) assert.equal((await as(who).get(path)).status, 403)
    for (const who of ['sales', 'op', 'finance', 'admin'] as const) assert.equal((await as(who).get(path)).status, 200)
  }
  assert.equal(done(await as('customer').get(`/bookings/${booking.id}`)).publication_id, null)
  const other = await trip(20, { departure_date: '2099-08-11' })
  assert.equal((await as('sales').get(`/planned-trips/${other.id}/publications/${booking.publication_id}`)).status, 404)
})

test('what a draft has published is removed with it', async () => {
  const { id } = await trip(20, { departure_date: '2099-09-10', status: 'draft' })
  await database.transaction({}, (tx) => publish(tx, id))
  assert.deepEqual(await numbersOf(id), [1])
  done(await as('admin').delete(`/planned-trips/${id}`))
  const left = await db.selectFrom('trip_publications').select('id').where('planned_trip_id', '=', id).execute()
  assert.deepEqual(left, [])
})
