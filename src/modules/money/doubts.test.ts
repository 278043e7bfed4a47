import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { type Answer, house } from '../../../test/house.ts'
import { untilLocked } from '../../../test/until.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, op] = [as('sales'), as('finance'), as('op')]
const audited = async (table: string, id: number) =>
  (await as('admin').get(`/audit?table_name=${table}&record_id=${id}&sort=-id`)).data.map(
    ({ changes }: { changes: { confirm_reason?: unknown[] } }) => changes.confirm_reason?.[1],
  )[0]

test('a reference that stands on another booking is asked about, and recorded with a reason', async () => {
  const { id: on } = await trip(9)
  const [one, other] = [await book(on, ['甲']), await book(on, ['乙'])]
  const paid = {
    amount: 9000,
    method: 'bankTransfer',
    received_at: '2026-01-05T10:00+08:00',
    reference: '末五碼 12345',
  }
  done(await finance.post(`/bookings/${one.id}/payments`, paid))
  const at = `/bookings/${other.id}/payments`
  const { number } = await db
    .selectFrom('bookings')
    .select('booking_number as number')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  const question = [
    `The reference 末五碼 12345 is recorded on the booking ${number} already, on ${shortDay('2026-01-05', 'en')} with NT$9,000. If this one has it too, confirm this reference and give a reason.`,
  ]
  const asked = async (more: object) => (await finance.post(at, { ...paid, ...more })).body.errors
  assert.deepEqual(await asked({}), { confirmed_reference: question })
  assert.deepEqual(await asked({ confirmed_reference: '末五碼 54321', reason: '同一帳戶' }), {
    confirmed_reference: question,
  })
  assert.deepEqual(await asked({ confirmed_reference: '末五碼 12345' }), { reason: ['Give the reason.'] })
  assert.deepEqual(await asked({ amount: 39901 }), {
    confirmed_amount: [
      'NT$39,900 is owed, and the amount is NT$1 more. Check it, and confirm this amount if it is right.',
    ],
    confirmed_reference: question,
  })
  const answers = { confirmed_reference: '末五碼 12345', reason: '夫妻各一筆，一次匯款' }
  const recorded = done(await finance.post(at, { ...paid, ...answers }))
  assert.equal(recorded.confirm_reason, '夫妻各一筆，一次匯款')
  assert.equal(await audited('booking_payments', recorded.id), '夫妻各一筆，一次匯款')

  done(await finance.post(at, { ...paid, reference: null, amount: 100 }))
  const third = await book(on, ['丙'])
  const free = { ...paid, reference: '末五碼 99999' }
  const mistaken = done(await finance.post(`/bookings/${third.id}/payments`, free))
  done(await finance.post(`/bookings/${third.id}/payments/${mistaken.id}/void`, { reason: '登錯訂單' }))
  done(await finance.post(at, { ...free, amount: 200 }))
})

test('an invoice that the same supplier has sent before is asked about, and an unchanged one is not asked about again', async () => {
  const { id: on, serial } = await trip(9)
  const at = `/planned-trips/${on}/costs`
  const invoice = {
    kind: 'land',
    actual: 86000,
    supplier: '北海道觀光',
    invoice_number: 'AB-1',
    invoiced_on: '2026-11-20',
  }
  const first = done(await op.post(at, invoice))
  assert.equal(first.confirm_reason, null)
  const question = [
    `The invoice ab-1 of 北海道觀光 is recorded on ${serial} already, on ${shortDay('2026-11-20', 'en')} with NT$86,000. If this is another cost, confirm this number and give a reason.`,
  ]
  const again = { ...invoice, kind: 'hotel', invoice_number: 'ab-1', actual: 5000 }
  assert.deepEqual((await op.post(at, again)).body.errors, { confirmed_invoice_number: question })
  const answers = { confirmed_invoice_number: 'ab-1', reason: '同一張請款單分兩項' }
  const second = done(await op.post(at, { ...again, ...answers }))
  assert.equal(await audited('trip_costs', second.id), '同一張請款單分兩項')
  done(await op.put(`${at}/${second.id}`, { ...again, actual: 5500 }))
  done(await op.post(at, { ...invoice, supplier: '沖繩觀光' }))
  const third = done(await op.post(at, { ...invoice, invoice_number: null }))
  const late = await op.put(`${at}/${third.id}`, { invoice_number: 'AB-1' })
  assert.deepEqual(Object.keys(late.body.errors), ['confirmed_invoice_number'])
})

test('of two payments with the same reference, and of two costs with the same invoice, that are recorded at once, one is asked about', async () => {
  const { id: on } = await trip(9)
  const { id: elsewhere } = await trip(9)
  const [one, other] = [await book(on, ['甲']), await book(elsewhere, ['乙'])]
  const paid = {
    amount: 9000,
    method: 'bankTransfer',
    received_at: '2026-01-05T10:00+08:00',
    reference: '末五碼 77777',
  }
  const payments = await atOnce('booking_payments', [
    () => finance.post(`/bookings/${one.id}/payments`, paid),
    () => finance.post(`/bookings/${other.id}/payments`, paid),
  ])
  assert.deepEqual(payments, [
    [201, []],
    [422, ['confirmed_reference']],
  ])

  const invoice = { kind: 'land', actual: 86000, supplier: '東北觀光', invoice_number: 'AB-7' }
  const costs = await atOnce('trip_costs', [
    () => op.post(`/planned-trips/${on}/costs`, invoice),
    () => op.post(`/planned-trips/${elsewhere}/costs`, { ...invoice, invoice_number: 'ab-7' }),
  ])
  assert.deepEqual(costs, [
    [201, []],
    [422, ['confirmed_invoice_number']],
  ])
})

/** What two requests answer if neither writes before both wait: one for the table, and the other for it too or for the first. */
const atOnce = async (table: 'booking_payments' | 'trip_costs', requests: (() => Promise<Answer>)[]) => {
  const { answers } = await home.database.transaction({}, async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const answers = Promise.all(requests.map((send) => send()))
    await untilLocked(db, requests.length)
    return { answers }
  })
  return (await answers)
    .map(({ status, body }): [number, string[]] => [status, Object.keys(body.errors ?? {})])
    .sort(([a], [b]) => a - b)
}

test('a cost on a settled trip is asked about, and changes or goes with a reason only', async () => {
  const { id: on, serial } = await trip(9)
  const at = `/planned-trips/${on}/costs`
  const { id } = done(await op.post(at, { kind: 'land', estimated: 86000 }))
  await db.updateTable('planned_trips').set({ status: 'settled' }).where('id', '=', on).execute()
  const question = (amount: string) => [
    `${serial}, which returned on Thu 12 Mar 2099, is settled with costs of NT$86,000. If ${amount} is to be recorded all the same, confirm this amount and give a reason.`,
  ]
  const tips = { kind: 'tips', actual: 3000 }
  assert.deepEqual((await op.post(at, tips)).body.errors, { confirmed_amount: question('NT$3,000') })
  assert.deepEqual((await op.post(at, { ...tips, confirmed_amount: 300, reason: '漏登' })).body.errors, {
    confirmed_amount: question('NT$3,000'),
  })
  assert.deepEqual((await op.put(`${at}/${id}`, { actual: 90000 })).body.errors, {
    confirmed_amount: question('NT$90,000'),
  })
  done(await op.put(`${at}/${id}`, { notes: '發票正本在會計' }))
  const changed = await op.put(`${at}/${id}`, { actual: 90000, confirmed_amount: 90000, reason: '匯差' })
  assert.equal(done(changed).confirm_reason, '匯差')
  const late = done(await op.post(at, { ...tips, confirmed_amount: 3000, reason: '漏登' }))
  assert.deepEqual((await op.delete(`${at}/${late.id}`)).body.errors, {
    reason: [`${serial} is settled; give a reason to remove one of its costs.`],
  })
  assert.equal((await op.delete(`${at}/${late.id}?reason=${encodeURIComponent('重複')}`)).status, 200)
  const { data } = await as('admin').get(`/audit?table_name=trip_costs&record_id=${late.id}&sort=id`)
  assert.deepEqual(
    data.map(({ action, changes }: { action: string; changes: { confirm_reason?: unknown[] } }) => [
      action,
      changes.confirm_reason,
    ]),
    [
      ['created', [null, '漏登']],
      ['changed', ['漏登', '重複']],
      ['removed', ['重複', null]],
    ],
  )
})

test('a rate that is more than a third from the last one of its pair is asked about, wherever it is entered', async () => {
  const yen = { from_currency: 'JPY', to_currency: 'TWD', rate: 0.21, valid_from: '2026-01-01' }
  done(await finance.post('/exchange-rates', yen))
  const far = { ...yen, rate: 2.1, valid_from: '2026-02-01' }
  const question = [
    `The last rate from JPY to TWD is 0.21, from ${shortDay('2026-01-01', 'en')} on, and 2.1 differs from it by more than a third. Check it; if it is right, confirm this rate and give a reason.`,
  ]
  assert.deepEqual((await finance.post('/exchange-rates', far)).body.errors, { confirmed_rate: question })
  assert.deepEqual(
    (await finance.post('/exchange-rates', { ...far, confirmed_rate: 21, reason: '改版' })).body.errors,
    { confirmed_rate: question },
  )
  done(await finance.post('/exchange-rates', { ...far, rate: 0.28, valid_from: '2026-02-01' }))
  const low = { ...yen, rate: '0.18666666', valid_from: '2026-03-01' }
  assert.deepEqual(Object.keys((await finance.post('/exchange-rates', low)).body.errors), ['confirmed_rate'])
  const third = done(await finance.post('/exchange-rates', { ...low, rate: '0.18666667' }))
  assert.equal((await finance.put(`/exchange-rates/${third.id}`, { notes: '央行' })).status, 200)
  assert.equal((await finance.put(`/exchange-rates/${third.id}`, { rate: 0.5 })).status, 422)
  const confirmed = { rate: 0.5, confirmed_rate: '0.50', reason: '日圓升值' }
  assert.equal(done(await finance.put(`/exchange-rates/${third.id}`, confirmed)).confirm_reason, '日圓升值')
  assert.equal(await audited('exchange_rates', third.id), '日圓升值')

  const { id: on } = await trip(9)
  const { id } = await book(on, ['甲'])
  const line = { kind: 'surcharge', description: '簽證', unit_price: 1000, currency: 'JPY', rate: 0.2 }
  const asked = await sales.post(`/bookings/${id}/price-lines`, line)
  assert.deepEqual(Object.keys(asked.body.errors), ['confirmed_rate'])
  const taken = done(
    await sales.post(`/bookings/${id}/price-lines`, { ...line, confirmed_rate: 0.2, reason: '合約匯率' }),
  )
  assert.deepEqual([taken.rate, taken.confirm_reason], [0.2, '合約匯率'])
  const shown = async (who: typeof sales) => (await who.get(`/bookings/${id}`)).data.price_lines.at(-1).confirm_reason
  assert.equal(await shown(sales), '合約匯率')
  const cost = { kind: 'land', estimated: 1000, currency: 'JPY', rate: 0.2 }
  const costs = `/planned-trips/${on}/costs`
  assert.deepEqual(Object.keys((await op.post(costs, cost)).body.errors), ['confirmed_rate'])
  const { id: own } = done(await op.post(costs, { ...cost, rate: undefined }))
  assert.equal((await op.put(`${costs}/${own}`, { rate: 0.2 })).status, 422)
  done(await op.put(`${costs}/${own}`, { rate: 0.2, confirmed_rate: 0.2, reason: '合約匯率' }))
})
