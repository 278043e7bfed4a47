import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { settleHolds } from './seats.ts'

const home = await house()
const { as, db, database } = home
const post = await outbox(home)
const { trip, book, body, mailedLink } = await bookingFixtures(home)
const sales = as('sales')
const inMail = (mail: string) => mail.match(/\/l\/booking\/([\w-]{43})/)?.[1] ?? ''
const registerAs = (id: number, email: string, language: string) =>
  as().post(
    '/trip-registrations',
    body(id, ['Ann Lee'], { contact: { name: 'Ann Lee', phone: '0912345678', email } }),
    {
      'accept-language': language,
      'x-forwarded-for': `192.0.2.${email.length}`,
    },
  )
/** The text of a mail, decoded. */
const text = (whole: string) => {
  // In a mail with a PDF, the first part is the text.
  const boundary = /boundary="([^"]+)"/.exec(whole)?.[1]
  const mail = boundary ? (whole.split(`--${boundary}`)[1]?.trimStart() ?? '') : whole
  const [head = '', body = ''] = mail.split(/\n\n([\s\S]*)/)
  const plain = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
  return plain
}

test("registering, waiting, an offer of seats and a cancellation send a mail in the customer's language, with a link", async () => {
  const { id: on, serial } = await trip(1)
  const first = await book(on, ['甲'], { contact: { name: '王小美', phone: '0912345678', email: 'first@example.com' } })
  const ann = done(await registerAs(on, 'ann@example.com', 'en'))
  assert.equal(ann.status, 'waitlisted')

  const received = text(await post.mailTo('ann@example.com'))
  assert.match(received, /^Hello,/)
  assert.match(received, /This address was given for a registration/)
  assert.doesNotMatch(received, /Ann Lee/, 'nothing that a stranger typed, until the mailbox is proved')
  assert.match(received, new RegExp(`Booking: ${serial}-002`))
  assert.match(received, /Waitlisted \(number 1 in line\)/)
  assert.match(received, /Total: TWD 39,900/)
  assert.equal(done(await as().get(`/trip-registrations/${inMail(received)}`)).booking_number, `${serial}-002`)
  assert.notEqual(inMail(received), ann.manage_link.token, 'no secret waits in the job list')
  assert.match(text(await post.mailTo('first@example.com')), /Kept until: \d{4}-\d\d-\d\d \d\d:\d\d\n/)

  done(await as().post(`/trip-registrations/${inMail(received)}/confirm-contact`))
  const confirmed = text(await post.mailTo('ann@example.com'))
  assert.match(confirmed, /Dear Ann Lee/)
  assert.match(confirmed, /Thank you for confirming\. The trip does not have enough seats at the moment;/)

  done(await sales.post(`/bookings/${first.id}/cancel`, { reason: '改期' }))
  assert.match(text(await post.mailTo('ann@example.com')), /accept them in time/)
  assert.match(text(await post.mailTo('first@example.com')), /cancelled|已取消/)

  await sql`update bookings set hold_expires_at = now() - interval '1 second' where booking_number = ${`${serial}-002`}`.execute(
    db,
  )
  await settleHolds(database)
  assert.match(
    text(await post.mailTo('ann@example.com')),
    /they were released\. Please contact us if you still want to travel\./,
  )
})

test('the mail of a booking that moves to another trip names the amount paid, and does not ask for a deposit', async () => {
  const contact = { name: 'Ann Lee', phone: '0912345678', email: 'paid@example.com' }
  const { id } = await book((await trip(1)).id, ['Ann Lee'], { contact })
  await sql`update bookings set paid = deposit where id = ${id}`.execute(db)
  done(await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: (await trip(1)).id }))
  await post.mailTo('paid@example.com')
  assert.match(
    text(await post.mailTo('paid@example.com')),
    /was moved to this trip[\s\S]*\nPaid: TWD 10,000\n\nBalance due: /,
  )
})

test('the mail of a cancelled booking names the traveler whose fee was settled earlier', async () => {
  const contact = { name: 'Ann Lee', phone: '0912345678', email: 'settled@example.com' }
  const { id: on } = await trip(3)
  const { id, travelers } = await book(on, ['Ann Lee', 'Bob Lee'], { contact })
  // Mails that still wait when a booking is cancelled are dropped, so the test waits for each one.
  await post.mailTo('settled@example.com')
  done(await sales.post(`/bookings/${id}/confirm`))
  await post.mailTo('settled@example.com')
  await sql`update planned_trips set departure_date = today() + 30, return_date = today() + 32 where id = ${on}`.execute(
    db,
  )
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`))
  await post.mailTo('settled@example.com')
  done(await sales.post(`/bookings/${id}/cancel`, { reason: 'ill' }))
  assert.match(
    text(await post.mailTo('settled@example.com')),
    /Adult × 1 {2}TWD 39,900\nFee for a cancelled traveler \(Bob Lee\) {2}TWD 7,980\nSettlement of the cancellation {2}TWD -31,920\n/,
  )
})

test("sales and the customer's account are notified", async () => {
  const { id: on, serial } = await trip(2)
  const told = async (who: 'sales' | 'customer') =>
    (await as(who).get('/notifications', { 'accept-language': 'zh-TW' })).data
      .filter(({ title }: { title: string }) => title.startsWith(serial))
      .map(({ event, title }: { event: string; title: string }) => `${event} ${title}`)
  const { booking_number } = done(await registerAs(on, 'customer@example.com', 'en'))
  assert.deepEqual(await told('sales'), [`booking.register ${serial}-001 新的報名`])
  assert.deepEqual(await told('customer'), [], 'whose address it is, is not proved yet')
  done(await as().post(`${await mailedLink(booking_number)}/confirm-contact`))
  assert.deepEqual(await told('customer'), [`booking.confirm-contact ${serial}-001 報名已確認，名額為您保留`])
  done(await as('admin').post(`/bookings/${(await sales.get(`/bookings?q=${serial}`)).data[0].id}/confirm`))
  assert.equal((await told('customer'))[0], `booking.confirm ${serial}-001 您的訂單已確認`)
  assert.equal((await told('sales')).length, 2)
})

test('after a change of the contact address the old address is notified, and the new one must be proved', async () => {
  const { id: on, serial } = await trip(3)
  const registered = done(await registerAs(on, 'old@example.com', 'en'))
  const link = `/trip-registrations/${inMail(text(await post.mailTo('old@example.com')))}`
  done(await as().post(`${link}/confirm-contact`))
  await post.mailTo('old@example.com')

  const changed = done(await as().put(link, { contact: { email: 'new@example.com' } }))
  assert.deepEqual([changed.contact.email, changed.is_contact_proved], ['new@example.com', false])
  const told = text(await post.mailTo('old@example.com'))
  assert.match(told, /The contact address of this booking was changed/)
  assert.doesNotMatch(told, /new@example.com|Ann Lee/)
  assert.equal((await as().get(link)).status, 404, 'links that went to the old address end')
  const answered = `/trip-registrations/${registered.manage_link.token}`
  assert.equal((await as().get(answered)).status, 404, 'and so does the one in the answer to the registration')
  const fresh = text(await post.mailTo('new@example.com'))
  assert.doesNotMatch(fresh, /Ann Lee/)
  const proved = done(await as().post(`/trip-registrations/${inMail(fresh)}/confirm-contact`))
  assert.deepEqual([proved.booking_number, proved.is_contact_proved], [`${serial}-001`, true])

  const { id } = (await sales.get(`/bookings?q=${serial}`)).data[0]
  await post.mailTo('new@example.com')
  const former = `/trip-registrations/${inMail(fresh)}`
  assert.equal((await as().get(former)).status, 200)
  done(await sales.put(`/bookings/${id}`, { contact: { email: 'newer@example.com' } }))
  assert.match(text(await post.mailTo('new@example.com')), /contact address of this booking was changed/)
  assert.notEqual((await sales.get(`/bookings/${id}`)).data.contact_proved_at, null, 'a colleague vouches for it')
  assert.equal((await as().get(former)).status, 404, 'links that went to the former contact end')
  const latest = `/trip-registrations/${inMail(text(await post.mailTo('newer@example.com')))}`
  assert.equal(done(await as().get(latest)).contact.email, 'newer@example.com')
})

test('a new address of a booking that was paid for is asked to confirm the address, not to complete a registration', async () => {
  const { id: on, serial } = await trip(3)
  done(await registerAs(on, 'payer@example.com', 'en'))
  const link = `/trip-registrations/${inMail(text(await post.mailTo('payer@example.com')))}`
  done(await as().post(`${link}/confirm-contact`))
  await post.mailTo('payer@example.com')
  await sql`update bookings set paid = deposit, hold_expires_at = now() - interval '1 minute' where booking_number = ${`${serial}-001`}`.execute(
    db,
  )
  done(await as().put(link, { contact: { email: 'payer2@example.com' } }))
  const fresh = text(await post.mailTo('payer2@example.com'))
  assert.match(fresh, new RegExp(`The contact address of booking ${serial}-001 was changed to this one\\.`))
  assert.match(fresh, /your seats and payments stay as they are/)
  assert.doesNotMatch(fresh, /registration|Kept until|next in line/)
  await settleHolds(database)
  assert.equal(
    (await sales.get(`/bookings?q=${serial}`)).data[0].status,
    'held',
    'seats that were paid for do not lapse',
  )
})
