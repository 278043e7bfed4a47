import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { settleHolds } from './seats.ts'

const home = await house()
const { as, database, db, another } = home
const post = await outbox(home)
const { trip, body, book, register, registerProved, mailedLink, seats } = await bookingFixtures(home)
const sales = as('sales')

const bookingOf = async (booking_number: string) => {
  const [{ id }] = done(await sales.get(`/bookings?q=${booking_number}`))
  return done(await sales.get(`/bookings/${id}`))
}
const stateOf = async (booking_number: string) => {
  const { status, proof_until } = await bookingOf(booking_number)
  return [status, proof_until !== null && Date.parse(proof_until) > Date.now()]
}
const confirm = async (booking_number: string) =>
  done(await as().post(`${await mailedLink(booking_number)}/confirm-contact`))
const cancel = async ({ id }: { id: number }) => {
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '改期' }))
  await passUndo(home)
}
const minutesTo = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / 60_000)
/** Ends the time in which waitlisted parties of a trip may prove their mailboxes. */
const runOut = async (on: number) => {
  await sql`update bookings set proof_until = now() - interval '1 second' where planned_trip_id = ${on} and proof_until is not null`.execute(
    db,
  )
  await settleHolds(database)
}

test('the first waitlisted party, if unproved, is called to prove its mailbox, and a new registration does not get its seat', async () => {
  const { id: on } = await trip(1)
  const first = await book(on, ['甲'])
  const contact = { name: '乙', phone: '0912345678', email: 'waiter@example.com' }
  const waiter = done(await register(on, ['乙'], { contact }))
  assert.deepEqual([waiter.status, waiter.proof_until], ['waitlisted', null])
  await post.mailTo('waiter@example.com')
  await cancel(first)

  const { status, waitlist_position, proof_until } = await bookingOf(waiter.booking_number)
  assert.deepEqual([status, waitlist_position, minutesTo(proof_until)], ['waitlisted', 1, 30])
  assert.deepEqual(await seats(on), { held: 0, confirmed: 0, waitlisted: 1, remaining: 0 })
  const mail = Buffer.from((await post.mailTo('waiter@example.com')).replace(/=\n/g, '')).toString()
  assert.match(mail, /It is your turn/)
  assert.match(mail, /Kept until: \d{1,2} [A-Z][a-z]{2}( \d{4})? \d\d:\d\d/)
  assert.doesNotMatch(mail, /乙/, 'nothing that a stranger typed')

  const newcomer = done(await register(on, ['丙']))
  assert.equal(newcomer.status, 'waitlisted')
  assert.equal(done(await sales.post('/bookings', body(on, ['丁']))).status, 'waitlisted', 'nor do staff')
  const proved = await confirm(waiter.booking_number)
  assert.deepEqual([proved.status, proved.is_offered, proved.possible], ['held', false, ['decline']])
  assert.equal(minutesTo(proved.hold_expires_at), 72 * 60)
  assert.deepEqual(await seats(on), { held: 1, confirmed: 0, waitlisted: 2, remaining: 0 })
})

test('when the time is over the next party is called, each party once; one that proves its mailbox later keeps its place', async () => {
  const { id: on } = await trip(1)
  const first = await book(on, ['甲'])
  const [one, two] = [done(await register(on, ['乙'])), done(await register(on, ['丙']))]
  await cancel(first)
  assert.deepEqual(
    [await stateOf(one.booking_number), await stateOf(two.booking_number)],
    [
      ['waitlisted', true],
      ['waitlisted', false],
    ],
  )
  await runOut(on)
  assert.deepEqual(
    [await stateOf(one.booking_number), await stateOf(two.booking_number)],
    [
      ['waitlisted', false],
      ['waitlisted', true],
    ],
  )
  const late = await confirm(one.booking_number)
  assert.deepEqual([late.status, late.waitlist_position], ['waitlisted', 1], 'the seat is kept for the next')
  await runOut(on)
  const offered = await bookingOf(one.booking_number)
  assert.deepEqual([offered.status, offered.offered_at !== null], ['held', true])
  assert.deepEqual(await stateOf(two.booking_number), ['waitlisted', false])
  await cancel(offered)
  assert.deepEqual(await stateOf(two.booking_number), ['waitlisted', false], 'a party is asked once')
  assert.equal(done(await register(on, ['丁'])).status, 'held', 'nobody else is to be asked')
})

test('the order counts: a proved party waits while the unproved one before it may still prove its mailbox', async () => {
  const { id: on } = await trip(2)
  const first = await book(on, ['甲', '乙'])
  const unproved = done(await register(on, ['丙']))
  const proved = done(await registerProved(on, ['丁']))
  done(await sales.post(`/travelers/${first.travelers[0].id}/cancel`))
  assert.deepEqual(await stateOf(unproved.booking_number), ['waitlisted', true])
  assert.equal((await bookingOf(proved.booking_number)).status, 'waitlisted')
  await runOut(on)
  assert.equal((await bookingOf(proved.booking_number)).status, 'held')
})

test('kept seats count in the share that unproved parties may hold', async () => {
  const half = await another({ parameters: { 'guidon.unproved_percent': 50 } })
  const { id: on } = await trip(2)
  const first = await book(on, ['甲'])
  const held = done(await half.as().post('/trip-registrations', body(on, ['乙'], unique()), from(1)))
  assert.equal(held.status, 'held')
  const waiter = done(await half.as().post('/trip-registrations', body(on, ['丙'], unique()), from(2)))
  const behind = done(await registerProved(on, ['丁']))
  assert.deepEqual([waiter.status, (await bookingOf(behind.booking_number)).status], ['waitlisted', 'waitlisted'])
  done(await half.as('sales').post(`/bookings/${first.id}/cancel`, { reason: '改期' }))
  await passUndo(half)
  assert.deepEqual(
    await stateOf(waiter.booking_number),
    ['waitlisted', false],
    'half of the seats are unproved already',
  )
  assert.equal((await bookingOf(behind.booking_number)).status, 'held')
  await half.stop()
})

let nth = 0
const unique = () => {
  nth += 1
  return { contact: { name: '客人', phone: '0912345678', email: `share${nth}@example.com` } }
}
const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
