import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { house } from '../../../test/house.ts'
import { settleHolds } from './seats.ts'

const home = await house()
const { as, db, database } = home
const second = await home.another()
const { trip, book, body, mailedLink, register, registerProved, seats } = await bookingFixtures(home)
const sales = as('sales')
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const step = (id: number, name: string, body?: object) => sales.post(`/bookings/${id}/${name}`, body)
const idOf = async (number: string) =>
  (await db.selectFrom('bookings').select('id').where('booking_number', '=', number).executeTakeFirstOrThrow()).id
const passHold = (id: number) =>
  sql`update bookings set hold_expires_at = now() - interval '1 second' where id = ${id}`.execute(db)
const sweep = () => settleHolds(database)

test('staff book, confirm and cancel; the refusal of an impossible step lists the possible ones', async () => {
  const { id: on, serial } = await trip(5)
  const made = await book(on, ['王一', '王二'])
  assert.deepEqual(
    [made.booking_number, made.source, made.status, made.party_size, made.possible],
    [`${serial}-001`, 'staff', 'held', 2, ['confirm', 'cancel', 'transfer']],
  )
  assert.deepEqual([made.total, made.deposit, made.sales_user_id], [79800, 20000, home.ids.sales])
  for (const role of ['finance', 'op'] as const)
    assert.deepEqual((await home.as(role).get(`/bookings/${made.id}`)).data.possible, [], role)
  const stale = await sales.post(`/bookings/${made.id}/confirm`, undefined, { 'if-match': '"99"' })
  assert.equal(stale.status, 412)
  const confirmed = done(await step(made.id, 'confirm'))
  assert.deepEqual([confirmed.status, confirmed.hold_expires_at], ['confirmed', null])
  const again = await step(made.id, 'confirm')
  assert.deepEqual([again.status, again.body.possible], [409, ['cancel', 'transfer']])
  assert.deepEqual(await seats(on), { held: 0, confirmed: 2, waitlisted: 0, remaining: 3 })
  done(await step(made.id, 'cancel', { reason: '改期' }))
  await passUndo(home)
  assert.equal((await seats(on)).remaining, 5)
  assert.equal((await book(on, ['王三'])).booking_number, `${serial}-002`, 'a number is not given twice')
})

test("a hold expires by the database's clock; a paid booking does not", async () => {
  const { id: on } = await trip(4)
  const [lapsing, paid] = [await book(on, ['甲']), await book(on, ['乙'])]
  done(await step(paid.id, 'payments', { amount: 1, method: 'cash', received_at: '2026-01-01T00:00Z' }))
  await passHold(lapsing.id)
  await passHold(paid.id)
  await sweep()
  assert.deepEqual([(await read(lapsing.id)).status, (await read(paid.id)).status], ['expired', 'held'])
  assert.equal((await seats(on)).remaining, 3)
  assert.equal(done(await step(lapsing.id, 'reinstate')).status, 'held')
})

test('staff may hold seats also on the day of departure, for half an hour', async () => {
  const { id: on } = await trip(4)
  await sql`update planned_trips set departure_date = today(), return_date = today() + 2 where id = ${on}`.execute(db)
  assert.equal((await register(on, ['甲'])).status, 422, 'the public registers until the day before')
  const minutesHeld = ({ hold_expires_at }: { hold_expires_at: string }) =>
    Math.round((Date.parse(hold_expires_at) - Date.now()) / 60_000)
  const late = await book(on, ['乙'])
  await sweep()
  assert.deepEqual([(await read(late.id)).status, minutesHeld(late)], ['held', 30])
  await passHold(late.id)
  await sweep()
  assert.equal(minutesHeld(done(await step(late.id, 'reinstate'))), 30)
})

test('freed seats are offered in the order of the waitlist; a party that is too large keeps its position', async () => {
  const { id: on } = await trip(2)
  const first = await book(on, ['甲', '乙'])
  const line = []
  for (const names of [['丙', '丁'], ['己'], ['庚']]) line.push(done(await registerProved(on, names)))
  assert.deepEqual(
    line.map(({ waitlist_position }) => waitlist_position),
    [1, 2, 3],
  )
  const [pair, one, other] = await Promise.all(line.map(({ booking_number }) => idOf(booking_number)))

  const { data: party } = await sales.get(`/travelers?booking_id=${first.id}`)
  assert.equal((await sales.delete(`/travelers/${party[0].id}`)).status, 200)
  assert.equal((await read(first.id)).total, 39900)
  assert.deepEqual([(await read(pair ?? 0)).status, (await read(one ?? 0)).status], ['waitlisted', 'held'])
  const offered = await read(one ?? 0)
  assert.ok(offered.offered_at)
  assert.ok(Date.parse(offered.hold_expires_at) - Date.now() < 25 * 3_600_000)
  assert.deepEqual(offered.possible, ['accept', 'confirm', 'cancel', 'transfer'])
  assert.equal((await read(other ?? 0)).waitlist_position, 2)

  await passHold(one ?? 0)
  const late = await step(one ?? 0, 'accept')
  assert.deepEqual([late.status, late.body.code], [409, 'answer_too_late'])
  await sweep()
  assert.deepEqual([(await read(one ?? 0)).status, (await read(other ?? 0)).status], ['expired', 'held'])
  const accepted = done(await step(other ?? 0, 'accept'))
  assert.equal(accepted.offered_at, null)
  assert.equal(done(await step(other ?? 0, 'accept')).version, accepted.version, 'said twice, it is said once')
})

test('a waitlisted party accepts or declines by its link, and declined seats are offered to the next one', async () => {
  const { id: on } = await trip(1)
  const first = await book(on, ['甲'])
  const [one, two] = [done(await registerProved(on, ['乙'])), done(await registerProved(on, ['丙']))]
  const [atOne, atTwo] = [await mailedLink(one.booking_number), await mailedLink(two.booking_number)]
  done(await step(first.id, 'cancel', { reason: '取消' }))
  await passUndo(home)
  const offered = done(await as().get(atOne))
  assert.deepEqual([offered.status, offered.is_offered, offered.possible], ['held', true, ['accept', 'decline']])
  assert.equal(done(await as().post(`${atOne}/decline`)).status, 'cancelled')
  const unmailed = `/trip-registrations/${two.manage_link.token}`
  assert.equal(
    (await as().post(`${unmailed}/accept`)).status,
    403,
    'the offer went to the mailbox, and is accepted there',
  )
  const next = done(await as().post(`${atTwo}/accept`))
  assert.deepEqual([next.status, next.is_offered, next.possible], ['held', false, ['decline']])
  done(await as('sales').post(`/bookings/${await idOf(two.booking_number)}/confirm`))
  assert.equal(
    (await as().post(`${atTwo}/decline`)).body.code,
    'step_not_possible',
    'what is confirmed is not given up',
  )
})

test('a new registration does not get seats before the waitlist when seats become free without an event', async () => {
  const { id: on } = await trip(1)
  const first = await book(on, ['甲'])
  const waiting = await idOf(done(await registerProved(on, ['乙'])).booking_number)
  await passHold(first.id)
  assert.equal(done(await register(on, ['丙'])).status, 'waitlisted')
  assert.deepEqual([(await read(first.id)).status, (await read(waiting)).status], ['expired', 'held'])
})

test('the last seat is given once, however many book, confirm and cancel in two processes', async () => {
  const { id: on } = await trip(3)
  const doors = [sales, second.as('sales')]
  const rush = (n: number) => Array.from({ length: n }, (_, i) => doors[i % 2]?.post('/bookings', body(on, [`客${i}`])))
  const first = await Promise.all(rush(8))
  assert.deepEqual(first.map((one) => one?.data.status).sort(), [
    ...Array(3).fill('held'),
    ...Array(5).fill('waitlisted'),
  ])
  assert.deepEqual(await seats(on), { held: 3, confirmed: 0, waitlisted: 5, remaining: 0 })

  const seated = first.filter((one) => one?.data.status === 'held').map((one) => one?.data.id)
  await Promise.all([
    ...seated.map((id, i) => doors[i % 2]?.post(`/bookings/${id}/cancel`, { reason: '取消' })),
    ...seated.map((id) => doors[1]?.post(`/bookings/${id}/confirm`)),
    ...rush(4),
  ])
  await passUndo(home)
  const { held, confirmed, remaining } = await seats(on)
  assert.deepEqual([held + confirmed, remaining], [3, 0])
})

test('cancelling a trip cancels its bookings without a fee; a returned trip completes those that are paid', async () => {
  const { id: on } = await trip(4)
  const [confirmed, held] = [await book(on, ['甲']), await book(on, ['乙'], { travelers: [{ name: '乙' }] })]
  done(await step(confirmed.id, 'confirm'))
  done(await step(confirmed.id, 'payments', { amount: 10000, method: 'cash', received_at: '2026-01-01T00:00Z' }))
  done(await as('op').put(`/planned-trips/${on}/status`, { status: 'cancelled', reason: '未達人數' }))
  const { status, cancellation, total, balance } = await read(confirmed.id)
  assert.deepEqual([status, total, balance], ['cancelled', 0, -10000])
  assert.deepEqual([cancellation.reason, cancellation.fee, cancellation.refund], ['未達人數', 0, 10000])
  assert.equal((await read(held.id)).status, 'cancelled')

  const { id: going } = await trip(4)
  const back = await book(going, ['丙'])
  done(await step(back.id, 'confirm'))
  for (const next of ['guaranteed', 'closed', 'departed', 'returned'])
    done(await as('admin').put(`/planned-trips/${going}/status`, { status: next, reason: '提前結案' }))
  assert.equal((await read(back.id)).status, 'confirmed')
  done(await step(back.id, 'payments', { amount: 39900, method: 'cash', received_at: '2026-01-01T00:00Z' }))
  assert.equal((await read(back.id)).status, 'completed')
  const undone = await as('op').put(`/planned-trips/${going}/status`, { status: 'departed', reason: '登錄錯誤' })
  assert.deepEqual(undone.body.meta.broke, [
    {
      kind: 'bookings',
      says: 'Completed bookings are confirmed again',
      light: 'amber',
      blocks: false,
      count: 1,
      subjects: [{ type: 'booking', id: back.id, name: back.booking_number }],
    },
  ])
  assert.equal((await read(back.id)).status, 'confirmed')
})

test('an added traveler needs a seat and is charged; a birth date that is entered later changes the price', async () => {
  const { id: on } = await trip(2, { departure_date: daysFromToday(90) })
  const { id } = await book(on, ['甲'])
  const added = done(await sales.post('/travelers', { booking_id: id, name: '小乙' }))
  assert.equal((await read(id)).total, 79800)
  done(await sales.put(`/travelers/${added.id}`, { birth_date: daysFromToday(0, -6), bed: false }))
  const { total, deposit, price_lines } = await read(id)
  assert.deepEqual([total, deposit, price_lines.length], [74800, 20000, 2])
  const full = await sales.post('/travelers', { booking_id: id, name: '丙' })
  assert.deepEqual([full.status, full.body.code], [409, 'trip_full'])
})

test('a cancelled traveler frees the seat at once, and on a confirmed booking owes a fee', async () => {
  const { id: on } = await trip(2)
  const { id, travelers } = await book(on, ['甲', '乙'])
  const waiting = await idOf(done(await registerProved(on, ['丙'])).booking_number)
  done(await step(id, 'confirm'))
  await sql`update planned_trips set departure_date = today() + 20, return_date = today() + 22 where id = ${on}`.execute(
    db,
  )
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`))
  const { total, price_lines } = await read(id)
  assert.equal(total, 39900 + 7980)
  assert.equal((await read(waiting)).status, 'held')
  const fee = price_lines.find(({ kind }: { kind: string }) => kind === 'cancellation')
  const at = `/bookings/${id}/price-lines/${fee.id}`
  done(await as('admin').delete(`${at}?reason=${encodeURIComponent('住院')}`))
  assert.equal((await read(id)).total, 39900)
})

test('additional seats are offered to the waitlist at once', async () => {
  const { id: on } = await trip(1)
  await book(on, ['甲'])
  const waiting = await idOf(done(await registerProved(on, ['乙'])).booking_number)
  done(await as('op').put(`/planned-trips/${on}`, { capacity: 2 }))
  assert.equal((await read(waiting)).status, 'held')
})
