import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthName, shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { csv, mover } from '../../../../test/fixtures/moving.ts'
import { refundsByOne } from '../../../../test/fixtures/refunds.ts'
import { form as multipart } from '../../../../test/fixtures/samples.ts'
import { type Answer, house } from '../../../../test/house.ts'
import { comes, until } from '../../../../test/until.ts'
import { seedReference } from '../../../seeds/reference.ts'

const home = await house()
await refundsByOne(home)
const { as, db, database, ids } = home
const second = await home.another()
const { trip, book } = await bookingFixtures(home)
const { send, run, undo } = mover(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]

const today = daysFromToday(0)
const monthBefore = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}
const month = monthBefore(today.slice(0, 7))
const day = `${month}-15`
const at = `${day}T10:00+08:00`
const decide = (step: 'lock' | 'unlock', reason: string, who = finance, of = month, headers = {}) =>
  who.post(`/money/months/${of}/${step}`, { reason }, headers)
const shown = async (of = month) => {
  const months = done(await manager.get(`/money/months?year=${of.slice(0, 4)}`)) as Month[]
  return months.find((one) => one.month === of)
}
type Month = { month: string; version: number; status: string }

const { id: on } = await trip(50)
const confirmed = async () => {
  const { id, booking_number } = await book(on, ['王小美'])
  done(await sales.post(`/bookings/${id}/confirm`))
  return { id: id as number, number: booking_number as string }
}
const pay = (id: number, amount: number, received_at = at, who = finance) =>
  who.post(`/bookings/${id}/payments`, { amount, method: 'bankTransfer', received_at, confirmed_amount: amount })

const refusal = (english: boolean) =>
  english
    ? `${monthName(month, 'en')} was locked by 會計小吳 on ${shortDay(today, 'en')} (checked with the bank): its payments, costs, rates and cash stay as they are. Use today's day, or ask an administrator to unlock the month.`
    : `${monthName(month, 'zh-TW')}已由 會計小吳 於 ${shortDay(today, 'zh-TW')}鎖帳（checked with the bank），這個月的收退款、成本、匯率與現金不再新增、更改或移除；請改用今天的日期，或請管理員解除鎖定。`
const isRefused = (answer: Answer, field: string) => {
  assert.deepEqual([answer.status, answer.body.errors], [422, { [field]: [refusal(true)] }])
}

test('a month is locked after its end with a reason by finance, and unlocked by an administrator', async () => {
  const before = await shown()
  assert.deepEqual(before, {
    ...{ month, status: 'open', is_ended: true, reason: null, decided_at: null, decider: null },
    ...{ version: 0, possible: [], settlements: [] },
  })
  assert.deepEqual([(await decide('lock', 'x', manager)).status, (await decide('lock', 'x', sales)).status], [403, 403])
  assert.deepEqual(Object.keys((await finance.post(`/money/months/${month}/lock`, {})).body.errors), ['reason'])
  assert.equal((await decide('lock', 'x', finance, '2026-13')).status, 404)

  const running = await finance.post(
    `/money/months/${today.slice(0, 7)}/lock`,
    { reason: 'x' },
    { 'accept-language': 'zh-TW' },
  )
  const [year, number] = today.split('-').map(Number) as [number, number]
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  assert.deepEqual(
    [running.status, running.body.detail],
    [409, `${monthName(today, 'zh-TW')}到 ${shortDay(end, 'zh-TW')}才結束，結束之後才能鎖帳。`],
  )
  assert.equal((await decide('lock', 'x', finance, month, { 'if-match': '"3"' })).status, 412)
  const locked = done(await decide('lock', 'checked with the bank', finance, month, { 'if-match': '"0"' }))
  assert.deepEqual(
    [locked.status, locked.reason, locked.decider.id, locked.version, locked.possible],
    ['locked', 'checked with the bank', ids.finance, 1, []],
  )
  assert.equal((await decide('lock', 'again')).status, 409)
  assert.deepEqual([(await decide('unlock', 'x')).status, (await decide('unlock', 'x', sales)).status], [403, 403])
  const unlocked = done(await decide('unlock', 'a transfer was forgotten', admin))
  assert.deepEqual([unlocked.status, unlocked.version, unlocked.possible], ['open', 2, ['lock']])
  const { rows } = await sql<object>`
    select action, actor_id, changes -> 'status' as status from audit where table_name = 'money_months' order by id`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { action: 'created', actor_id: ids.finance, status: [null, 'locked'] },
    { action: 'changed', actor_id: ids.admin, status: ['locked', 'open'] },
  ])
})

test('nothing is dated into a locked month, by whichever way', async () => {
  await database.transaction({}, seedReference)
  const [booking, other] = [await confirmed(), await confirmed()]
  done(await pay(booking.id, 90000))
  const yen = { from_currency: 'JPY', to_currency: 'TWD', rate: 0.21, valid_from: day }
  const rate = done(await finance.post('/exchange-rates', yen))
  const late = done(await finance.post('/exchange-rates', { ...yen, valid_from: today }))
  const costs = `/planned-trips/${on}/costs`
  const cost = done(await finance.post(costs, { kind: 'land', actual: 1000, invoiced_on: day, supplier: '北海道' }))
  const undated = done(await finance.post(costs, { kind: 'tips', actual: 500 }))
  const report = await db
    .insertInto('payment_reports')
    .values({
      booking_id: other.id,
      paid_on: day,
      amount: 5000,
      last_five: '54321',
      currency: 'TWD',
      answer_by: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mapping = JSON.stringify({ booked_at: '日期', credit: '存入', text: '備註' })
  done(
    await finance.upload(
      '/bank-statements',
      multipart(Buffer.from(`日期,存入,備註\n${day},7000,${other.number}\n`), 'bank.csv', { mapping }),
    ),
  )
  const [line] = done(await finance.get('/bank-lines?state=new'))
  const rates = await run(
    await send('rates.csv', csv(['from_currency', 'to_currency', 'rate', 'valid_from'], ['USD', 'TWD', 32, day]), {
      kind: 'exchange-rates',
    }),
  )
  assert.equal(rates.created, 1, JSON.stringify(rates))
  done(await decide('lock', 'checked with the bank'))

  const kept = await undo(rates.id)
  assert.deepEqual(
    [kept.status, kept.problems.map(({ message }: { message: string }) => message)],
    ['done', [refusal(true)]],
  )
  isRefused(await pay(other.id, 1000), 'received_at')
  isRefused(await pay(other.id, 1000, `${month}-01T00:00+08:00`), 'received_at')
  const zh = await pay(other.id, 1000, at, as('finance', { 'accept-language': 'zh-TW' }))
  assert.deepEqual(zh.body.errors, { received_at: [refusal(false)] })
  const refund = { kind: 'refund', amount: 1000, method: 'bankTransfer', received_at: at }
  isRefused(await finance.post(`/bookings/${booking.id}/payments`, refund), 'received_at')
  isRefused(await finance.post(`/payment-reports/${report.id}/record`, {}), 'body')
  isRefused(
    await finance.post(`/bank-lines/${line.id}/match`, { bookings: [{ booking_id: other.id, amount: 7000 }] }),
    'body',
  )
  isRefused(await finance.post(costs, { kind: 'air', actual: 1, invoiced_on: day }), 'invoiced_on')
  isRefused(await finance.put(`${costs}/${undated.id}`, { invoiced_on: day }), 'invoiced_on')
  isRefused(await finance.put(`${costs}/${cost.id}`, { actual: 2000 }), 'invoiced_on')
  isRefused(await finance.put(`${costs}/${cost.id}`, { invoiced_on: today }), 'invoiced_on')
  isRefused(await finance.delete(`${costs}/${cost.id}`), 'body')
  isRefused(await finance.put(`/exchange-rates/${rate.id}`, { rate: 0.22 }), 'valid_from')
  isRefused(await finance.put(`/exchange-rates/${late.id}`, { valid_from: `${month}-20` }), 'valid_from')
  isRefused(await finance.delete(`/exchange-rates/${rate.id}`), 'body')
  const imported = await send(
    'payments.csv',
    csv(
      ['booking_number', 'kind', 'amount', 'method', 'received_at'],
      [other.number, '收款', 1000, 'cash', `${today} 00:00`],
      [other.number, '收款', 2000, 'cash', `${day} 10:00`],
    ),
  )
  const { status, problems } = imported.data.problems.length ? imported.data : await run(imported)
  assert.deepEqual(
    [status, problems.map(({ line, message }: { line: number; message: string }) => [line, message])],
    ['checked', [[3, refusal(true)]]],
  )
  const move = (of: string, set: ReturnType<typeof sql>) =>
    assert.rejects(sql`update ${sql.table(of)} set ${set}`.execute(db), { constraint: 'locked_month' }, of)
  await move('booking_payments', sql`amount = amount + 1`)
  await move('booking_payments', sql`received_at = now()`)
  await assert.rejects(
    sql`insert into cash_counts (user_id, currency, expected, counted, is_opening, created_at)
        values (${ids.finance}, 'TWD', 0, 10, true, ${at}::timestamptz)`.execute(db),
    { constraint: 'locked_month' },
  )
  await assert.rejects(
    sql`insert into cash_handovers (from_user_id, to_user_id, amount, currency, status, decided_by, decided_at)
        values (${ids.sales}, ${ids.finance}, 10, 'TWD', 'taken', ${ids.finance}, ${at}::timestamptz)`.execute(db),
    { constraint: 'locked_month' },
  )

  const paid = done(await finance.get(`/bookings/${other.id}`)).paid
  assert.deepEqual([paid, done(await finance.get(`/bank-lines/${line.id}`)).state], [0, 'new'], 'nothing is half done')
  assert.equal(done(await finance.get(`/payment-reports/${report.id}`)).status, 'waiting')
  done(await finance.put(`${costs}/${cost.id}`, { notes: '附件在雲端' }))
  done(await finance.post(`/payment-reports/${report.id}/record`, { paid_on: today }))
  done(await decide('unlock', 'more of it came', admin))
  done(await pay(other.id, 1000))
})

test('what is voided after its month was locked counts in it, and is taken off today', async () => {
  const booking = await confirmed()
  const [early, wrong] = [done(await pay(booking.id, 3000)), done(await pay(booking.id, 20000))]
  done(await admin.post(`/bookings/${booking.id}/payments/${early.id}/void`, { reason: '重複' }))
  const sums = async (from: string, to: string) => {
    const [one] = done(await manager.get(`/money/payments/totals?received_from=${from}&received_to=${to}`))
    return one ? [one.received, one.net] : [0, 0]
  }
  const [locked, now] = [await sums(day, day), await sums(today, today)] as [number[], number[]]
  done(await decide('lock', 'checked with the bank'))
  done(await admin.post(`/bookings/${booking.id}/payments/${wrong.id}/void`, { reason: '入錯訂單' }))

  assert.deepEqual(await sums(day, day), locked, 'the locked month stays')
  assert.deepEqual(
    await sums(today, today),
    now.map((sum) => sum - 20000),
  )
  assert.equal(done(await finance.get(`/bookings/${booking.id}`)).paid, 0, 'the booking owes it at once')
  const listed = done(await finance.get(`/money/payments?booking_id=${booking.id}&sort=received_at`))
  assert.deepEqual(
    listed.map((one: Record<string, unknown>) => [one.id, one.amount, one.is_corrected, one.is_correction]),
    [
      [early.id, 3000, false, false],
      [wrong.id, 20000, true, false],
      [wrong.id, -20000, true, true],
    ],
  )
  const byDay = done(await finance.get(`/money/payments/by-day?from=${today}&to=${today}`))
  const transfers = byDay.find(({ method }: { method: string }) => method === 'bankTransfer')
  assert.equal(transfers.net, now[1] === undefined ? 0 : now[1] - 20000)
  done(await decide('unlock', 'x', admin))
  assert.deepEqual(await sums(day, day), locked, 'also once it is unlocked')
})

test('a month is locked after what is being recorded in it, and before what comes later', async () => {
  const [first, later] = [await confirmed(), await confirmed()]
  const recording = Promise.withResolvers<void>()
  const half = database.transaction({ actor_id: ids.finance }, async (tx) => {
    await sql`insert into booking_payments (booking_id, amount, method, received_at) values (${first.id}, 1000, 'cash', ${at}::timestamptz)`.execute(
      tx,
    )
    await recording.promise
  })
  const waiting = (mode: string) =>
    until(async () => {
      const { rows } =
        await sql`select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
          where locktype = 'advisory' and mode = ${mode} and not granted`.execute(db)
      return rows.length > 0
    }, `somebody waits for ${mode}`)
  const locking = second.as('finance').post(`/money/months/${month}/lock`, { reason: 'checked with the bank' })
  await waiting('ExclusiveLock')
  const tooLate = pay(later.id, 2000)
  await waiting('ShareLock')
  recording.resolve()
  await half
  done(await comes(locking, 'the month is locked'))
  isRefused(await comes(tooLate, 'the later payment is answered'), 'received_at')
  assert.deepEqual(
    [done(await finance.get(`/bookings/${first.id}`)).paid, done(await finance.get(`/bookings/${later.id}`)).paid],
    [1000, 0],
  )
  done(await decide('unlock', 'x', admin))

  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => pay(later.id, 100 + n, at, n % 2 ? finance : second.as('finance'))),
    decide('lock', 'checked with the bank', second.as('finance')),
  ])
  assert.equal(answers.at(-1)?.status, 200)
  const recorded = answers.slice(0, -1).filter(({ status }) => status === 201)
  for (const answer of answers.slice(0, -1)) if (answer.status !== 201) isRefused(answer, 'received_at')
  const sum = recorded.reduce((all, { data }) => all + data.amount, 0)
  assert.equal(done(await finance.get(`/bookings/${later.id}`)).paid, sum)
})

/** Tables with an amount and a day, besides the one on which a row was written, that the gate does not keep, and why. */
const apart: Record<string, string> = {
  addon_communications: 'prices that are told; what is charged is a price line',
  addon_requests: 'prices that are asked and told; what is charged is a price line',
  approvals: 'what is asked for becomes money by its own record',
  bank_debits: 'what the bank says; it confirms a refund that is recorded',
  bank_lines: 'what the bank says; it becomes money as a payment',
  booking_obligations: 'follows the payments and the total of its booking',
  bookings: 'the days of a booking are not those of its money',
  cancellation_requests: 'what a customer asks for',
  cancellation_terms: 'what a cancellation will cost',
  change_requests: 'what a customer asks for',
  cheques: 'promises money; it becomes money as a payment',
  package_prices: 'what a trip will cost',
  payment_reminders_sent: 'what a customer was told',
  payment_reports: 'what a customer says; it becomes money as a payment',
  payment_requests: 'what a customer is asked for',
  planned_trip_segment_legs: 'no money',
  provider_trades: 'what a provider tells; it becomes money as a payment',
  refund_orders: 'becomes money as a refund',
  tour_leaders: 'no money',
  trip_expenses: 'becomes money as a cost of its trip',
}

test('every table with an amount and a day is kept by the gate, or says why not', async () => {
  const { rows } = await sql<{ name: string; kept: boolean }>`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'keep_locked_month') as kept
      from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute a where a.attrelid = c.oid and format_type(a.atttypid, a.atttypmod) like 'numeric(%,2)')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
                      and a.attname not in ('created_at', 'updated_at'))
     order by c.relname`.execute(db)
  const named = (is: boolean) => rows.filter(({ kept }) => kept === is).map(({ name }) => name)
  assert.deepEqual(named(true), [
    'booking_payments',
    'cash_handovers',
    'leader_advances',
    'margin_invoices',
    'provider_settlements',
    'trip_costs',
  ])
  assert.deepEqual(named(false), Object.keys(apart).sort())
})
