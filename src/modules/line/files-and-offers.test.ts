import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { done } from '../../../test/fixtures/bookings.ts'
import { withLine } from '../../../test/fixtures/line-house.ts'
import { html, jpeg, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'
import { eraseContact } from '../bookings/erase.ts'
import { unlinkFormerContact } from './friends.ts'

const home = await house()
const { as, db } = home
const there = await fixtures(home)
const { sales, offered } = conversation(home, there)
const { line, join } = await withLine(home)
const { booking_id, traveler_id } = there.own

const { code } = done(await sales.post(`/bookings/${booking_id}/line-link`))
await join('Umei', code)

type Message = {
  id: number
  kind: string
  text: string
  fault: string | null
  file: { name: string; media_type: string; url: string } | null
  document_id: number | null
}
const { id: thread } = done(await as('admin').get('/line/threads'))[0]
const messages = async (): Promise<Message[]> => done(await as('admin').get(`/line/threads/${thread}/messages`))
const newest = (holds: (message: Message) => unknown, what: string) =>
  until(async () => {
    const message = (await messages()).findLast(({ kind }) => kind === 'image' || kind === 'file')
    return message && holds(message) ? message : undefined
  }, what)
const lastTold = () => line.textsTo('Umei').at(-1) ?? ''

test('a picture is fetched and inspected, opened in the thread, and filed as a document with one press', async () => {
  await line.tell(line.shows('Umei', jpeg))
  const { id, file } = await newest(({ file }) => file, 'the picture is fetched')
  assert.deepEqual(file, {
    ...{ name: `line-${id}.jpg`, media_type: 'image/jpeg', size: jpeg.length },
    url: `/api/line/messages/${id}/file`,
  })
  assert.deepEqual((await as('admin').get(`/line/messages/${id}/file`)).bytes, jpeg)
  for (const who of ['finance', 'customer', 'leader'] as const)
    assert.equal((await as(who).get(`/line/messages/${id}/file`)).status, 403, who)

  const filed = await as('admin').post(`/line/messages/${id}/file-as`, { traveler_id, kind: 'passport' })
  const { document_id } = done(filed)
  const document = done(await as('admin').get(`/traveler-documents/${document_id}`))
  assert.deepEqual(
    [document.kind, document.status, document.name, document.traveler.id],
    ['passport', 'received', `line-${id}.jpg`, traveler_id],
  )
  assert.deepEqual((await as('admin').get(`/traveler-documents/${document_id}/file`)).bytes, jpeg)
  assert.equal((await as('admin').get(`/line/messages/${id}/file`)).status, 404)
  const after = await newest(({ document_id }) => document_id, 'it is filed')
  assert.deepEqual([after.file, after.document_id], [null, document_id])
  const again = await as('admin').post(`/line/messages/${id}/file-as`, { traveler_id, kind: 'passport' })
  assert.match(again.body.detail, /^This message has no file to keep/)
})

test('a file that LINE gives late is fetched; what is too large, broken or another kind is refused with the way out', async () => {
  let asks = 0
  line.state.treat = (path) => {
    if (!path.endsWith('/content')) return 'answer'
    asks += 1
    return asks === 1 ? { status: 202 } : 'answer'
  }
  await line.tell(line.shows('Umei', pdf, { media_type: 'application/pdf', fileName: '簽證.pdf' }))
  assert.equal((await newest(({ file }) => file, 'the second try has it')).file?.name, '簽證.pdf')
  line.state.treat = () => 'answer'

  const refused = async (event: object, why: RegExp) => {
    const before = line.textsTo('Umei').length
    await line.tell(event)
    await newest(({ fault }) => why.test(fault ?? ''), `the file is refused: ${why}`)
    await until(() => line.textsTo('Umei').length > before, 'the friend is told')
    assert.match(
      lastTold(),
      /^這個檔案我們沒有收下。[\s\S]+也可以在您的行程頁上傳：\n\nhttps:\/\/guidon\.test\/l\/booking\/[\w-]{43}$/,
    )
  }
  await refused(line.shows('Umei', Buffer.alloc(10 * 1024 * 1024 + 1)), /more than 10 MB/)
  await refused(line.shows('Umei', html, { fileName: 'x.html' }), /must end in \.jpg/)
  await refused(line.shows('Umei', html), /not what the name says/)
  await refused(
    line.event('Umei', 'message', { message: { id: 'gone', type: 'image' } }),
    /LINE does not have this file any more/,
  )
})

test('an offer comes with buttons; a press answers it as the page does, and words alone accept nothing', async () => {
  const request = await offered({ quoted_price: 1200 })
  const shown = await until(
    () => line.messages.find(({ given }) => given.some(({ template }) => template)),
    'the offer on LINE',
  )
  assert.match(
    shown.texts[0] ?? '',
    /您有新的報價：T_SEAT\n\n[\s\S]*CNX830128A 清邁五日\n旅客：王小美\nT_SEAT × 1\n\n價格：NT\$1,200$/,
  )
  const [, { template } = {}] = shown.given
  assert.deepEqual(
    template?.actions.map(({ type, label }) => `${type} ${label}`),
    ['postback 接受', 'postback 婉拒', 'postback 想再討論', 'uri 看報價'],
  )
  const entries = async () => done(await sales.get(`${request.at}`))
  const status = async () => done(await sales.get(`/addon-requests/${request.id}`)).status

  await line.tell(line.says('Umei', '接受'))
  await until(async () => (await messages()).some(({ text }) => text === '接受'), 'the words are kept')
  assert.equal(await status(), 'offered')

  const press = line.presses('Umei', '接受')
  await line.tell(press)
  await until(async () => (await status()) === 'accepted', 'the press has answered')
  const answer = (await entries()).find((entry: { sender_type: string }) => entry.sender_type === 'customer')
  assert.deepEqual([answer.message_type, answer.channel, answer.user_id], ['confirmation', 'line', null])
  await until(() => /^謝謝您，我們已收到您的回覆/.test(lastTold()), 'the friend is thanked')
  await line.tell(line.presses('Umei', '婉拒'))
  await until(() => /^這份報價已有不同的回覆/.test(lastTold()), 'a second answer is refused')
  await line.tell(line.event('Umei', 'postback', { postback: { data: `offer accepted ${'x'.repeat(43)}` } }))
  await until(() => /^這個連結不正確/.test(lastTold()), 'a forged button is refused')
  assert.equal(await status(), 'accepted')
})

test('an offer comes on LINE although the contact has no mailbox', async () => {
  await sql`update bookings set contact_email = null where id = ${booking_id}`.execute(db)
  const before = line.messages.length
  await offered({ quoted_price: 3300 })
  const texts = await until(() => line.messages.slice(before).find(({ texts }) => texts[0]?.includes('NT$3,300')), 'it')
  assert.match(texts.texts[0] ?? '', /您有新的報價/)
})

test('at night an offer waits for the morning on LINE', async () => {
  done(await as('admin').put('/line/channel', { quiet_from: '00:00', quiet_to: '23:59' }))
  const before = line.messages.length
  await offered({ quoted_price: 3700 })
  const waiting = await until(async () => {
    const { rows } = await sql<{ at: string }>`
      select to_char(start_after at time zone 'Asia/Taipei', 'HH24:MI') as at from jobs.job where name = 'line.offer' and state = 'created'`.execute(
      db,
    )
    return rows[0]
  }, 'the offer waits')
  assert.deepEqual([waiting.at, line.messages.length], ['23:59', before])
  done(await as('admin').put('/line/channel', { quiet_from: null, quiet_to: null }))
  await sql`update jobs.job set start_after = now() where name = 'line.offer' and state = 'created'`.execute(db)
  await until(() => line.messages.some(({ texts }) => texts[0]?.includes('NT$3,700')), 'it is told in the morning')
})

test('the link of a booking goes out with an answer, and only of a booking of this person', async () => {
  const before = line.textsTo('Umei').length
  const foreign = await as('admin').post(`/line/threads/${thread}/messages`, { text: '這裡', booking_id: 999_999 })
  assert.deepEqual(Object.keys(foreign.body.errors), ['booking_id'])
  done(await as('admin').post(`/line/threads/${thread}/messages`, { text: '您的行程：', booking_id }))
  const text = await until(() => line.textsTo('Umei')[before], 'the link')
  assert.match(text, /^您的行程：\n\nhttps:\/\/guidon\.test\/l\/booking\/[\w-]{43}$/)
})

test('threads are found by name and by words, and are exported with the person', async () => {
  const found = async (q: string) =>
    done(await as('admin').get(`/line/threads?q=${encodeURIComponent(q)}`)).map(({ id }: { id: number }) => id)
  assert.deepEqual(await found('您的行程'), [thread])
  assert.deepEqual(await found('王小美'), [thread])
  assert.deepEqual(await found('沒有人寫過'), [])
  const exported = done(await as('admin').post(`/travelers/${traveler_id}/export`, { reason: '當事人請求查閱' }))
  assert.deepEqual(exported.line_messages.at(-1).text, '您的行程：')
  assert.ok(!JSON.stringify(exported).includes('Umei'), 'the number of LINE stays here')
})

test('colleagues and leaders link themselves, and an erased account takes its thread along', async () => {
  const leader = as('leader')
  const mine = done(await leader.post('/me/line-link', {}))
  await join('Uleader', mine.code)
  assert.equal(done(await leader.get('/me/line-link')).friends, 1)
  assert.equal(done(await as('op').get('/me/line-link')).friends, 0)
  await leader.delete('/me/line-link')
  assert.equal(done(await leader.get('/me/line-link')).friends, 0)

  await join('Uop', done(await as('op').post('/me/line-link', {})).code)
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('user_id', '=', home.ids.op)
    .executeTakeFirstOrThrow()
  await sql`update users set status = 'suspended' where id = ${home.ids.op}`.execute(db)
  done(await as('admin').post(`/persons/${person_id}/erase`))
  const { rows } = await sql`select line_user_id from line_friends where line_user_id in ('Uleader', 'Uop')`.execute(db)
  assert.deepEqual(rows, [{ line_user_id: 'Uleader' }])
})

test('a passport is filed for a traveler of this customer alone, and a booking with another contact is heard by nobody who was linked before', async () => {
  await line.tell(line.shows('Umei', jpeg))
  const { id } = await newest(({ file }) => file, 'the picture is fetched')
  const foreign = await as('admin').post(`/line/messages/${id}/file-as`, {
    traveler_id: there.others.traveler_id,
    kind: 'passport',
  })
  assert.deepEqual(Object.keys(foreign.body.errors), ['traveler_id'])

  const request = await offered({ quoted_price: 4400 })
  const shown = () => line.messages.some(({ texts }) => texts[0]?.includes('NT$4,400'))
  await until(shown, 'the offer on LINE')
  const press = line.presses('Umei', '接受')
  await home.database.transaction({}, (tx) => unlinkFormerContact(tx, { booking_id, has_new_address: true }))
  const other = await sql<{ id: number }>`
    update person_records set person_id = (select person_id from person_records where booking_id = ${booking_id})
     where booking_id = ${there.nobodys.booking_id} returning id`.execute(db)
  // The friend is linked again, by another record of the same person.
  await sql`
    update line_friends set person_record_id = ${other.rows[0]?.id}, linked_at = now() where line_user_id = 'Umei'`.execute(
    db,
  )
  await line.tell(press)
  await until(() => /^這個 LINE 已經沒有連結這筆訂單/.test(lastTold()), 'the old button is refused')
  assert.equal(done(await sales.get(`/addon-requests/${request.id}`)).status, 'offered')
  const before = line.messages.length
  await offered({ quoted_price: 5500 })
  const waiting = () =>
    sql`
    select from jobs.job where name in ('addon-requests.offer', 'line.offer') and state in ('created', 'retry', 'active')`.execute(
      db,
    )
  await until(async () => (await waiting()).rows.length === 0, 'the offer is told')
  assert.equal(line.messages.length, before)

  const again = done(await sales.post(`/bookings/${booking_id}/line-link`)).code
  await line.tell(line.says('Umei', again))
  await until(() => /^已連結/.test(lastTold()), 'a code of the booking links to it again')
  const foreigner = done(await sales.post(`/bookings/${there.others.booking_id}/line-link`)).code
  await line.tell(line.says('Umei', foreigner))
  await until(() => /^已改為連結/.test(lastTold()), 'the code of somebody else moves it, and says so')
  await join('Umei', done(await sales.post(`/bookings/${booking_id}/line-link`)).code)
  await until(() => /^已改為連結/.test(lastTold()), 'and back')
})

test('with its friend every file goes', async () => {
  await line.tell(line.shows('Umei', jpeg))
  const { id } = await newest(({ file }) => file, 'the picture is fetched')
  const { rows } = await sql<{ file_id: number }>`select file_id from line_messages where id = ${id}`.execute(db)
  await sql`update bookings set status = 'cancelled' where id = ${booking_id}`.execute(db)
  await home.database.transaction({}, (tx) => eraseContact(tx, booking_id))
  const file =
    await sql`select name, deleted_at is not null as is_gone from files where id = ${rows[0]?.file_id}`.execute(db)
  assert.deepEqual(file.rows, [{ name: '•••', is_gone: true }])
})

test('while LINE cannot be reached a message waits for ten minutes, and has failed then', async () => {
  const friends = done(await as('admin').get('/line/threads'))
  const { id } = friends.find(({ person }: { person: object | null }) => person === null)
  line.close()
  const at = `/line/threads/${id}/messages`
  const newestState = async () => done(await as('admin').get(at)).at(-1)
  assert.equal(done(await as('admin').post(at, { text: '您好' })).at(-1).state, 'waiting')
  await sql`update line_messages set created_at = now() - interval '11 minutes' where text = '您好'`.execute(db)
  const failed = await until(async () => {
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db)
    const message = await newestState()
    return message.state === 'failed' && message
  }, 'it has failed')
  assert.equal(failed.fault, 'LINE cannot be reached.')
})
