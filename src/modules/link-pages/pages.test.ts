import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { jpeg, form as multipart, html as script } from '../../../test/fixtures/samples.ts'
import { enrolled } from '../../../test/fixtures/second-factor.ts'
import { house } from '../../../test/house.ts'
import { type LinkKind, makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const password = 'correct horse battery'
const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`
const open = (url: string) => app.inject({ url })
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = own) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': form },
    payload: `${new URLSearchParams(fields)}`,
  })
const form = 'application/x-www-form-urlencoded'
const own = { 'sec-fetch-site': 'same-origin' }
const upload = (url: string, file: Buffer, fields: Record<string, string>) =>
  app.inject({ method: 'POST', url, headers: own, payload: multipart(file, 'passport.jpg', fields) })

test('opening the page of an invitation does not use it up; setting a password does', async () => {
  const url = await link('invitation', ids.manager)
  for (const _ of [1, 2]) assert.match((await open(url)).body, /<h1>設定您的密碼<\/h1>[\s\S]*manager@/)
  const short = await send(url, { form: 'password', password: 'short' })
  assert.equal(short.statusCode, 422)
  assert.match(short.body, /<p class="fault" id="password-password-fault">至少 10 個字元。<\/p>/)
  assert.doesNotMatch(short.body, /value="short"/, 'a password is never written back')
  const chosen = await send(url, { form: 'password', password })
  assert.deepEqual([chosen.statusCode, /密碼已設定/.test(chosen.body)], [200, true])
  const { email } = await db.selectFrom('users').select('email').where('id', '=', ids.manager).executeTakeFirstOrThrow()
  assert.equal((await as().post('/login', { email, password })).status, 200)
  const again = await send(url, { form: 'password', password: 'another horse battery' })
  assert.deepEqual([again.statusCode, /這個連結已經用過或過期/.test(again.body)], [401, true])
})

test('a sign-in link sets the cookie of the console, from its own page only', async () => {
  const url = await link('sign-in', ids.other_customer)
  for (const site of ['cross-site', 'none'])
    assert.equal((await send(url, { form: 'enter' }, { 'sec-fetch-site': site })).statusCode, 403, site)
  assert.equal((await send(url, { form: 'enter' }, {})).statusCode, 403, 'a browser that does not say where it is')
  const entered = await send(url, { form: 'enter' })
  assert.deepEqual([entered.statusCode, entered.headers.location], [303, '/desk#signed-in'])
  assert.match(String(entered.headers['set-cookie']), /^guidon=[\w-]+; Path=\/; .*HttpOnly; SameSite=Strict/)
  assert.equal((await send(url, { form: 'enter' })).statusCode, 401, 'it is good for one use')
})

test('a sign-in link of an account with a second factor asks for the code', async () => {
  const authenticator = await enrolled(db, as('customer'))
  const url = await link('sign-in', ids.customer)
  const asked = await send(url, { form: 'enter' })
  assert.deepEqual([asked.statusCode, asked.headers['set-cookie']], [200, undefined])
  const [, challenge = ''] = /name="challenge" value="([\w-]{43})"/.exec(asked.body) ?? []
  const wrong = await send(url, { form: 'code', challenge, code: await authenticator.wrong() })
  assert.deepEqual([wrong.statusCode, wrong.headers['set-cookie']], [401, undefined])
  assert.match(wrong.body, /驗證碼不正確[\s\S]*name="challenge"/)
  const right = await send(url, { form: 'code', challenge, code: await authenticator.code() })
  assert.deepEqual([right.statusCode, right.headers.location], [303, '/desk#signed-in'])
})

test('the contact fills in missing data; a refused value is reported at its field, with the entered text', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const url = await link('booking', booking.id)
  const [guest] = booking.travelers
  assert.ok((await open(url)).body.includes('Birth date missing'))
  const given = {
    form: `traveler-${guest.id}`,
    surname_en: 'wang',
    given_name_en: 'hsiao-mei',
    birth_date: '2199-01-01',
    passport_country: 'JP',
  }
  const refused = await send(url, given)
  assert.equal(refused.statusCode, 422)
  for (const text of ['A birth date must not be after today.', 'value="2199-01-01"', 'value="wang"'])
    assert.ok(refused.body.includes(text), text)
  const saved = await send(url, { ...given, birth_date: '1990-05-05' })
  assert.deepEqual([saved.statusCode, saved.headers.location], [303, `?done=traveler-${guest.id}#done`])
  const shown = (await as('sales').get(`/travelers/${guest.id}`)).data
  const { surname_en, given_name_en, passenger_type, passport_country } = shown
  assert.deepEqual([surname_en, given_name_en, passenger_type, passport_country], ['WANG', 'HSIAO-MEI', 'adult', 'JP'])
  const after = (await open(url)).body
  for (const text of ['Birth date missing', '1990-05-05']) assert.ok(!after.includes(text), text)
  assert.match(after, /name="passport_country"[^>]*>(?:(?!<\/select>)[\s\S])*<option value="JP" selected>/)
})

test('a picture of a document is uploaded; other files are refused at their field', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const url = await link('booking', booking.id)
  const [guest] = booking.travelers
  const paper = { form: `paper-${guest.id}`, traveler_id: `${guest.id}`, kind: 'passport' }
  const refused = await upload(url, script, paper)
  assert.equal(refused.statusCode, 422)
  assert.ok(refused.body.includes(`<p class="fault" id="paper-${guest.id}-file-fault">`))
  assert.equal((await upload(url, jpeg, paper)).statusCode, 303)
  const { data } = await as('sales').get(`/traveler-documents?traveler_id=${guest.id}`)
  assert.deepEqual([data.length, data[0].kind, data[0].status], [1, 'passport', 'received'])
  assert.equal((await upload(`${url.slice(0, -1)}_`, jpeg, paper)).statusCode, 404)
  assert.equal((await upload(url, jpeg, { ...paper, form: 'nothing' })).statusCode, 404)
})

test('a page cannot be framed or run scripts, and a token of one kind does not work for another kind', async () => {
  const { id } = await trip(5)
  const url = await link('booking', (await book(id, ['王小美'])).id)
  const page = await open(`${url}?lang=en&utm_source=mail`)
  assert.match(page.body, /<html lang="en">[\s\S]*Your booking/)
  assert.doesNotMatch(page.body, /<script|style=/)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self';/)
  const other = await open(url.replace('/booking/', '/offer/'))
  assert.equal(other.statusCode, 404, 'a token of one kind opens nothing of another')
})

test('an invited traveler accepts, declines, and accepts again while there is a seat', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const op = as('op')
  const seminar = done(
    await op.post('/seminars', { kind: 'pre_departure', title: '行前說明會', planned_trip_ids: [id] }),
  )
  const times = { starts_at: '2099-01-10T19:30', ends_at: '2099-01-10T21:00', status: 'open', capacity: 1 }
  const session = done(await op.post(`/seminars/${seminar.id}/sessions`, times))
  done(
    await op.post(`/sessions/${session.id}/attendances`, { traveler_id: booking.travelers[0].id, status: 'invited' }),
  )
  const [place] = (await op.get(`/sessions/${session.id}/attendances`)).data
  const url = await link('session', place.id)
  const status = async () => (await op.get(`/sessions/${session.id}/attendances/${place.id}`)).data.status
  for (const [answer, becomes] of [
    ['yes', 'registered'],
    ['no', 'absent'],
    ['yes', 'registered'],
    ['no', 'absent'],
  ] as const) {
    assert.equal((await send(url, { form: answer })).statusCode, 303)
    assert.equal(await status(), becomes)
  }
  done(await op.post(`/sessions/${session.id}/attendances`, { guest_name: '李大同' }))
  const full = await send(url, { form: 'yes' })
  assert.deepEqual(
    [full.statusCode, full.body.includes('Choose another session.'), await status()],
    [409, true, 'absent'],
  )
})

test('the contact reads the public conversation about an add-on and answers its offer; nothing internal is shown', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const [admin, sales] = [as('admin'), as('sales')]
  const category = done(await admin.post('/addon-requests/categories', { name: '其他', department: 'op' }))
  const type = done(
    await admin.post('/addon-requests/types', {
      ...{ category_id: category.id, name: '接送', name_en: 'Transfer', type_code: 'TRANSFER' },
      pricing_type: 'quotation_required',
    }),
  )
  const asked = { type_id: type.id, traveler_id: booking.travelers[0].id, message: '內部的話' }
  const request = done(await sales.post('/addon-requests', asked))
  const at = `/addon-requests/${request.id}/communications`
  const offer = done(await sales.post(`${at}/sales-forward`, { quoted_price: 1200, message: '專車接送' }))
  const url = await link('booking', booking.id)
  const paid = { amount: 500, method: 'cash', received_at: '2026-01-05T07:30+08:00' }
  done(await sales.post(`/bookings/${booking.id}/payments`, paid))
  const page = (await open(url)).body
  for (const text of ['Transfer × 1', 'TWD 1,200', '專車接送', 'Waiting for your answer', 'Paid Mon, Jan 5, 2026'])
    assert.ok(page.includes(text), text)
  assert.ok(!page.includes('內部的話'))
  const given = { form: `offer-${offer.id}`, customer_response: 'accepted', response_message: '好' }
  const others = await link('booking', (await book(id, ['別人'])).id)
  assert.equal((await send(others, given)).statusCode, 409, 'the link of another booking answers nothing')
  assert.equal((await send(url, given)).statusCode, 303)
  assert.equal((await sales.get(`/addon-requests/${request.id}`)).data.status, 'accepted')
  assert.ok((await open(url)).body.includes('You accepted'))
  const again = done(await sales.post(`${at}/sales-forward`, { quoted_price: 1100, message: '新的價格' }))
  const wants = { form: `offer-${again.id}`, customer_response: 'negotiating', response_message: '要大一點的車' }
  assert.equal((await send(url, wants)).statusCode, 303)
  const discussed = (await open(url)).body
  for (const text of [
    '<p class="words">要大一點的車</p>',
    'Your salesperson will contact you and send you a new offer.',
    '<summary>Answer this offer after all</summary>',
  ])
    assert.ok(discussed.includes(text), text)
  done(
    await sales.patch(`/addon-requests/communications/${again.id}/customer-response`, {
      customer_response: 'accepted',
      response_message: '電話中說好',
    }),
  )
  assert.ok((await open(url)).body.includes('Customer (by phone, entered by us)'))
})

test('the contact requests an add-on on the page of the booking for one of its travelers, and staff are notified', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const category = done(await as('admin').post('/addon-requests/categories', { name: '通訊', department: 'op' }))
  const made = (type_code: string, more: object) =>
    as('admin').post('/addon-requests/types', {
      ...{ category_id: category.id, name: type_code, type_code, pricing_type: 'fixed_price', base_cost: 300 },
      ...more,
    })
  const sim = done(await made('SIM', {}))
  const inside = done(await made('INSIDE', { customer_visible: false }))
  const url = await link('booking', booking.id)
  const page = (await open(url)).body
  assert.ok(page.includes('SIM · TWD 300') && !page.includes('INSIDE'))
  const given = {
    form: 'extra',
    type_id: `${sim.id}`,
    traveler_id: `${booking.travelers[0].id}`,
    quantity: '2',
    message: '到機場領',
  }
  const stranger = (await book(id, ['別人'])).travelers[0].id
  assert.equal((await send(url, { ...given, traveler_id: `${stranger}` })).statusCode, 422)
  assert.equal((await send(url, { ...given, type_id: `${inside.id}` })).statusCode, 422)
  assert.equal((await send(url, given)).statusCode, 303)
  const [request] = (await as('op').get(`/addon-requests?booking_id=${booking.id}`)).data
  assert.deepEqual([request.quantity, request.estimated_cost, request.status], [2, 600, 'open'])
  const [said] = (await as('op').get(`/addon-requests/${request.id}/communications`)).data
  assert.deepEqual([said.sender_type, said.message, said.is_internal], ['customer', '到機場領', false])
  const [told] = (await as('op').get('/notifications?event=addon-request.created')).data
  assert.equal(told.title, `${request.request_number} New request`)
  assert.ok((await open(url)).body.includes('到機場領'), 'it stands on the page')
})
