import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { form } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { drawersOfCheques, forgetDrawers } from './forget.ts'

const home = await house()
const { as, db, database, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]
const today = daysFromToday(0)
const price = {
  adult: 30000,
  child_with_bed: 30000,
  child_no_bed: 30000,
  infant: 3000,
  single_supplement: 0,
  deposit: 10000,
}

let nth = 0
const aBooking = async (confirm = true) => {
  nth += 1
  const { id: on } = await trip(9, {
    price_overrides: price,
    departure_date: daysFromToday(90 + nth),
    sales_user_id: ids.sales,
  })
  const contact = { name: '王小美', phone: '0912345678', email: `cheque${nth}@example.com` }
  const { id } = await book(on, ['王小美'], { contact })
  if (confirm) done(await sales.post(`/bookings/${id}/confirm`))
  return id as number
}
const receive = async (parts: [booking_id: number, amount: number][], more: object = {}, who = sales) => {
  nth += 1
  return who.post('/cheques', {
    ...{ number: `AB12345${nth}`, drawer_bank: '玉山銀行', drawer: '大發公司', due_on: today },
    amount: parts.reduce((sum, [, amount]) => sum + amount, 0),
    bookings: parts.map(([booking_id, amount]) => ({ booking_id, amount })),
    ...more,
  })
}
const step = (id: number, name: string, body: object = {}, who = finance) => who.post(`/cheques/${id}/${name}`, body)
const paidOf = async (id: number) => done(await sales.get(`/bookings/${id}`)).paid
const mapping = JSON.stringify({ booked_at: '日期', debit: '支出', credit: '存入', text: '備註' })
const upload = (rows: string[]) =>
  finance.upload(
    '/bank-statements',
    form(Buffer.from(['日期,支出,存入,備註', ...rows].join('\n')), 'b.csv', { mapping }),
  )
type Line = { id: number; amount: number; candidates: { booking_id: number; reasons: string[] }[] }
const lineOf = async (amount: number) => {
  const lines = done(await finance.get('/bank-lines?state=new&per_page=100&sort=id')) as Line[]
  const line = lines.find((one) => one.amount === amount)
  assert.ok(line, `a line of ${amount}`)
  return line
}
const match = (id: number, parts: [number, number][]) =>
  finance.post(`/bank-lines/${id}/match`, { bookings: parts.map(([booking_id, amount]) => ({ booking_id, amount })) })

test('a cheque is promised until it has cleared, and then counts as paid from that day', async () => {
  const [one, other] = [await aBooking(), await aBooking()]
  const made = done(
    await receive([
      [one, 30000],
      [other, 10000],
    ]),
  )
  assert.deepEqual(
    [made.status, made.amount, made.parts.length, made.receiver.id, made.possible],
    ['received', 40000, 2, ids.sales, ['give_back']],
  )
  assert.equal(await paidOf(one), 0)
  assert.equal((await step(made.id, 'clear', {}, sales)).status, 403)
  done(await step(made.id, 'deposit', { deposited_on: today }))
  const cleared = done(await step(made.id, 'clear', { cleared_on: today }))
  assert.deepEqual([cleared.status, cleared.cleared_on, cleared.possible], ['cleared', today, ['bounce']])
  assert.deepEqual([await paidOf(one), await paidOf(other)], [30000, 10000])
  const [payment] = done(await sales.get(`/bookings/${one}/payments`))
  assert.deepEqual([payment.source, payment.reference, payment.amount], ['cheque', `${made.number}-1`, 30000])
  assert.equal((await step(made.id, 'clear')).status, 409)
  const [listed] = done(await manager.get(`/cheques?booking_id=${other}`))
  assert.equal(listed.id, made.id)
})

test('what a cheque promises is not asked for until some days after it is due, and seats are held until then', async () => {
  const id = await aBooking()
  const asked = { purpose: 'balance', receiving_account_id: null }
  done(await receive([[id, 30000]], { due_on: daysFromToday(20) }))
  assert.equal((await sales.post(`/bookings/${id}/payment-requests`, asked)).status >= 400, true)
  const held = await aBooking(false)
  done(await receive([[held, 30000]], { due_on: daysFromToday(30) }))
  assert.ok(done(await sales.get(`/bookings/${held}`)).hold_expires_at.slice(0, 10) >= daysFromToday(32))
})

test('the bookings come to the amount, each once, in its currency, and a number of a bank is there once', async () => {
  const id = await aBooking()
  const refused = async (parts: [number, number][], more: object) => {
    const { body } = await receive(parts, more)
    return body.errors
  }
  assert.deepEqual(await refused([[id, 30000]], { amount: 20000 }), {
    bookings: ['The amounts of the bookings must come to the amount of the cheque.'],
  })
  assert.deepEqual(
    await refused(
      [
        [id, 1],
        [id, 2],
      ],
      {},
    ),
    { bookings: ['Name each booking once.'] },
  )
  assert.deepEqual(await refused([[id, 30000]], { currency: 'JPY' }), {
    bookings: ['This cheque is in JPY: choose bookings in that currency.'],
  })
  done(await receive([[id, 100]], { number: 'XX1' }))
  assert.deepEqual(await refused([[id, 100]], { number: 'XX1' }), {
    number: ['This cheque is recorded already: look at the list of cheques.'],
  })
})

test('a cheque cannot clear before it is due; a bounced one lets the booking owe again, and tells its salesperson', async () => {
  const id = await aBooking()
  const cheque = done(await receive([[id, 30000]], { due_on: daysFromToday(1) }, finance))
  assert.deepEqual(Object.keys((await step(cheque.id, 'clear')).body.errors), ['cleared_on'])
  await db.updateTable('cheques').set({ due_on: today }).where('id', '=', cheque.id).execute()
  done(await step(cheque.id, 'clear'))
  const bounced = done(await step(cheque.id, 'bounce', { reason: '存款不足' }))
  assert.deepEqual(
    [bounced.status, bounced.reason, bounced.cleared_on, await paidOf(id)],
    ['bounced', '存款不足', null, 0],
  )
  const told = done(await sales.get('/notifications?event=cheque.bounced'))
  assert.match(told[0].title, /A cheque of NT\$30,000 has bounced/)
  done(await step(cheque.id, 'deposit'))
  done(await step(cheque.id, 'clear'))
  assert.equal(await paidOf(id), 30000)
  const [, payment] = done(await finance.get(`/bookings/${id}/payments`))
  done(await finance.post(`/bookings/${id}/payments/${payment.id}/void`, { reason: '誤登' }))
  assert.equal(
    done(await finance.get(`/cheques/${cheque.id}`)).status,
    'deposited',
    'a voided payment lets it wait again',
  )
})

test('a line of a bank that is the money of a cheque lets it clear, and a cheque that has cleared is not counted again', async () => {
  const [one, other] = [await aBooking(), await aBooking()]
  const [first, second] = [done(await receive([[one, 29001]])), done(await receive([[other, 29002]]))]
  done(await upload([`${today},,29001,票據`, `${today},,29002,票據`]))
  const line = await lineOf(29001)
  assert.deepEqual(
    line.candidates.map(({ booking_id, reasons }) => [booking_id, reasons]),
    [[one, ['cheque']]],
  )
  done(await match(line.id, [[one, 29001]]))
  assert.deepEqual([done(await finance.get(`/cheques/${first.id}`)).status, await paidOf(one)], ['cleared', 29001])

  done(await step(second.id, 'clear'))
  const late = await lineOf(29002)
  assert.equal(late.candidates[0]?.booking_id, other)
  const matched = done(await match(late.id, [[other, 29002]]))
  assert.deepEqual([matched.state, matched.payments.length, await paidOf(other)], ['matched', 1, 29002])
  done(await step(second.id, 'bounce', { reason: '退票' }, admin))
  assert.deepEqual([await paidOf(other), done(await finance.get(`/bank-lines/${late.id}`)).state], [0, 'new'])
})

test('of two who record at once that a cheque has cleared one does, and nothing is counted twice', async () => {
  const id = await aBooking()
  const cheque = done(await receive([[id, 12000]]))
  const answers = await Promise.all([finance, admin, finance].map((who) => step(cheque.id, 'clear', {}, who)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.equal(await paidOf(id), 12000)
  await assert.rejects(
    database.transaction({}, (tx) =>
      tx
        .updateTable('cheques')
        .set({ status: 'bounced', cleared_on: null, reason: 'x' })
        .where('id', '=', cheque.id)
        .execute(),
    ),
    'whatever writes it, a cheque that has bounced has no payment',
  )
})

test('a cheque is given back with a reason, and may be handed in again; whose it was is forgotten', async () => {
  const id = await aBooking()
  const cheque = done(await receive([[id, 5000]], { number: 'BACK1' }))
  done(await step(cheque.id, 'give-back', { reason: '改匯款' }, sales))
  assert.equal((await receive([[id, 5000]], { number: 'BACK1' })).status, 201)
  const drawer = async () => done(await finance.get(`/cheques/${cheque.id}`)).drawer
  await db
    .updateTable('cheques')
    .set({ due_on: daysFromToday(-366) })
    .where('id', '=', cheque.id)
    .execute()
  assert.equal(await drawer(), '大發公司')
  await database.transaction({}, drawersOfCheques.deleteBatch)
  assert.equal(await drawer(), null)
  const [other] = done(await finance.get(`/cheques?booking_id=${id}&status=received`))
  await database.transaction({}, (tx) => forgetDrawers(tx, { booking_id: id, names: [] }))
  assert.equal(done(await finance.get(`/cheques/${other.id}`)).drawer, null)
})
