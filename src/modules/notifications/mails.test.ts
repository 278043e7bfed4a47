import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house, type Person } from '../../../test/house.ts'
import { smtp, startWorkers, titlesIn } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'
import { pg } from '../../kit/db/client.ts'
import { jobInserter } from '../../kit/jobs/insert.ts'
import { extra } from '../languages/examples.ts'
import { mailNotices, queueMail } from './mails.ts'
import { notify } from './notify.ts'

const home = await house()
const { as, db, database, ids } = home
await as('admin').put(`/users/${ids.sales}`, { locale: 'en', name_en: 'Ann Chen' })
const post = await smtp(home.atEnd)
const mailsTo = (person: Person) => post.to(`${person}@example.com`)

/** Writes notices one after another, each in its own transaction. */
const tell = async (titles: string[], people: Person[]) => {
  for (const title of titles)
    await database.transaction({}, (tx) =>
      notify(tx, {
        who: people.map((person) => ids[person]),
        event: 'trip-message',
        params: { serial: '', title, words: `${title}的內容` },
        about: { type: 'trial', id: 1 },
      }),
    )
}
const awaiting = async () => {
  const { rows } = await sql<{ title: string }>`
    select params ->> 'title' as title from deliveries where state <> 'sent' order by id`.execute(db)
  return rows.map(({ title }) => title)
}
const nothingWaits = () => until(async () => (await awaiting()).length === 0, 'nothing waits')

test('the result of a mail is recorded as soon as it is sent, while others of its batch are still on their way', async () => {
  await tell(['一封一封'], ['op', 'sales'])
  const slow = Promise.withResolvers<void>()
  const mailer = {
    send: ({ to }: { to: string }) => (to === 'op@example.com' ? Promise.resolve() : slow.promise),
    check: async () => {},
    close: async () => {},
  }
  const { files, papers, outbound, keys } = home
  const tools = { database, keys, files, papers, outbound, mailer, log: pino({ level: 'fatal' }), zone: 'Asia/Taipei' }
  const all = { ...tools, publicUrl: 'https://guidon.test' }
  const { prefetch, work } = mailNotices(async () => [])
  const batch = ['op', 'sales'].map((person) => ({
    id: crypto.randomUUID(),
    data: { person: `user ${ids[person as Person]}` },
  }))
  const letters = await prefetch?.(batch, all)
  const working = Promise.all(batch.map(({ id, data }) => work(data, all, id, letters)))
  const states = async () => {
    const { rows } = await sql<{ address: string; state: string }>`
      select email as address, state from deliveries join users on users.id = user_id order by email`.execute(db)
    return rows
  }
  const [sent, onItsWay] = [
    { address: 'op@example.com', state: 'sent' },
    { address: 'sales@example.com', state: 'taken' },
  ]
  await until(async () => (await states())[0]?.state === 'sent', 'the first is recorded')
  assert.deepEqual(await states(), [sent, onItsWay])
  slow.resolve()
  await working
  assert.deepEqual(await states(), [sent, { ...onItsWay, state: 'sent' }])
})

test('notices waiting for a person are sent in one mail, in their language and in order; others get their own', async () => {
  await tell(['甲', '乙', '丙'], ['sales', 'op'])
  await tell(['丁'], ['ticketing'])
  const about = { type: 'booking', id: 1 }
  const params = { trip: '', trip_en: '', departure: '', contact: '', reason: null, number: '不寄' }
  await database.transaction({}, (tx) => notify(tx, { who: [ids.op], event: 'booking.expire/sales', params, about }))
  assert.deepEqual(await awaiting(), ['甲', '甲', '乙', '乙', '丙', '丙', '丁'])

  await startWorkers(home, post.url)
  await post.until(() => post.mails.length >= 3, 'three mails')
  assert.deepEqual(
    mailsTo('op').map(({ subject, text }) => [subject, text]),
    [
      [
        '丙（另有 2 則）',
        'OP 小黃 您好：\n\n甲\n甲的內容\n\n乙\n乙的內容\n\n丙\n丙的內容\n\n開啟待辦：https://guidon.test/desk\n\n（本信由系統自動寄出）',
      ],
    ],
  )
  assert.deepEqual(
    mailsTo('sales').map(({ subject, text }) => [subject, text]),
    [
      [
        '丙 (and 2 more)',
        'Dear Ann Chen,\n\n甲\n甲的內容\n\n乙\n乙的內容\n\n丙\n丙的內容\n\nOpen what waits for you: https://guidon.test/desk\n\n(This mail was sent automatically.)',
      ],
    ],
  )
  assert.deepEqual(
    mailsTo('ticketing').map(({ subject, text }) => [subject, text]),
    [['丁', '票務小林 您好：\n\n丁的內容\n\n開啟待辦：https://guidon.test/desk\n\n（本信由系統自動寄出）']],
  )
  await nothingWaits()
  const { rows } =
    await sql`select distinct channel, state, tries, is_proved, consent, address from deliveries order by address`.execute(
      db,
    )
  const sent = { channel: 'mail', state: 'sent', tries: 1, is_proved: true, consent: 'contract' }
  assert.deepEqual(
    rows,
    ['op', 'sales', 'ticketing'].map((who) => ({ ...sent, address: `${who}@example.com` })),
  )
})

test('a mail carries its page in the colour of the house, in which a typed text is no markup', async () => {
  await as('admin').put('/site', { hue: 300, chroma: 3 })
  const began = mailsTo('manager').length
  await tell(['<b>5 & 6</b>'], ['manager'])
  await post.until(() => mailsTo('manager').length > began, 'the mail')
  const [mail] = mailsTo('manager').slice(began)
  assert.match(mail?.text ?? '', /\n<b>5 & 6<\/b>的內容\n\n開啟待辦：https:\/\/guidon\.test\/desk\n/)
  const page = mail?.html ?? ''
  assert.match(page, /^<!doctype html><html lang="zh-TW">/)
  assert.match(page, /<title>&#60;b&#62;5 &#38; 6&#60;\/b&#62;<\/title>/)
  assert.match(page, />&#60;b&#62;5 &#38; 6&#60;\/b&#62;的內容<\/p>/)
  assert.match(
    page,
    /<a class="button" href="https:\/\/guidon\.test\/desk" style="[^"]*background:#5f4589;[^"]*">開啟待辦<\/a>/,
  )
})

test('a mail about several requests links to each of them', async () => {
  const began = mailsTo('ticketing').length
  await database.transaction({}, async (tx) => {
    for (const id of [71, 72, 73])
      await notify(tx, {
        ...{ who: [ids.ticketing], event: 'addon-request.assigned', about: { type: 'addon_request', id } },
        params: { ...extra, number: `AR${id}` },
      })
  })
  await post.until(() => mailsTo('ticketing').length > began, 'the mail')
  const [mail] = mailsTo('ticketing').slice(began)
  assert.equal(mail?.subject, 'AR73 由您承辦（另有 2 則）')
  for (const id of [71, 72, 73])
    assert.match(
      mail?.text ?? '',
      new RegExp(`AR${id} 由您承辦\\n(?:.+\\n)+開啟加購申請：https://guidon\\.test/desk/requests/${id}\\n`),
    )
})

test('a retried mail is unchanged; notifications added meanwhile are in the next mail', async () => {
  const [before, began] = [post.mails.length, mailsTo('admin').length]
  post.answer(({ to }, nth) => (to === 'admin@example.com' && nth === 0 ? 'refuse' : 'take'))
  await tell(['一'], ['admin'])
  await post.until(() => post.refused.length === 1, 'the first try')
  await tell(['二', '三'], ['admin'])
  const told = () => mailsTo('admin').slice(began)
  await post.until(() => told().flatMap(titlesIn).length >= 3, 'all three')

  assert.deepEqual(told().flatMap(titlesIn).sort(), ['一', '三', '二'])
  const again = told().find(({ subject }) => subject === '一')
  assert.equal(again?.id, post.refused[0]?.id)
  assert.equal(new Set(post.mails.slice(before).map(({ id }) => id)).size, post.mails.length - before)
})

test('a mail whose process was killed before it was sent is sent later with the same id', async () => {
  const mail_id = '0f1a7c52-9a54-4d0e-8a3f-5b7a2f6b1c11'
  const person = `user ${ids.op}`
  const row = sql`${ids.op}, true, 'taken', 'trip-message', '{"serial": "", "title": "壬", "words": ""}', 'trial', 1, ${mail_id}`
  await sql`insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id, mail_id)
    values (${row}), (${row})`.execute(db)
  await sql`
    insert into jobs.job (id, name, data, policy, singleton_key, group_id, retry_limit, state, started_on, heartbeat_on, heartbeat_seconds)
    values (${mail_id}, 'notifications.send', json_build_object('person', ${person}::text), 'short', ${person}, ${person}, 12, 'active',
            now() - interval '11 seconds', now() - interval '11 seconds', 10)`.execute(db)
  await post.until(() => mailsTo('op').at(-1)?.subject === '壬（另有 1 則）', 'the mail')
  assert.equal(mailsTo('op').at(-1)?.id, `<${mail_id}@guidon>`)
  await nothingWaits()
  const { rows } = await sql`select state from deliveries where mail_id = ${mail_id}`.execute(db)
  assert.deepEqual(rows, [{ state: 'sent' }, { state: 'sent' }])
})

test('a notice that is committed after the job of its person has started is mailed too', async () => {
  const person = `user ${ids.ticketing}`
  const job = { name: 'notifications.send', payload: { person }, key: person }
  const queued = async () => {
    const { rows } = await sql`select from jobs.job where singleton_key = ${person} and state = 'created'`.execute(db)
    return rows.length
  }
  const client = new pg.Client(home.settings)
  await client.connect()
  home.atEnd(() => client.end())
  const execute = (text: string, values?: unknown[]) => client.query(text, values)
  const sender = jobInserter(execute)
  home.atEnd(sender.stop)
  const [before, began] = [post.mails.length, mailsTo('ticketing').length]
  await sql`insert into jobs.job (name, data, policy, singleton_key, group_id, retry_limit, start_after)
    values ('notifications.send', json_build_object('person', ${person}::text), 'short', ${person}, ${person}, 12, now() + interval '1 hour')`.execute(
    db,
  )

  await execute('begin')
  await execute(
    `insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id)
     values ($1, true, 'waiting', 'trip-message', '{"serial": "", "title": "癸", "words": ""}', 'trial', 1)`,
    [ids.ticketing],
  )
  await sender.send(execute, [job])
  assert.equal(await queued(), 1, 'the transaction relies on the job that waits')
  await sql`update jobs.job set start_after = now() where singleton_key = ${person} and state = 'created'`.execute(db)
  const started = () => sql`select from jobs.job where singleton_key = ${person} and state = 'completed'`.execute(db)
  const { rows } = await started()
  await until(async () => (await started()).rows.length > rows.length, 'the job has found nothing')
  await execute('commit')
  await post.until(() => mailsTo('ticketing').length > began, 'the mail')
  assert.deepEqual(mailsTo('ticketing').slice(began).flatMap(titlesIn), ['癸'])
  assert.equal(post.mails.length, before + 1)
})

test('two workers at the same time mail each person once, and a mail has a maximum number of notices', async () => {
  await startWorkers(home, post.url)
  const people = ['op', 'ticketing', 'line_control'] as const
  const before = post.mails.length
  const titles = Array.from({ length: 130 }, (_, n) => `第 ${n} 則`)
  await Promise.all(titles.map((title) => tell([title], [...people])))
  await nothingWaits()
  const { rows } = await sql<{ mails: number; notices: number }>`
    select count(distinct mail_id)::integer as mails, count(*)::integer as notices
      from deliveries where params ->> 'title' like '第 % 則'`.execute(db)
  assert.equal(rows[0]?.notices, titles.length * people.length)
  const mails = rows[0]?.mails ?? 0
  await post.until(() => post.mails.length - before >= mails, `${mails} mails`)
  assert.equal(post.mails.length - before, mails)
  for (const person of people) {
    const told = mailsTo(person)
      .flatMap(titlesIn)
      .filter((title) => title.startsWith('第 '))
    assert.equal(new Set(told).size, told.length, `${person} is told nothing twice`)
  }
  for (const { text } of post.mails.slice(before)) assert.ok(text.split('\n\n').length <= 54)
})

test('a deactivated account gets no mail', async () => {
  const before = post.mails.length
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ids.line_control).execute()
  // The notice was written before the account was deactivated.
  await database.transaction({}, async (tx) => {
    await sql`insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id)
      values (${ids.line_control}, true, 'waiting', 'trip-message', '{"serial": "", "title": "戊", "words": ""}', 'trial', 1)`.execute(
      tx,
    )
    queueMail(tx, `user ${ids.line_control}`)
  })
  const state = async () => {
    const { rows } = await sql<{ state: string }>`select state from deliveries where params ->> 'title' = '戊'`.execute(
      db,
    )
    return rows.map(({ state }) => state).join()
  }
  await until(async () => (await state()) === 'dropped', 'it is dropped')
  assert.equal(await state(), 'dropped')
  await tell(['己'], ['op'])
  await post.until(() => mailsTo('op').at(-1)?.subject === '己', 'the next mail')
  assert.equal(post.mails.length, before + 1)
})

test('when an add-on is cancelled, the contact of a booking without an account gets a mail with the reason, a link and the salesperson for replies', async () => {
  const there = await fixtures(home)
  const { sales } = conversation(home, there)
  const { booking_id, contact_email } = there.nobodys
  await sql`update bookings set contact_proved_at = null where id = ${booking_id}`.execute(db)
  const { data } = await sales.post('/addon-requests', { type_id: there.seat, traveler_id: there.nobodys.traveler_id })
  await sales.post(`/addon-requests/${data.id}/cancel`, { reason: '航空公司無法升等' })
  const state = async () => {
    const { rows } = await sql<{
      state: string
    }>`select state, is_proved from deliveries where booking_id = ${booking_id}`.execute(db)
    return rows
  }
  assert.deepEqual(
    await state(),
    [{ state: 'unproved', is_proved: false }],
    'nothing goes to an address that is not proved',
  )

  await sql`update bookings set contact_proved_at = now() where id = ${booking_id}`.execute(db)
  const second = await sales.post('/addon-requests', { type_id: there.seat, traveler_id: there.nobodys.traveler_id })
  await sales.post(`/addon-requests/${second.data.id}/cancel`, { reason: '航空公司無法升等' })
  await post.until(() => post.to(contact_email).length > 0, 'the mail')
  const [{ subject, text, replyTo } = { subject: '', text: '', replyTo: '' }] = post.to(contact_email)
  assert.equal(subject, `${second.data.request_number} 已取消`)
  assert.match(
    text,
    /^陳無帳 您好：\n\nCNX830128A 陳無帳：T_SEAT\n原因：航空公司無法升等\n\n看這項加購：https:\/\/guidon\.test\/l\/booking\/[\w-]{43}\n\n/,
  )
  assert.equal(replyTo, 'sales@example.com')

  // The address is removed before the mail leaves.
  const toContact = (title: string) => ({
    who: [{ contact: booking_id }],
    event: 'trip-message' as const,
    params: { serial: '', title, words: '' },
    about: { type: 'booking', id: booking_id },
  })
  await database.transaction({}, async (tx) => {
    await notify(tx, toContact('庚'))
    await sql`update bookings set contact_email = null where id = ${booking_id}`.execute(tx)
  })
  await until(async () => (await state()).some((row) => row.state === 'dropped'), 'it is dropped')
  assert.equal((await state()).filter((row) => row.state === 'dropped').length, 1)

  // Now with a customer who has an account.
  await sql`update bookings set customer_user_id = ${ids.customer} where id = ${booking_id}`.execute(db)
  await database.transaction({}, (tx) => notify(tx, toContact('辛')))
  await post.until(() => mailsTo('customer').length > 0, 'the mail to the account')
  assert.deepEqual(
    mailsTo('customer').map(({ subject, replyTo }) => [subject, replyTo]),
    [['辛', 'sales@example.com']],
  )
})
