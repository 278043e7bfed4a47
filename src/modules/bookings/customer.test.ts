import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'

const home = await house()
const { as, app, asBearer, ids } = home
const post = await smtp(home.atEnd)
await startWorkers(home, post.url)
const { trip, book, register } = await bookingFixtures(home)
const sales = as('sales')
const { id } = await trip(9)
const numbers = (rows: { booking_number: string }[]) => rows.map(({ booking_number }) => booking_number)

/** The nth newest link of a kind that was mailed to an address. */
const linkTo = async (address: string, kind: string, nth = 1) => {
  const links = () => post.to(address).flatMap(({ text }) => new RegExp(`/l/${kind}/[\\w-]{43}`).exec(text)?.[0] ?? [])
  await post.until(() => links().length >= nth, `a link ${kind} to ${address}`)
  return links().at(-1) ?? ''
}
const signedIn = async (email: string, nth = 1) => {
  const url = await linkTo(email, 'invitation', nth)
  const page = await placeOf(app, url)
  assert.equal((await page.send('', { form: 'password', password: 'a long enough one' })).statusCode, 200)
  const { data } = await as().post('/login', { email, password: 'a long enough one' })
  return asBearer(data.token)
}

test('a customer requests an account on a page of its booking, and finds all bookings of its mail address there', async () => {
  const email = 'lin@example.com'
  const contact = { name: '林小姐', phone: '0912345678', email }
  const { booking_number } = (await register(id, ['林小姐'], { contact })).data
  const place = await placeOf(app, await linkTo(email, 'booking'))
  const page = async () => (await place.open('/contact')).body
  const ask = async () => (await place.send('/contact', { form: 'account' })).statusCode
  assert.doesNotMatch(await page(), /Send me an invitation|寄給我邀請/, 'not before the mailbox is confirmed')
  assert.equal((await place.send('', { form: 'confirm-contact' })).statusCode, 303)
  const earlier = await book(id, ['林先生'], { contact })

  assert.match(await page(), /Send me an invitation|寄給我邀請/)
  assert.equal(await ask(), 303)
  const customer = await signedIn(email)
  assert.deepEqual(numbers((await customer.get('/bookings?sort=id')).data), [booking_number, earlier.booking_number])
  assert.doesNotMatch(await page(), /Send me an invitation|寄給我邀請/)
  assert.equal(await ask(), 409)
})

test('sales invite the customers of their own bookings, again until the customer has accepted', async () => {
  const contact = { name: '陳先生', phone: '0912345678', email: 'chen@example.com' }
  const booking = await book(id, ['陳先生'], { contact })
  const invite = (who = sales, of = booking.id) => who.post(`/bookings/${of}/invitation`)
  for (let n = 0; n < 2; n++) done(await invite())
  const customer = await signedIn('chen@example.com', 2)
  assert.deepEqual(numbers((await customer.get('/bookings')).data), [booking.booking_number])
  const again = await invite()
  assert.deepEqual([again.status, again.body.code], [409, 'duplicate'])

  const others = await book(id, ['黃先生'], { contact: { ...contact, email: 'huang@example.com' } })
  done(await sales.put(`/bookings/${others.id}`, { sales_user_id: ids.admin }))
  assert.equal((await invite(sales, others.id)).status, 403)
  done(await invite(as('admin'), others.id))
  for (const who of ['op', 'finance', 'customer', 'leader'] as const)
    assert.equal((await invite(as(who), others.id)).status, 403)
})

test('a booking with the mail address of another person gives nothing to the account of that person', async () => {
  const email = 'victim@example.com'
  const contact = { name: '別人', phone: '0912345678', email }
  await register(id, ['別人'], { contact })
  done(await as('admin').post('/users', { name: '本人', email, role: 'customer' }))
  assert.deepEqual((await (await signedIn(email)).get('/bookings')).data, [])
})
