import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { house, type Person } from '../../../test/house.ts'
import { smtp, startWorkers, titlesIn } from '../../../test/smtp.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { notify } from './actions.ts'

const home = await house()
const { as, db, database, ids } = home
await as('admin').put(`/users/${ids.sales}`, { locale: 'en' })
const post = await smtp(home.atEnd)
const mailsTo = (person: Person) => post.to(`${person}@example.com`)

/** Writes notices one after another, each in its own transaction. */
const tell = async (titles: string[], people: Person[], byMail = true) => {
  for (const title of titles)
    await database.transaction({}, (tx) =>
      notify(
        tx,
        people.map((person) => ids[person]),
        {
          event: 'trial',
          title: [title, `${title} (en)`],
          body: [`${title}的內容`, `About ${title}`],
          subject: { type: 'trial', id: 1 },
        },
        byMail,
      ),
    )
}
const awaiting = async () => {
  const { rows } = await sql<{ title: string }>`select title from notifications where awaits_mail order by id`.execute(
    db,
  )
  return rows.map(({ title }) => title)
}

test('notices waiting for a person are sent in one mail, in their language and in order; others get their own', async () => {
  await tell(['甲', '乙', '丙'], ['sales', 'op'])
  await tell(['丁'], ['ticketing'])
  await tell(['不寄'], ['op', 'ticketing'], false)
  assert.deepEqual(await awaiting(), ['甲 (en)', '甲', '乙 (en)', '乙', '丙 (en)', '丙', '丁'])

  await startWorkers(home, post.url)
  await post.until(() => post.mails.length >= 3, 'three mails')
  assert.deepEqual(
    mailsTo('op').map(({ subject, text }) => [subject, text]),
    [['甲（另有 2 則）', 'OP 小黃 您好：\n\n甲\n甲的內容\n\n乙\n乙的內容\n\n丙\n丙的內容\n\n（本信由系統自動寄出）']],
  )
  assert.deepEqual(
    mailsTo('sales').map(({ subject, text }) => [subject, text]),
    [
      [
        '甲 (en) (and 2 more)',
        'Dear 業務小陳,\n\n甲 (en)\nAbout 甲\n\n乙 (en)\nAbout 乙\n\n丙 (en)\nAbout 丙\n\n(This mail was sent automatically.)',
      ],
    ],
  )
  assert.deepEqual(
    mailsTo('ticketing').map(({ subject, text }) => [subject, text]),
    [['丁', '票務小林 您好：\n\n丁的內容\n\n（本信由系統自動寄出）']],
  )
  assert.deepEqual(await awaiting(), [])
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

test('two workers at the same time mail each of many people once, and a mail has a maximum length', async () => {
  await startWorkers(home, post.url)
  const people = ['op', 'ticketing', 'line_control'] as const
  const before = post.mails.length
  const titles = Array.from({ length: 130 }, (_, n) => `第 ${n} 則`)
  await Promise.all(titles.map((title) => tell([title], [...people])))
  for (const end = Date.now() + 30_000; (await awaiting()).length && Date.now() < end; ) await pause(50)
  const { rows } = await sql<{ mails: number; notices: number }>`
    select count(distinct mail_id)::integer as mails, count(*)::integer as notices
      from notifications where title like '第 % 則'`.execute(db)
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
  for (const { text } of post.mails.slice(before)) assert.ok(text.split('\n\n').length <= 53)
})

test('a deactivated account gets no mail', async () => {
  const before = post.mails.length
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ids.line_control).execute()
  await sql`insert into notifications (user_id, event, title, body, subject_type, subject_id, awaits_mail)
    values (${ids.line_control}, 'trial', '戊', '內容', 'trial', 1, true)`.execute(db)
  await database.transaction({}, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from notifications where title = '戊'`.execute(tx)
    for (const { id } of rows) enqueue(tx, 'notifications.mail', { notification_id: id })
  })
  for (const end = Date.now() + 30_000; (await awaiting()).length && Date.now() < end; ) await pause(50)
  assert.deepEqual(await awaiting(), [])
  await tell(['己'], ['op'])
  await post.until(() => mailsTo('op').at(-1)?.subject === '己', 'the next mail')
  assert.equal(post.mails.length, before + 1)
})
