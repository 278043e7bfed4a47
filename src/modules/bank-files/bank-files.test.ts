import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { jpeg, form as multipart } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { untilLocked } from '../../../test/until.ts'
import { eraseContact } from '../bookings/erase.ts'
import { payersOfLines } from './forget.ts'
import { amountIn, linesOf, readBankFile } from './read.ts'

const home = await house()
const { as, ids } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin, customer] = [as('sales'), as('finance'), as('admin'), as('customer')]
const today = daysFromToday(0)
/** `115/11/30`, as banks in Taiwan write it. */
const roc = (day: string) => `${Number(day.slice(0, 4)) - 1911}/${day.slice(5, 7)}/${day.slice(8)}`
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
let nth = 0
const confirmed = async (name: string, more: object = {}) => {
  nth += 1
  const { id: on } = await trip(9, { price_overrides: price, departure_date: daysFromToday(90 + nth) })
  const contact = { name, phone: `09123456${10 + nth}`, email: `bank${nth}@example.com` }
  const booking = await book(on, [name], { contact, ...more })
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  return { id: booking.id as number, number: booking.booking_number as string }
}
const upload = (text: string | Buffer, more: Record<string, string> = {}, name = 'bank.csv', who = finance) =>
  who.upload('/bank-statements', multipart(Buffer.from(text), name, more))
const mapping = JSON.stringify({
  booked_at: '交易日期',
  credit: '存入',
  debit: '支出',
  text: '備註',
  last5: '轉出帳號',
  balance: '餘額',
})
const heading = '交易日期,支出,存入,餘額,轉出帳號,備註'
const open = async () => done(await finance.get('/bank-lines?state=new&per_page=100&sort=id')) as Line[]
type Line = {
  id: number
  amount: number
  open_amount: number
  sureness: string
  is_tied: boolean
  state: string
  candidates: { booking_id: number; amount: number; reasons: string[] }[]
  payments: { booking_id: number; payment_id: number; amount: number }[]
}
const lineOf = async (amount: number) => {
  const line = (await open()).find((one) => one.amount === amount)
  assert.ok(line, `a line of ${amount}`)
  return line
}
const match = (line: { id: number }, bookings: object[], more: object = {}) =>
  finance.post(`/bank-lines/${line.id}/match`, { bookings, ...more })

test('amounts of banks: a sign before, behind or as brackets, full-width digits and thousands', () => {
  for (const [text, amount] of [
    ['1,200', 1200],
    ['+1,200.50', 1200.5],
    ['-500', -500],
    ['500-', -500],
    ['(500)', -500],
    ['NT$1,200', 1200],
    ['', 0],
    ['x', undefined],
  ] as const)
    assert.equal(amountIn(text), amount, text)
})

test('the first file of a bank asks which column is what, and the same file again changes nothing', async () => {
  const file = [
    '玉山銀行 交易明細',
    heading,
    `${roc(today)},,"１,０００",51000,808-0012345678901,利息`,
    `${roc(today)},300,,50700,,手續費`,
    '合計,300,1000,,,',
  ].join('\n')
  const first = done(await upload(file, { dry_run: 'true' }))
  assert.deepEqual([first.columns, first.lines_new, first.statement_id], [null, 0, null])
  assert.deepEqual(first.proposed, {
    booked_at: '交易日期',
    debit: '支出',
    credit: '存入',
    balance: '餘額',
    last5: '轉出帳號',
    text: '備註',
  })
  assert.deepEqual(Object.keys((await upload(file)).body.errors), ['mapping'])
  const checked = done(await upload(file, { dry_run: 'true', mapping }))
  assert.deepEqual(
    [checked.lines_new, checked.unchanged, checked.paid_out, checked.sum, checked.footer, checked.faults],
    [1, 0, 1, 1000, { sum: 1000, agrees: true }, []],
  )
  assert.deepEqual(await open(), [], 'a dry run keeps nothing')
  const kept = done(await upload(file, { mapping, name: '玉山銀行' }))
  assert.deepEqual([kept.lines_new, kept.unchanged], [1, 0])
  const again = done(await upload(file))
  assert.deepEqual([again.lines_new, again.unchanged], [0, 1], 'known by its headings from now on')
  const [line] = await open()
  assert.deepEqual([line?.sureness, line?.candidates], ['unknown', []])
  const ignored = done(await finance.post(`/bank-lines/${line?.id}/ignore`, { reason: '利息' }))
  assert.equal(ignored.state, 'ignored')
})

const read = async (text: string | Buffer, columns: Record<string, string>, name = 'bank.txt') => {
  const file = await readBankFile(name, Buffer.from(text))
  const { lines, paid_out, footer, faults } = linesOf(file, columns as Parameters<typeof linesOf>[1])
  const shown = lines.map(({ booked_on, amount, payer_text, last_five }) => [booked_on, amount, payer_text, last_five])
  return { headings: file.headings, lines: shown, paid_out, footer, faults: faults.length }
}
// `交易日期,摘要,成交` and a line below it in Big5, which Node cannot write.
const big5 = Buffer.from('a5e6a9f6a4e9b4c12cba4bad6e2ca6a8a5e60a3131352f31312f33302ca4fda470acfc2c310a', 'hex')

test('columns that stand below each other, with wide characters, and a footer in one piece', async () => {
  const file = [
    '台灣銀行存款明細     帳號 123-456',
    '交易日期      支出      存入  摘要    備註',
    '115/11/30            12,000  跨行轉  王小美 團費',
    '115/11/30   1,500            提款',
    '115/12/01             8,000  轉帳    陳大文',
    '合計：存入 2 筆',
  ].join('\r\n')
  assert.deepEqual(await read(file, { booked_at: '交易日期', credit: '存入', debit: '支出', text: '備註' }), {
    headings: ['交易日期', '支出', '存入', '摘要', '備註'],
    lines: [
      ['2026-11-30', 12000, '王小美 團費', null],
      ['2026-12-01', 8000, '陳大文', null],
    ],
    ...{ paid_out: 1, footer: null, faults: 0 },
  })
})

test('a file without headings has the letters of its columns, and a sign may be a column of its own', async () => {
  const file = '20261130|C|1200|="00123456"|王小美\n20261130|D|300|="00123456"|手續費\n'
  const columns = { booked_at: 'A', direction: 'B', amount: 'C', last5: 'D', text: 'E' }
  assert.deepEqual(await read(file, columns), {
    headings: ['A', 'B', 'C', 'D', 'E'],
    lines: [['2026-11-30', 1200, '王小美', '23456']],
    ...{ paid_out: 1, footer: null, faults: 0 },
  })
})

test('Big5, headings that nobody knows, a time behind the day, and the same heading twice', async () => {
  assert.deepEqual(await read(big5, { booked_at: '交易日期', text: '摘要', amount: '成交' }, 'bank.csv'), {
    headings: ['交易日期', '摘要', '成交'],
    lines: [['2026-11-30', 1, '王小美', null]],
    ...{ paid_out: 0, footer: null, faults: 0 },
  })
  const file = '取引日;預入;摘要;摘要\n2026/11/30 14:05;1,200;A;B\n2026/11/30;1.200;A;B\n2026/11/30;99,999,999,999;A;B'
  const { lines, faults } = await read(file, { booked_at: '取引日', credit: '預入', text: '摘要 (D)' })
  assert.deepEqual([lines, faults], [[['2026-11-30', 1200, 'B', null]], 2])
})

test('the sum of one column with signs is that of the credits, or what is left of them', async () => {
  const file = (sum: string) => `日期,金額\n2026-11-30,"1,000"\n2026-11-30,-300\n合計,${sum}`
  const agrees = async (sum: string) => (await read(file(sum), { booked_at: '日期', amount: '金額' })).footer?.agrees
  assert.deepEqual([await agrees('1000'), await agrees('700'), await agrees('1300')], [true, true, false])
})

test('a file whose sum does not agree, or with a line that cannot be read, is refused and names the line', async () => {
  const wrong = await upload([heading, `${roc(today)},,700,1,,`, '合計,,800,,,'].join('\n'))
  assert.deepEqual(wrong.body.errors.file, [
    'The credits do not come to the sum at the end of the file, so it may not be complete: download it again.',
  ])
  const faulty = await upload([heading, `${roc(today)},,七百,1,,`].join('\n'))
  assert.deepEqual(faulty.body.errors.file, ['Line 2: “七百” is no amount: correct it, then upload the file again.'])
  assert.equal((await upload('x', {}, 'bank.pdf')).status, 415)
  assert.equal((await upload([heading, `${roc(today)},,700,1,,`].join('\n'), {}, 'bank.csv', sales)).status, 403)
})

test('a number of its own is sure, a name with the amount is suggested, and of two equal ones none is chosen', async () => {
  const account = done(
    await admin.post('/receiving-accounts', {
      ...{ name: '虛擬', bank_name: '玉山', bank_code: '808', kind: 'virtual', prefix: '95123', length: 14 },
    }),
  ).id
  const sure = await confirmed('王小美')
  const { account_number } = done(
    await sales.post(`/bookings/${sure.id}/payment-requests`, { purpose: 'deposit', receiving_account_id: account }),
  )
  const named = await confirmed('林大明')
  const [one, other] = [await confirmed('陳甲乙'), await confirmed('陳丙丁')]
  const head = '交易日期,存入,銷帳編號,備註'
  const columns = JSON.stringify({ booked_at: '交易日期', credit: '存入', virtual_account: '銷帳編號', text: '備註' })
  const day = today.replaceAll('-', '/')
  const rows = [`${day},10000,${account_number},`, `${day},29999,,林大明 團費`, `${day},30000,,團費`]
  done(await upload([head, ...rows].join('\r\n'), { mapping: columns }, 'bank.txt'))

  const first = await lineOf(10000)
  assert.deepEqual([first.sureness, first.candidates[0]?.booking_id], ['sure', sure.id])
  assert.ok(first.candidates[0]?.reasons.includes('virtual_account'))
  const second = await lineOf(29999)
  assert.deepEqual(
    [second.sureness, second.candidates[0]?.booking_id, second.candidates[0]?.reasons],
    ['suggested', named.id, ['name']],
  )
  const third = await lineOf(30000)
  assert.equal(third.is_tied, true)
  assert.ok([one.id, other.id].every((id) => third.candidates.some(({ booking_id }) => booking_id === id)))

  const matched = done(await match(first, [{ booking_id: sure.id, amount: 10000 }]))
  assert.deepEqual(
    [matched.state, matched.payments[0]?.booking_id, matched.payments[0]?.amount],
    ['matched', sure.id, 10000],
  )
  assert.equal((await match(first, [{ booking_id: sure.id, amount: 10000 }])).status, 409, 'matched once')
  const payments = done(await sales.get(`/bookings/${sure.id}/payments`))
  assert.deepEqual([payments[0].method, payments[0].source], ['bankTransfer', 'bank'])
  const [request] = done(await sales.get(`/bookings/${sure.id}/payment-requests`))
  assert.equal(request.status, 'paid')
})

test('one line pays several bookings, more than is owed is asked about, and an undone match voids its payments', async () => {
  const [one, other] = [await confirmed('大發公司'), await confirmed('大發公司二')]
  done(await upload([heading, `${roc(today)},,45000,90000,808-0012345699999,大發公司`].join('\n')))
  const line = await lineOf(45000)
  assert.deepEqual(Object.keys((await match(line, [{ booking_id: one.id, amount: 30000 }])).body.errors), ['bookings'])
  const parts = [
    { booking_id: one.id, amount: 30000 },
    { booking_id: other.id, amount: 15000 },
  ]
  const matched = done(await match(line, parts))
  assert.equal(matched.payments.length, 2)
  const undone = done(await finance.post(`/bank-lines/${line.id}/unmatch`, { reason: '配錯訂單' }))
  assert.deepEqual([undone.state, undone.payments], ['new', []])
  assert.equal(done(await sales.get(`/bookings/${one.id}`)).paid, 0)
  const high = await match(line, [{ booking_id: one.id, amount: 45000 }])
  assert.deepEqual(Object.keys(high.body.errors), ['confirmed_amount'])
  done(await match(line, [{ booking_id: one.id, amount: 45000 }], { confirmed_amount: 45000 }))
})

test('one payment of a line that is voided leaves the rest of the line to be dealt with, and nothing of it is lost', async () => {
  const [one, wrong, right] = [
    await confirmed('大興公司'),
    await confirmed('大興公司二'),
    await confirmed('大興公司三'),
  ]
  done(await upload([heading, `${roc(today)},,45001,90000,808-0012345688888,大興公司`].join('\n')))
  const line = await lineOf(45001)
  const parts = [
    { booking_id: one.id, amount: 30000 },
    { booking_id: wrong.id, amount: 15001 },
  ]
  const { payments } = done(await match(line, parts))
  const [, misled] = payments
  done(await finance.post(`/bookings/${wrong.id}/payments/${misled.payment_id}/void`, { reason: '配錯訂單' }))
  const rest = await lineOf(45001)
  assert.deepEqual([rest.state, rest.open_amount, rest.payments.length], ['new', 15001, 1])
  const whole = await match(line, [{ booking_id: right.id, amount: 45001 }])
  assert.deepEqual(whole.body.errors.bookings, [
    'The amounts of the bookings must come to what is not recorded of the line yet.',
  ])
  const again = done(await match(line, [{ booking_id: right.id, amount: 15001 }]))
  assert.deepEqual([again.state, again.open_amount, again.payments.length], ['matched', 0, 2])
  assert.deepEqual(done(await finance.get(`/bookings/${right.id}/payments`))[0].reference, `88888 #${line.id}-3`)
  done(await finance.post(`/bank-lines/${line.id}/unmatch`, { reason: '全部重來' }))
  assert.deepEqual((await lineOf(45001)).open_amount, 45001)
})

test('money in one currency pays no booking in another', async () => {
  const booking = await confirmed('日圓')
  done(await upload([heading, `${roc(today)},,3210,1,,日圓`].join('\n')))
  await home.db.updateTable('bookings').set({ currency: 'JPY' }).where('id', '=', booking.id).execute()
  const { body } = await match(await lineOf(3210), [{ booking_id: booking.id, amount: 3210 }])
  assert.deepEqual(body.errors.bookings, ['This money is in TWD: choose bookings in that currency.'])
})

test('who takes a line back and who voids its payment lock the booking first, so that they wait in one order', async () => {
  const booking = await confirmed('順序')
  done(await upload([heading, `${roc(today)},,4321,1,,順序`].join('\n')))
  const line = await lineOf(4321)
  done(await match(line, [{ booking_id: booking.id, amount: 4321 }]))
  const waiting = await home.database.transaction({}, async (tx) => {
    await tx.selectFrom('bookings').select('id').where('id', '=', booking.id).forNoKeyUpdate().execute()
    const taken = finance.post(`/bank-lines/${line.id}/unmatch`, { reason: '配錯' })
    await untilLocked(home.db)
    const free = await tx
      .selectFrom('bank_lines')
      .select('id')
      .where('id', '=', line.id)
      .forUpdate()
      .skipLocked()
      .execute()
    assert.equal(free.length, 1, 'the line is not locked by who waits for the booking')
    return { taken }
  })
  assert.equal((await waiting.taken).status, 200)
})

test('a line that says what a customer has reported records the report, and voiding its payment opens both again', async () => {
  const booking = await confirmed('周小安', { customer_user_id: ids.customer })
  const said = { paid_on: today, amount: '12000', last_five: '54321' }
  done(await customer.upload(`/bookings/${booking.id}/payment-reports`, multipart(jpeg, 'x.jpg', said)))
  done(await upload([heading, `${roc(today)},,12000,95000,808-00000054321,`].join('\n')))
  const line = await lineOf(12000)
  assert.deepEqual([line.candidates[0]?.booking_id, line.candidates[0]?.reasons], [booking.id, ['reported']])
  const { payments } = done(await match(line, [{ booking_id: booking.id, amount: 12000 }]))
  const report = async () => done(await finance.get(`/payment-reports?booking_id=${booking.id}`))[0]
  assert.deepEqual([(await report()).status, (await report()).payment_id], ['recorded', payments[0].payment_id])
  done(await finance.post(`/bookings/${booking.id}/payments/${payments[0].payment_id}/void`, { reason: '配錯' }))
  assert.deepEqual([(await report()).status, (await lineOf(12000)).state], ['waiting', 'new'])
})

test('where the agency says so, what is sure is booked at once; all other money waits for a person', async () => {
  const booking = await confirmed('何一一')
  const accounts = done(await sales.get('/receiving-accounts'))
  const asked = { purpose: 'balance', receiving_account_id: accounts[0].id }
  const { account_number } = done(await sales.post(`/bookings/${booking.id}/payment-requests`, asked))
  const file = (nth: number, ...amounts: number[]) =>
    [
      '交易日期,存入,銷帳編號,備註',
      ...amounts.map((amount) => `${today},${amount},${account_number},第 ${nth} 次`),
    ].join('\n')
  assert.equal(done(await upload(file(1, 1000))).booked, 0, 'a person is asked by default')
  assert.equal((await finance.put('/house/record', { book_matched: 'at_once' })).status, 403)
  done(await admin.put('/house/record', { book_matched: 'at_once' }))
  const { booked, lines_new } = done(await upload(file(2, 20000, 20000, 5000)))
  assert.deepEqual([booked, lines_new], [2, 3], 'the second 20,000 is more than what is owed by then')
  assert.equal(done(await upload(file(2, 20000, 20000, 5000))).booked, 0)
  assert.equal(done(await sales.get(`/bookings/${booking.id}`)).paid, 25000)
  const left = (await open()).filter(({ candidates }) => candidates.some(({ booking_id }) => booking_id === booking.id))
  assert.deepEqual(left.map(({ amount, sureness }) => [amount, sureness]).sort(), [
    [1000, 'sure'],
    [20000, 'suggested'],
  ])
  done(await admin.put('/house/record', { book_matched: 'ask' }))
})

test('a file that was read with wrong columns goes with its lines, as long as none of them is a payment', async () => {
  const booking = await confirmed('高小圓')
  const file = [heading, `${roc(today)},,777,1,,甲`, `${roc(today)},,778,2,,乙`].join('\n')
  const { statement_id } = done(await upload(file))
  const [listed] = done(await finance.get('/bank-statements'))
  assert.deepEqual([listed.id, listed.lines_new, listed.waiting], [statement_id, 2, 2])
  const line = await lineOf(777)
  done(await match(line, [{ booking_id: booking.id, amount: 777 }]))
  assert.equal((await finance.delete(`/bank-statements/${statement_id}`)).status, 409)
  done(await finance.post(`/bank-lines/${line.id}/unmatch`, { reason: '欄位錯了' }))
  done(await finance.delete(`/bank-statements/${statement_id}`))
  assert.equal(done(await upload(file)).lines_new, 2, 'they are new again')
})

test('who paid is forgotten with an erased contact and after a year, and the file still changes nothing', async () => {
  const booking = await confirmed('宋可忘')
  const file = [
    heading,
    `${roc(today)},,901,1,808-00000099887,宋可忘`,
    `${roc(today)},,902,2,808-00000099887,宋可忘`,
  ].join('\n')
  done(await upload(file))
  const [paid, other] = [await lineOf(901), await lineOf(902)]
  done(await match(paid, [{ booking_id: booking.id, amount: 901 }]))
  const kept = async (id: number) => {
    const { payer_text, last_five, amount } = done(await finance.get(`/bank-lines/${id}`))
    return [payer_text, last_five, amount]
  }
  assert.deepEqual(await kept(paid.id), ['宋可忘', '99887', 901])
  await home.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', booking.id).execute()
  await home.database.transaction({}, (tx) => eraseContact(tx, booking.id))
  assert.deepEqual(
    [await kept(paid.id), await kept(other.id)],
    [
      [null, null, 901],
      ['宋可忘', '99887', 902],
    ],
  )
  const [payment] = done(await finance.get(`/bookings/${booking.id}/payments`))
  assert.deepEqual([payment.reference, payment.source], [null, 'bank'])
  await home.db
    .updateTable('bank_lines')
    .set({ created_at: daysFromToday(-366) })
    .where('id', '=', other.id)
    .execute()
  assert.equal(await home.database.transaction({}, payersOfLines.deleteBatch), 1)
  assert.deepEqual(await kept(other.id), [null, null, 902])
  assert.deepEqual([done(await upload(file)).lines_new], [0])
})

test('of two people who press at once one records the line, and the other reads that it was dealt with', async () => {
  const booking = await confirmed('同時按')
  done(await upload([heading, `${roc(today)},,1234,1,,同時按`].join('\n')))
  const line = await lineOf(1234)
  const press = (who: typeof finance) =>
    who.post(`/bank-lines/${line.id}/match`, { bookings: [{ booking_id: booking.id, amount: 1234 }] })
  const answers = await Promise.all([press(finance), press(admin), press(finance)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.detail, 'This line has been dealt with already.')
  assert.equal(done(await sales.get(`/bookings/${booking.id}`)).paid, 1234)
})
