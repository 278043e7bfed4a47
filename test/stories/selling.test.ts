import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passUndo } from '../fixtures/cancellations.ts'
import { tellPayments } from '../fixtures/payments.ts'
import { form, jpeg } from '../fixtures/samples.ts'
import { columns, done, office } from './office.ts'

const { as, ids, package_id, news, mail, page, press, database, db } = await office()
const [op, sales, ticketing, admin] = [as('op'), as('sales'), as('ticketing'), as('admin')]
const [finance, customer, stranger] = [as('finance'), as('customer'), as()]
const people = { op_user_id: ids.op, sales_user_id: ids.sales, ticketing_user_id: ids.ticketing }

const register = async (name: string, email: string, travelers: object[]) => {
  const [trip] = done(await stranger.get('/public/trips'))
  const contact = { name, phone: '0912345678', email }
  const choices = { payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' }
  const sent = { planned_trip_id: trip.id, contact, travelers, ...choices, privacy_consent: true }
  const from = { 'accept-language': 'zh-TW', 'x-forwarded-for': `203.0.113.${email.length}` }
  return done(await stranger.post('/trip-registrations', sent, from))
}
const seats = async () => done(await sales.get('/planned-trips'))[0].seats
const bookings = async () => columns(done(await sales.get('/bookings?sort=id')), 'booking_number', 'status', 'total')

test('a family of four on the last seats: three are left, so all four are waitlisted together', async () => {
  const trip = { package_id, departure_date: '2099-03-10', status: 'open', min_pax: 1, capacity: 5 }
  done(await op.post('/planned-trips', { ...trip, ...people }))
  const couple = await register('李大同', 'lee@example.com', [{ name: '李大同' }, { name: '林小芳' }])
  const lee = await mail('lee@example.com', 'HKD990310A-001 請確認您的信箱，完成報名')
  assert.match(lee.text, /狀態：名額保留中/)
  assert.match(await page(lee.link), /現在請您 .* 確認報名 名額為您保留至 .*，逾時將讓給下一位 確認 .* 李大同 缺護照/)
  assert.match(await page(lee.link, `/people/${couple.travelers[0].id}`), /李大同 缺出生日期 缺護照/)
  assert.equal(await press(lee.link, { form: 'confirm-contact' }), 303)
  await mail('lee@example.com', 'HKD990310A-001 報名已確認，名額為您保留')

  const family = await register('王大明', 'customer@example.com', [
    { name: '王大明', birth_date: '1980-01-01' },
    { name: '林美玲', birth_date: '1982-01-01' },
    { name: '王小明', birth_date: '2010-01-01' },
    { name: '王小美', birth_date: '2012-01-01' },
  ])
  assert.deepEqual([family.status, family.waitlist_position], ['waitlisted', 1])
  const wang = await mail('customer@example.com', 'HKD990310A-002 請確認您的信箱，完成候補登記')
  assert.equal(await press(wang.link, { form: 'confirm-contact' }), 303)
  assert.deepEqual(await news('customer'), ['HKD990310A-002 信箱已確認，您在候補名單上'])
  const { text } = await mail('customer@example.com', 'HKD990310A-002 信箱已確認，您在候補名單上')
  assert.match(text, /此團目前沒有足夠的名額，有名額時會立即通知您；在此之前不必付款。[\s\S]*狀態：候補中（第 1 位）/)
  assert.doesNotMatch(text, /為您保留|保留至/)
  assert.deepEqual(await seats(), { held: 2, confirmed: 0, waitlisted: 4, remaining: 3 })
  assert.deepEqual(await news('sales'), [
    'HKD990310A-001 新的報名',
    'HKD990310A-001 聯絡人已確認',
    'HKD990310A-002 新的報名',
    'HKD990310A-002 聯絡人已確認',
  ])
})

test('a family of four on the last seats: a couple cancels, the family is offered four seats, accepts and pays', async () => {
  const [couple] = done(await sales.get('/bookings?q=HKD990310A-001'))
  done(await sales.post(`/bookings/${couple.id}/cancel`, { reason: '改期' }))
  await passUndo({ database, db })
  assert.match((await mail('lee@example.com', 'HKD990310A-001 您的訂單已取消')).text, /改期/)

  const { link } = await mail('customer@example.com', 'HKD990310A-002 候補名額釋出，請於期限內接受')
  assert.match(await page(link), /有名額了，請接受 請於 .* 前接受，逾時將讓給下一位 接受名額/)
  assert.equal(await press(link, { form: 'accept' }), 303)
  assert.deepEqual(await seats(), { held: 4, confirmed: 0, waitlisted: 0, remaining: 1 })
  assert.deepEqual(await news('sales'), ['HKD990310A-002 候補遞補，待客戶接受', 'HKD990310A-002 客戶接受遞補'])

  const [family] = done(await finance.get('/bookings?q=HKD990310A-002'))
  const deposit = { amount: 40000, method: 'bankTransfer', received_at: '2026-01-05T10:00+08:00' }
  done(await finance.post(`/bookings/${family.id}/payments`, deposit))
  await tellPayments({ database, db })
  const { text } = await mail('customer@example.com', 'HKD990310A-002 已收到您的款項 NT$40,000')
  assert.match(text, /119,600/, 'what is still open')
  assert.deepEqual(done(await sales.get(`/bookings/${family.id}`)).possible, ['confirm', 'cancel', 'transfer'])
  done(await sales.post(`/bookings/${family.id}/confirm`))
  const confirmed = await mail('customer@example.com', 'HKD990310A-002 您的訂單已確認')
  assert.match(confirmed.text, /已付：NT\$40,000\n\n尾款期限：/, 'the deposit that was paid is not asked for')
  assert.deepEqual(await bookings(), [
    ['HKD990310A-001', 'cancelled', 0],
    ['HKD990310A-002', 'confirmed', 159600],
  ])
  const [mine] = done(await customer.get('/bookings'))
  assert.deepEqual([mine.total, mine.paid, mine.balance], [159600, 40000, 119600])
  assert.deepEqual(await news('customer'), [
    'HKD990310A-002 候補名額釋出，請於期限內接受',
    'HKD990310A-002 您已接受候補名額',
    'HKD990310A-002 已收到您的款項 NT$40,000',
    'HKD990310A-002 您的訂單已確認',
  ])
  assert.deepEqual(await news('sales'), ['HKD990310A-002 收款 NT$40,000'])
})

type Turn = { turn: string }
const request = async (who = sales) => {
  const [{ id }] = done(await who.get('/addon-requests'))
  const { status, possible, ...shown } = done(await who.get(`/addon-requests/${id}`))
  return {
    ...shown,
    at: `/addon-requests/${id}/communications`,
    now: [status, ...possible.map(({ turn }: Turn) => turn)],
  }
}
const say = async (who: typeof sales, turn: string, said: object) =>
  done(await who.post(`${(await request(who)).at}/${turn}`, said))

test('an upgrade haggled: staff discuss it internally, and the customer sees only the offer', async () => {
  const category = done(await admin.post('/addon-requests/categories', { name: '機位', department: 'ticketing' }))
  const kind = { name: '升等商務艙', type_code: 'UPGRADE', pricing_type: 'quotation_required' }
  done(await admin.post('/addon-requests/types', { category_id: category.id, ...kind }))
  const [type] = done(await customer.get('/addon-requests/types'))
  const [booking] = done(await customer.get('/bookings'))
  const [traveler] = done(await customer.get(`/bookings/${booking.id}`)).travelers
  done(await customer.post('/addon-requests', { type_id: type.id, traveler_id: traveler.id }))
  assert.deepEqual(await news('ticketing'), ['AR0000001 新的申請，請報價'])
  assert.deepEqual(await news('sales'), ['AR0000001 新的申請'])

  await say(sales, 'sales-inquiry', { message: '王先生腰不好，請報商務艙加價' })
  assert.match((await mail('ticketing@example.com', 'AR0000001 業務詢問')).text, /王先生腰不好，請報商務艙加價/)
  assert.deepEqual((await request(ticketing)).now, ['inquiring', 'department-quote', 'department-decline'])
  await say(ticketing, 'department-quote', { message: '每位加價', quoted_price: 12000 })
  assert.deepEqual((await request()).now, ['quoted', 'cancel', 'sales-inquiry', 'sales-forward'])
  assert.deepEqual(await news('sales'), ['AR0000001 部門已報價'])

  const before = await request(customer)
  assert.deepEqual([before.now, before.quoted_price, await news('customer')], [['open', 'cancel'], null, []])
  assert.deepEqual(done(await customer.get(before.at)), [])
  await say(sales, 'sales-forward', { message: '為您爭取到的價格', quoted_price: 13000 })
  const after = await request(customer)
  assert.deepEqual([after.now, after.quoted_price], [['offered', 'cancel', 'customer-response'], 13000])
  assert.deepEqual(await news('customer'), ['AR0000001 您有新的報價'])
})

test('an upgrade haggled: the customer negotiates, accepts the better offer by mail, and is charged once', async () => {
  const [offer] = done(await customer.get('/addon-requests/communications/pending-responses'))
  const answer = { customer_response: 'negotiating', response_message: '可以便宜一點嗎？' }
  done(await customer.patch(`/addon-requests/communications/${offer.id}/customer-response`, answer))
  assert.match((await mail('sales@example.com', 'AR0000001 客戶已回覆：議價中')).text, /可以便宜一點嗎？/)
  await say(sales, 'sales-forward', { message: '這是最低價', quoted_price: 12500 })

  const { text, link } = await mail('customer@example.com', 'AR0000001 您有新的報價：升等商務艙', 2)
  assert.match(text, /這是最低價[\s\S]*旅客：王大明\n升等商務艙 × 1\n\n價格：NT\$12,500/)
  assert.match(await page(link), /這是最低價/)
  const token = link.split('/').at(-1)
  done(await stranger.post(`/offers/${token}/answer`, { customer_response: 'accepted' }))
  const again = await stranger.post(`/offers/${token}/answer`, { customer_response: 'rejected' })
  assert.deepEqual([again.status, again.body.code], [409, 'already_answered'])

  const accepted = await request()
  assert.deepEqual([accepted.now[0], accepted.accepted_price], ['accepted', 12500])
  await say(sales, 'sales-confirm', { message: '客戶已接受' })
  assert.deepEqual((await request(ticketing)).now, ['confirmed', 'department-decline', 'department-final'])
  await say(ticketing, 'department-final', { message: '已開票', final_price: 12500 })
  assert.deepEqual((await request(ticketing)).now, ['completed', 'department-correct', 'department-undo'])
  assert.deepEqual((await request(customer)).now, ['completed'])
  const [booking] = done(await customer.get('/bookings'))
  assert.deepEqual([booking.total, booking.balance], [172100, 132100])
  assert.deepEqual(await news('sales'), [
    'AR0000001 客戶已回覆：議價中',
    'AR0000001 客戶已回覆：已接受',
    'AR0000001 已完成',
  ])
  assert.deepEqual(await news('customer'), ['AR0000001 您有新的報價', 'AR0000001 已完成：升等商務艙'])
})

const faults = async () => {
  const [{ id }] = done(await op.get('/planned-trips'))
  const { list, passport_needed_until } = done(await op.get(`/planned-trips/${id}/readiness`))
  const found = list.map(({ name, checks }: Fault) => [name, ...checks.map(({ check }) => check)])
  return { passport_needed_until, found }
}
type Fault = { name: string; checks: { check: string }[] }

test('a passport that expires: the page of the traveler accepts it, names the problem, and accepts the new one', async () => {
  const { link } = await mail('customer@example.com', 'HKD990310A-002 您的訂單已確認')
  const booking = `/trip-registrations/${link.split('/').at(-1)}`
  const [first] = done(await stranger.get(booking)).travelers
  const passport = { surname_en: 'wang', given_name_en: 'ta-ming', passport_number: '312345678' }
  const his = `/people/${first.id}`
  const typed = { form: `traveler-${first.id}`, ...passport }
  assert.equal(await press(link, { ...typed, passport_expires_on: '2099-08-31' }, his), 303)
  assert.match(await page(link, his), /王大明 護照效期不符入境規定/)
  assert.match(await page(link), /換發護照：王大明/)
  assert.deepEqual(await news('sales'), ['HKD990310A 客戶更新旅客資料'])
  const expiring = await faults()
  assert.deepEqual(
    [expiring.passport_needed_until, ...expiring.found.slice(0, 2)],
    ['2099-09-10', ['王大明', 'passport_expiring'], ['林美玲', 'passport_missing', 'passport_name_missing']],
  )
  const [shown] = done(await sales.get('/travelers?q=王大明'))
  assert.deepEqual([shown.passport_number, shown.passport_expires_on], ['•••678', '2099-08-31'])

  done(await sales.post('/traveler-documents/wanted', { traveler_id: shown.id, kinds: ['passport'] }))
  const asked = await mail('customer@example.com', 'HKD990310A 請繳交：護照')
  assert.match(asked.text, /HKD990310A-002 王大明：護照/)
  const sent = form(jpeg, '護照.jpg', { traveler_id: `${first.id}`, kind: 'passport', expires_on: '2109-01-01' })
  done(await stranger.upload(`${booking}/documents`, sent))
  assert.deepEqual(columns(done(await stranger.get(`${booking}/documents`)), 'kind', 'status'), [
    ['passport', 'received'],
  ])
  assert.deepEqual(await news('sales'), ['HKD990310A 已收到：護照'])
  const [received] = done(await sales.get('/traveler-documents?status=received'))
  assert.equal(done(await sales.post(`/traveler-documents/${received.id}/verify`, {})).expires_on, '2109-01-01')
  assert.equal(await press(link, { ...typed, passport_expires_on: '2109-01-01' }, his), 303)
  assert.deepEqual((await faults()).found[0], ['王大明'], 'nothing is wrong with him any more')
  assert.deepEqual(await news('customer'), ['HKD990310A 請繳交：護照', 'HKD990310A 已審核：護照'])
})
