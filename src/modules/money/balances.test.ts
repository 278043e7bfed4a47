import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { form as multipart } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
await refundsByOne(home)
const { as, fill } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager] = [as('sales'), as('finance'), as('manager')]
const [yesterday, today] = [daysFromToday(-1), daysFromToday(0)]
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
const { id: on } = await trip(50, { price_overrides: price, departure_date: daysFromToday(40) })
const confirmed = async () => {
  const { id, booking_number } = await book(on, ['王小美'])
  done(await sales.post(`/bookings/${id}/confirm`))
  return { id: id as number, number: booking_number as string }
}
const pay = (id: number, amount: number, more: object = {}) =>
  finance.post(`/bookings/${id}/payments`, {
    ...{ amount, method: 'cash', received_at: `${yesterday}T12:00+08:00`, confirmed_amount: amount },
    ...more,
  })
/** Everything so far was done two days ago. */
const twoDaysAgo = () =>
  fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`update audit set created_at = created_at - interval '2 days'`.execute(db)
    await sql`update bookings set created_at = created_at - interval '2 days'`.execute(db)
  })
const balances = async (on: string) => done(await manager.get(`/money/balances?on=${on}`))
const behind = async (on: string, of: string) =>
  done(await manager.get(`/money/balances/bookings?on=${on}&of=${of}`)).map((row: Row) => [
    row.booking.id,
    ...[row.status, row.total, row.paid, row.receivable, row.prepaid, row.repayable],
  ])
type Row = Record<string, unknown> & { booking: { id: number } }

test('what is owed, held and to be paid back at the end of a day stays, whatever happens later', async () => {
  const [one, two, three] = [await confirmed(), await confirmed(), await confirmed()]
  done(await pay(one.id, 10000))
  done(await pay(two.id, 32000))
  await twoDaysAgo()
  const before = [{ currency: 'TWD', receivable: 50000, prepaid: 40000, repayable: 2000 }]
  assert.deepEqual([await balances(yesterday), await balances(today)], [before, before])

  done(await pay(three.id, 5000, { received_at: `${today}T00:01+08:00` }))
  done(await sales.post(`/bookings/${one.id}/cancel`, { reason: '不去了' }))
  done(await as('admin').put(`/planned-trips/${on}`, { departure_date: daysFromToday(45) }))
  assert.deepEqual(await balances(yesterday), before, 'yesterday stays')
  assert.deepEqual(await behind(yesterday, 'receivable'), [
    [three.id, 'confirmed', 30000, 0, 30000, 0, 0],
    [one.id, 'confirmed', 30000, 10000, 20000, 10000, 0],
  ])
  const { paid, total, balance } = done(await finance.get(`/bookings/${one.id}`))
  assert.equal(paid, 10000)
  const now = [{ currency: 'TWD', receivable: 25000, prepaid: 35000, repayable: 2000 - balance }]
  assert.deepEqual(await balances(today), now)
  assert.deepEqual(await behind(today, 'repayable'), [
    [one.id, 'cancelled', total, 10000, 0, 0, -balance],
    [two.id, 'confirmed', 30000, 32000, 0, 30000, 2000],
  ])

  const ages = done(await manager.get('/money/receivables')) as { amount: number }[]
  assert.equal(
    ages.reduce((all, { amount }) => all + amount, 0),
    25000,
    'the same as the receivables',
  )
  const due = done(await manager.get('/money/refunds-due')) as { open_amount: number }[]
  assert.equal(
    due.reduce((all, { open_amount }) => all + open_amount, 0),
    2000 - balance,
    'the same as the refunds due',
  )
  assert.deepEqual(await balances(daysFromToday(-30)), [])
  assert.equal((await as('leader').get(`/money/balances?on=${today}`)).status, 403)
})

test('payments of a span by method and account', async () => {
  const account = done(
    await as('admin').post('/receiving-accounts', {
      ...{ name: '玉山 活存', bank_name: '玉山銀行', bank_code: '808', account_number: '0015-940-123456' },
    }),
  )
  const { id, number } = await confirmed()
  const mapping = JSON.stringify({ booked_at: '日期', credit: '存入', text: '備註' })
  done(
    await finance.upload(
      '/bank-statements',
      multipart(Buffer.from(`日期,存入,備註\n${today},7000,${number}\n`), 'bank.csv', {
        mapping,
        receiving_account_id: String(account.id),
      }),
    ),
  )
  const [line] = done(await finance.get('/bank-lines?state=new'))
  done(await finance.post(`/bank-lines/${line.id}/match`, { bookings: [{ booking_id: id, amount: 7000 }] }))
  assert.deepEqual(done(await manager.get(`/money/payments/by-account?from=${today}&to=${today}`)), [
    {
      ...{ method: 'bankTransfer', receiving_account: { id: account.id, name: '玉山 活存' }, currency: 'TWD' },
      ...{ payments: 1, received: 7000, paid_back: 0, net: 7000 },
    },
    { method: 'cash', receiving_account: null, currency: 'TWD', payments: 1, received: 5000, paid_back: 0, net: 5000 },
  ])
})

test('what waits today is counted from the lists of receivables, banks, refunds and drawers', async () => {
  await fill((db) =>
    sql`
    update bookings set (deposit_due_on, balance_due_on) = (select d, d from (select case bookings.id
      when (select min(id) from bookings where status = 'confirmed' and balance > 0) then today() else today() - 2 end as d) due)
     where status = 'confirmed' and balance > 0`.execute(db),
  )
  const { id } = await confirmed()
  const owing = done(await finance.get('/bookings?owed=true&per_page=100')) as {
    balance: number
    payment_due_on: string
  }[]
  const sum = (from: string, to: string) => {
    const due = owing.filter(({ payment_due_on: day }) => day >= from && day <= to)
    return [due.length, due.reduce((all, { balance }) => all + balance, 0)]
  }
  const mapping = JSON.stringify({ booked_at: '日期', credit: '存入', text: '備註' })
  done(
    await finance.upload(
      '/bank-statements',
      multipart(Buffer.from(`日期,存入,備註\n${today},123,x\n`), 'b.csv', { mapping }),
    ),
  )
  const due = done(await finance.get('/money/refunds-due')) as { id: number; open_amount: number }[]
  done(await finance.post('/refund-orders', { obligation_id: due[0]?.id, payee: '王小美', amount: 500 }))
  const told = async (who: typeof finance) =>
    done(await who.get('/money/today')).map((row: Record<string, unknown>) => [row.what, row.records, row.amount])
  const cash = ['cash_not_counted', 1, 0]
  const rest = [
    ['refunds_to_approve', 1, 500],
    ['refunds_due', due.length, due.reduce((all, { open_amount }) => all + open_amount, 0)],
    cash,
  ]
  const [now, late] = [sum(today, today), sum('2000-01-01', yesterday)]
  const dues = [
    ['due_today', ...now],
    ['overdue', ...late],
  ]
  assert.ok(id > 0 && Number(now[0]) > 0 && Number(late[0]) > 0, 'some are due')
  assert.deepEqual(await told(finance), [...dues, ['bank_unknown', 1, 123], ...rest])
  assert.deepEqual(await told(manager), [...dues, ...rest], 'managers read no lines of banks')
  assert.equal((await sales.get('/money/today')).status, 403)
})
