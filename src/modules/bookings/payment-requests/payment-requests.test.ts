import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { house } from '../../../../test/house.ts'
import { decoded, headerIn, readMail } from '../../../../test/mail-parts.ts'
import { outbox } from '../../../../test/outbox.ts'
import { unmarked } from '../../../../test/page-text.ts'
import { settleHolds } from '../seats.ts'
import { endExpiredNumbers, tellPaymentRequest } from './notices.ts'

const home = await house()
const { as, app, database, db, ids } = home
const post = await outbox(home)
const { trip, book, mailedLink } = await bookingFixtures(home)
const [sales, finance, admin, customer] = [as('sales'), as('finance'), as('admin'), as('customer')]
const today = daysFromToday(0)
const bank = {
  name: '玉山銀行 民權分行',
  name_en: 'E.SUN Bank, Minquan branch',
  code: '808',
  account_name: '旗手旅行社',
  account_number: '0015-940-123456',
}
done(await admin.put('/house/record', { name: '旗手旅行社', bank }))

let nth = 0
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
/** A trip of its own with a deposit of 10,000 and a price of 30,000 each. */
const aTrip = (more: object = {}) => {
  nth += 1
  return trip(9, {
    ...{ price_overrides: price, departure_date: daysFromToday(90 + nth), sales_user_id: ids.sales },
    ...more,
  })
}
/** A confirmed booking of two, which owes 60,000, of which 20,000 are the deposit. */
const confirmed = async () => {
  const one = await held()
  done(await sales.post(`/bookings/${one.id}/confirm`))
  await post.mailTo(one.email)
  return one
}
const held = async () => {
  const { id: on } = await aTrip()
  const email = `asked${nth}@example.com`
  const contact = { name: '王小美', phone: '0912345678', email }
  const booking = await book(on, ['王小美', '王大明'], { contact })
  await post.mailTo(email)
  return { id: booking.id as number, number: booking.booking_number as string, email, on }
}
type One = { id: number; number: string; email: string; on: number }

const ask = ({ id }: One, body: object = { purpose: 'deposit' }, who = sales) =>
  who.post(`/bookings/${id}/payment-requests`, body)
const asked = async (one: One, body?: object) => done(await ask(one, body))
const requestsOf = async ({ id }: One) =>
  done(await finance.get(`/bookings/${id}/payment-requests`)) as Record<string, unknown>[]
const openOf = async (one: One) => (await requestsOf(one)).find(({ status }) => status === 'open')
const standingOf = async (one: One) =>
  (await requestsOf(one)).map(({ purpose, amount, open_amount, status, end_cause }) =>
    [purpose, amount, open_amount, status, end_cause].filter((value) => value !== null).join(' '),
  )
const pay = async ({ id }: One, amount: number) =>
  done(
    await finance.post(`/bookings/${id}/payments`, {
      ...{ amount, method: 'bankTransfer', received_at: new Date().toISOString() },
    }),
  ).id as number
const read = async ({ id }: One) => done(await sales.get(`/bookings/${id}`))
const virtual = async (more: object = {}) =>
  done(
    await admin.post('/receiving-accounts', {
      ...{
        name: '玉山 虛擬帳號',
        bank_name: '玉山銀行',
        bank_code: '808',
        kind: 'virtual',
        prefix: '95123',
        length: 14,
      },
      ...more,
    }),
  ).id as number
const withAccount = async (more: object, work: (id: number) => Promise<void>) => {
  const id = await virtual(more)
  await work(id)
  done(await admin.put(`/receiving-accounts/${id}`, { is_active: false }))
}

test('one press asks for the deposit: amount, day and account follow from the booking and the agency', async () => {
  const one = await confirmed()
  const { deposit_due_on } = await read(one)
  const request = await asked(one)
  assert.deepEqual(
    [
      request.purpose,
      request.amount,
      request.open_amount,
      request.currency,
      request.due_on,
      request.via,
      request.status,
    ],
    ['deposit', 20000, 20000, 'TWD', deposit_due_on, 'bank_transfer', 'open'],
  )
  assert.deepEqual(
    [request.bank_name, request.bank_code, request.account_name, request.account_number, request.receiving_account_id],
    ['玉山銀行 民權分行', '808', '旗手旅行社', '0015-940-123456', null],
  )
  assert.deepEqual([request.possible, request.asker.name !== null], [['cancel'], true])
  assert.equal((await ask(one)).data.id, request.id, 'a second press asks once')
  assert.deepEqual(await standingOf(one), ['deposit 20000 20000 open'])
})

test('a part is paid in several payments, and the request is paid once all of it is there', async () => {
  const one = await confirmed()
  await asked(one)
  await pay(one, 5000)
  assert.deepEqual(await standingOf(one), ['deposit 20000 15000 open'])
  const last = await pay(one, 15000)
  assert.deepEqual(await standingOf(one), ['deposit 20000 0 paid paid'])
  done(await finance.post(`/bookings/${one.id}/payments/${last}/void`, { reason: '登錄錯誤' }))
  assert.deepEqual(await standingOf(one), ['deposit 20000 15000 open'], 'a voided payment is asked for again')
})

test('the balance takes the place of the deposit, and no more is asked for than is owed', async () => {
  const one = await confirmed()
  await asked(one)
  await asked(one, { purpose: 'balance' })
  assert.deepEqual(await standingOf(one), ['balance 60000 60000 open', 'deposit 20000 0 cancelled replaced'])
  const more = await ask(one, { purpose: 'other', amount: 60001 })
  assert.deepEqual(more.body.errors, {
    amount: ['No more can be asked for than the NT$60,000 that are owed: ask for less, or add a surcharge first.'],
  })
  assert.deepEqual(Object.keys((await ask(one, { purpose: 'extra' })).body.errors), ['amount'])
  await pay(one, 60000)
  assert.equal((await ask(one, { purpose: 'balance' })).status, 409, 'nothing is owed')
})

test('a change of price replaces what is asked for, whoever makes it', async () => {
  const one = await confirmed()
  await asked(one, { purpose: 'balance' })
  const line = { kind: 'discount', description: '早鳥', unit_price: 2000 }
  done(await sales.post(`/bookings/${one.id}/price-lines`, line))
  assert.deepEqual(await standingOf(one), ['balance 58000 58000 open', 'balance 60000 0 cancelled price'])
  const [first] = (await read(one)).travelers
  done(await sales.post(`/travelers/${first.id}/cancel`))
  const [now] = await requestsOf(one)
  assert.deepEqual([now?.amount, now?.status], [(await read(one)).balance, 'open'])
})

test('a price that falls to what is paid ends the request, and a cancelled booking takes it along and brings it back', async () => {
  const one = await confirmed()
  await pay(one, 59000)
  await asked(one, { purpose: 'balance' })
  done(
    await sales.post(`/bookings/${one.id}/price-lines`, { kind: 'discount', description: '老客戶', unit_price: 1000 }),
  )
  assert.deepEqual(await standingOf(one), ['balance 1000 0 cancelled price'])

  const other = await confirmed()
  await asked(other)
  done(await sales.post(`/bookings/${other.id}/cancel`, { cause: 'traveler', reason: '改期' }))
  assert.deepEqual(await standingOf(other), ['deposit 20000 0 cancelled booking'])
  assert.equal((await ask(other)).status, 409)
  done(await sales.post(`/bookings/${other.id}/undo-cancel`))
  assert.deepEqual(await standingOf(other), ['deposit 20000 20000 open'])
})

test('a booking that moves to another trip is asked anew, and a hold that expires takes its request along', async () => {
  const one = await confirmed()
  await asked(one)
  const { id: to } = await aTrip()
  done(await sales.post(`/bookings/${one.id}/transfer`, { planned_trip_id: to }))
  assert.deepEqual(await standingOf(one), ['deposit 20000 20000 open', 'deposit 20000 0 cancelled transfer'])

  const other = await held()
  await asked(other)
  await db
    .updateTable('bookings')
    .set({ hold_expires_at: sql<string>`now() - interval '1 minute'` })
    .where('id', '=', other.id)
    .execute()
  await settleHolds(database)
  assert.deepEqual(await standingOf(other), ['deposit 20000 0 expired booking'])
})

test('seats that nothing is paid for are not asked for after their hold, nor before today', async () => {
  const one = await held()
  const { hold_expires_at } = await read(one)
  const late = await ask(one, { purpose: 'deposit', due_on: daysFromToday(30) })
  assert.match(
    String(late.body.errors.due_on),
    /^The seats are held until .*, so it cannot be paid later\./,
    hold_expires_at,
  )
  assert.deepEqual((await ask(one, { purpose: 'deposit', due_on: daysFromToday(-1) })).body.errors, {
    due_on: ['The last day cannot be before today.'],
  })
  assert.equal((await asked(one, { purpose: 'deposit', due_on: today })).due_on, today)
})

test('a virtual account gives each request a number by the rule of its bank, which an example proves', async () => {
  const weights = '3713713713713'
  const wrong = await admin.post('/receiving-accounts', {
    ...{ name: '玉山', bank_name: '玉山銀行', bank_code: '808', kind: 'virtual', prefix: '95123', length: 14 },
    ...{ check_digit: 'weights', weights, example: '95123000000010' },
  })
  assert.deepEqual(Object.keys(wrong.body.errors), ['example'])
  // 9·3 + 5·7 + 1·1 + 2·3 + 3·7 + 1·3 = 93, the last digit is 3, and 7 are missing to ten.
  await withAccount({ check_digit: 'weights', weights, example: '95123000000017', includes_due: false }, async (id) => {
    const one = await confirmed()
    const request = await asked(one)
    assert.deepEqual([request.via, request.receiving_account_id, request.expires_on], ['virtual_account', id, null])
    const number = request.account_number as string
    assert.match(number, /^95123\d{9}$/)
    const sum = [...number.slice(0, 13)].reduce((all, digit, i) => all + Number(digit) * Number(weights[i]), 0)
    assert.equal(Number(number[13]), (10 - (sum % 10)) % 10)
    const plain = await asked(one, { purpose: 'balance', via: 'bank_transfer' })
    assert.equal(plain.account_number, '0015-940-123456')
  })
})

test('a number whose check digit covers the amount is paid as a whole: after a part there is another one', async () => {
  // The number alone gives 93 as above; 10,000 adds 1·1 of its eight digits, so 94 and 6 to ten.
  const exact = {
    check_digit: 'weights',
    weights: '371371371371311111111',
    includes_amount: true,
    example_amount: 10000,
  }
  await withAccount({ ...exact, example: '95123000000016' }, async () => {
    const one = await confirmed()
    const first = await asked(one)
    await pay(one, 5000)
    const [now, before] = await requestsOf(one)
    assert.deepEqual(
      [now?.amount, now?.status, before?.status, before?.end_cause],
      [15000, 'open', 'cancelled', 'price'],
    )
    assert.notEqual(now?.account_number, first.account_number)
    assert.equal((await ask(one, { purpose: 'other', amount: 100.5 })).status, 422, 'TWD has no cents')
  })
})

test('a number with its day ends after it, and a booking with another day gets another number', async () => {
  await withAccount({ includes_due: true }, async () => {
    const one = await confirmed()
    const request = await asked(one, { purpose: 'balance' })
    const day = (request.due_on as string).slice(5).replace('-', '')
    assert.deepEqual([request.account_number.slice(0, 9), request.expires_on], [`95123${day}`, request.due_on])
    done(await sales.put(`/bookings/${one.id}`, { balance_due_on: daysFromToday(20) }))
    const [now] = await requestsOf(one)
    assert.deepEqual(
      [now?.due_on, await standingOf(one)],
      [daysFromToday(20), ['balance 60000 60000 open', 'balance 60000 0 cancelled day']],
    )
    await db
      .updateTable('payment_requests')
      .set({ expires_on: daysFromToday(-1) })
      .where('status', '=', 'open')
      .execute()
    await endExpiredNumbers({}, { database, publicUrl: '', zone: '' } as never)
    assert.deepEqual((await standingOf(one))[0], 'balance 60000 0 expired day')
  })
})

const tellAll = async (one: One) => {
  const all = (await requestsOf(one)).map(({ id }) => id as number)
  for (const payment_request_id of all.sort((a, b) => a - b))
    await tellPaymentRequest({ payment_request_id, actor_id: undefined }, { database })
}

/** Subject and text of the next mail to the contact. */
const mailed = async ({ email }: One) => {
  const sent = await post.mailTo(email)
  return `${headerIn(sent, 'Subject').replace(/=\?utf-8\?q\?(.*?)\?=\s*/gi, (_, words: string) =>
    decoded('quoted-printable', words.replaceAll('_', ' ')),
  )}\n${readMail(sent).text}`
}

test('the customer reads amount, day and account in mail and place, and what replaces what', async () => {
  const one = await confirmed()
  const request = await asked(one)
  await tellAll(one)
  const mail = await mailed(one)
  for (const words of [
    `${one.number} Please pay NT$20,000 by ${shortDay(request.due_on, 'en')}`,
    ...[
      'For: Deposit',
      'Amount: NT$20,000',
      'Bank: E.SUN Bank, Minquan branch (808)',
      'Account number: 0015-940-123456',
    ],
    `Reference: ${one.number}`,
  ])
    assert.ok(mail.includes(words), `${words} in ${mail}`)
  assert.ok(!mail.includes('This replaces') && !mail.includes('for this payment alone'), mail)

  const link = `/l/booking/${(await mailedLink(one.number)).split('/').at(-1)}`
  const page = (await (await placeOf(app, link)).open()).body
  const text = unmarked(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  assert.ok(text.includes(`Please transfer NT$20,000 by ${shortDay(request.due_on, 'en')}`), text)
  assert.ok(page.includes('data-copy="0015940123456"') && page.includes('data-copy="20000"'), 'numbers without hyphens')
  assert.match(page, /<script type="module" src="\/site\/copy\/[\w-]+\.js">/)

  done(await sales.post(`/bookings/${one.id}/price-lines`, { kind: 'discount', description: '早鳥', unit_price: 1000 }))
  await asked(one, { purpose: 'balance' })
  await tellAll(one)
  const replaced = await mailed(one)
  assert.ok(replaced.includes('the NT$20,000 that we asked for need not be paid.'), replaced)
  const open = await openOf(one)
  done(await sales.post(`/payment-requests/${open?.id}/cancel`))
  await tellAll(one)
  const withdrawn = await mailed(one)
  assert.ok(withdrawn.includes(`${one.number} The NT$59,000 need not be paid any more`), withdrawn)
  assert.equal((await sales.post(`/payment-requests/${open?.id}/cancel`)).status, 409)
})

test('nobody but sales, finance and administrators asks, and a customer reads its own requests without the office', async () => {
  const { id: on } = await aTrip()
  const booking = await book(on, ['王小美'], { customer_user_id: ids.customer })
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  const one = { id: booking.id, number: booking.booking_number, email: '', on }
  assert.equal((await ask(one, { purpose: 'deposit' }, as('manager'))).status, 403)
  assert.equal((await ask(one, { purpose: 'deposit' }, customer)).status, 403)
  done(await ask(one, { purpose: 'deposit' }, finance))
  const [seen] = done(await customer.get('/payment-requests'))
  assert.deepEqual(
    [seen.booking_id, seen.amount, seen.asked_by, seen.asker, seen.possible],
    [one.id, 10000, null, null, []],
  )
  assert.equal((await as('other_customer').get(`/payment-requests/${seen.id}`)).status, 404)
})

test('without an account that takes the currency nothing is asked for, and the refusal says where to add one', async () => {
  done(await admin.put('/house/record', { bank: null }))
  const one = await confirmed()
  const refused = await ask(one)
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [
      409,
      'There is no account that takes TWD yet. An administrator adds a receiving account to the reference data, or a bank account to the record of the agency.',
    ],
  )
  done(await admin.put('/house/record', { bank }))
})
