import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { chance } from '../../../test/fixtures/chance.ts'
import { moneyActs, prices, single_supplement, termsOfFee } from '../../../test/fixtures/money-acts.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'
import type { ReceiptMisfit } from '../receipt-misfits/misfits.ts'
import { forgetBuyers } from './forget.ts'

/** `SEED=7 npm test -- legal-receipts/histories` tries other histories. */
const USUAL = 19
const SEED = Number(process.env.SEED ?? USUAL)
const ACTS = 160

const home = await house()
await refundsByOne(home)
const { as, db, database } = home
const { trip, body } = await bookingFixtures(home)
const { random, pick } = chance(SEED)

/** The bookings whose receipts stand above what is paid, and the receipts that are not whole, read without the functions of the service. */
const broken = async () => {
  const { rows } = await sql<{ id: number; rule: string }>`
    with parts as (
      select p.booking_id, p.amount, r.status,
             coalesce(sum(a.amount) filter (where a.status = 'confirmed'), 0) as confirmed,
             coalesce(sum(a.amount) filter (where a.status = 'waiting'), 0) as waiting
        from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id
        left join legal_receipt_allowances a on a.legal_receipt_id = r.id and a.booking_id = p.booking_id
       group by p.booking_id, p.legal_receipt_id, p.amount, r.status)
    select b.id, 'receipts that stand are within what is paid' as rule
      from bookings b join parts p on p.booking_id = b.id group by b.id
    having sum(case when p.status in ('queued', 'issued') then p.amount - p.confirmed - p.waiting else 0 end) > greatest(
      (select coalesce(sum(case kind when 'refund' then -amount else amount end), 0) from booking_payments where booking_id = b.id and voided_at is null), 0)
    union all
    select booking_id, 'nothing is given back of what is void, and no more than there is'
      from parts where confirmed + waiting > case when status = 'issued' then amount else 0 end
    union all
    select r.id, 'the parts and the items of a receipt come to it' from legal_receipts r
     where r.amount <> (select sum(amount) from legal_receipt_bookings where legal_receipt_id = r.id)
        or r.amount <> (select sum((item ->> 'amount')::integer) from jsonb_array_elements(r.items) item)`.execute(db)
  return rows
}

const trips: number[] = []
for (const fee of [100, 10, 0]) {
  const { id } = await trip(40, { price_overrides: { ...prices, single_supplement } })
  await sql`update planned_trips set terms = jsonb_set(terms, '{cancellation_policy}', ${JSON.stringify(termsOfFee(fee))}::jsonb)
    where id = ${id}`.execute(db)
  trips.push(id)
}
const bookings: number[] = []
for (const size of [1, 2, 3]) {
  const { id } = done(await as('sales').post('/bookings', body(pick(trips), ['甲', '乙', '丙'].slice(0, size))))
  done(await as('sales').post(`/bookings/${id}/confirm`))
  bookings.push(id)
}

const acts = moneyActs(
  { random, pick },
  {
    send: (method, path, given) => {
      const who = as(pick(['finance', 'sales', 'sales'] as const))
      if (method === 'GET' || method === 'DELETE') return who[method === 'GET' ? 'get' : 'delete'](path)
      return who[method === 'PUT' ? 'put' : 'post'](path, given)
    },
    query: async (text) => (await sql.raw<{ booking: number; id: number }>(text).execute(db)).rows,
    bookings,
    trips,
  },
)

const [finance, admin] = [as('finance'), as('admin')]
let printed = 20000000
const amount = (most: number) => Math.ceil(random() * most)
const some = async (table: 'legal_receipts' | 'legal_receipt_allowances', which: string) => {
  const { rows } = await sql<{
    id: number
    of: number
  }>`select id, ${sql.raw(table === 'legal_receipts' ? 'id' : 'legal_receipt_id')} as of
    from ${sql.table(table)} where ${sql.raw(which)} order by id`.execute(db)
  return rows.length ? pick(rows) : { id: 0, of: 0 }
}
const issue = (given: object) => {
  printed += 1
  return finance.post(`/bookings/${pick(bookings)}/legal-receipts`, {
    medium: 'paper',
    number: `H${printed}`,
    ...given,
  })
}
const allowed = async (which: string, step: string) => {
  const { id, of } = await some('legal_receipt_allowances', which)
  return finance.post(`/legal-receipts/${of}/allowances/${id}/${step}`)
}
/** What the platform answers is written by a job; a refused transaction leaves everything as it was. */
const answered = async (set: string, which: string) => {
  const { id } = await some('legal_receipts', which)
  const write = database.transaction({}, (tx) =>
    sql.raw(`update legal_receipts set ${set} where id = ${id}`).execute(tx),
  )
  return write.then(
    () => ({ status: id ? 200 : 404, body: {} }),
    (error: { constraint?: string }) => ({
      status: error.constraint === 'receipts_within_payments' ? 422 : 500,
      body: { error },
    }),
  )
}

/** How often each step was really done, acts and what they consist of. */
const did = new Map<string, number>()
const count = (step: string) => did.set(step, (did.get(step) ?? 0) + 1)
const isOfGate = (told: unknown) => JSON.stringify(told).includes('Void them or give an allowance first')

/** Voids a payment. If receipts stand for it, it is refused; once they are mended as the dry run says, it is voided. */
const voidWithReceipts = async () => {
  const { rows } = await sql<{ booking: number; id: number }>`
    select p.booking_id as booking, p.id from booking_payments p
     where p.kind = 'payment' and p.voided_at is null and exists (select from legal_receipt_bookings l
       join legal_receipts r on r.id = l.legal_receipt_id where l.booking_id = p.booking_id and r.status = 'issued')
     order by p.id`.execute(db)
  if (rows.length === 0) return { status: 404, body: {} }
  const { booking, id } = pick(rows)
  const voided = () => admin.post(`/bookings/${booking}/payments/${id}/void`, { reason: '誤登' })
  const first = await voided()
  if (!isOfGate(first.body)) return first
  count('a payment is not voided before its receipts')
  const { data } = await finance.post(`/bookings/${booking}/receipt-misfits`, { payment_id: id })
  for (const { legal_receipt_id, way_out, give_back } of data as ReceiptMisfit[]) {
    const given = { amount: give_back, booking_id: booking, reason: '誤登', confirmed: true }
    const of = `/legal-receipts/${legal_receipt_id}`
    const mended = await (way_out === 'void'
      ? finance.post(`${of}/void`, { reason: '誤登' })
      : finance.post(`${of}/allowances`, given))
    assert.ok(mended.status < 300, `${way_out} ${JSON.stringify(mended.body)}`)
    count(way_out === 'void' ? 'a receipt is voided for a payment' : 'an allowance is given for a payment')
  }
  const then = await voided()
  assert.ok(then.status < 300, `receipts are mended as the dry run says: ${JSON.stringify(then.body)}`)
  count('a payment is voided after its receipts')
  return then
}

const ofReceipts = {
  'issue what is open': () => issue({}),
  'issue an amount': () => issue({ amount: amount(60000) }),
  'join two bookings': () => {
    const [one, other] = bookings
    printed += 1
    const parts = [one, other].map((booking_id) => ({ booking_id, amount: amount(8000) }))
    return finance.post(`/bookings/${one}/legal-receipts`, {
      medium: 'paper',
      number: `J${printed}`,
      bookings: parts,
    })
  },
  'make one electronic': () => answered("medium = 'electronic'", "status = 'issued' and medium = 'paper'"),
  'void a receipt': async () =>
    finance.post(`/legal-receipts/${(await some('legal_receipts', "status = 'issued'")).id}/void`, { reason: '重開' }),
  'the platform has voided': () => answered("status = 'void', voided_at = now()", "status = 'void_waiting'"),
  'the platform refuses to void': () => answered("status = 'issued'", "status = 'void_waiting'"),
  'give an allowance': async () =>
    finance.post(`/legal-receipts/${(await some('legal_receipts', "status = 'issued'")).id}/allowances`, {
      ...{ amount: amount(20000), reason: '退', booking_id: pick(bookings), confirmed: pick([true, false]) },
    }),
  'void a payment with its receipts': voidWithReceipts,
  'confirm an allowance': () => allowed("status = 'waiting'", 'confirm'),
  'cancel an allowance': () => allowed("status in ('waiting', 'confirmed')", 'cancel'),
  'erase a person': async () => {
    await database.transaction({}, (tx) => forgetBuyers(tx, { booking_id: pick(bookings), names: [] }))
    return { status: 200, body: {} }
  },
}

test('whatever is paid, refunded, voided, cancelled or transferred, and whatever is issued and given back: receipts stay within what is paid', async () => {
  const all = { ...acts, ...ofReceipts }
  const [ofMoney, ofPaper] = [Object.keys(acts), Object.keys(ofReceipts)] as (keyof typeof all)[][]
  const often = [
    'pay',
    'refund what is due',
    'void a payment at once',
    'void a payment later',
    'cancel',
    'transfer',
  ] as const
  for (let n = 0; n < ACTS; n += 1) {
    const act =
      n < 12
        ? pick(['pay', 'issue an amount', 'issue what is open'] as const)
        : pick(pick([ofMoney ?? [], ofPaper ?? [], ofPaper ?? [], often]))
    const { status, body: told } = await all[act]()
    const said = `seed ${SEED}, act ${n + 1}, ${act}: ${status} ${JSON.stringify(told).slice(0, 300)}`
    assert.ok(status < 500, said)
    if (status < 300) count(act)
    if (isOfGate(told)) count('a change of money is refused by the gate')
    assert.deepEqual(await broken(), [], said)
  }
  const wanted = [
    ...['issue what is open', 'issue an amount', 'void a receipt', 'give an allowance', 'confirm an allowance'],
    ...['pay', 'transfer', 'cancel', 'void a payment at once', 'a change of money is refused by the gate'],
    ...['a payment is not voided before its receipts', 'a receipt is voided for a payment'],
    ...['an allowance is given for a payment', 'a payment is voided after its receipts'],
  ]
  assert.deepEqual(SEED === USUAL ? wanted.filter((step) => !did.has(step)) : [], [])
})
