import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { jpeg, form as multipart, html as script } from '../../../../test/fixtures/samples.ts'
import { house } from '../../../../test/house.ts'
import { outbox } from '../../../../test/outbox.ts'
import { unmarked } from '../../../../test/page-text.ts'
import { eraseContact } from '../erase.ts'
import { settleHolds } from '../seats.ts'
import { reportPictures } from './erase.ts'

const home = await house()
const { as, app, db, database, ids } = home
const post = await outbox(home)
const { trip, book, mailedLink } = await bookingFixtures(home)
const [sales, finance, customer] = [as('sales'), as('finance'), as('customer')]
const today = daysFromToday(0)
const textIn = (page: string) =>
  unmarked(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

let nth = 0
/** A booking of two whose seats are held for the deposit, and its place. */
const held = async (more: object = {}) => {
  nth += 1
  const email = `paid${nth}@example.com`
  const price = {
    adult: 30000,
    child_with_bed: 30000,
    child_no_bed: 30000,
    infant: 3000,
    single_supplement: 0,
    deposit: 10000,
  }
  const { id: on } = await trip(9, {
    price_overrides: price,
    departure_date: daysFromToday(60 + nth),
    sales_user_id: ids.sales,
  })
  const booking = await book(on, ['王小美', '王大明'], {
    contact: { name: '王小美', phone: '0912345678', email },
    ...more,
  })
  await post.mailTo(email)
  const link = `/l/booking/${(await mailedLink(booking.booking_number)).split('/').at(-1)}`
  return {
    five: String(54000 + nth),
    id: booking.id as number,
    number: booking.booking_number as string,
    email,
    on,
    place: await placeOf(app, link),
  }
}
const confirmed = async () => {
  const one = await held()
  done(await sales.post(`/bookings/${one.id}/confirm`))
  await post.mailTo(one.email)
  return one
}
type Held = Awaited<ReturnType<typeof held>>

const said = { form: 'paid', paid_on: today, amount: '10000' }
const report = ({ place, five }: Held, more: object = {}, picture = jpeg) =>
  place.upload('', picture, { ...said, last_five: five, ...more })
/** The same form without a chosen file, as a browser sends it. */
const plainly = ({ place, five }: Held, more: object = {}) =>
  place.upload('', Buffer.alloc(0), { ...said, last_five: five, ...more }, '')
const reportsOf = async ({ id }: Held) => done(await finance.get(`/payment-reports?booking_id=${id}&sort=id`))
const read = async ({ id }: Held) => done(await sales.get(`/bookings/${id}`))
const start = async ({ place }: Held) => textIn((await place.open()).body)
const newsOf = async () => {
  const { data } = await finance.get('/notifications?unread=true')
  await finance.post('/notifications/mark-all-read')
  return (data as { title: string }[]).map(({ title }) => title)
}
const money = async (id: number) => {
  const { paid, balance } = done(await sales.get(`/bookings/${id}`))
  return [paid, balance]
}

test('a customer reports a payment in its place without a script, finance records it, and the place says who checked it', async () => {
  const one = await held()
  await newsOf()
  const before = await start(one)
  assert.ok(before.includes('Pay the deposit NT$20,000'), before)
  assert.ok(before.includes('I have paid: tell us'), before)
  const sent = await report(one, { amount: 'NT$２０,０００', last_five: '１２３４５' })
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, '?done=paid#done'], textIn(sent.body))
  const [asked] = await reportsOf(one)
  assert.deepEqual(
    [asked.paid_on, asked.amount, asked.currency, asked.last_five, asked.status, asked.has_picture, asked.possible],
    [today, 20000, 'TWD', '12345', 'waiting', true, ['record', 'refuse']],
  )
  assert.deepEqual(await newsOf(), [`${one.number} 王小美 has paid NT$20,000, it says`])
  const waiting = await start(one)
  const day = shortDay(today, 'en')
  const answered = shortDay(asked.answer_by, 'en')
  for (const words of [
    `You reported it on ${day}; we check it by ${answered} at the latest. You need not pay it again.`,
    'We have your report of a payment. While we check it, your seats are kept until',
    'account …12345, with a picture',
  ])
    assert.ok(waiting.includes(words), `${words} in ${waiting}`)
  assert.ok(!waiting.includes('Pay the deposit'), waiting)

  const recorded = done(await finance.post(`/payment-reports/${asked.id}/record`, {}))
  assert.deepEqual([recorded.status, recorded.possible], ['recorded', []])
  assert.deepEqual(await money(one.id), [20000, 40000])
  const [payment] = (await read(one)).payments
  assert.deepEqual(
    [payment.id, payment.kind, payment.method, payment.reference],
    [recorded.payment_id, 'payment', 'bankTransfer', `12345 ${Number(today.slice(5, 7))}/${Number(today.slice(8))}`],
  )
  const after = await start(one)
  assert.ok(
    after.includes(`We have received it; checked by ${recorded.checker.name_en ?? recorded.checker.name} on ${day}.`),
    after,
  )
  assert.ok(after.includes('Received'), after)
})

test('a report without a picture is taken, in Chinese too, and what is wrong is told at its field', async () => {
  const one = await held()
  const wrong = await plainly(one, { paid_on: daysFromToday(1), last_five: '1234', amount: '10.5' })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /<details class="report" open>/)
  for (const [more, words] of [
    [{ paid_on: daysFromToday(1) }, 'The day of the transfer cannot be after today: enter the day on which you paid.'],
    [
      { paid_on: daysFromToday(-370) },
      'The day of the transfer is more than a year ago: check the year, or contact us about an earlier payment.',
    ],
    [{ amount: '10000.5' }, 'TWD has no cents'],
    [{ amount: '0' }, 'Must be more than 0.'],
    [{ last_five: '1234' }, 'Last five digits'],
    [{ last_five: '' }, 'Last five digits'],
  ] as const) {
    const refused = await plainly(one, more)
    assert.equal(refused.statusCode, 422, JSON.stringify(more))
    assert.ok(textIn(refused.body).includes(words), `${words} in ${textIn(refused.body)}`)
  }
  assert.deepEqual(await reportsOf(one), [])
  const taken = await plainly(one)
  assert.equal(taken.statusCode, 303, textIn(taken.body))
  const [asked] = await reportsOf(one)
  assert.equal(asked.has_picture, false)
  const zh = textIn((await one.place.ask({ url: one.place.at.replace('/en/', '/') })).body)
  assert.ok(
    zh.includes(
      `您於 ${shortDay(today, 'zh-TW')}回報，我們最晚 ${shortDay(asked.answer_by, 'zh-TW')}確認；這筆不必再付。`,
    ),
    zh,
  )
})

test('a hostile file is refused and nothing is reported', async () => {
  const one = await held()
  for (const file of [script, Buffer.from('MZ'), jpeg.subarray(0, 40)]) {
    const refused = await report(one, {}, file)
    assert.equal(refused.statusCode, 422)
    assert.match(refused.body, /id="paid-file-fault"/)
  }
  assert.deepEqual(await reportsOf(one), [])
})

test('a button that is pressed twice reports once, and at most three reports wait', async () => {
  const one = await confirmed()
  const both = await Promise.all([report(one), report(one)])
  assert.deepEqual(
    both.map(({ statusCode }) => statusCode),
    [303, 303],
  )
  assert.equal((await reportsOf(one)).length, 1)
  for (const amount of ['11000', '12000']) assert.equal((await plainly(one, { amount })).statusCode, 303)
  const fourth = await plainly(one, { amount: '13000' })
  assert.equal(fourth.statusCode, 409)
  assert.match(textIn(fourth.body), /3 reports are being checked already/)
  assert.ok(!(await start(one)).includes('Report another payment'))
})

test('two people who press at once make one payment; undone, the report waits again and is recorded again', async () => {
  const one = await confirmed()
  await report(one)
  const [{ id }] = await reportsOf(one)
  const pressed = await Promise.all(
    [finance, sales, as('admin'), finance].map((who) => who.post(`/payment-reports/${id}/record`, {})),
  )
  assert.deepEqual(pressed.map(({ status }) => status).sort(), [200, 409, 409, 409])
  assert.equal((await read(one)).payments.length, 1)
  const { payment_id } = done(await finance.get(`/payment-reports/${id}`))
  const recorder = pressed.findIndex(({ status }) => status === 200)
  const who = [finance, sales, as('admin'), finance][recorder] ?? finance
  done(await who.post(`/bookings/${one.id}/payments/${payment_id}/void`, { reason: '登記後立即復原' }))
  const [again] = await reportsOf(one)
  assert.deepEqual([again.status, again.payment_id, again.checker], ['waiting', null, null])
  assert.deepEqual(await money(one.id), [0, 60000])
  assert.ok((await start(one)).includes('Being checked'))
  done(await finance.post(`/payment-reports/${id}/record`, { amount: 9000, paid_on: daysFromToday(-2) }))
  const { payments, paid } = await read(one)
  assert.equal(paid, 9000)
  assert.equal(
    payments.find(({ voided_at }: { voided_at: null }) => !voided_at).received_at.slice(0, 10),
    daysFromToday(-2),
  )
})

test('recording asks what any payment asks: an amount above what is owed, and a reference that stands on another booking', async () => {
  const [one, other] = [await confirmed(), await confirmed()]
  await report(one, { amount: '70000' })
  await report(other, { last_five: one.five })
  const [[high], [same]] = [await reportsOf(one), await reportsOf(other)]
  const asked = await finance.post(`/payment-reports/${high.id}/record`, {})
  assert.equal(asked.status, 422)
  assert.match(asked.body.errors.confirmed_amount[0], /NT\$60,000 is owed, and the amount is NT\$10,000 more/)
  done(await finance.post(`/payment-reports/${high.id}/record`, { confirmed_amount: 70000 }))
  const doubled = await finance.post(`/payment-reports/${same.id}/record`, {})
  assert.match(
    doubled.body.errors.confirmed_reference[0],
    new RegExp(`is recorded on the booking ${one.number} already`),
  )
  const { reference } = (await read(one)).payments[0]
  done(
    await finance.post(`/payment-reports/${same.id}/record`, {
      confirmed_reference: reference,
      reason: '一筆匯款付兩筆訂單',
    }),
  )
})

test('a refused report is mailed with its sentence and one button, the place tells it, and it can be reported again', async () => {
  const one = await confirmed()
  await report(one)
  const [{ id }] = await reportsOf(one)
  assert.equal((await finance.post(`/payment-reports/${id}/refuse`, {})).status, 422)
  done(await finance.post(`/payment-reports/${id}/refuse`, { reason: '帳上查無這筆款項，請確認末五碼' }))
  const mail = await post.mailTo(one.email)
  assert.match(mail.replace(/=?\n */g, ''), /that you reported is notconfirmed|that you reported is not confirmed/)
  const late = await finance.post(`/payment-reports/${id}/record`, {})
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  const told = await start(one)
  assert.ok(told.includes('帳上查無這筆款項，請確認末五碼'), told)
  assert.ok(told.includes('Not confirmed'), told)
  assert.equal((await plainly(one, { last_five: '54321' })).statusCode, 303)
  assert.deepEqual(
    (await reportsOf(one)).map(({ status }: { status: string }) => status),
    ['refused', 'waiting'],
  )
})

test('a reported payment keeps the seat until the second working day, the first refusal leaves a day, and further reports keep nothing', async () => {
  const one = await held()
  const ends = (at: ReturnType<typeof sql>) =>
    sql`update bookings set hold_expires_at = ${at} where id = ${one.id}`.execute(db)
  const endsIn = async () => {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from hold_expires_at - now()) / 3600 as hours from bookings where id = ${one.id}`.execute(db)
    return Number(rows[0]?.hours)
  }
  await ends(sql`now() + interval '10 minutes'`)
  await report(one)
  const [{ id, answer_by }] = await reportsOf(one)
  const kept = done(await sales.get(`/bookings/${one.id}`)).hold_expires_at
  assert.equal(Date.parse(kept), Date.parse(`${answer_by}T18:00:00+08:00`))
  const weekday = new Date(`${answer_by}T00:00:00Z`).getUTCDay()
  assert.ok(weekday !== 0 && weekday !== 6, answer_by)
  await settleHolds(database)
  assert.equal((await read(one)).status, 'held')

  await ends(sql`now() + interval '10 minutes'`)
  done(await finance.post(`/payment-reports/${id}/refuse`, { reason: '查無款項' }))
  assert.ok((await endsIn()) > 23)
  await ends(sql`now() + interval '10 minutes'`)
  await plainly(one)
  assert.ok((await endsIn()) < 1)
  await ends(sql`now() - interval '1 minute'`)
  await settleHolds(database)
  assert.equal((await read(one)).status, 'expired')
  // The money may have come all the same.
  const [, second] = await reportsOf(one)
  done(await finance.post(`/payment-reports/${second.id}/record`, {}))
  assert.deepEqual((await money(one.id))[0], 10000)
})

test('the morning of finance lists what expires first, and nobody is asked for money that is reported', async () => {
  const work = async (who = finance) =>
    Object.fromEntries(
      done(await who.get('/work?whose=team')).map(
        ({ key, items }: { key: string; items: { record: { id: number } }[] }) => [
          key,
          items.map(({ record }) => record.id),
        ],
      ),
    ) as Record<string, number[]>
  const [late, soon] = [await confirmed(), await held()]
  await sql`update bookings set deposit_due_on = today() - 3, balance_due_on = today() - 2 where id = ${late.id}`.execute(
    db,
  )
  assert.ok((await work()).payments_overdue?.includes(late.id))
  await report(late)
  await report(soon)
  await sql`update bookings set hold_expires_at = now() + interval '1 hour' where id = ${soon.id}`.execute(db)
  const now = await work()
  const [first] = now.payments_reported ?? []
  assert.equal(first, soon.id)
  assert.ok(now.payments_reported?.includes(late.id))
  assert.ok(!now.payments_overdue?.includes(late.id))
  assert.ok(!(await work(sales)).payments_due?.includes(late.id))
})

test('who may report and read: the account and the link of the customer, the office reads, and others see nothing', async () => {
  const one = await held({ customer_user_id: ids.customer })
  const body = () => multipart(jpeg, 'transfer.jpg', { paid_on: today, amount: '10000', last_five: '12345' })
  for (const [who, status] of [
    [undefined, 401],
    ['other_customer', 404],
    ['sales', 403],
    ['finance', 403],
    ['leader', 403],
  ] as const)
    assert.equal((await as(who).upload(`/bookings/${one.id}/payment-reports`, body())).status, status, who)
  const made = done(await customer.upload(`/bookings/${one.id}/payment-reports`, body()))
  assert.deepEqual([made.has_picture, made.picture, made.possible, made.checked_by], [true, null, [], null])
  assert.deepEqual(
    done(await customer.get('/payment-reports')).map(({ id }: { id: number }) => id),
    [made.id],
  )
  assert.equal((await as('other_customer').get(`/payment-reports/${made.id}`)).status, 404)
  const token = await mailedLink(one.number)
  const second = done(
    await as().upload(
      `${token}/payment-reports`,
      multipart(jpeg, 'a.jpg', { paid_on: today, amount: '20000', last_five: '54321' }),
    ),
  )
  assert.deepEqual(
    done(await as().get(`${token}/payment-reports`)).map(({ id }: { id: number }) => id),
    [made.id, second.id],
  )
  assert.equal((await as().get('/trip-registrations/wrong/payment-reports')).status, 404)
  for (const [who, status] of [
    ['finance', 200],
    ['sales', 200],
    ['manager', 200],
    ['op', 403],
    ['customer', 403],
    ['leader', 403],
  ] as const)
    assert.equal((await as(who).get(`/payment-reports/${made.id}/picture`)).status, status, who)
  for (const [who, status] of [
    ['op', 403],
    ['manager', 403],
    ['customer', 403],
  ] as const)
    assert.equal((await as(who).post(`/payment-reports/${made.id}/record`, {})).status, status, who)
  const found = async (query: string) =>
    done(await finance.get(`/payment-reports?${query}`)).map(({ id }: { id: number }) => id)
  assert.deepEqual(await found(`q=${one.number}&sort=id`), [made.id, second.id])
  assert.deepEqual(await found(`last_five=54321&booking_id=${one.id}`), [second.id])
})

test('an erasure takes the picture, the digits and the sentence; amounts and days stay', async () => {
  const one = await confirmed()
  await report(one)
  await plainly(one, { amount: '11000', last_five: '98765' })
  const [first, second] = await reportsOf(one)
  done(await finance.post(`/payment-reports/${first.id}/record`, {}))
  done(await finance.post(`/payment-reports/${second.id}/refuse`, { reason: '王小美的帳號不對' }))
  done(await sales.post(`/bookings/${one.id}/cancel`, { reason: '不去了' }))
  await database.transaction({}, (tx) => eraseContact(tx, one.id))
  const after = await reportsOf(one)
  assert.deepEqual(
    after.map((each: Record<string, unknown>) => [each.amount, each.last_five, each.has_picture, each.refuse_reason]),
    [
      [10000, null, false, null],
      [11000, null, false, '•••'],
    ],
  )
  assert.equal((await finance.get(`/payment-reports/${first.id}/picture`)).status, 404)
  const { rows } = await sql<{ left: string }>`
    select coalesce(t.left, '') as left from (
      select to_jsonb(r)::text as left from payment_reports r where r.booking_id = ${one.id}
      union all select to_jsonb(p)::text from booking_payments p where p.booking_id = ${one.id}
      union all select a.changes::text from audit a where a.table_name in ('payment_reports', 'booking_payments')
        and (a.record_id in (${first.id}, ${second.id}) or a.record_id in (select id from booking_payments where booking_id = ${one.id}))
      union all select n.params::text from notifications n where n.subject_type = 'booking' and n.subject_id = ${one.id}
      union all select d.params::text from deliveries d where d.subject_type = 'booking' and d.subject_id = ${one.id}) t`.execute(
    db,
  )
  assert.deepEqual(
    rows.filter(({ left }) =>
      [`${one.five} `, `"${one.five}"`, '98765', '王小美'].some((words) => left.includes(words)),
    ),
    [],
  )
})

test('a picture is deleted half a year after its report, which stays', async () => {
  const one = await confirmed()
  await report(one)
  const [{ id }] = await reportsOf(one)
  const purge = () => database.transaction({}, reportPictures.deleteBatch)
  assert.equal(await purge(), 0)
  await sql`update payment_reports set created_at = now() - interval '181 days' where id = ${id}`.execute(db)
  assert.equal(await purge(), 1)
  assert.deepEqual(
    (await reportsOf(one)).map((each: { has_picture: boolean }) => each.has_picture),
    [false],
  )
})

test('the history of the booking tells the report and what became of it', async () => {
  const one = await confirmed()
  await report(one)
  const [{ id }] = await reportsOf(one)
  done(await finance.post(`/payment-reports/${id}/refuse`, { reason: '查無款項' }))
  const told = done(await sales.get(`/bookings/${one.id}/history`))
    .filter(({ change }: { change: { table_name: string } | null }) => change?.table_name === 'payment_reports')
    .map(({ change: { action, changes } }: { change: { action: string; changes: Record<string, unknown[]> } }) => [
      action,
      changes.status,
      changes.last_five,
    ])
  assert.deepEqual(told, [
    ['changed', ['waiting', 'refused'], undefined],
    ['created', [null, 'waiting'], ['•••', '•••']],
  ])
})
