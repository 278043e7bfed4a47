import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { chance } from '../../../test/fixtures/chance.ts'
import { form, jpeg } from '../../../test/fixtures/samples.ts'
import { type Answer, house } from '../../../test/house.ts'

/** `SEED=7 npm test -- bank-files/histories` tries another history. With this seed each kind of act succeeds at least once. */
const USUAL = 22
const seed = Number(process.env.SEED ?? USUAL)
const ACTS = Number(process.env.ACTS ?? 150)

const home = await house()
const { as, db, ids } = home
const { trip } = await bookingFixtures(home)
const [sales, finance, admin, manager, customer] = [
  as('sales'),
  as('finance'),
  as('admin'),
  as('manager'),
  as('customer'),
]
const { random, pick } = chance(seed)

/** The rules that hold after every act, as SQL that uses no function of the service. Returns the broken ones. */
const broken = async () => {
  const { rows } = await sql<{ rule: string; id: number }>`
    with counting as (select * from booking_payments where voided_at is null),
    of_lines as (
      select l.id, l.state, l.amount, coalesce(sum(p.amount), 0) as booked, count(p.id) filter (where p.source <> 'bank' or p.kind <> 'payment') as others
        from bank_lines l left join bank_line_payments x on x.bank_line_id = l.id left join counting p on p.id = x.payment_id group by l.id),
    money as (
      select booking_id, sum(case when kind = 'payment' then amount else -amount end) as paid from counting group by booking_id),
    newest as (select distinct on (booking_id) * from payment_requests order by booking_id, id desc)
    select 'a matched line is booked with its whole amount' as rule, id from of_lines where state = 'matched' and booked <> amount
    union all select 'a new line is not booked, or a part of it is to be booked again', id from of_lines where state = 'new' and booked >= amount
    union all select 'a line that is left out is not booked as a whole', id from of_lines where state = 'ignored' and booked >= amount
    union all select 'a line has payments alone, by the bank', id from of_lines where others > 0
    union all select 'each payment by the bank has its line', p.id from counting p
      where source = 'bank' and not exists (select from bank_line_payments x where x.payment_id = p.id)
    union all select 'all payments are what lines are booked with, and what was typed', 0
      where (select coalesce(sum(amount), 0) from counting where kind = 'payment') <>
            (select coalesce(sum(booked), 0) from of_lines) + (select coalesce(sum(amount), 0) from counting where kind = 'payment' and source <> 'bank')
    union all select 'a payment has the currency of its line', p.id from counting p join bank_line_payments x on x.payment_id = p.id
        join bank_lines l on l.id = x.bank_line_id join bookings b on b.id = p.booking_id where b.currency <> l.currency
    union all select 'what is paid is payments less refunds', b.id from bookings b left join money m on m.booking_id = b.id
      where b.paid <> coalesce(m.paid, 0) or b.balance <> b.total - b.paid
    union all select 'what is owed back is what was paid beyond the total', b.id from bookings b
      where greatest(b.paid - b.total, 0) <> (select coalesce(sum(o.open_amount), 0) from booking_obligations o where o.booking_id = b.id)
    union all select 'only the newest request of a booking is open', q.id from payment_requests q
      where q.status = 'open' and q.id not in (select id from newest)
    union all select 'an open request of a booking with seats is for what is missing', q.id from newest q join bookings b on b.id = q.booking_id
      where q.status = 'open' and (b.status not in ('held', 'confirmed', 'completed') or b.paid >= q.reaches or q.reaches > b.total)
    union all select 'a paid request is paid', q.id from newest q join bookings b on b.id = q.booking_id
      where q.status = 'paid' and b.paid < q.reaches and b.status in ('held', 'confirmed', 'completed')
    union all select 'a recorded report has a payment that counts', r.id from payment_reports r
      where (r.status = 'recorded') <> exists (select from counting p where p.id = r.payment_id and p.booking_id = r.booking_id)
    union all select 'a refund that counts is that of one order, which a second person has approved', p.id from counting p
      where kind = 'refund' and 1 <> (select count(*) from refund_orders o where o.payment_id = p.id and o.status = 'paid'
        and o.booking_id = p.booking_id and o.amount = p.amount and o.approved_by <> o.asked_by)
    union all select 'a debit confirms a paid order of its amount', d.id from bank_debits d join refund_orders o on o.id = d.refund_order_id
      where o.status <> 'paid' or o.amount <> d.amount or d.state <> 'confirmed'
    union all select 'a paid order has a refund that counts', o.id from refund_orders o
      where o.status = 'paid' and not exists (select from counting p where p.id = o.payment_id and p.kind = 'refund')`.execute(
    db,
  )
  return rows
}

/** What two banks have in their books, the oldest first: days from today, amount, number of the customer, digits, text. */
type Entry = { day: number; amount: number; number: string; digits: string; text: string }
const FIRST_DAY = -12
const banks: { account: number; entries: Entry[]; lines: Map<string, number> }[] = []
const heading = '日期,支出,存入,銷帳編號,轉出帳號,備註'
const mapping = JSON.stringify({
  ...{ booked_at: '日期', debit: '支出', credit: '存入', virtual_account: '銷帳編號', last5: '轉出帳號', text: '備註' },
})
const said = ({ day, amount, number, digits, text }: Entry) =>
  `${daysFromToday(day)},${amount < 0 ? -amount : ''},${amount > 0 ? amount : ''},${number},${digits},${text}`
const files = new Map<number, (typeof banks)[number]>()

const names = ['王小美', '林大明', '陳甲', '周乙']
const happens = async ({ entries }: (typeof banks)[number]) => {
  const day = Math.min(0, (entries.at(-1)?.day ?? FIRST_DAY) + pick([0, 0, 1]))
  const numbered = await some("payment_requests where status = 'open' and via = 'virtual_account'", 'account_number')
  const entry = {
    ...{
      day,
      amount: pick([10000, 10000, 20000, 30000, 500, -700, Math.ceil(random() * 40000)]),
    },
    ...{
      number: pick([numbered.value ?? '', '', '']),
      digits: pick(['', '11111', '22222']),
      text: pick(['', ...names]),
    },
  }
  // What is the same twice a day is common, and must not be taken for one.
  entries.push(entry, ...pick([[], [], [entry]]))
}

/** Each line of a file, and which of the equal ones of its day it is. */
const marked = (entries: readonly Entry[]) => {
  const seen = new Map<string, number>()
  return entries
    .filter(({ amount }) => amount > 0)
    .map((entry) => {
      const nth = (seen.get(said(entry)) ?? 0) + 1
      seen.set(said(entry), nth)
      return `${said(entry)} ${nth}`
    })
}

/** A file of whole days but for the last, which goes on while the file is downloaded. */
const readFile = async (bank = pick(banks), most = pick([999, 999, 8])) => {
  for (let n = pick([0, 1, 3]); n > 0; n -= 1) await happens(bank)
  const from = pick([FIRST_DAY, FIRST_DAY, FIRST_DAY + 3, (bank.entries.at(-1)?.day ?? 0) - 2])
  const shown = bank.entries.filter(({ day }) => day >= from).slice(0, most)
  const file = [heading, ...shown.map(said)].join('\n')
  const answer = await finance.upload(
    '/bank-statements',
    form(Buffer.from(file), 'bank.csv', { mapping, receiving_account_id: `${bank.account}` }),
  )
  if (answer.status >= 300) return answer
  const fresh = marked(shown).filter((mark) => !bank.lines.has(mark))
  assert.equal(answer.data.lines_new, fresh.length, 'what is new in a file is new once')
  for (const mark of fresh) bank.lines.set(mark, answer.data.statement_id)
  files.set(answer.data.statement_id, bank)
  return answer
}
const removeFile = async () => {
  const { id } = await some('bank_statements', 'null')
  const answer = await finance.delete(`/bank-statements/${id}`)
  const bank = files.get(id)
  if (answer.status < 300) for (const [mark, of] of bank?.lines ?? []) if (of === id) bank?.lines.delete(mark)
  return answer
}
const linesThere = async () => {
  const { rows } = await sql<{ of: number; n: number }>`
    select s.receiving_account_id as of, count(l.id) as n from bank_statements s left join bank_lines l on l.statement_id = s.id group by 1`.execute(
    db,
  )
  return banks.map(({ account }) => Number(rows.find(({ of }) => of === account)?.n ?? 0))
}

const some = async (from: string, value = 'null') => {
  const { rows } = await sql
    .raw<{ id: number; value: string | null }>(`select id, (${value})::text as value from ${from} order by id`)
    .execute(db)
  return rows.length ? pick(rows) : { id: 0, value: null }
}
const price = { adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000, single_supplement: 0 }
const trips: number[] = []
const bookings: number[] = []
const newTrip = async () => {
  const priced = { price_overrides: { ...price, deposit: 10000 } }
  const { id } = await trip(40, { ...priced, departure_date: daysFromToday(100 + trips.length) })
  trips.push(id)
}
const newBooking = async () => {
  const party = pick([['王小美'], ['林大明', '陳甲']])
  const made = await sales.post('/bookings', {
    ...{
      planned_trip_id: pick(trips),
      contact: { name: pick(names), phone: '0912345678', email: `b${bookings.length}@example.com` },
    },
    ...{ travelers: party.map((name) => ({ name })), payment_method: 'bankTransfer', customer_user_id: ids.customer },
    ...{ travel_purpose: 'family', marketing_source: 'referral', privacy_consent: true },
  })
  if (made.status < 300) bookings.push(made.data.id)
  return made
}

const anyone = () => pick([finance, admin])
const aLine = (state: string) => some(`bank_lines where state = '${state}'`, '(amount - booked_of(bank_lines.id))')
const cashOf = (kind: string, amount: number) => ({
  ...{
    kind,
    amount,
    confirmed_amount: amount,
    method: pick(['cash', 'bankTransfer']),
    received_at: '2026-01-01T00:00Z',
  },
})
const matched = async (parts: number) => {
  const { id, value } = await aLine('new')
  const amount = Number(value)
  const each = Math.floor(amount / parts)
  const chosen = Array.from({ length: parts }, (_, nth) => ({
    ...{ booking_id: pick(bookings), amount: nth ? each : amount - each * (parts - 1) },
  }))
  return anyone().post(`/bank-lines/${id}/match`, {
    bookings: chosen,
    confirmed_amount: chosen[0]?.amount,
    reason: '確認',
  })
}
const aPayment = (which: string) =>
  some(`booking_payments where voided_at is null and ${which}`, 'booking_id').then(({ id, value }) => ({
    id,
    booking: value,
  }))
const voided = async (which: string) => {
  const { id, booking } = await aPayment(which)
  return anyone().post(`/bookings/${booking}/payments/${id}/void`, { reason: '誤登' })
}
const onBooking = (path: string, body: object = {}) => sales.post(`/bookings/${pick(bookings)}/${path}`, body)
const onOrder = async (status: string, step: string, body: object, who: typeof finance) =>
  who.post(`/refund-orders/${(await some(`refund_orders where status = '${status}'`)).id}/${step}`, body)

const acts: Record<string, () => Promise<Answer>> = {
  'read a file': () => readFile(),
  'remove a file': removeFile,
  'match one booking': () => matched(1),
  'match several bookings': () => matched(pick([2, 3])),
  'take a line back': async () =>
    anyone().post(`/bank-lines/${(await aLine('matched')).id}/unmatch`, { reason: '配錯' }),
  'take back what was left out': async () =>
    anyone().post(`/bank-lines/${(await aLine('ignored')).id}/unmatch`, { reason: '看錯' }),
  'leave a line out': async () => anyone().post(`/bank-lines/${(await aLine('new')).id}/ignore`, { reason: '利息' }),
  'book what is sure at once': async () => {
    await admin.put('/house/record', { book_matched: 'at_once' })
    const answer = await readFile()
    await admin.put('/house/record', { book_matched: 'ask' })
    return answer
  },
  'type a payment': () =>
    onBooking('payments', cashOf('payment', pick([10000, 20000, 70000, Math.ceil(random() * 9000)]))),
  'void what was typed': () => voided("source = 'staff' and kind = 'payment'"),
  'void what the bank brought': () => voided("source = 'bank'"),
  'void a refund': () => voided("kind = 'refund'"),
  'match, void and take back at once': async () => {
    const { id, booking } = await aPayment("source = 'bank'")
    const line = await some(
      `bank_lines where id in (select bank_line_id from bank_line_payments where payment_id = ${id})`,
    )
    const answers = await Promise.all([
      admin.post(`/bank-lines/${line.id}/unmatch`, { reason: '配錯' }),
      finance.post(`/bookings/${booking}/payments/${id}/void`, { reason: '誤登' }),
      matched(1),
      matched(2),
    ])
    return answers.find(({ status }) => status >= 500) ?? (answers[0] as Answer)
  },
  'report a payment': () => {
    const given = {
      paid_on: daysFromToday(0),
      amount: `${pick([10000, 20000, 30000])}`,
      last_five: pick(['11111', '22222']),
    }
    return customer.upload(`/bookings/${pick(bookings)}/payment-reports`, form(jpeg, 'x.jpg', given))
  },
  'order a refund': async () =>
    finance.post('/refund-orders', {
      obligation_id: (await some('booking_obligations where open_amount > 0')).id,
      ...{ payee: '王小美', bank_code: '808', account: '0015940123456' },
    }),
  'approve a refund': () => onOrder('waiting', 'approve', {}, pick([manager, admin])),
  'refuse a refund': () => onOrder(pick(['waiting', 'approved']), 'refuse', { reason: '收款人不符' }, manager),
  'pay a refund': () =>
    onOrder('approved', 'paid', { method: 'bankTransfer', received_at: '2026-01-01T00:00Z' }, finance),
  'pay back what is owed': async () => {
    await acts['order a refund']?.()
    const approved = (await acts['approve a refund']?.()) as Answer
    // The bank may have paid before anybody records it.
    if (random() < 0.4) return approved
    return onOrder('approved', 'paid', { method: 'bankTransfer', received_at: '2026-01-01T00:00Z' }, finance)
  },
  'confirm a refund': async () => {
    const order = await some("refund_orders where status in ('approved', 'paid')", 'amount')
    const [bank] = banks as [(typeof banks)[number]]
    bank.entries.push({
      day: bank.entries.at(-1)?.day ?? 0,
      amount: -Number(order.value ?? 1),
      number: '',
      digits: '',
      text: '',
    })
    await readFile(bank, 999)
    const { id } = await some(`bank_debits where state = 'new' and amount = ${order.value ?? 0}`)
    return finance.post(`/bank-debits/${id}/confirm`, { refund_order_id: order.id })
  },
  'take a confirmation back': async () =>
    finance.post(`/bank-debits/${(await some("bank_debits where state = 'confirmed'")).id}/undo`, {}),
  'ask for money': async () =>
    onBooking('payment-requests', { purpose: pick(['deposit', 'balance']), receiving_account_id: pick(banks).account }),
  'withdraw a request': async () =>
    sales.post(`/payment-requests/${(await some("payment_requests where status = 'open'")).id}/cancel`, {}),
  'change a price': () =>
    onBooking('price-lines', {
      kind: pick(['discount', 'surcharge']),
      description: '其他',
      unit_price: pick([100, 999]),
      quantity: 1,
    }),
  confirm: () => onBooking('confirm'),
  cancel: () => onBooking('cancel', { reason: '取消' }),
  'undo a cancellation': async () =>
    sales.post(`/bookings/${(await some("bookings where status = 'cancelled'")).id}/undo-cancel`),
  'restore a booking': async () => {
    await passUndo(home)
    const { id } = await some("bookings where status = 'cancelled'")
    return manager.post(`/bookings/${id}/restore`, { reason: '誤取消' })
  },
  transfer: () => onBooking('transfer', { planned_trip_id: pick(trips) }),
  book: newBooking,
}
/** What money of a bank does is tried more often. */
const often = [
  'read a file',
  'match one booking',
  'match several bookings',
  'void what the bank brought',
  'take a line back',
  'type a payment',
  'order a refund',
  'pay back what is owed',
]

test('whatever happens to files, lines, payments, refunds and prices, in any order: all payments are lines and what was typed', async () => {
  // The amount that a line is booked with, for the acts to choose from.
  await sql`create function booked_of(integer) returns numeric language sql stable as $$
    select coalesce(sum(p.amount), 0) from bank_line_payments x join booking_payments p on p.id = x.payment_id
     where x.bank_line_id = $1 and p.voided_at is null $$`.execute(db)
  for (const [nth, prefix] of ['95123', '95124'].entries()) {
    const account = done(
      await admin.post('/receiving-accounts', {
        ...{ name: `虛擬 ${nth}`, bank_name: '玉山', bank_code: `80${nth}`, kind: 'virtual', prefix, length: 14 },
      }),
    ).id
    banks.push({ account, entries: [], lines: new Map() })
  }
  for (let n = 0; n < 3; n += 1) await newTrip()
  for (let n = 0; n < 4; n += 1) done(await newBooking())
  for (const bank of banks) for (let n = 0; n < 6; n += 1) await happens(bank)

  const kinds = Object.keys(acts)
  const history: string[] = []
  const succeeded = new Set<string>()
  // What happens at once ends in any order, so that the history of a seed differs a little; it goes on until each kind of act has succeeded.
  const missing = () => kinds.filter((kind) => !succeeded.has(kind))
  for (let n = 0; n < ACTS || (seed === USUAL && missing().length && n < 4 * ACTS); n += 1) {
    const act = pick(n % 2 && missing().length ? missing() : n % 3 ? kinds : often)
    const { status, body } = await (acts[act] as () => Promise<Answer>)()
    history.push(`${act} (${status})`)
    const told = () => `seed ${seed}: ${history.join(', ')}: ${JSON.stringify(body).slice(0, 400)}`
    assert.ok(status < 500, told())
    if (status < 300) succeeded.add(act)
    assert.deepEqual(await broken(), [], told())
    assert.deepEqual(
      await linesThere(),
      banks.map(({ lines }) => lines.size),
      told(),
    )
  }
  assert.deepEqual(seed === USUAL ? missing() : [], [])
})
