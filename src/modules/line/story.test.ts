import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { fakeLine, lineTest } from '../../../test/fixtures/line.ts'
import { tellTripNews } from '../../../test/fixtures/news.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'
import { until, untilLocked } from '../../../test/until.ts'
import { inviteToAnswer } from '../trip-feedback/invite.ts'

// A customer registers by mail, and hears everything else on LINE: from the code to the word that ends it.
const home = await house()
const { app, as, database, db, ids } = home
const { trip } = await bookingFixtures(home)
const [admin, sales, op, ticketing] = [as('admin'), as('sales'), as('op'), as('ticketing')]

const line = await fakeLine(async (payload, signature) => {
  const headers = { 'content-type': 'application/json', 'x-line-signature': signature }
  const { statusCode: status } = await app.inject({ method: 'POST', url: '/api/line/events', headers, payload })
  return { status }
})
home.atEnd(line.close)
home.allowed.push(line.place)
const post = await smtp(home.atEnd)
await startWorkers(home, post.url, { lineApiUrl: line.url })
const bank = { name: '玉山銀行 民權分行', code: '808', account_name: '測試旅行社', account_number: '0015-940-123456' }
done(await admin.put('/house/record', { bank }))
done(await admin.put('/line/channel', lineTest))
await sql`update line_channel set proved_at = now()`.execute(db)
done(await admin.put('/line/channel', { is_on: true }))

const people = { sales_user_id: ids.sales, op_user_id: ids.op, ticketing_user_id: ids.ticketing }
const { id: trip_id } = await trip(9, people)
const [FRIEND, ADDRESS] = ['Uyijun', 'yijun@example.com']

let heard = 0
/** The next message to the customer. Its page is that of the booking. */
const next = async () => {
  const text = await until(() => line.textsTo(FRIEND)[heard], `message ${heard + 1} on LINE`)
  heard += 1
  return text.replace(/https:\/\/guidon\.test\/l\/booking\/[\w-]{43}$/, '[訂單頁]')
}
const hears = async (expected: string) => assert.equal(await next(), expected)
const subjects = () => post.to(ADDRESS).map(({ subject }) => subject)
const mailed = async (subject: string) => {
  await post.until(() => subjects().includes(subject), subject)
  const { text = '' } = post.to(ADDRESS).find((mail) => mail.subject === subject) ?? {}
  return /https:\/\/guidon\.test(\/l\/[\w-]+\/[\w-]{43})/.exec(text)?.[1] ?? ''
}
const theBooking = async () => done(await sales.get('/bookings'))[0]
const written = (thread: number) => `/line/threads/${thread}/messages`
const threadWith = (unread: number) =>
  until(async () => {
    const [thread] = done(await sales.get('/line/threads?unread=true'))
    return thread?.unread === unread && thread
  }, `${unread} messages that nobody has read`)

test('registered by mail: the page of the booking shows a code, and who sends it in the chat is the contact', async () => {
  const registration = {
    planned_trip_id: trip_id,
    contact: { name: '林怡君', phone: '0912345678', email: ADDRESS },
    travelers: [{ name: '林怡君' }],
    ...{
      payment_method: 'bankTransfer',
      travel_purpose: 'family',
      marketing_source: 'referral',
      privacy_consent: true,
    },
  }
  done(await as().post('/trip-registrations', registration, { 'accept-language': 'zh-TW' }))
  const place = await placeOf(app, await mailed('HKD990310A-001 請確認您的信箱，完成報名'))
  assert.equal((await place.send('', { form: 'confirm-contact' })).statusCode, 303)
  await mailed('HKD990310A-001 報名已確認，名額為您保留')
  const { body } = await place.send('/contact', { form: 'line' })
  const code = /<b>([2-9A-HJKMNP-Z]{8})<\/b>/.exec(body)?.[1] ?? assert.fail('the page shows no code')
  assert.ok(body.includes(`href="https://line.me/R/oaMessage/@guidon/?${code}"`))

  await line.tell(line.event(FRIEND, 'follow'))
  await hears(`您好，這裡是測試旅行社。

請打開您的行程頁，按「用 LINE 接收通知」，把代碼傳到這裡；之後航班、集合與付款的通知就會在 LINE 告訴您。

有任何問題，也可以直接在這裡留言。`)
  await line.tell(line.says(FRIEND, code))
  await hears(`已連結。之後測試旅行社的通知會在這裡告訴您，您也可以直接在這裡留言。

不想再收到時，請傳「停止」。`)
  assert.match((await place.open('/contact')).body, /已有 1 個 LINE 帳號會收到這筆訂單的通知。/)
})

test('a question in the chat is answered by sales, free of charge', async () => {
  await line.tell(line.says(FRIEND, '請問可以升等商務艙嗎？'))
  const thread = await threadWith(1)
  assert.deepEqual([thread.person.name, thread.booking_ids], ['林怡君', [(await theBooking()).id]])
  done(await sales.post(written(thread.id), { text: '可以，我請票務報價給您。' }))
  await hears('可以，我請票務報價給您。')
  assert.equal(line.messages.at(-1)?.way, 'reply')
})

test('an extra is quoted: the offer has buttons, is accepted by one of them, and not twice', async () => {
  const booking = await theBooking()
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  await mailed('HKD990310A-001 您的訂單已確認')
  const category = done(await admin.post('/addon-requests/categories', { name: '機位', department: 'ticketing' }))
  const kind = { name: '升等商務艙', type_code: 'UPGRADE', pricing_type: 'quotation_required' }
  const type = done(await admin.post('/addon-requests/types', { category_id: category.id, ...kind }))
  const [traveler] = done(await sales.get(`/travelers?booking_id=${booking.id}`))
  const request = done(await sales.post('/addon-requests', { type_id: type.id, traveler_id: traveler.id }))
  const at = `/addon-requests/${request.id}`
  const turn = async (who: typeof sales, name: string, said: object) =>
    done(await who.post(`${at}/communications/${name}`, said))
  await turn(sales, 'sales-inquiry', { message: '請報商務艙加價' })
  await turn(ticketing, 'department-quote', { message: '每位加價', quoted_price: 12000 })
  await turn(sales, 'sales-forward', { message: '為您爭取到的價格', quoted_price: 13000 })

  await hears(`AR0000001 您有新的報價：升等商務艙

為您爭取到的價格

HKD990310A 北海道三日
旅客：林怡君
升等商務艙 × 1

價格：NT$13,000`)
  const { given = [] } = line.messages.at(-1) ?? {}
  const actions = given[1]?.template?.actions ?? []
  assert.deepEqual(
    [given.map(({ type }) => type), given[1]?.template?.text, actions.map(({ type, label }) => `${type} ${label}`)],
    [['text', 'template'], '請選擇您的回覆', ['postback 接受', 'postback 婉拒', 'postback 想再討論', 'uri 看報價']],
  )
  const [accept, reject] = actions
  await line.tell(line.event(FRIEND, 'postback', { postback: { data: accept?.data } }))
  await hears('謝謝您，我們已收到您的回覆。您的業務會接著處理，有進展時再通知您。')
  const { status, accepted_price } = done(await sales.get(at))
  assert.deepEqual([status, accepted_price], ['accepted', 13000])

  // While the second press is refused, an earlier message arrives. It is heard all the same.
  let late: Promise<unknown> | undefined
  await database.transaction({}, async (tx) => {
    await sql`select from addon_requests where id = ${request.id} for update`.execute(tx)
    await line.tell(line.event(FRIEND, 'postback', { postback: { data: reject?.data } }))
    await untilLocked(db)
    late = line.tell(line.says(FRIEND, '謝謝！', Date.now() - 5_000))
    await untilLocked(db, 2)
  })
  await late
  await hears('這份報價已有不同的回覆；如需更改請聯絡業務。')
  await threadWith(1)
  assert.equal(done(await sales.get(at)).status, 'accepted')

  await turn(sales, 'sales-confirm', { message: '客戶已接受' })
  await turn(ticketing, 'department-final', { message: '已開票', final_price: 13000 })
  await hears(`AR0000001 已完成：升等商務艙

HKD990310A 林怡君：升等商務艙
費用：NT$13,000
訂單總價：NT$52,900

看加購與費用：[訂單頁]`)
})

test('the meeting point and a flight are heard, and what is to be paid', async () => {
  const assembly = { at: '2099-03-10T06:00:00+08:00', place: '桃園機場第二航廈 3 樓', contact: '0912 345 678' }
  done(await op.put(`/planned-trips/${trip_id}`, { assembly, tell_travelers: true }))
  await tellTripNews(home)
  await hears(`HKD990310A 行程通知：集合

北海道三日

您的行程有以下通知（當地時間）：
集合時間：2099/3/10 06:00
集合地點：桃園機場第二航廈 3 樓
集合聯絡：0912 345 678

若有疑問或不便，請與我們聯絡。

看行程：[訂單頁]`)

  const flight = done(
    await ticketing.post(`/planned-trips/${trip_id}/flights`, {
      ...{ direction: 'outbound', flight_number: 'BR116', origin: 'TPE', destination: 'CTS' },
      ...{ departs_at: '2099-03-10T09:30:00+08:00', departs_timezone: 'Asia/Taipei' },
      ...{ arrives_at: '2099-03-10T14:05:00+09:00', arrives_timezone: 'Asia/Tokyo' },
    }),
  )
  await tellTripNews(home)
  const earlier = { departs_at: '2099-03-10T08:30:00+08:00', arrives_at: '2099-03-10T13:05:00+09:00' }
  done(await ticketing.put(`/planned-trip-flights/${flight.id}`, { ...earlier, tell_travelers: true }))
  await tellTripNews(home)
  await hears(`HKD990310A 行程通知：航班

北海道三日

您的行程有以下通知（當地時間）：
航班 BR116 TPE–CTS：2099/3/10 08:30–13:05
集合時間不變：2099/3/10 06:00

若有疑問或不便，請與我們聯絡。

看行程：[訂單頁]`)

  const { id } = await theBooking()
  await sql`update bookings set deposit_due_on = '2099-01-05' where id = ${id}`.execute(db)
  done(await sales.post(`/bookings/${id}/remind`, {}))
  await hears(`HKD990310A-001 提醒：請於 2099/1/5（一）前付款 NT$10,000

這筆訂單還有 NT$10,000 待付，請於期限前以下列方式付款。若您已經付款，不必理會這則提醒，也可以在訂單頁告訴我們。

項目：訂金
金額：NT$10,000
付款期限：2099/1/5（一）
銀行：玉山銀行 民權分行（808）
戶名：測試旅行社
帳號：0015-940-123456
附言：HKD990310A-001

HKD990310A 北海道三日

看怎麼付款：[訂單頁]`)
})

test('after the return it is asked how it was, and the word to stop ends it', async () => {
  await sql`update planned_trips set departure_date = today() - 5, return_date = today() - 3 where id = ${trip_id}`.execute(
    db,
  )
  await inviteToAnswer({}, { database } as never)
  await hears(`北海道三日 玩得還好嗎？

謝謝您與我們同行。五個問題，很快就能回答，讓下一團更好：
HKD990310A-001 北海道三日

回答問卷：[訂單頁]`)
  await line.tell(line.says(FRIEND, '停止'))
  await hears(
    '已解除連結，這裡不再有通知；有留電子郵件的話，之後改寄到您的信箱。\n\n想再使用 LINE，請到您的行程頁取得新的代碼。',
  )
  const { id } = await theBooking()
  assert.equal(done(await sales.get(`/bookings/${id}/line-link`)).friends, 0)
})

test('each of it came once, and nothing of what LINE told instead came by mail', async () => {
  await until(async () => {
    const { rows } =
      await sql`select from deliveries where booking_id is not null and state in ('waiting', 'taken')`.execute(db)
    return rows.length === 0
  }, 'everything is sent')
  assert.equal(line.textsTo(FRIEND).length, heard)
  assert.deepEqual(subjects(), [
    'HKD990310A-001 請確認您的信箱，完成報名',
    'HKD990310A-001 報名已確認，名額為您保留',
    'HKD990310A-001 您的訂單已確認',
    'AR0000001 您有新的報價：升等商務艙',
  ])
})
