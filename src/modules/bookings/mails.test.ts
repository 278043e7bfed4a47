import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { house } from '../../../test/house.ts'
import { readMail } from '../../../test/mail-parts.ts'
import { outbox } from '../../../test/outbox.ts'
import { until } from '../../../test/until.ts'
import { settleHolds } from './seats.ts'

const home = await house()
const { app, as, db, database } = home
const post = await outbox(home)
const { trip, book, body, mailedLink } = await bookingFixtures(home)
const sales = as('sales')
const inMail = (mail: string) => mail.match(/\/l\/booking\/([\w-]{43})/)?.[1] ?? ''
const addressLink = (mail: string) => mail.match(/\/l\/contact\/[\w-]{43}/)?.[0] ?? ''
/** Presses the button on the page of a link that changes the address. */
const press = (url: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'form=take',
  })
const registerAs = (id: number, email: string, language: string) =>
  as().post(
    '/trip-registrations',
    body(id, ['Ann Lee'], { contact: { name: 'Ann Lee', phone: '0912345678', email } }),
    {
      'accept-language': language,
      'x-forwarded-for': `192.0.2.${email.length}`,
    },
  )
const text = (mail: string) => readMail(mail).text

test("registering, waiting, an offer of seats and a cancellation send a mail in the customer's language, with a link", async () => {
  const { id: on, serial } = await trip(1)
  const first = await book(on, ['甲'], { contact: { name: '王小美', phone: '0912345678', email: 'first@example.com' } })
  const ann = done(await registerAs(on, 'ann@example.com', 'en'))
  assert.equal(ann.status, 'waitlisted')

  const arrived = await post.mailTo('ann@example.com')
  const received = text(arrived)
  assert.match(received, /^Hello,/)
  assert.match(received, /This address was given to join the waitlist of a trip\. /)
  assert.match(received, /there is nothing to pay while you wait\./)
  assert.doesNotMatch(received, /seats are kept|Deposit/, 'no seat is kept')
  assert.doesNotMatch(received, /Ann Lee/, 'nothing that a stranger typed, until the mailbox is proved')
  assert.match(received, new RegExp(`Booking: ${serial}-002`))
  const page = readMail(arrived).html
  assert.match(page, /^<!doctype html><html lang="en">/)
  assert.match(page, new RegExp(`Booking: ${serial}-002<br>`))
  assert.match(
    page,
    /<a class="button" href="https:\/\/guidon\.test\/l\/booking\/[\w-]{43}" [^>]*>Confirm your address<\/a>/,
  )
  assert.doesNotMatch(page, /Ann Lee/)
  assert.match(received, /Waitlisted \(number 1 in line\)/)
  assert.match(received, /Total: NT\$39,900/)
  assert.equal(done(await as().get(`/trip-registrations/${inMail(received)}`)).booking_number, `${serial}-002`)
  assert.notEqual(inMail(received), ann.manage_link.token, 'no secret waits in the job list')
  const held = text(await post.mailTo('first@example.com'))
  const kept = /Kept until: (\d{1,2} [A-Z][a-z]{2}(?: \d{4})? \d\d:\d\d)\n/.exec(held)?.[1]
  assert.ok(kept && held.includes(`Deposit: NT$10,000 (by ${kept})\n`), held)
  assert.match(held, /\n\nSee your booking: https:\/\/guidon\.test\/l\/booking\/[\w-]{43}\n/)

  done(await as().post(`/trip-registrations/${inMail(received)}/confirm-contact`))
  const confirmed = text(await post.mailTo('ann@example.com'))
  assert.match(confirmed, /Dear Ann Lee/)
  assert.match(confirmed, /Thank you for confirming\. The trip does not have enough seats at the moment;/)

  done(await sales.post(`/bookings/${first.id}/cancel`, { reason: '改期' }))
  await passUndo(home)
  assert.match(
    text(await post.mailTo('ann@example.com')),
    /accept them in time[\s\S]*\n\nAccept the seats: https:\/\/guidon\.test\/l\/booking\//,
  )
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

test('the mail of a booking that moves to another trip names both trips, the fares and the amount paid, and asks for no deposit', async () => {
  const contact = { name: 'Ann Lee', phone: '0912345678', email: 'paid@example.com' }
  const first = await trip(1)
  const { id } = await book(first.id, ['Ann Lee'], { contact })
  await sql`update bookings set paid = deposit where id = ${id}`.execute(db)
  const dearer = await trip(1, { departure_date: '2099-04-14', price_overrides: { adult: 42_500 } })
  done(await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: dearer.id }))
  await post.mailTo('paid@example.com')
  const moved = text(await post.mailTo('paid@example.com'))
  const { serial: before } = done(await sales.get(`/planned-trips/${first.id}`))
  assert.match(
    moved,
    new RegExp(`Your booking was moved to another trip\\.

Before: ${before} Hokkaido, three days, Tue 10 Mar – Thu 12 Mar 2099
Now: ${dearer.serial} Hokkaido, three days, Tue 14 Apr – Thu 16 Apr 2099
Fares: NT\\$39,900 → NT\\$42,500 \\(difference \\+NT\\$2,600\\)

Booking: [\\s\\S]*\nPaid: NT\\$10,000\n\nBalance due: `),
  )
  done(await sales.post(`/bookings/${id}/transfer`, { planned_trip_id: first.id }))
  assert.match(
    text(await post.mailTo('paid@example.com')),
    /\nFares: NT\$42,500 → NT\$39,900 \(difference −NT\$2,600\)\n/,
  )
})

test('the contact and the traveler hear once that a cancelled traveler travels after all, and the mail has the new total', async () => {
  const contact = { name: 'Ann Lee', phone: '0912345678', email: 'whole@example.com' }
  const { id: on } = await trip(3)
  const { id, travelers } = await book(on, ['Ann Lee', 'Bob Lee'], { contact })
  await post.mailTo('whole@example.com')
  const bob = travelers[1].id
  done(await sales.post(`/travelers/${bob}/cancel`))
  assert.match(
    text(await post.mailTo('whole@example.com')),
    /One traveler of your booking was cancelled[\s\S]*Total: NT\$39,900/,
  )
  const mailed = async () => {
    const { data } = await sales.get(`/bookings/${id}/history`)
    return data.filter(({ kind }: { kind: string }) => kind === 'mail').length
  }
  await until(async () => (await mailed()) === 2, 'both mails in the history')
  done(await sales.post(`/travelers/${bob}/restore`))
  assert.match(
    text(await post.mailTo('whole@example.com')),
    /A traveler of your booking who was cancelled travels after all; that cancellation no longer counts\.[\s\S]*\nTotal: NT\$79,800\n/,
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
  await passUndo(home)
  assert.match(
    text(await post.mailTo('settled@example.com')),
    /Adult × 1 {2}NT\$39,900\nFee for a cancelled traveler \(Bob Lee\) {2}NT\$7,980\nSettlement of the cancellation {2}−NT\$31,920\n/,
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

test('a new mail address counts once its owner presses the link; until then the former one, its link and its mails stay', async () => {
  const { id: on, serial } = await trip(3)
  const registered = done(await registerAs(on, 'old@example.com', 'en'))
  const link = `/trip-registrations/${inMail(text(await post.mailTo('old@example.com')))}`
  done(await as().post(`${link}/confirm-contact`))
  await post.mailTo('old@example.com')
  const { id } = (await sales.get(`/bookings?q=${serial}`)).data[0]

  // A mail that is queued before the change.
  done(await sales.post(`/bookings/${id}/confirm`))
  const wished = done(await as().put(link, { contact: { phone: '0912000111', email: 'wrnog@example.com' } }))
  assert.deepEqual(
    [wished.contact.phone, wished.contact.email, wished.email_to_prove, wished.is_contact_proved],
    ['0912000111', 'old@example.com', 'wrnog@example.com', true],
  )
  const wrong = text(await post.mailTo('wrnog@example.com'))
  assert.match(wrong, new RegExp(`The customer of booking ${serial}-001 wants to get our mails at this address`))
  assert.doesNotMatch(wrong, /Ann Lee|l\/booking/)
  const queued = text(await post.mailTo('old@example.com'))
  assert.match(queued, /Your booking is confirmed/)
  for (const opened of [link, `/trip-registrations/${inMail(queued)}`])
    assert.equal(done(await as().get(opened)).contact.email, 'old@example.com')

  done(await as().put(link, { contact: { email: 'new@example.com' } }))
  const asked = addressLink(text(await post.mailTo('new@example.com')))
  const gone = await press(addressLink(wrong))
  assert.deepEqual([gone.statusCode, (await sales.get(`/bookings/${id}`)).data.contact.email], [404, 'old@example.com'])
  const page = await app.inject({ url: asked })
  assert.deepEqual([page.statusCode, page.body.includes('Confirm the new address')], [200, true])
  assert.equal((await sales.get(`/bookings/${id}`)).data.contact.email, 'old@example.com', 'looking changes nothing')
  const proved = await press(asked)
  assert.deepEqual([proved.statusCode, /^\/l\/booking\/[\w-]{43}$/.test(String(proved.headers.location))], [303, true])
  const now = done(await as().get(`/trip-registrations/${String(proved.headers.location).split('/').at(-1)}`))
  assert.deepEqual(
    [now.contact.email, now.email_to_prove, now.is_contact_proved, now.status],
    ['new@example.com', null, true, 'confirmed'],
  )
  for (const ended of [link, `/trip-registrations/${registered.manage_link.token}`])
    assert.equal((await as().get(ended)).status, 404, 'links that went to the former address end')
  assert.equal((await press(asked)).statusCode, 404, 'the link works once')

  const told = text(await post.mailTo('old@example.com'))
  assert.match(told, /The contact address of this booking was changed/)
  assert.doesNotMatch(told, /new@example.com|Ann Lee/)
  const fresh = `/trip-registrations/${inMail(text(await post.mailTo('new@example.com')))}`
  assert.equal((await as().get(fresh)).status, 200)
  const undone = await press(addressLink(told))
  assert.equal(undone.statusCode, 303)
  assert.equal((await sales.get(`/bookings/${id}`)).data.contact.email, 'old@example.com')
  assert.equal((await as().get(fresh)).status, 404, 'the address that was taken back opens nothing')
  assert.match(text(await post.mailTo('old@example.com')), /This is your booking as it is now/)
})

/** A booking of a proved contact whose address was changed to another one, and the link by which the former one takes that back. */
const readdressed = async (name: string) => {
  const { id: on, serial } = await trip(3)
  const { id } = done(
    await sales.post(
      '/bookings',
      body(on, ['Ann Lee'], {
        contact: { name: 'Ann Lee', phone: '0912345678', email: `${name}@example.com` },
        locale: 'en',
      }),
    ),
  )
  await post.mailTo(`${name}@example.com`)
  done(await as().put(await mailedLink(`${serial}-001`), { contact: { email: `${name}-2@example.com` } }))
  const asked = addressLink(text(await post.mailTo(`${name}-2@example.com`)))
  return { id, asked, contact: async () => (await sales.get(`/bookings/${id}`)).data.contact.email as string }
}

/** The link of the next mail that has one; a receipt may come before it. */
const nextAddressLink = async (to: string): Promise<string> =>
  addressLink(text(await post.mailTo(to))) || nextAddressLink(to)

test('whoever has taken a booking over cannot end the way back of the former address by another change', async () => {
  const { id, asked, contact } = await readdressed('owner')
  const second = String((await press(asked)).headers.location)
    .split('/')
    .at(-1)
  const back = addressLink(text(await post.mailTo('owner@example.com')))
  done(await as().put(`/trip-registrations/${second}`, { contact: { email: 'other_customer@example.com' } }))
  assert.equal((await press(addressLink(text(await post.mailTo('other_customer@example.com'))))).statusCode, 303)
  assert.equal(await contact(), 'other_customer@example.com')
  const asCustomer = () => as('other_customer').get(`/bookings/${id}`)
  assert.equal((await asCustomer()).status, 200, 'the account of the address has the booking')
  assert.equal((await press(await nextAddressLink('owner-2@example.com'))).statusCode, 303)
  assert.equal(await contact(), 'owner-2@example.com')
  assert.equal((await press(back)).statusCode, 303, 'the older way back stays')
  assert.equal(await contact(), 'owner@example.com')
  assert.equal((await asCustomer()).status, 404, 'and loses it with the address')
})

test('a link that is pressed twice at once counts once, and the former address keeps its way back', async () => {
  const { asked, contact } = await readdressed('twice')
  const presses = await Promise.all([press(asked), press(asked)])
  assert.deepEqual(presses.map(({ statusCode }) => statusCode).sort(), [303, 404])
  assert.equal((await press(addressLink(text(await post.mailTo('twice@example.com'))))).statusCode, 303)
  assert.equal(await contact(), 'twice@example.com')
})

test('the link that takes a change back works for seven days', async () => {
  const { id: on, serial } = await trip(3)
  const { id } = done(
    await sales.post(
      '/bookings',
      body(on, ['Ann Lee'], {
        contact: { name: 'Ann Lee', phone: '0912345678', email: 'week@example.com' },
        locale: 'en',
        sales_user_id: home.ids.sales,
      }),
    ),
  )
  await post.mailTo('week@example.com')
  done(await as().put(await mailedLink(`${serial}-001`), { contact: { email: 'later@example.com' } }))
  assert.equal((await press(addressLink(text(await post.mailTo('later@example.com'))))).statusCode, 303)
  const changed = await post.mailTo('week@example.com')
  assert.match(changed, /^Reply-To: sales@example\.com$/m)
  const undo = addressLink(text(changed))
  const days = await sql<{ days: number }>`select round(extract(epoch from expires_at - now()) / 86400)::integer as days
    from contact_changes where booking_id = ${id}`.execute(db)
  assert.deepEqual(days.rows, [{ days: 7 }])
  await sql`update contact_changes set expires_at = now() where booking_id = ${id}`.execute(db)
  const late = await press(undo)
  assert.deepEqual(
    [late.statusCode, (await sales.get(`/bookings/${id}`)).data.contact.email],
    [404, 'later@example.com'],
  )
})

test('an address that the office changes counts at once, and ends what could change it', async () => {
  const { id: on, serial } = await trip(3)
  done(await registerAs(on, 'former@example.com', 'en'))
  const former = `/trip-registrations/${inMail(text(await post.mailTo('former@example.com')))}`
  done(await as().post(`${former}/confirm-contact`))
  await post.mailTo('former@example.com')
  const { id } = (await sales.get(`/bookings?q=${serial}`)).data[0]
  done(await as().put(former, { contact: { email: 'wished@example.com' } }))
  const wished = addressLink(text(await post.mailTo('wished@example.com')))
  done(await sales.put(`/bookings/${id}`, { contact: { email: 'newer@example.com' } }))
  const told = text(await post.mailTo('former@example.com'))
  assert.match(told, /contact address of this booking was changed/)
  assert.doesNotMatch(told, /l\/contact|take the change back/, 'whoever the office has spoken with decides')
  assert.equal((await press(wished)).statusCode, 404)
  assert.notEqual((await sales.get(`/bookings/${id}`)).data.contact_proved_at, null, 'a colleague vouches for it')
  assert.equal((await as().get(former)).status, 404, 'links that went to the former contact end')
  const latest = `/trip-registrations/${inMail(text(await post.mailTo('newer@example.com')))}`
  assert.equal(done(await as().get(latest)).contact.email, 'newer@example.com')
})

test('a new address of a booking that was paid for and has no proved one is asked to confirm the address, not to complete a registration', async () => {
  const { id: on, serial } = await trip(3)
  done(await registerAs(on, 'payer@example.com', 'en'))
  const link = `/trip-registrations/${inMail(text(await post.mailTo('payer@example.com')))}`
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
