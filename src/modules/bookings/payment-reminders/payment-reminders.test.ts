import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { jpeg, form as multipart } from '../../../../test/fixtures/samples.ts'
import { house } from '../../../../test/house.ts'
import { decoded, headerIn, readMail } from '../../../../test/mail-parts.ts'
import { outbox } from '../../../../test/outbox.ts'
import { jobs } from '../../../wiring.ts'
import { eraseContact } from '../erase.ts'
import { remindOfPayments } from './send.ts'

const home = await house()
const { as, database, db, ids } = home
const post = await outbox(home)
const { trip, book } = await bookingFixtures(home)
const [sales, finance, admin, customer] = [as('sales'), as('finance'), as('admin'), as('customer')]
const bank = {
  ...{ name: '玉山銀行 民權分行', name_en: 'E.SUN Bank, Minquan branch', code: '808' },
  ...{ account_name: '旗手旅行社', account_number: '0015-940-123456' },
}
done(await admin.put('/house/record', { name: '旗手旅行社', bank }))

let nth = 0
const price = {
  ...{ adult: 30000, child_with_bed: 30000, child_no_bed: 30000, infant: 3000 },
  ...{ single_supplement: 0, deposit: 10000 },
}
type One = { id: number; number: string; email: string; name: string }
/** A confirmed booking of some days ago, which owes 30,000, of which 10,000 are the deposit, due in so many days. */
const owing = async (days: number, more: object = {}): Promise<One> => {
  nth += 1
  const { id: on } = await trip(9, {
    ...{ price_overrides: price, departure_date: daysFromToday(90 + nth), sales_user_id: ids.sales },
  })
  const [email, name] = [`remind${nth}@example.com`, `申${'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'[nth]}`]
  const contact = { name, phone: '0912345678', email }
  const booking = await book(on, [name], { contact, ...more })
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  // The mails of the booking and of its confirmation.
  await post.mailTo(email)
  await post.mailTo(email)
  await dueIn(booking.id, days)
  return { id: booking.id, number: booking.booking_number, email, name }
}
const dueIn = (id: number, days: number) =>
  sql`update bookings set created_at = now() - interval '4 days', deposit_due_on = today() + ${days}::integer where id = ${id}`.execute(
    db,
  )
const run = () => remindOfPayments({}, { database })
type Sent = {
  sent_on: string
  days: number | null
  due_on: string
  amount: number
  purpose: string
  sender: { name: string } | null
}
const read = async ({ id }: One) =>
  done(await sales.get(`/bookings/${id}/payment-reminders`)) as {
    purpose: string
    due_on: string
    next_on: string | null
    silence: { until: string; reason: string; setter: { name: string } } | null
    sent: Sent[]
  }
const sentTo = async (one: One) => (await read(one)).sent.map(({ days }) => days)
const dry = async ({ id }: One) => done(await sales.post(`/bookings/${id}/remind`, { dry_run: true }))
const remind = ({ id }: One, who = sales) => who.post(`/bookings/${id}/remind`, {})
const pay = async ({ id }: One, amount: number) =>
  done(
    await finance.post(`/bookings/${id}/payments`, { amount, method: 'cash', received_at: new Date().toISOString() }),
  )
const mailsOf = async ({ id }: One) => {
  const { rows } = await sql<{ sentence: string }>`
    select sentence from deliveries where booking_id = ${id} and sentence like 'payment-reminder%' order by id`.execute(
    db,
  )
  return rows.map(({ sentence }) => sentence)
}
const subjectOf = (mail: string) =>
  headerIn(mail, 'Subject').replace(/=\?utf-8\?([qb])\?(.*?)\?=\s*/gi, (_, way: string, words: string) =>
    way.toLowerCase() === 'q' ? decoded('quoted-printable', words.replaceAll('_', ' ')) : decoded('base64', words),
  )
/** The text of the reminder that arrived, without the secret of its link. */
const arrived = async ({ email }: One) => {
  const mail = await post.mailTo(email)
  return {
    subject: subjectOf(mail),
    text: readMail(mail)
      .text.trim()
      .replace(/\/l\/booking\/\S+/, '/l/booking/…'),
  }
}

test('at first customers are reminded seven and three days before the last day, on it and three days after it, at ten', async () => {
  const rules = done(await finance.get('/payment-reminders?per_page=100')) as {
    purpose: string
    days: number
    is_active: boolean
  }[]
  assert.deepEqual(
    rules.map(({ purpose, days, is_active }) => `${purpose} ${days} ${is_active}`),
    ['deposit', 'balance', 'extra', 'other'].flatMap((purpose) =>
      [-7, -3, 0, 3].map((days) => `${purpose} ${days} true`),
    ),
  )
  // A process that was down at ten sends them later on that day, until the evening.
  assert.equal(jobs.get('bookings.payment-reminders')?.cron, '*/10 10-19 * * *')
})

test('finance changes the rules, and sales only read them; a day has one rule', async () => {
  assert.equal((await sales.post('/payment-reminders', { purpose: 'deposit', days: -1 })).status, 403)
  const { id } = done(await finance.post('/payment-reminders', { purpose: 'deposit', days: -1 }))
  const twice = await finance.post('/payment-reminders', { purpose: 'deposit', days: -1 })
  assert.match(JSON.stringify(twice.body), /這一種款項在這一天已經有提醒了|has a reminder on this day already/)
  const far = await finance.post('/payment-reminders', { purpose: 'deposit', days: -91 })
  assert.deepEqual(Object.keys(far.body.errors), ['days'])
  done(await finance.put(`/payment-reminders/${id}`, { is_active: false }))
  const one = await owing(1)
  await run()
  assert.deepEqual(await sentTo(one), [], 'a rule that is switched off reminds nobody')
  done(await finance.delete(`/payment-reminders/${id}`))
})

test('a rule mails exactly what the dry run has shown, once, however many processes run', async () => {
  const [one, other] = [await owing(3, { locale: 'zh-TW' }), await owing(4)]
  const shown = await dry(one)
  assert.deepEqual(
    [shown.amount, shown.purpose, shown.due_on, shown.why, shown.is_sent],
    [10000, 'deposit', daysFromToday(3), null, false],
  )
  await Promise.all([run(), run(), run()])
  await run()
  assert.deepEqual([await sentTo(one), await sentTo(other)], [[-3], []])
  const mail = await arrived(one)
  assert.deepEqual(mail, {
    subject: shown.subject,
    text: shown.text.replace('/l/booking/…', 'https://guidon.test/l/booking/…'),
  })
  assert.match(
    mail.text,
    /金額：NT\$10,000\n.*\n銀行：玉山銀行 民權分行（808）\n戶名：旗手旅行社\n帳號：0015-940-123456\n附言：/,
  )
  assert.doesNotMatch(mail.text, /取消|失效|保留|逾期/, 'a confirmed booking is not threatened')
  assert.deepEqual(await mailsOf(one), ['payment-reminder.due'])
  const [sent] = (await read(one)).sent
  assert.deepEqual(
    [sent?.sent_on, sent?.due_on, sent?.amount, sent?.sender],
    [daysFromToday(0), daysFromToday(3), 10000, null],
  )
  assert.equal((await read(one)).next_on, daysFromToday(3))
})

test('after the last day the mail says that nothing came, in the language of the contact', async () => {
  const late = await owing(-3)
  await run()
  const { subject, text } = await arrived(late)
  assert.equal(subject, `${late.number} Reminder: we have not received NT$10,000 yet`)
  assert.match(text, /If you have paid already, tell us/)
  assert.deepEqual(await mailsOf(late), ['payment-reminder.due/late'])
})

test('the day, the amount and the account are those of the open request', async () => {
  const one = await owing(30)
  done(
    await sales.post(`/bookings/${one.id}/payment-requests`, {
      purpose: 'other',
      amount: 5000,
      due_on: daysFromToday(7),
    }),
  )
  await run()
  assert.deepEqual(await sentTo(one), [], 'who was asked today was just told')
  await sql`update payment_requests set created_at = now() - interval '2 days' where booking_id = ${one.id}`.execute(db)
  await run()
  const [sent] = (await read(one)).sent
  assert.deepEqual([sent?.purpose, sent?.days, sent?.due_on, sent?.amount], ['other', -7, daysFromToday(7), 5000])
})

test('whoever was booked today is not reminded by a rule today', async () => {
  const one = await owing(3)
  await sql`update bookings set created_at = now() where id = ${one.id}`.execute(db)
  await run()
  assert.deepEqual(await sentTo(one), [])
})

test('a last day that is moved has its own reminders, and one day has one at most', async () => {
  const one = await owing(3)
  await run()
  await dueIn(one.id, 7)
  await run()
  assert.deepEqual(await sentTo(one), [-3], 'once a day')
  await sql`update payment_reminders_sent set day = day - 1 where booking_id = ${one.id}`.execute(db)
  await run()
  assert.deepEqual(await sentTo(one), [-7, -3], 'the day after, by the new last day')
})

/** Makes the customer be asked no more, and says which words tell why. */
const reasons: Record<string, { so: (one: One) => Promise<unknown>; why: RegExp }> = {
  'it has reported a payment': {
    so: async ({ id }) => {
      await sql`update bookings set customer_user_id = ${ids.customer} where id = ${id}`.execute(db)
      const said = { paid_on: daysFromToday(0), amount: '3000', last_five: '12345' }
      done(await customer.upload(`/bookings/${id}/payment-reports`, multipart(jpeg, 'transfer.jpg', said)))
    },
    why: /客戶已回報付款 NT\$3,000/,
  },
  'a cheque was received': {
    so: async ({ id }) => {
      const parts = { amount: 4000, bookings: [{ booking_id: id, amount: 4000 }] }
      done(await finance.post('/cheques', { number: 'R1', drawer_bank: '玉山', due_on: daysFromToday(9), ...parts }))
    },
    why: /已收到客戶的支票 NT\$4,000/,
  },
  'a line of the bank names it': {
    so: async ({ name }) => {
      const mapping = JSON.stringify({ booked_at: '交易日期', credit: '存入', text: '備註' })
      const file = `交易日期,存入,備註\n${daysFromToday(0)},7777,${name} 團費`
      done(await finance.upload('/bank-statements', multipart(Buffer.from(file), 'bank.csv', { mapping })))
    },
    why: /銀行有一筆 NT\$7,777 的入帳可能是這筆訂單的/,
  },
  'a part came today': { so: (one) => pay(one, 100), why: /今天才收到這筆訂單的款項 NT\$100/ },
  'it owes nothing': { so: (one) => pay(one, 30000), why: /沒有未付的款項/ },
  'it is cancelled': {
    so: async ({ id }) => done(await admin.post(`/bookings/${id}/cancel`, { reason: '改期', cause: 'traveler' })),
    why: /已取消或逾期/,
  },
  'it is silent': {
    so: async ({ id }) =>
      done(await sales.put(`/bookings/${id}/payment-silence`, { until: daysFromToday(5), reason: '下週發薪' })),
    why: /提醒暫停到/,
  },
  'nobody has proved its address': {
    so: ({ id }) => sql`update bookings set contact_proved_at = null where id = ${id}`.execute(db),
    why: /沒有已確認的信箱/,
  },
}
for (const [name, { so, why }] of Object.entries(reasons))
  test(`nobody is reminded if ${name}, neither by a rule nor by hand, and the dry run says why`, async () => {
    const one = await owing(0)
    assert.equal((await dry(one)).why, null)
    await so(one)
    assert.match((await dry(one)).why, why)
    await run()
    const refused = await remind(one)
    assert.deepEqual([refused.status, refused.body.code], [409, 'step_not_possible'])
    assert.deepEqual([await sentTo(one), await mailsOf(one)], [[], []])
  })

test('money in the bank with the same amount alone keeps nobody from being reminded', async () => {
  const mapping = JSON.stringify({ booked_at: '交易日期', credit: '存入', text: '備註' })
  const file = `交易日期,存入,備註\n${daysFromToday(0)},10000,現金存入`
  done(await finance.upload('/bank-statements', multipart(Buffer.from(file), 'bank.csv', { mapping })))
  const one = await owing(0)
  await run()
  assert.deepEqual(await sentTo(one), [0])
})

test('a person reminds by hand once a day, also on a day of no rule', async () => {
  const one = await owing(5)
  assert.equal((await remind(one, as('op'))).status, 403)
  const said = done(await remind(one))
  assert.deepEqual([said.is_sent, said.due_on], [true, daysFromToday(5)])
  const again = await remind(one)
  assert.match(JSON.stringify(again.body), /今天已經提醒過一次|reminded today already/)
  const [sent] = (await read(one)).sent
  assert.deepEqual([sent?.days, sent?.sender?.name], [null, '業務小陳'])
  await arrived(one)
})

test('a silence has a last day after today and a reason, and ends on that day or by a press', async () => {
  const one = await owing(3)
  const silence = (body: object) => sales.put(`/bookings/${one.id}/payment-silence`, body)
  assert.deepEqual(Object.keys((await silence({ until: daysFromToday(0), reason: 'x' })).body.errors), ['until'])
  done(await silence({ until: daysFromToday(1), reason: '客戶說明天付' }))
  const { silence: shown, next_on } = await read(one)
  assert.deepEqual([shown?.until, shown?.reason, shown?.setter.name], [daysFromToday(1), '客戶說明天付', '業務小陳'])
  assert.equal(next_on, daysFromToday(3))
  await run()
  assert.deepEqual(await sentTo(one), [])
  await sql`update payment_silences set until = today() where booking_id = ${one.id}`.execute(db)
  await run()
  assert.deepEqual(await sentTo(one), [-3], 'on its last day reminders begin again')
  done(await silence({ until: daysFromToday(9), reason: '出國' }))
  assert.equal(done(await sales.delete(`/bookings/${one.id}/payment-silence`)).silence, null)
})

type Group = { key: string; items: { record: { id: number }; action: { path: string } }[] }
const morning = async (who = sales) =>
  ((done(await who.get('/work')) as Group[]).find(({ key }) => key === 'reminded_in_vain')?.items ?? []).map(
    ({ record }) => record.id,
  )

test('after the last rule an unpaid booking stands in the morning of its salesperson, until it is reminded, silent or paid', async () => {
  const [one, other, third] = [await owing(-3), await owing(-4), await owing(-4)]
  await sql`update bookings set sales_user_id = ${ids.sales} where id in (${one.id}, ${other.id}, ${third.id})`.execute(
    db,
  )
  const among = async () =>
    (await morning()).filter((id) => [one.id, other.id, third.id].includes(id)).sort((a, b) => a - b)
  assert.deepEqual(await among(), [other.id, third.id], 'the last rule is three days after the last day')
  done(await remind(other))
  assert.deepEqual(await among(), [third.id])
  await sql`update payment_reminders_sent set day = day - 3 where booking_id = ${other.id}`.execute(db)
  assert.deepEqual(await among(), [other.id, third.id])
  done(await sales.put(`/bookings/${other.id}/payment-silence`, { until: daysFromToday(2), reason: '週末付' }))
  await pay(third, 30000)
  assert.deepEqual(await among(), [])
})

test('the plan of a day says who is reminded of what, with the text, and who is not and why', async () => {
  const [one, other] = [await owing(10), await owing(10)]
  done(await sales.put(`/bookings/${other.id}/payment-silence`, { until: daysFromToday(9), reason: '出國' }))
  const plan = async (on: string) => {
    const rows = done(await finance.get(`/payment-reminders/plan?on=${on}`)) as {
      booking_id: number
      days: number
      why: string
      text: string
    }[]
    return rows.filter(({ booking_id }) => [one.id, other.id].includes(booking_id))
  }
  const [first, second] = await plan(daysFromToday(3))
  assert.deepEqual([first?.booking_id, first?.days, first?.why], [one.id, -7, null])
  assert.match(first?.text ?? '', /Account number: 0015-940-123456/)
  assert.deepEqual([second?.booking_id, second?.why.includes('暫停')], [other.id, true])
  assert.deepEqual(
    (await plan(daysFromToday(10))).map(({ days, why }) => [days, why]),
    [
      [0, null],
      [0, null],
    ],
    'by then the silence is over',
  )
  assert.deepEqual(await plan(daysFromToday(4)), [])
  assert.equal((await sales.get('/payment-reminders/plan')).status, 403)
})

test('the mail, and that it was sent, are there together or not at all, and the next run sends it', async () => {
  const one = await owing(0)
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed before the commit'; end $$`.execute(
    db,
  )
  await sql`create constraint trigger die after insert on payment_reminders_sent deferrable initially deferred for each row execute function die()`.execute(
    db,
  )
  await assert.rejects(run())
  await sql`drop trigger die on payment_reminders_sent`.execute(db)
  assert.deepEqual([await sentTo(one), await mailsOf(one)], [[], []])
  await run()
  assert.deepEqual([await sentTo(one), await mailsOf(one)], [[0], ['payment-reminder.due']])
})

test('a day begins at midnight of the agency, wherever the server is', async () => {
  const one = await owing(3)
  const zone = (await sql<{ zone: string }>`select house_zone() as zone`.execute(db)).rows[0]?.zone
  assert.equal(zone, 'Asia/Taipei')
  // Booked a minute before midnight in Taipei: yesterday, though it is the same day in UTC for most of the day.
  await sql`update bookings set created_at = (today()::timestamp - interval '1 minute') at time zone house_zone() where id = ${one.id}`.execute(
    db,
  )
  await run()
  assert.deepEqual(await sentTo(one), [-3])
  const other = await owing(3)
  await sql`update bookings set created_at = today()::timestamp at time zone house_zone() where id = ${other.id}`.execute(
    db,
  )
  await run()
  assert.deepEqual(await sentTo(other), [], 'booked at midnight: today')
})

test('why a customer was silent goes with its contact, and the audit never had it', async () => {
  const one = await owing(3)
  done(await sales.put(`/bookings/${one.id}/payment-silence`, { until: daysFromToday(5), reason: '母親住院' }))
  done(await admin.post(`/bookings/${one.id}/cancel`, { reason: '改期', cause: 'traveler' }))
  await database.transaction({}, (tx) => eraseContact(tx, one.id))
  const { rows } = await sql<{
    reason: string
  }>`select reason from payment_silences where booking_id = ${one.id}`.execute(db)
  assert.equal(rows[0]?.reason, '•••')
  const { rows: audited } =
    await sql`select from audit where table_name = 'payment_silences' and changes::text like '%母親%'`.execute(db)
  assert.equal(audited.length, 0)
})
