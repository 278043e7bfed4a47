import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { browserOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { codeIn, outbox } from '../../../test/outbox.ts'

const home = await house()
const { app, as, db } = home
const post = await outbox(home)
const { trip, book, mailedLink } = await bookingFixtures(home)
const stranger = as()
const ask = (booking_number: string, contact: string) =>
  stranger.post('/trip-registrations/lost-link', { booking_number, contact })
const forgetLimits = () => db.deleteFrom('throttles').execute()

test('who knows the number and the telephone of a booking has its link mailed to the address on record, once in a quarter of an hour', async () => {
  const { id } = await trip(5)
  const contact = { name: '王小美', phone: '+886 912 345 678', email: 'lost@example.com' }
  const { booking_number } = await book(id, ['王小美'], { contact })
  await post.mailTo('lost@example.com')
  const before = `/l/booking/${(await mailedLink(booking_number)).split('/').at(-1)}`

  const asked = await ask(booking_number.toLowerCase(), '0912-345-678')
  assert.deepEqual([asked.status, asked.data], [200, null])
  const mail = await post.mailTo('lost@example.com')
  assert.match(mail, new RegExp(`^Subject: ${booking_number} The link of your booking$`, 'm'))
  for (const url of [`/l/booking/${codeIn(mail)}`, before])
    assert.equal((await browserOf(app).ask({ url })).statusCode, 303, `both links open the booking: ${url}`)

  done(await ask(booking_number, 'Lost@Example.com'))
  await post.mailTo(await bookAnother(id))
  assert.deepEqual(await post.rest(), [], 'the second request within the time mails nothing')
  await forgetLimits()
  done(await ask(booking_number, 'Lost@Example.com'))
  await post.mailTo('lost@example.com')
})

test('a wrong number, telephone or address is answered alike, and mails nothing', async () => {
  await forgetLimits()
  const { id } = await trip(5)
  const contact = { name: '王小美', phone: '0912 345 678', email: 'known@example.com' }
  const { booking_number } = await book(id, ['王小美'], { contact })
  await post.mailTo('known@example.com')
  const answers = [
    await ask(booking_number, '0987-654-321'),
    await ask(booking_number, 'else@example.com'),
    await ask(booking_number, '---'),
    await ask('KIX990101A-001', '0912345678'),
  ]
  for (const { status, data } of answers) assert.deepEqual([status, data], [200, null])
  await post.mailTo(await bookAnother(id))
  assert.deepEqual(await post.rest(), [])
})

test('sales are told of a customer without a mail address, who has to be called', async () => {
  await forgetLimits()
  const { id } = await trip(5, { sales_user_id: home.ids.sales })
  const contact = { name: '高電話', phone: '0912 777 888' }
  const { booking_number } = await book(id, ['高電話'], { contact })
  done(await ask(booking_number, '0912777888'))
  const [notice] = done(await as('sales').get('/notifications?event=booking.link-asked'))
  assert.match(notice.title, /高電話 has lost the link$/)
})

test('one address asks for few links, and is told to wait in a whole sentence', async () => {
  await forgetLimits()
  for (let i = 0; i < 20; i += 1) done(await ask('KIX990101A-001', '0912345678'))
  const refused = await ask('KIX990101A-001', '0912345678')
  assert.deepEqual([refused.status, refused.body.detail], [429, 'Too many attempts: try again in 60 minutes.'])
})

test('the page of the sign-in sends the link again, without a script, and keeps what was typed wrongly', async () => {
  await forgetLimits()
  const { id } = await trip(5)
  const contact = { name: '王小美', phone: '0912 345 678', email: 'page@example.com' }
  const { booking_number } = await book(id, ['王小美'], { contact })
  await post.mailTo('page@example.com')
  const { ask: browse } = browserOf(app)
  const send = (fields: Record<string, string>) =>
    browse({
      method: 'POST',
      url: '/en/my/',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URLSearchParams({ form: 'lost', ...fields })}`,
    })
  const refused = await send({ booking_number })
  assert.equal(refused.statusCode, 422)
  assert.ok(refused.body.includes(`value="${booking_number}"`))
  const sent = await send({ booking_number, contact: 'page@example.com' })
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, '?done=lost#done'])
  const told = (await browse({ url: '/en/my/?done=lost' })).body
  assert.ok(told.includes('the link was mailed to the address of the booking, at most once in 15 minutes'))
  assert.match(await post.mailTo('page@example.com'), /The link of your booking/)
})

let others = 0
// A mail that is sent later proves that none was sent before it.
const bookAnother = async (id: number) => {
  others += 1
  const email = `other${others}@example.com`
  await book(id, ['乙'], { contact: { name: '乙', phone: '0922333444', email } })
  return email
}
