import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { house } from '../../../test/house.ts'
import { readMail } from '../../../test/mail-parts.ts'
import { outbox } from '../../../test/outbox.ts'
import { eraseContact } from './erase.ts'
import { notifyOfRefunds } from './refunds.ts'

const home = await house()
const { as, db, database } = home
const post = await outbox(home)
const { trip, book, registerProved, seats } = await bookingFixtures(home)
const [sales, manager, admin, finance] = [as('sales'), as('manager'), as('admin'), as('finance')]
const read = async (id: number) => done(await sales.get(`/bookings/${id}`))
const pay = (id: number, amount: number) =>
  finance.post(`/bookings/${id}/payments`, { amount, method: 'cash', received_at: '2026-01-01T00:00Z' })
const soon = (on: number) =>
  sql`update planned_trips set departure_date = today() + 20, return_date = today() + 24 where id = ${on}`.execute(db)

/** A party of three, confirmed and paid in part, of whom one was cancelled before for a fee; with an extra that was offered. */
const sold = async (capacity: number) => {
  const { id: on } = await trip(3)
  const { id, travelers } = await book(on, ['甲', '乙', '丙'])
  done(await sales.post(`/bookings/${id}/confirm`))
  await soon(on)
  done(await sales.post(`/travelers/${travelers[2].id}/cancel`))
  await sql`update planned_trips set capacity = ${capacity} where id = ${on}`.execute(db)
  done(await pay(id, 50000))
  const request = await askedFor(travelers[0].id)
  return { on, id: id as number, request }
}
let types = 0
const askedFor = async (traveler_id: number) => {
  types += 1
  const category_id = done(await admin.post('/addon-requests/categories', { name: `類${types}`, department: 'op' })).id
  const type_id = done(
    await admin.post('/addon-requests/types', {
      category_id,
      name: '滑雪課',
      name_en: 'Ski lesson',
      type_code: `SKI_${types}`,
      pricing_type: 'quotation_required',
    }),
  ).id
  const { id } = done(await sales.post('/addon-requests', { type_id, traveler_id }))
  done(await sales.post(`/addon-requests/${id}/communications/sales-forward`, { quoted_price: 3000 }))
  return id as number
}
const statusOf = async (request: number) => done(await sales.get(`/addon-requests/${request}`)).status
const account = async (id: number) => {
  const { status, total, paid, balance, deposit_due_on, balance_due_on, hold_expires_at, price_lines, travelers } =
    await read(id)
  return { status, total, paid, balance, deposit_due_on, balance_due_on, hold_expires_at, price_lines, travelers }
}
const obligations = async (id: number) => done(await finance.get(`/bookings/${id}/obligations`))
const toldOf = async (id: number) => {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from deliveries where subject_type = 'booking' and subject_id = ${id} and sentence not like 'payment.%'
    union all select event from notifications where subject_type = 'booking' and subject_id = ${id} and event not like 'payment.%'`.execute(
    db,
  )
  return rows.map(({ sentence }) => sentence)
}

test('whoever cancelled undoes it within 30 seconds: everything is as it was, and nobody has heard of it', async () => {
  const { on, id, request } = await sold(2)
  const waiting = done(await registerProved(on, ['丁']))
  const [before, owed] = [await account(id), await obligations(id)]
  const cancelled = done(await sales.post(`/bookings/${id}/cancel`, { reason: '按錯', fee: 15000 }))
  assert.deepEqual([cancelled.status, cancelled.possible.includes('undo-cancel')], ['cancelled', true])
  assert.deepEqual(await seats(on), { held: 0, confirmed: 0, waitlisted: 1, remaining: 0 }, 'its seats are kept')
  const smaller = await as('op').put(`/planned-trips/${on}`, { capacity: 1 })
  assert.deepEqual(smaller.body.errors?.capacity, ['2 seats taken already.'])
  const waiter = done(await sales.get(`/bookings?q=${waiting.booking_number}`))[0]
  assert.equal(waiter.status, 'waitlisted', 'and offered to nobody')
  await notifyOfRefunds(database)
  const other = await admin.post(`/bookings/${id}/undo-cancel`)
  assert.equal(other.status, 403)
  assert.equal((await finance.post(`/bookings/${id}/undo-cancel`)).status, 403)

  const undone = done(await sales.post(`/bookings/${id}/undo-cancel`))
  assert.deepEqual([undone.status, undone.cancellation], ['confirmed', null])
  assert.deepEqual([await account(id), await obligations(id)], [before, owed])
  assert.equal(await statusOf(request), 'offered')
  assert.deepEqual((await sql`select from booking_concessions where booking_id = ${id}`.execute(db)).rows.length, 0)
  await passUndo(home)
  await notifyOfRefunds(database)
  assert.deepEqual([await statusOf(request), (await read(waiter.id)).status], ['offered', 'waitlisted'])
  assert.deepEqual(
    (await toldOf(id)).filter((event) => /cancel|refund|restore/.test(event) && event !== 'booking.traveler-cancelled'),
    [],
  )
  const { data: history } = await sales.get(`/bookings/${id}/history`)
  const changes = history.map(
    ({ change }: { change: { changes: { status?: object } } | null }) => change?.changes.status,
  )
  assert.deepEqual(changes.filter(Boolean).slice(0, 2), [
    ['cancelled', 'confirmed'],
    ['confirmed', 'cancelled'],
  ])
  assert.equal((await sales.post(`/bookings/${id}/undo-cancel`)).status, 409, 'there is nothing to undo any more')
})

test('after 30 seconds the customer is told once, the seats are offered, and nobody can undo it', async () => {
  const { on, id, request } = await sold(2)
  const waiting = done(await registerProved(on, ['丁']))
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '改期' }))
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from start_after - now())::float as wait from jobs.job
     where name = 'bookings.cancelled' and data @> ${{ booking_id: id }}`.execute(db)
  assert.ok(Number(rows[0]?.wait) > 5 && Number(rows[0]?.wait) <= 30, `it waits for ${rows[0]?.wait} s`)
  await passUndo(home)
  const waiter = done(await sales.get(`/bookings?q=${waiting.booking_number}`))[0]
  assert.deepEqual([waiter.status, await statusOf(request)], ['held', 'cancelled'])
  assert.deepEqual(await seats(on), { held: 1, confirmed: 0, waitlisted: 0, remaining: 1 })
  const late = await sales.post(`/bookings/${id}/undo-cancel`)
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
})

test('a manager restores a cancelled booking with its money, travelers, rooms and extras, and its people are told', async () => {
  const { on, id, request } = await sold(4)
  const before = await account(id)
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '按錯' }))
  const early = await manager.post(`/bookings/${id}/restore`, { reason: '誤取消' })
  assert.match(early.body.detail, /within 30 seconds/)
  await passUndo(home)
  assert.equal((await sales.post(`/bookings/${id}/restore`, { reason: '誤取消' })).status, 403)
  assert.deepEqual((await manager.post(`/bookings/${id}/restore`, {})).body.errors, {
    reason: ['This field is required.'],
  })
  const restored = done(await manager.post(`/bookings/${id}/restore`, { reason: '取消錯訂單' }))
  assert.deepEqual([restored.status, restored.cancellation], ['confirmed', null])
  assert.deepEqual(await account(id), before)
  assert.equal(await statusOf(request), 'offered')
  assert.deepEqual(await seats(on), { held: 0, confirmed: 2, waitlisted: 0, remaining: 2 })
  const { data: timeline } = await sales.get(`/addon-requests/${request}/communications`)
  assert.equal(timeline.at(-1).message, 'The booking was restored, and this request with it.')
  const [change] = (await sales.get(`/bookings/${id}/history`)).data.filter(
    (one: { change: { changes: { restore_reason?: object } } | null }) => one.change?.changes.restore_reason,
  )
  assert.deepEqual(change.change.changes.restore_reason, [null, '取消錯訂單'])
  assert.equal((await finance.get(`/bookings/${id}/obligations`)).data.length >= 0, true)
})

test('the customer reads in the own language that the booking is restored', async () => {
  const { id: on } = await trip(3)
  const words: Record<string, RegExp[]> = {
    'zh-TW': [/先前的取消不再有效/, /狀態：已確認|名額/],
    en: [/its cancellation no longer counts/, /Your travelers, rooms, extras and payments are as before/],
  }
  for (const [locale, expected] of Object.entries(words)) {
    const email = `back-${locale.toLowerCase()}@example.com`
    const { id } = await book(on, ['甲'], { locale, contact: { name: '王小美', phone: '0912345678', email } })
    await post.mailTo(email)
    done(await sales.post(`/bookings/${id}/cancel`, { reason: '按錯' }))
    await passUndo(home)
    assert.match(readMail(await post.mailTo(email)).text, /is cancelled|已取消/)
    done(await admin.post(`/bookings/${id}/restore`, { reason: '誤取消' }))
    const mail = readMail(await post.mailTo(email)).text
    for (const sentence of expected) assert.match(mail, sentence)
  }
})

test('without seats, after 14 days, or without its trip, restoring is refused with the way out', async () => {
  const { id: on } = await trip(1)
  const { id } = await book(on, ['甲'])
  const waiting = done(await registerProved(on, ['乙']))
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '按錯' }))
  await passUndo(home)
  const restore = () => manager.post(`/bookings/${id}/restore`, { reason: '誤取消' })
  const full = await restore()
  assert.deepEqual([full.status, full.body.code, full.body.remaining, full.body.needed], [409, 'trip_full', 0, 1])
  assert.match(full.body.detail, /needs 1 seat, and the trip has 0 left: give the trip more seats first/)
  const waiter = done(await sales.get(`/bookings?q=${waiting.booking_number}`))[0]
  assert.equal(waiter.status, 'held', 'the offer that was made meanwhile stands')

  await sql`update planned_trips set capacity = 3 where id = ${on}`.execute(db)
  await sql`update bookings set cancelled_at = cancelled_at - interval '14 days' where id = ${id}`.execute(db)
  assert.match((await restore()).body.detail, /more than 14 days ago/)
  assert.equal((await manager.get(`/bookings/${id}`)).data.possible.includes('restore'), false)
  await sql`update bookings set cancelled_at = now() - interval '13 days' where id = ${id}`.execute(db)
  assert.equal((await manager.get(`/bookings/${id}`)).data.possible.includes('restore'), true)
  done(await as('op').put(`/planned-trips/${on}/status`, { status: 'cancelled', reason: '颱風' }))
  assert.match((await restore()).body.detail, /make a new booking for another date/)
})

test('a booking whose contact or traveler was erased is not restored, and the reasons in words go with the contact', async () => {
  const { id: on } = await trip(4)
  const gone = async () => {
    const { id, travelers } = await book(on, ['甲', '乙'])
    done(await sales.post(`/bookings/${id}/cancel`, { reason: '母親住院', reason_en: 'The mother is ill' }))
    await passUndo(home)
    return { id: id as number, traveler: travelers[0].id as number }
  }
  const restore = (id: number) => manager.post(`/bookings/${id}/restore`, { reason: '病好了' })
  const [one, other] = [await gone(), await gone()]
  done(await restore(one.id))
  done(await sales.post(`/bookings/${one.id}/cancel`, { reason: '母親住院' }))
  await passUndo(home)
  await database.transaction({}, (tx) => eraseContact(tx, one.id))
  assert.equal((await admin.post(`/travelers/${other.traveler}/erase`)).status, 200)
  for (const { id } of [one, other]) {
    const { status, body } = await restore(id)
    assert.deepEqual(
      [status, body.code, body.detail],
      [
        409,
        'step_not_possible',
        'The personal data of its contact or of a traveler was erased, so it cannot be restored: make a new booking and enter the people again.',
      ],
    )
    assert.equal((await manager.get(`/bookings/${id}`)).data.possible.includes('restore'), false)
  }
  const { rows } =
    await sql`select cancel_reason, cancel_reason_en, restore_reason from bookings where id = ${one.id}`.execute(db)
  assert.deepEqual(rows, [{ cancel_reason: null, cancel_reason_en: null, restore_reason: null }])
})

test('the last seats are given once: of restoring and new bookings at the same time, no seat is sold twice', async () => {
  const second = await home.another()
  const { id: on } = await trip(4)
  const gone: number[] = []
  for (const name of ['甲', '乙', '丙', '丁']) gone.push((await book(on, [name])).id)
  for (const id of gone) done(await sales.post(`/bookings/${id}/cancel`, { reason: '按錯' }))
  await passUndo(home)
  const doors = [home, second]
  const answers = await Promise.all([
    ...gone.map((id, n) => doors[n % 2]?.as('manager').post(`/bookings/${id}/restore`, { reason: '誤取消' })),
    ...['戊', '己', '庚'].map((name) => book(on, [name])),
  ])
  const refused = answers.slice(0, 4).filter((one) => one.status !== 200)
  for (const one of refused) assert.equal(one.body.code, 'trip_full')
  const { held, remaining } = await seats(on)
  assert.deepEqual([held, remaining], [4, 0])
  await second.stop()
})
