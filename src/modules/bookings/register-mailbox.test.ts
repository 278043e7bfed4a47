import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { newToken } from '../../kit/secrets/tokens.ts'
import { takeAddress } from './contact-changes.ts'
import { settleHolds } from './seats.ts'

const home = await house()
const { as, app, database, db, ids } = home
const { trip, body, mailedLink, register, seats } = await bookingFixtures(home)
const sales = as('sales')

const untyped = (email: string) => ({ contact: { name: '客人', phone: '0912345678', email } })
const bookingOf = async (booking_number: string) =>
  (await sales.get(`/bookings/${(await sales.get(`/bookings?q=${booking_number}`)).data[0].id}`)).data
const lapse = async (trip: number) => {
  await sql`update bookings set hold_expires_at = now() - interval '1 second' where planned_trip_id = ${trip}`.execute(
    db,
  )
  await settleHolds(database)
}
const hoursHeld = (until: string) => Math.round((Date.parse(until) - Date.now()) / 3_600_000)

test('proving the mailbox holds the seats for three days and connects the account; repeating it changes nothing', async () => {
  const { id } = await trip(5)
  const made = done(await register(id, ['甲'], untyped('customer@example.com')))
  const link = await mailedLink(made.booking_number)
  assert.equal((await bookingOf(made.booking_number)).customer_user_id, null)
  for (const _ of [1, 2]) {
    const confirmed = done(await as().post(`${link}/confirm-contact`))
    assert.deepEqual([confirmed.status, confirmed.is_contact_proved, confirmed.possible], ['held', true, ['decline']])
    assert.equal(hoursHeld(confirmed.hold_expires_at), 72)
  }
  assert.equal((await bookingOf(made.booking_number)).customer_user_id, ids.customer)
})

test('without a proved mailbox the hold expires after half an hour, and the booking stays visible', async () => {
  const { id } = await trip(2)
  const made = done(await register(id, ['甲', '乙']))
  const next = done(await register(id, ['丙']))
  assert.equal(next.status, 'waitlisted', 'the seats are taken meanwhile')
  await lapse(id)
  assert.equal((await bookingOf(made.booking_number)).status, 'expired')
  assert.deepEqual(
    await seats(id),
    { held: 0, confirmed: 0, waitlisted: 1, remaining: 1 },
    'one is kept for the next in line',
  )
  const confirmed = done(await as().post(`${await mailedLink(next.booking_number)}/confirm-contact`))
  assert.deepEqual([confirmed.status, confirmed.is_offered, confirmed.possible], ['held', false, ['decline']])
})

test('a late proof of the mailbox gets the seats that are left, or a place on the waitlist', async () => {
  const { id } = await trip(2)
  const [first, second] = [done(await register(id, ['甲'])), done(await register(id, ['乙']))]
  await lapse(id)
  const again = done(await as().post(`${await mailedLink(first.booking_number)}/confirm-contact`))
  assert.deepEqual([again.status, hoursHeld(again.hold_expires_at)], ['held', 72])
  done(await sales.post('/bookings', body(id, ['丁'])))
  const late = done(await as().post(`${await mailedLink(second.booking_number)}/confirm-contact`))
  assert.deepEqual([late.status, late.waitlist_position, late.hold_expires_at], ['waitlisted', 1, null])
})

test('sales may confirm the contact after a call, which does not connect the account', async () => {
  const { id } = await trip(2)
  const made = done(await register(id, ['甲'], untyped('other_customer@example.com')))
  const booking = await bookingOf(made.booking_number)
  assert.deepEqual(booking.possible, ['confirm-contact', 'confirm', 'cancel', 'transfer'])
  const vouched = done(await sales.post(`/bookings/${booking.id}/confirm-contact`))
  assert.deepEqual([vouched.status, hoursHeld(vouched.hold_expires_at)], ['held', 72])
  assert.notEqual(vouched.contact_proved_at, null)
  const undone = await sales.put(`/bookings/${booking.id}`, { contact_proved_at: null })
  assert.deepEqual([undone.status, Object.keys(undone.body.errors)], [422, ['contact_proved_at']])
  assert.equal(vouched.customer_user_id, null)
})

test('the link in the answer opens the registration only until the mailbox is proved', async () => {
  const { id } = await trip(5)
  const made = done(await register(id, ['甲']))
  const [answered, mailed] = [
    `/trip-registrations/${made.manage_link.token}`,
    await mailedLink(made.booking_number),
  ] as const
  const [guest] = made.travelers
  const upload = async (link: string) =>
    (
      await app.inject({
        method: 'POST',
        url: `/api${link}/documents`,
        payload: form(pdf, 'passport.pdf', { traveler_id: `${guest.id}`, kind: 'passport' }),
      })
    ).statusCode

  assert.equal(done(await as().put(`${answered}/travelers/${guest.id}`, { gender: 'female' })).gender, 'female')
  assert.deepEqual(
    [
      (await as().post(`${answered}/confirm-contact`)).status,
      (await as().get(`${answered}/documents`)).status,
      await upload(answered),
    ],
    [403, 403, 403],
    'papers need the mailbox',
  )
  done(await as().post(`${mailed}/confirm-contact`))
  assert.equal(await upload(mailed), 201)
  for (const path of ['', `/travelers/${guest.id}`, '/documents']) {
    const refused = await as().get(`${answered}${path}`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], path)
    assert.equal((await as().get(`${mailed}${path}`)).status, 200, path)
  }
})

test('a contact has at most two unconfirmed parties on a trip, and a mailbox five mails an hour', async () => {
  const { id } = await trip(20)
  const same = (name: string, on = id) => register(on, [name], untyped('Flood@example.com'))
  assert.deepEqual([(await same('甲')).status, (await same('乙')).status], [201, 201])
  const third = await same('丙')
  assert.deepEqual([third.status, third.body.code], [409, 'duplicate'])
  assert.match(third.body.message, /not confirmed yet; open the links/)

  const others = [await trip(5), await trip(5)]
  assert.equal((await same('甲', others[0]?.id)).status, 201)
  assert.equal((await same('甲', others[1]?.id)).status, 201)
  const sixth = await same('乙', others[1]?.id)
  assert.deepEqual([sixth.status, sixth.body.code], [429, 'too_many_requests'])
  assert.equal((await register(id, ['甲'])).status, 201, 'another mailbox is not concerned')
})

test('the limit of mails to a mailbox also applies when the contact is changed by link', async () => {
  const { id } = await trip(5)
  const { manage_link } = done(await register(id, ['甲'], untyped('changing@example.com')))
  const change = (email: string) => as().put(`/trip-registrations/${manage_link.token}`, { contact: { email } })
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await change('Victim@example.com')).status, 200)
    assert.equal((await change(`own-${n}@example.com`)).status, 200)
  }
  const sixth = await change('victim@example.com')
  assert.deepEqual([sixth.status, sixth.body.code], [429, 'too_many_requests'])
  assert.equal(done(await as().get(`/trip-registrations/${manage_link.token}`)).contact.email, 'own-4@example.com')
  assert.equal((await change('own-4@example.com')).status, 200, 'an address that stays gets no mail')
  const statuses: number[] = []
  for (let n = 10; n < 21; n += 1) statuses.push((await change(`other-${n}@example.com`)).status)
  assert.deepEqual(statuses, [...Array(10).fill(200), 429], 'twenty changes of a booking in an hour')
})

test('the share of seats held by unproved parties can be limited', async () => {
  const half = await home.another({ parameters: { 'guidon.unproved_percent': 50 } })
  const { id } = await trip(4)
  const registered = async (name: string) => done(await register(id, [name], {}, half.as()))
  const [one, two, three] = [await registered('甲'), await registered('乙'), await registered('丙')]
  assert.deepEqual([one.status, two.status, three.status], ['held', 'held', 'waitlisted'])
  done(await half.as().post(`${await mailedLink(one.booking_number)}/confirm-contact`))
  const called = await bookingOf(three.booking_number)
  assert.deepEqual([called.status, called.proof_until !== null], ['waitlisted', true], 'the first in line is asked now')
  assert.equal((await registered('丁')).status, 'waitlisted')
  await half.stop()
})

test('a mail address that is changed by link must be proved again, and nothing else of the booking changes', async () => {
  const { id } = await trip(9)
  const kept = async (step: 'confirm' | undefined) => {
    const { booking_number } = done(await register(id, ['甲']))
    done(await as().post(`${await mailedLink(booking_number)}/confirm-contact`))
    const booking = await bookingOf(booking_number)
    if (step) done(await sales.post(`/bookings/${booking.id}/${step}`))
    await sql`update bookings set deposit_due_on = '2030-01-01', balance_due_on = '2030-01-02',
                hold_expires_at = hold_expires_at + interval '1 hour' where id = ${booking.id}`.execute(db)
    const { status, hold_expires_at, deposit_due_on, balance_due_on } = await bookingOf(booking_number)

    const link = await mailedLink(booking_number)
    const changed = done(await as().put(link, { contact: { email: `new-${booking_number}@example.com` } }))
    assert.deepEqual(
      [changed.status, changed.is_contact_proved, changed.email_to_prove, changed.possible],
      [status, true, `new-${booking_number}@example.com`, status === 'held' ? ['decline'] : []],
    )
    await database.transaction({}, async (tx) => {
      const { token, token_hash } = newToken()
      await tx.updateTable('contact_changes').set({ token_hash }).where('booking_id', '=', booking.id).execute()
      await takeAddress(tx, token)
    })
    const proved = await bookingOf(booking_number)
    assert.deepEqual([proved.status, proved.contact.email], [status, `new-${booking_number}@example.com`])
    const { hold_expires_at: until, deposit_due_on: due, balance_due_on: rest } = await bookingOf(booking_number)
    assert.deepEqual([until, due, rest], [hold_expires_at, deposit_due_on, balance_due_on])
    return status
  }
  assert.equal(await kept('confirm'), 'confirmed')
  assert.equal(await kept(undefined), 'held', 'so a hold is not prolonged by changing the address')
})
