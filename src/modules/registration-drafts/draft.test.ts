import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as, db } = home
const { trip } = await bookingFixtures(home)
const stranger = as()
const closed = { planned_trip_id: ['This trip is not open for registration.'] }

type Trip = { id: number; serial: string }
let on: Trip
let other: Trip
before(async () => {
  on = await trip(20, { departure_date: daysFromToday(90) })
  other = await trip(20, { departure_date: daysFromToday(120) })
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
})

const begin = async (planned_trip_id: number, travelers: object[]): Promise<{ token: string }> =>
  done(await stranger.post('/registration-drafts', { planned_trip_id, travelers }))

const page = (url: string, fields?: Record<string, string>) =>
  app.inject({
    method: fields ? 'POST' : 'GET',
    url,
    headers: { accept: 'text/html', ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(fields && { payload: new URLSearchParams(fields).toString() }),
  })

test('a draft takes only a trip that is open to strangers, and tells private, settled and missing ones not apart', async () => {
  const secret = await trip(20, { departure_date: daysFromToday(90), is_public: false })
  const settled = await trip(20, { departure_date: daysFromToday(100) })
  await db.updateTable('planned_trips').set({ status: 'settled' }).where('id', '=', settled.id).execute()
  const { token } = await begin(on.id, [{ name: '王小美' }])
  for (const id of [secret.id, settled.id, 999_999]) {
    const begun = await stranger.post('/registration-drafts', { planned_trip_id: id, travelers: [] })
    assert.deepEqual([begun.status, begun.body.errors], [422, closed], `begun with ${id}`)
    const moved = await stranger.put(`/registration-drafts/${token}`, { planned_trip_id: id })
    assert.deepEqual([moved.status, moved.body.errors], [422, closed], `moved to ${id}`)
    const quoted = await stranger.post('/trip-registrations/quote', { planned_trip_id: id, travelers: [{}] })
    assert.deepEqual([quoted.status, quoted.body.errors], [422, closed], `quoted for ${id}`)
  }
  const moved = done(await stranger.put(`/registration-drafts/${token}`, { planned_trip_id: other.id }))
  assert.equal(moved.planned_trip_id, other.id)

  // What was read is saved also after the trip has closed.
  await db.updateTable('planned_trips').set({ status: 'closed' }).where('id', '=', other.id).execute()
  const { version: _version, place: _place, is_sent: _sent, expires_at: _ends, ...read } = moved
  done(await stranger.put(`/registration-drafts/${token}`, { ...read, customer_note: '靠走道' }))
  await db.updateTable('planned_trips').set({ status: 'open' }).where('id', '=', other.id).execute()
})

test('a draft that is sent at the address of another trip is led to its own, and nothing is booked', async () => {
  const { token } = await begin(on.id, [{ name: '王小美', birth_date: '1990-02-14' }])
  const fields = {
    ...{ form: 'send', contact_name: '林怡君', phone: '0912345678', email: 'yichun@example.com' },
    ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
    ...{ privacy_consent: 'yes', agreed_seats: 'seats' },
  }
  const own = (await page(`/register/${on.serial}/${token}?step=send`)).body
  const agreed_total = /name="agreed_total" value="([^"]+)"/.exec(own)?.[1] ?? ''
  for (const [at, to] of [
    [`/register/${other.serial}/${token}`, `/register/${on.serial}/${token}`],
    [`/en/register/${other.serial}/${token}`, `/en/register/${on.serial}/${token}`],
  ] as const) {
    const sent = await page(at, { ...fields, agreed_total })
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, to])
    const opened = await page(at)
    assert.deepEqual([opened.statusCode, opened.headers.location], [303, to])
  }
  const bookings = () => db.selectFrom('bookings').select('planned_trip_id').execute()
  assert.deepEqual(await bookings(), [])
  const sent = await page(`/register/${on.serial}/${token}`, { ...fields, agreed_total })
  assert.equal(sent.statusCode, 303, sent.body)
  assert.deepEqual(await bookings(), [{ planned_trip_id: on.id }])
})

test('the link of one person ends when the party changes its size, also if it grows back', async () => {
  const { token } = await begin(on.id, [{ name: '王小美' }, { name: '王大明' }, { name: '王小華' }])
  /** The link that the page of the family shows for the second person. */
  const linkOfSecond = async () => {
    const { body } = await page(`/register/${on.serial}/${token}?step=people&person=2`)
    return /readonly value="[^"]*\/([\w-]{43})" aria-label="王(?:大明|小華)的連結"/.exec(body)?.[1] ?? ''
  }
  const statusOf = async (link: string) => (await stranger.get(`/registration-drafts/${link}`)).status
  const first = await linkOfSecond()
  assert.equal(await statusOf(first), 200)
  const put = (travelers: object[]) => stranger.put(`/registration-drafts/${token}`, { travelers })
  done(await put([{ name: '王小美' }, { name: '王大明' }, { name: '王美華' }]))
  assert.equal(await statusOf(first), 200, 'the same size')

  done(await put([{ name: '王小美' }, { name: '王小華' }]))
  assert.equal(await statusOf(first), 404)
  const second = await linkOfSecond()
  assert.deepEqual([second === first, await statusOf(second)], [false, 200])

  done(await put([{ name: '王小美' }, { name: '王小華' }, { name: '王阿姨' }]))
  assert.deepEqual([await statusOf(first), await statusOf(second)], [404, 404])
  assert.equal(await statusOf(await linkOfSecond()), 200)
})
