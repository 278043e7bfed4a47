import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { ecpayTest, fakeProviders, newebpayTest } from '../../../test/fixtures/payment-providers.ts'
import { form as multipart } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { sharesOf } from './settlement-shares.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [admin, sales, finance, manager] = [as('admin'), as('sales'), as('finance'), as('manager')]
const fake = fakeProviders(home)
done(await admin.put('/payment-providers/ecpay', ecpayTest))
done(await admin.put('/payment-providers/newebpay', newebpayTest))
const today = daysFromToday(0)

let nth = 0
type Provider = 'ecpay' | 'newebpay'
/** A confirmed booking that owes 30,000 and has paid so much of it through a provider, which has told the fee that it keeps. */
const paid = async (amount: number, fee: number | undefined, provider: Provider = 'ecpay') => {
  nth += 1
  const price = { adult: 30_000, child_with_bed: 0, child_no_bed: 0, infant: 0, single_supplement: 0, deposit: 10_000 }
  const departure_date = daysFromToday(90 + nth)
  const on = await trip(9, { price_overrides: price, departure_date, sales_user_id: ids.sales })
  const { id } = await book(on.id, ['王小美'])
  done(await sales.post(`/bookings/${id}/confirm`))
  const no = `LUMP${nth}`
  const { merchant_id } = provider === 'ecpay' ? ecpayTest : newebpayTest
  await sql`insert into provider_trades (trade_no, provider, environment, merchant_id, amount, expires_at, booking_id)
    values (${no}, ${provider}, 'test', ${merchant_id}, ${amount}, now() + interval '1 hour', ${id})`.execute(db)
  const told =
    provider === 'ecpay'
      ? await fake.ecpay(no, { TradeAmt: `${amount}`, TradeNo: `N${no}`, PaymentTypeChargeFee: `${fee ?? ''}` })
      : await fake.newebpay(no, { Amt: `${amount}`, TradeNo: `N${no}` })
  assert.equal(told.body, '1|OK')
  const [payment] = done(await finance.get(`/bookings/${id}/payments`))
  return { id: id as number, payment: payment.id as number, departure_date }
}
type Paid = Awaited<ReturnType<typeof paid>>

const mapping = JSON.stringify({ booked_at: '交易日期', credit: '存入', text: '備註' })
/** The bank shows money that came in on a day. */
const came = async (amount: number, text = '跨行轉入', day = today) => {
  nth += 1
  const file = `交易日期,存入,備註\n${day},${amount},${text} ${nth}\n`
  done(await finance.upload('/bank-statements', multipart(Buffer.from(file), `bank${nth}.csv`, { mapping })))
  const lines = done(await finance.get('/bank-lines?state=new&per_page=100'))
  return lines.find((line: { amount: number }) => line.amount === amount) ?? assert.fail('the line is there')
}
const settle = (line: { id: number }, payments: object[], fee: number, provider: Provider = 'ecpay') =>
  finance.post(`/bank-lines/${line.id}/settle`, { provider, payments, fee })
const of = (...all: Paid[]) => all.map(({ payment }) => ({ payment_id: payment }))
const unsettled = async () => done(await finance.get('/provider-settlements/unsettled')) as Record<string, unknown>[]
const paidOf = async ({ id }: Paid) => done(await finance.get(`/bookings/${id}`)).paid
const errorsOf = ({ status, body }: { status: number; body: { errors?: unknown } }) => [status, body.errors]

test('the fee of a lump is shared as told, and by the amounts where nothing was told', () => {
  assert.deepEqual(
    sharesOf(500, [
      { amount: 10_000, told: 200 },
      { amount: 15_000, told: 300 },
    ]),
    [200, 300],
  )
  assert.deepEqual(
    sharesOf(500, [
      { amount: 10_000, told: null },
      { amount: 20_000, told: null },
    ]),
    [166, 334],
  )
  assert.deepEqual(
    sharesOf(500, [
      { amount: 10_000, told: 200 },
      { amount: 20_000, told: null },
    ]),
    [200, 300],
  )
  assert.deepEqual(
    sharesOf(520, [
      { amount: 10_000, told: 200 },
      { amount: 10_000, told: 300 },
    ]),
    [210, 310],
  )
  assert.deepEqual(
    sharesOf(300, [
      { amount: 10_000, told: 200 },
      { amount: 20_000, told: 400 },
    ]),
    [100, 200],
  )
  assert.deepEqual(
    sharesOf(30, [
      { amount: 10_000, told: null },
      { amount: -10_000, told: null },
    ]),
    [30, 0],
  )
  assert.deepEqual(sharesOf(0, [{ amount: 10_000, told: null }]), [0])
})

test('the lump of a provider is proposed, makes no payment, and what is left of the payments is its fee', async () => {
  const [one, two, three] = [await paid(10_000, 200), await paid(20_000, 400), await paid(5_000, 100)]
  const line = await came(34_300)
  assert.deepEqual(
    [line.sureness, line.may_be_lump, line.lump],
    ['suggested', true, { provider: 'ecpay', from_day: today, to_day: today, payments: 3, gross: 35_000, fee: 700 }],
  )
  const open = await unsettled()
  assert.deepEqual(
    open.map(({ payment_id, amount, told_fee, is_correction }) => [payment_id, amount, told_fee, is_correction]),
    [
      [one.payment, 10_000, 200, false],
      [two.payment, 20_000, 400, false],
      [three.payment, 5_000, 100, false],
    ],
  )

  assert.deepEqual(errorsOf(await settle(line, of(one, two), 0)), [
    422,
    {
      payments: ['These payments come to NT$30,000, less than the NT$34,300 that came: tick those that are missing.'],
    },
  ])
  assert.deepEqual(errorsOf(await settle(line, of(one, two, three), 600)), [
    422,
    { fee: ['The payments come to NT$35,000 and NT$34,300 came, so the fee is NT$700: confirm this amount.'] },
  ])
  for (const who of [sales, manager])
    assert.equal(
      (await who.post(`/bank-lines/${line.id}/settle`, { provider: 'ecpay', payments: [], fee: 0 })).status,
      403,
    )

  const before = done(await finance.get('/money/payments/totals'))
  const settled = done(await settle(line, of(one, two, three), 700))
  assert.deepEqual([settled.state, settled.open_amount, settled.payments], ['matched', 0, []])
  assert.deepEqual(done(await finance.get('/money/payments/totals')), before, 'nothing is counted twice')
  assert.deepEqual([await paidOf(one), await unsettled()], [10_000, []])
  const [payment] = done(await finance.get(`/bookings/${two.id}/payments`))
  assert.deepEqual([payment.fee, payment.settled_on], [400, today])

  const [listed] = done(await finance.get('/provider-settlements'))
  const { provider, settled_on, gross, fee, net, payments, bank_line_id } = listed
  assert.deepEqual(
    [provider, settled_on, gross, fee, net, payments, bank_line_id],
    ['ecpay', today, 35_000, 700, 34_300, 3, line.id],
  )
  const whole = done(await finance.get(`/provider-settlements/${listed.id}`))
  assert.deepEqual(
    whole.parts.map((part: Record<string, unknown>) => [part.payment_id, part.amount, part.fee]),
    [
      [one.payment, 10_000, 200],
      [two.payment, 20_000, 400],
      [three.payment, 5_000, 100],
    ],
  )
  const months = done(await finance.get(`/money/months?year=${today.slice(0, 4)}`))
  assert.deepEqual(months.find(({ month }: { month: string }) => month === today.slice(0, 7)).settlements, [
    { provider: 'ecpay', currency: 'TWD', settlements: 1, gross: 35_000, fee: 700, net: 34_300 },
  ])
  const results = await manager.get(`/money/results?by=month&from=${one.departure_date}&to=${three.departure_date}`)
  const { provider_fees, margin, revenue, cost } = results.body.meta.sum
  assert.deepEqual([provider_fees, margin], [700, revenue - cost], 'the fee is no cost of a trip')

  assert.equal((await settle(line, of(one), 0)).status, 409)
  done(await finance.post(`/bank-lines/${line.id}/unmatch`, { reason: '勾錯' }))
  assert.deepEqual([done(await finance.get('/provider-settlements')), (await unsettled()).length], [[], 3])
  assert.equal(done(await finance.get(`/bank-lines/${line.id}`)).open_amount, 34_300)
  assert.equal(await paidOf(two), 20_000, 'the payments stay')
  done(await settle(line, of(one, two, three), 700))
})

test('where the fee was not told the text names the provider, and what is left is the fee', async () => {
  const [one, two] = [await paid(10_000, undefined, 'newebpay'), await paid(20_000, undefined, 'newebpay')]
  const unnamed = await came(29_160, '跨行轉入')
  assert.deepEqual([unnamed.lump, unnamed.may_be_lump], [null, true])
  done(await finance.post(`/bank-lines/${unnamed.id}/ignore`, { reason: '測試' }))
  const line = await came(29_161, '藍新金流撥款')
  assert.deepEqual(line.lump, {
    ...{ provider: 'newebpay', from_day: today, to_day: today, payments: 2, gross: 30_000, fee: 839 },
  })
  assert.equal((await settle(line, of(one, two), 839)).status, 422, 'they are not of ECPay')
  done(await settle(line, of(one, two), 839, 'newebpay'))
  const shares = [one, two].map(async ({ id }) => done(await finance.get(`/bookings/${id}/payments`))[0].fee)
  assert.deepEqual(await Promise.all(shares), [279, 560])
  done(await finance.post(`/bank-lines/${line.id}/unmatch`, { reason: '換一筆' }))
  done(await settle(line, of(one, two), 839, 'newebpay'))
})

test('a payment is in one lump and a line is one lump, whoever presses at the same time', async () => {
  const one = await paid(10_000, 200)
  const [first, second] = [await came(9_800), await came(9_790)]
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => settle(first, of(one), 200)),
    ...Array.from({ length: 5 }, () => settle(second, of(one), 210)),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status } of answers) assert.ok([200, 409, 422].includes(status), `${status}`)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from provider_settlement_payments where payment_id = ${one.payment}`.execute(db)
  assert.equal(rows[0]?.n, 1)
  const left =
    answers[0]?.status === 200 || done(await finance.get(`/bank-lines/${first.id}`)).state === 'matched'
      ? second
      : first
  assert.deepEqual(errorsOf(await settle(left, of(one), 200)), [
    422,
    {
      payments: [
        'Some of these payments are in another settlement, void, or of another provider: read the list again, and tick once more.',
      ],
    },
  ])
  // The gate of the database, whatever the code does.
  const change = (statement: ReturnType<typeof sql>) =>
    assert.rejects(statement.execute(db), { constraint: 'settlement_is_what_came' })
  await change(sql`update provider_settlements set gross = gross + 1, fee = fee + 1`)
  await change(sql`update provider_settlement_payments set amount = amount + 1 where payment_id = ${one.payment}`)
  await change(sql`delete from provider_settlement_payments where payment_id = ${one.payment}`)
  await change(sql`update bank_lines set state = 'new' where id in (select bank_line_id from provider_settlements)`)
  await assert.rejects(
    sql`insert into provider_settlements (provider, settled_on, currency, gross, fee, net, bank_line_id, settled_by)
        select provider, settled_on, currency, gross, fee, net, bank_line_id, settled_by from provider_settlements limit 1`.execute(
      db,
    ),
    { constraint: 'provider_settlements_line' },
  )
  done(await finance.post(`/bank-lines/${left.id}/ignore`, { reason: '測試' }))
})

test('what is charged back stays on its day, goes off the next lump, and the booking owes it again', async () => {
  const [lost, good] = [await paid(10_000, 200), await paid(20_000, 400)]
  const line = await came(9_800)
  done(await settle(line, of(lost), 200))
  const path = `/bookings/${lost.id}/payments/${lost.payment}/charge-back`
  const reason = '持卡人否認交易'
  assert.equal((await sales.post(path, { charged_back_on: today, reason })).status, 403)
  assert.deepEqual(errorsOf(await finance.post(path, { charged_back_on: daysFromToday(-1), reason })), [
    422,
    { charged_back_on: ['The day cannot be before the day of the payment: check it.'] },
  ])
  const { charged_back_on, is_corrected, void_reason } = done(
    await finance.post(path, { charged_back_on: today, reason }),
  )
  assert.deepEqual([charged_back_on, is_corrected, void_reason], [today, true, reason])
  assert.deepEqual([await paidOf(lost), done(await finance.get(`/bookings/${lost.id}`)).balance], [0, 30_000])
  const listed = done(await finance.get(`/money/payments?booking_id=${lost.id}&sort=received_at`))
  assert.deepEqual(
    listed.map((each: Record<string, unknown>) => [each.amount, each.is_correction, each.fee, each.settled_on]),
    [
      [10_000, false, 200, today],
      [-10_000, true, null, null],
    ],
  )
  const morning = done(await finance.get('/work'))
  const [row] = morning.groups?.find?.(({ key }: { key: string }) => key === 'charged_back')?.rows ?? []
  assert.equal(row?.record?.id ?? lost.id, lost.id)

  const next = await came(9_600)
  assert.deepEqual(next.lump, {
    ...{ provider: 'ecpay', from_day: today, to_day: today, payments: 2, gross: 10_000, fee: 400 },
  })
  done(await settle(next, [...of(good), { payment_id: lost.payment, is_correction: true }], 400))
  const [{ gross, fee, net }] = done(await finance.get('/provider-settlements'))
  assert.deepEqual([gross, fee, net], [10_000, 400, 9_600])
  assert.equal((await finance.post(path, { charged_back_on: today, reason })).status, 409)
  const cash = { kind: 'payment', method: 'cash', amount: 1_000, received_at: new Date().toISOString() }
  const { id: typed } = done(await sales.post(`/bookings/${lost.id}/payments`, cash))
  const other = await finance.post(`/bookings/${lost.id}/payments/${typed}/charge-back`, {
    charged_back_on: today,
    reason,
  })
  assert.match(JSON.stringify(other.body), /Only a payment by card is charged back/)
})

test('a locked month takes no lump, and gives none back', async () => {
  const month = daysFromToday(0, 0).slice(0, 7)
  const ended = new Date(`${month}-01T00:00Z`)
  ended.setUTCDate(0)
  const day = ended.toISOString().slice(0, 10)
  const [kept, late] = [await paid(10_000, 200), await paid(20_000, 400)]
  const [settled, open] = [await came(9_800, '撥款', day), await came(19_600, '撥款', day)]
  done(await settle(settled, of(kept), 200))
  done(await finance.post(`/money/months/${day.slice(0, 7)}/lock`, { reason: 'checked with the bank' }))
  const isRefused = ({ status, body }: { status: number; body: unknown }) => {
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(JSON.stringify(body), /was locked by/)
  }
  isRefused(await settle(open, of(late), 400))
  isRefused(await finance.post(`/bank-lines/${settled.id}/unmatch`, { reason: '勾錯' }))
  assert.equal(done(await finance.get(`/bank-lines/${open.id}`)).state, 'new')
})
