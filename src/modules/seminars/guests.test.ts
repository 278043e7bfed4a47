import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'
import { seminarGuests } from './guests.ts'

const home = await house()
const { as, db } = home
const op = as('op')
const post = await smtp(home.atEnd)
await startWorkers(home, post.url)
const talk = { kind: 'product_talk', title: '東歐深度旅遊講座', title_en: 'Eastern Europe in depth', is_public: true }
const { id: seminar } = (await op.post('/seminars', talk)).data
const session = async (starts_at: string, ends_at: string, capacity = 5): Promise<number> => {
  const place = { venue: '松江路教室', online_url: 'https://meet.example/x', status: 'open' }
  return (await op.post(`/seminars/${seminar}/sessions`, { starts_at, ends_at, capacity, ...place })).data.id
}
const id = await session('2099-01-10T19:30', '2099-01-10T21:00')
const join = (name: string, email: string, language = 'zh-TW', to = id) =>
  as().post(
    `/public/sessions/${to}/attendances`,
    { name, email, privacy_consent: true },
    { 'accept-language': language, 'x-forwarded-for': `203.0.113.${name.length}` },
  )
const mailTo = async (address: string, nth = 1) => {
  await post.until(() => post.to(address).length >= nth, `${nth} mails to ${address}`)
  return post.to(address)[nth - 1] ?? { subject: '', text: '' }
}
const tokenIn = (text: string) => text.match(/https:\/\/guidon\.test\/l\/session\/([\w-]{43})/)?.[1] ?? ''
const taken = async (of = id) => (await op.get(`/sessions/${of}`)).data.seats.taken

test('a guest gets a mail in their language, with a link to cancel', async () => {
  await join('王小美', 'mei@example.com')
  await join('Oliver Bennett', 'oliver@example.com', 'en')
  const zh = await mailTo('mei@example.com')
  assert.equal(zh.subject, '報名完成：東歐深度旅遊講座')
  assert.equal(
    zh.text.replace(tokenIn(zh.text), 'TOKEN'),
    [
      '您好：',
      '已為您保留名額，期待與您見面。',
      '東歐深度旅遊講座\n2099/1/10 19:30（台北時間）\n松江路教室\nhttps://meet.example/x',
      '不能前來時，請由此取消：https://guidon.test/l/session/TOKEN',
      '（本信由系統自動寄出）',
    ].join('\n\n'),
  )
  const en = await mailTo('oliver@example.com')
  assert.equal(en.subject, 'You are registered: Eastern Europe in depth')
  assert.match(en.text, /^Hello,\n\nYour place is kept/)
  assert.match(en.text, /Eastern Europe in depth\n10 Jan 2099 19:30 \(Taipei time\)\n/)
})

test('the link shows the registration, and its button cancels it once; a wrong link shows nothing', async () => {
  const token = tokenIn((await mailTo('mei@example.com')).text)
  const shown = await as().get(`/public/attendances/${token}`)
  assert.deepEqual([shown.status, shown.data.name, shown.data.session.id], [200, '王小美', id])
  const page = await as().get(`//l/session/${token}`)
  assert.match(page.body, /<h1>東歐深度旅遊講座<\/h1>[\s\S]*王小美[\s\S]*<button class="button ">取消報名<\/button>/)
  assert.equal(await taken(), 2)
  assert.deepEqual((await as().post(`/public/attendances/${token}/cancel`)).data, { status: 'cancelled' })
  assert.equal(await taken(), 1)
  assert.equal((await as().post(`/public/attendances/${token}/cancel`)).status, 404)
  const gone = await as().get(`//l/session/${token}?lang=en`)
  assert.deepEqual([gone.status, /registration was already cancelled/.test(gone.body)], [404, true])
  for (const wrong of [`${token.slice(1)}A`, '1', '0', '%00'])
    assert.equal((await as().post(`/public/attendances/${wrong}/cancel`)).status, 404, wrong)
  assert.equal(await taken(), 1)
})

test('a guest is notified when the session moves or is cancelled, and then the link is invalid', async () => {
  await op.put(`/sessions/${id}`, { starts_at: '2099-01-11T10:00', ends_at: '2099-01-11T11:00' })
  const moved = await mailTo('oliver@example.com', 2)
  assert.equal(moved.subject, 'Changed: Eastern Europe in depth')
  assert.match(moved.text, /11 Jan 2099 10:00 \(Taipei time\)/)
  await op.put(`/sessions/${id}`, { status: 'cancelled' })
  const off = await mailTo('oliver@example.com', 3)
  assert.equal(off.subject, 'Cancelled: Eastern Europe in depth')
  assert.equal(tokenIn(off.text), '')
  const late = await as().post(`/public/attendances/${tokenIn(moved.text)}/cancel`)
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  assert.equal(post.to('mei@example.com').length, 1, 'who gave up its place hears no more')
})

test('bots get no mail, an address gets five an hour, and a session that has begun cannot be cancelled', async () => {
  const next = await session('2099-02-10T19:30', '2099-02-10T21:00', 50)
  const spam = { name: '機器人', email: 'bot@example.com', privacy_consent: true, website: 'http://spam.example' }
  assert.equal((await as().post(`/public/sessions/${next}/attendances`, spam)).status, 201)
  for (let n = 1; n <= 7; n += 1) assert.equal((await join('N'.repeat(n), 'many@example.com', 'en', next)).status, 201)
  await join('Last One', 'last@example.com', 'en', next)
  const { text } = await mailTo('last@example.com')
  assert.equal(await taken(next), 8)
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from jobs.job
    where name = 'seminars.guest' and data ->> 'about' = 'joined'`.execute(db)
  assert.equal(rows[0]?.n, 8)
  assert.equal(post.to('bot@example.com').length, 0)
  await sql`update seminar_sessions set starts_at = now() - interval '1 hour' where id = ${next}`.execute(db)
  assert.equal((await as().post(`/public/attendances/${tokenIn(text)}/cancel`)).body.code, 'step_not_possible')
})

test('a year after the session the guest is removed, also from the history, and the attendance stays', async () => {
  const over = await session('2099-05-01T19:30', '2099-05-01T21:00')
  await op.post(`/sessions/${over}/attendances`, { guest_name: '陳來賓', guest_phone: '0912000111', notes: '素食' })
  await join('林來賓', 'lin@example.com', 'zh-TW', over)
  const recent = await session('2099-06-01T19:30', '2099-06-01T21:00')
  await join('林來賓', 'lin@example.com', 'zh-TW', recent)
  const began = (of: number, days: number) =>
    sql`update seminar_sessions set starts_at = now() - ${days} * interval '1 day', ends_at = now() where id = ${of}`.execute(
      db,
    )
  await began(over, 367)
  await began(recent, 364)
  assert.equal(await home.database.transaction({}, seminarGuests.deleteBatch), 2)
  assert.equal(await home.database.transaction({}, seminarGuests.deleteBatch), 0)

  const shown = async (of: number) =>
    (await op.get(`/sessions/${of}/attendances?sort=id`)).data.map((one: Record<string, unknown>) => [
      one.guest_name,
      one.guest_phone,
      one.guest_email,
      one.notes,
      one.status,
    ])
  assert.deepEqual(await shown(over), [
    ['•••', null, null, null, 'registered'],
    ['•••', null, null, null, 'registered'],
  ])
  assert.deepEqual(await shown(recent), [['林來賓', null, 'lin@example.com', null, 'registered']])
  const { rows } = await sql<{ text: string }>`select coalesce(string_agg(changes::text, ' '), '') as text from audit
    where table_name = 'session_attendances' and record_id in (select id from session_attendances where session_id = ${over})`.execute(
    db,
  )
  assert.doesNotMatch(rows[0]?.text ?? '', /來賓|0912000111|lin@|素食/)
})
