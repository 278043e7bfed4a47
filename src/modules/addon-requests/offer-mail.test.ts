import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'

const home = await house()
const there = await fixtures(home)
const { sales, ticketing, admin, asked, offer } = conversation(home, there)
const post = await smtp(home.atEnd)

test('a worker killed while it sends loses no mail: another one sends it under the same Message-ID', async () => {
  post.answer(() => 'say nothing')
  const child = spawn(process.execPath, ['test/worker.ts', JSON.stringify(home.settings), post.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  home.atEnd(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const { at } = await asked()
  await offer({ at }, { quoted_price: 700 })
  await post.until(() => post.refused.length >= 2, 'it is sending')
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Makes the last heartbeat thirty seconds older.
  await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '30 seconds' where state = 'active'`.execute(
    home.db,
  )

  post.answer(() => 'take')
  await startWorkers(home, post.url)
  const begun = post.refused.map(({ id }) => id)
  await post.until(() => begun.every((id) => post.mails.some((mail) => mail.id === id)), 'another sends them')
  for (const id of begun) assert.equal(post.mails.filter((mail) => mail.id === id).length, 1)
  assert.deepEqual(post.mails.map(({ to, subject }) => [to, subject]).sort(), [
    ['customer@example.com', 'AR0000001 您有新的報價：T_SEAT'],
    ['ticketing@example.com', 'AR0000001 新的申請，請報價'],
  ])
})

test('a mail refused by the server is sent again unchanged, until it is accepted', async () => {
  const { at } = await asked()
  await post.until(() => post.mails.some(({ subject }) => subject.startsWith('AR0000002')), 'it begins quietly')
  const before = post.mails.length
  post.answer((_mail, nth) => (nth < 1 ? 'refuse' : 'take'))
  post.refused.splice(0)
  await sales.post(`${at}/sales-inquiry`, { message: '請報價' })
  await offer({ at }, { quoted_price: 800 })
  await post.until(() => post.mails.length === before + 2, 'both are taken in the end')
  assert.equal(post.refused.length, 2)
  for (const { id } of post.mails.slice(before)) {
    assert.equal(post.refused.filter((mail) => mail.id === id).length, 1)
    assert.match(id, /^<[0-9a-f-]{36}@guidon>$/)
  }
  post.answer(() => 'take')
})

test("the offer's mail has the offer's data, in the language of the account", async () => {
  await admin.put(`/addon-requests/types/${there.seat}`, { name: '座位升等', name_en: 'Seat upgrade' })
  const { at } = await asked(there.seat, { quantity: 2 })
  const said = { quoted_price: 12345, customer_response_deadline: '2081-01-02T04:00:00Z' }
  const link = /https:\/\/guidon\.test\/l\/offer\/[\w-]{43}/
  const offerTo = async (subject: string) => {
    await post.until(() => post.mails.some((mail) => mail.subject === subject), subject)
    return post.mails.find((mail) => mail.subject === subject)?.text.replace(link, 'LINK')
  }
  await offer({ at }, { ...said, message: '為您保留兩個座位' })
  assert.equal(
    await offerTo('AR0000003 您有新的報價：座位升等'),
    [
      '客戶王小美 您好：',
      '為您保留兩個座位',
      'CNX830128A 清邁五日\n旅客：王小美\n座位升等 × 2',
      '2 份合計：NT$12,345',
      '請於 2081/1/2 12:00 前回覆。',
      '查看並回覆：LINK',
      '承辦業務：業務小陳',
      '（本信由系統自動寄出）',
    ].join('\n\n'),
  )
  await home.as('customer').patch('/me', { locale: 'en' })
  await offer({ at }, said)
  assert.equal(
    await offerTo('AR0000003 Your offer: Seat upgrade'),
    [
      'Dear 客戶王小美,',
      'Here is our offer; please answer it.',
      'CNX830128A 清邁五日\nTraveler: 王小美\nSeat upgrade × 2',
      'Price for all 2: NT$12,345',
      'Please answer before 2 Jan 2081 12:00.',
      'See and answer it: LINK',
      'Your contact: 業務小陳',
      '(This mail was sent automatically.)',
    ].join('\n\n'),
  )
})

test("a customer without an account gets the mail at the booking's address; an answered offer is not mailed", async () => {
  const { traveler_id, contact_email } = there.nobodys
  const request = (await sales.post('/addon-requests', { type_id: there.seat, traveler_id })).data
  await sales.post(`/addon-requests/${request.id}/communications/sales-forward`, { quoted_price: 5 })
  await post.until(() => post.to(contact_email).length > 0, 'the contact is written to')
  assert.ok(post.to(contact_email)[0]?.text.startsWith('陳無帳 您好：'))

  const letters = post.mails.filter(({ subject }) => /報價：|offer/.test(subject)).length
  await home.database.transaction({}, async (tx) => {
    enqueue(tx, 'addon-requests.offer', { communication_id: 1 })
    enqueue(tx, 'addon-requests.offer', { communication_id: 2_000_000_000 })
  })
  const { at } = await asked()
  await ticketing.post(`${at}/department-quote`, { quoted_price: 1 })
  await post.until(() => post.mails.some(({ subject }) => subject.endsWith('部門已報價')), 'what came after')
  assert.equal(post.mails.filter(({ subject }) => /報價：|offer/.test(subject)).length, letters)
})

test('until the mailbox of a contact is proved, the mail of an offer contains no text of the contact', async () => {
  const { traveler_id, booking_id, contact_email } = there.nobodys
  const before = post.to(contact_email).length
  const proved = (at: string | null) =>
    home.db.updateTable('bookings').set({ contact_proved_at: at }).where('id', '=', booking_id).execute()
  await proved(null)
  await offer(await asked(there.seat, { traveler_id }), { quoted_price: 60, message: '報價如下' })
  await post.until(() => post.to(contact_email).length > before, 'the offer is mailed')
  const { text } = post.to(contact_email)[before] ?? { text: '' }
  assert.match(text, /^您好：\n\n報價如下\n\nCNX830128A 清邁五日\n座位升等 × 1\n\n/)
  assert.doesNotMatch(text, /陳無帳/)
  await proved('2026-01-01T00:00:00Z')
})

test('the link of an offer ends when the contact or the account of the booking changes, and a new one is mailed', async () => {
  const { traveler_id, booking_id, contact_email } = there.nobodys
  const before = post.to(contact_email).length
  await offer(await asked(there.seat, { traveler_id }), { quoted_price: 40 })
  const linkTo = async (address: string, nth = 0) => {
    await post.until(() => post.to(address).some(({ text }, i) => i >= nth && /\/l\/offer\//.test(text)), address)
    const { text } = post.to(address).find(({ text }, i) => i >= nth && /\/l\/offer\//.test(text)) ?? { text: '' }
    return `/offers/${text.match(/\/l\/offer\/([\w-]{43})/)?.[1]}`
  }
  const open = async (link: string) => (await home.as().get(link)).status
  const first = await linkTo(contact_email, before)
  assert.equal(await open(first), 200)

  await sales.put(`/bookings/${booking_id}`, { contact: { email: 'next@example.com' } })
  assert.equal(await open(first), 404, 'the former contact can no longer answer')
  const second = await linkTo('next@example.com')
  assert.equal(await open(second), 200)

  await sales.put(`/bookings/${booking_id}`, { customer_user_id: home.ids.other_customer })
  assert.equal(await open(second), 404)
  const third = await linkTo('other_customer@example.com')
  assert.equal((await home.as().post(`${third}/answer`, { customer_response: 'rejected' })).status, 200)
  await sales.put(`/bookings/${booking_id}`, { customer_user_id: home.ids.other_customer })
  assert.equal(await open(third), 409, 'what stays the same ends nothing')
})
