import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { browserOf, placeOf } from '../../../test/fixtures/place.ts'
import { jpeg, form as multipart, html as script } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { type LinkKind, makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db, ids, tokens } = home
const { trip, book } = await bookingFixtures(home)
const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`
const tokenIn = (url: string) => url.split('/').at(-1) ?? ''

test('the contact fills in missing data; a refused value is reported at its field, with the entered text', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const place = await placeOf(app, await link('booking', booking.id))
  const [guest] = booking.travelers
  const at = `/people/${guest.id}`
  assert.ok((await place.open(at)).body.includes('Birth date missing'))
  const given = {
    form: `traveler-${guest.id}`,
    surname_en: 'wang',
    given_name_en: 'hsiao-mei',
    birth_date: '2199-01-01',
    passport_country: 'Japan',
  }
  const nowhere = await place.send(at, { ...given, passport_country: 'Atlantis' })
  assert.equal(nowhere.statusCode, 422)
  for (const text of ['Choose a country or region from the list, such as Japan.', 'value="Atlantis"', 'value="wang"'])
    assert.ok(nowhere.body.includes(text), text)
  const refused = await place.send(at, given)
  assert.equal(refused.statusCode, 422)
  for (const text of ['A birth date must not be after today.', 'value="2199-01-01"', 'value="wang"'])
    assert.ok(refused.body.includes(text), text)
  const saved = await place.send(at, { ...given, birth_date: '1990-05-05' })
  assert.deepEqual([saved.statusCode, saved.headers.location], [303, `?done=traveler-${guest.id}#done`])
  const shown = (await as('sales').get(`/travelers/${guest.id}`)).data
  const { surname_en, given_name_en, passenger_type, passport_country } = shown
  assert.deepEqual([surname_en, given_name_en, passenger_type, passport_country], ['WANG', 'HSIAO-MEI', 'adult', 'JP'])
  const after = (await place.open(at)).body
  for (const text of ['Birth date missing', '1990-05-05']) assert.ok(!after.includes(text), text)
  assert.match(
    after,
    /<summary><span class="label">Date of birth<\/span><span>••••-05-05<\/span><span class="change">change<\/span>/,
  )
  assert.match(after, /name="passport_country" value="Japan" list="countries"/)
  assert.equal(after.split('<option value="Japan">').length, 2, 'the countries are listed once')
})

test('the fields of the sign-in and of a lost link have the limits of their schemas', async () => {
  const signIn = await app.inject({ url: '/en/my/' })
  assert.deepEqual(inputsOf(signIn.body), [
    '<input class="input" type="text" id="mail-email" name="email" required value="" inputmode="email" autocapitalize="none" spellcheck="false" autocomplete="email" maxlength="254">',
    '<input class="input" type="text" id="lost-booking_number" name="booking_number" required value="" autocomplete="off" maxlength="40">',
    '<input class="input" type="text" id="lost-contact" name="contact" required value="" autocomplete="off" maxlength="254">',
  ])
})
const inputsOf = (page: string) =>
  [...page.matchAll(/<(?:input|textarea) class="input"[^>]*>/g)].map(([tag]) => tag.replaceAll('\n', ' '))

test('a field of a traveler that is emptied is empty afterwards, and stays so in a refused form; a masked one keeps its value', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const [guest] = booking.travelers
  const entered = {
    mobile: '0912-345-678',
    meal_requirement: 'vegetarian',
    nationality: 'JP',
    emergency_name: '王大明',
  }
  done(await as('sales').patch(`/travelers/${guest.id}`, { ...entered, birth_date: '1990-05-05' }))
  const place = await placeOf(app, await link('booking', booking.id))
  const at = `/people/${guest.id}`
  assert.ok((await place.open(at)).body.includes('value="0912-345-678"'))
  const emptied = { mobile: '', meal_requirement: ' ', nationality: '', emergency_name: '王大華', birth_date: '' }
  const sent = { form: `traveler-${guest.id}`, ...emptied }
  const refused = await place.send(at, { ...sent, passport_expires_on: 'soon' })
  assert.equal(refused.statusCode, 422)
  assert.ok(!refused.body.includes('0912-345-678'))
  assert.equal((await place.send(at, sent)).statusCode, 303)
  const { mobile, meal_requirement, nationality, emergency_name, passenger_type } = (
    await as('sales').get(`/travelers/${guest.id}`)
  ).data
  assert.deepEqual(
    [mobile, meal_requirement, nationality, emergency_name, passenger_type],
    [null, null, null, '王大華', 'adult'],
  )
  assert.match((await place.open(at)).body, /••••-05-05/)
})

test('a traveler with a foreign passport is asked about a visa, in words for a customer', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const [guest] = booking.travelers
  done(await as('sales').patch(`/travelers/${guest.id}`, { nationality: 'JP' }))
  await sql`delete from trip_countries where planned_trip_id = ${id}`.execute(db)
  const place = await placeOf(app, await link('booking', booking.id))
  const page = (await place.open(`/people/${guest.id}`)).body
  assert.ok(page.includes('Foreign passport: please check whether you need a visa, or ask us'))
  assert.ok(!page.includes('check the entry rules'))
})

test('a picture of a document is uploaded; other files are refused at their field', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const place = await placeOf(app, await link('booking', booking.id))
  const [guest] = booking.travelers
  const at = `/people/${guest.id}`
  const paper = { form: `paper-${guest.id}`, traveler_id: `${guest.id}`, kind: 'passport' }
  const refused = await place.upload(at, script, paper)
  assert.equal(refused.statusCode, 422)
  const told =
    'The content is not what the name says (JPG): use the original file, or save it as JPG, then upload that.'
  assert.ok(refused.body.includes(`<p class="fault" id="paper-${guest.id}-file-fault">${told}<`))
  assert.equal((await place.upload(at, jpeg, paper)).statusCode, 303)
  const { data } = await as('sales').get(`/traveler-documents?traveler_id=${guest.id}`)
  assert.deepEqual([data.length, data[0].kind, data[0].status], [1, 'passport', 'received'])
  assert.equal((await place.upload(at, jpeg, { ...paper, form: 'nothing' })).statusCode, 404)
})

/** An add-on on its page: its name, state and price are seen, and the rest if it is open. */
const rowOf = (id: number, isOpen: boolean) =>
  new RegExp(
    `id="addon-${id}"${isOpen ? ' open' : ''}><summary>\\s*<h2>Transfer × 1</h2>\\s*<span class="badge">[\\s\\S]*<b class="small">NT\\$1,200</b></summary>`,
  )

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
  const place = await placeOf(app, await link('booking', booking.id))
  const paid = { amount: 500, method: 'cash', received_at: '2026-01-05T07:30+08:00' }
  done(await sales.post(`/bookings/${booking.id}/payments`, paid))
  const [start, page] = [unmarked((await place.open()).body), (await place.open('/add-ons')).body]
  for (const text of ['Answer the offer: Transfer', 'Transfer × 1', `Paid ${shortDay('2026-01-05', 'en')}`])
    assert.ok(start.includes(text), text)
  assert.ok(start.includes(`${shortDay('2026-01-05', 'en')} · NT$500</span>`), 'the day of a receipt and its amount')
  assert.match(
    start,
    /id="todo">(?:(?!<\/section>)[\s\S])*<dt>Your booking<\/dt>/,
    'how it stands is in the card of now',
  )
  for (const text of ['Transfer × 1', 'NT$1,200', '專車接送', 'Waiting for your answer'])
    assert.ok(page.includes(text), text)
  assert.ok(!(start + page).includes('內部的話'))
  assert.match(page, rowOf(request.id, true), 'what waits for an answer is open')
  const given = { form: `offer-${offer.id}`, customer_response: 'accepted', response_message: '好' }
  const others = await placeOf(app, await link('booking', (await book(id, ['別人'])).id))
  assert.equal((await others.send('/add-ons', given)).statusCode, 409, 'the link of another booking answers nothing')
  assert.equal((await place.send('/add-ons', given)).statusCode, 303)
  assert.equal((await sales.get(`/addon-requests/${request.id}`)).data.status, 'accepted')
  const answered = (await place.open('/add-ons')).body
  assert.ok(answered.includes('You accepted'))
  assert.match(answered, rowOf(request.id, false), 'what was answered is a row with its conversation one tap deeper')
  const again = done(await sales.post(`${at}/sales-forward`, { quoted_price: 1100, message: '新的價格' }))
  const wants = { form: `offer-${again.id}`, customer_response: 'negotiating', response_message: '要大一點的車' }
  assert.equal((await place.send('/add-ons', wants)).statusCode, 303)
  const discussed = (await place.open('/add-ons')).body
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
  assert.ok((await place.open('/add-ons')).body.includes('You (by phone, entered by us)'))
})

const typeOf = async (type_code: string) => {
  const admin = as('admin')
  const category = done(await admin.post('/addon-requests/categories', { name: type_code, department: 'op' }))
  return done(
    await admin.post('/addon-requests/types', {
      ...{ category_id: category.id, name: type_code, type_code, pricing_type: 'quotation_required' },
    }),
  )
}

test('the contact writes about an add-on once, by link and by account alike, and sales alone is told', async () => {
  const { id } = await trip(9)
  const booking = await book(id, ['王小美', '王大明'], { customer_user_id: ids.customer })
  const [guest, companion] = booking.travelers
  const type = await typeOf('WRITE')
  const request = done(await as('sales').post('/addon-requests', { type_id: type.id, traveler_id: guest.id }))
  const mailed = await placeOf(app, await link('booking', booking.id))
  const account = await placeOf(app, mailed.at, { session: tokens.customer })
  const form = `message-${request.id}`
  const said = async () => {
    const { data } = await as('sales').get(`/addon-requests/${request.id}/communications`)
    return data.map((entry: { sender_type: string; message_type: string; is_internal: boolean; message: string }) => [
      entry.sender_type,
      entry.message_type,
      entry.is_internal,
      entry.message,
    ])
  }
  for (const [place, message] of [
    [mailed, '可以改成下午嗎？'],
    [account, '兩位一起搭。'],
  ] as const)
    for (const _press of ['first', 'second']) {
      const { statusCode, headers } = await place.send('/add-ons', { form, message })
      assert.deepEqual([statusCode, headers.location], [303, `?done=${form}#done`])
    }
  assert.deepEqual(await said(), [
    ['customer', 'note', false, '可以改成下午嗎？'],
    ['customer', 'note', false, '兩位一起搭。'],
  ])
  const page = (await mailed.open(`/add-ons?done=${form}`)).body
  for (const text of ['Sent. We let you know when we answer.', '可以改成下午嗎？', '兩位一起搭。'])
    assert.ok(page.includes(text), text)
  const told = async (who: 'sales' | 'op' | 'customer') =>
    (await as(who).get('/notifications?event=addon-request.message')).data.length
  assert.deepEqual([await told('sales'), await told('op'), await told('customer')], [2, 0, 0])
  const { rows } = await sql`select from deliveries where booking_id = ${booking.id} and subject_id = ${request.id}
    and subject_type = 'addon_request'`.execute(db)
  assert.equal(rows.length, 0, 'the contact is not mailed its own words')

  const long = '長'.repeat(5001)
  const refused = await mailed.send('/add-ons', { form, message: long })
  assert.deepEqual([refused.statusCode, refused.body.includes(`>${long}</textarea>`)], [422, true])
  const others = await placeOf(app, await link('booking', (await book(id, ['別人'])).id))
  await sql`update travelers set email_proved_at = now() where id = ${companion.id}`.execute(db)
  const own = await placeOf(app, await link('traveler', companion.id))
  assert.equal((await others.send('/add-ons', { form, message: '別人寫的' })).statusCode, 404)
  assert.equal((await own.send('/add-ons', { form, message: '同伴寫的' })).statusCode, 403)
  assert.equal((await said()).length, 2)
})

test('the contact cancels an add-on with a reason while the flow allows it; sales and the department are told', async () => {
  const { id } = await trip(9)
  const booking = await book(id, ['王小美', '王大明'], { customer_user_id: ids.customer })
  const [guest, companion] = booking.travelers
  const type = await typeOf('CANCEL')
  const sales = as('sales')
  const asked = { type_id: type.id, traveler_id: guest.id }
  const request = async () => done(await sales.post('/addon-requests', asked))
  const stateOf = async (of: { id: number }) => {
    const { status, cancel_reason } = (await sales.get(`/addon-requests/${of.id}`)).data
    return [status, cancel_reason]
  }
  const mailed = await placeOf(app, await link('booking', booking.id))
  const account = await placeOf(app, mailed.at, { session: tokens.customer })
  const others = await placeOf(app, await link('booking', (await book(id, ['別人'])).id))
  await sql`update travelers set email_proved_at = now() where id = ${companion.id}`.execute(db)
  const own = await placeOf(app, await link('traveler', companion.id))

  for (const [place, reason] of [
    [mailed, '不需要了'],
    [account, '改自己搭車'],
  ] as const) {
    const one = await request()
    const form = `cancel-${one.id}`
    assert.ok((await place.open('/add-ons')).body.includes('<summary>Cancel this add-on</summary>'))
    assert.equal((await others.send('/add-ons', { form, reason })).statusCode, 404)
    assert.equal((await own.send('/add-ons', { form, reason })).statusCode, 403)
    assert.equal((await place.send('/add-ons', { form })).statusCode, 422, 'a reason is wanted')
    assert.deepEqual(await stateOf(one), ['open', null])
    assert.equal((await place.send('/add-ons', { form, reason })).statusCode, 303)
    assert.equal((await place.send('/add-ons', { form, reason })).statusCode, 303, 'pressed twice')
    assert.deepEqual(await stateOf(one), ['cancelled', reason])
    const { body } = await place.open(`/add-ons?done=${form}`)
    assert.deepEqual(
      [body.includes('This add-on is cancelled.'), body.includes(`name="form" value="${form}"`)],
      [true, false],
    )
    const { data } = await sales.get(`/addon-requests/${one.id}/communications`)
    assert.deepEqual([data.length, data[0].sender_type, data[0].message], [1, 'customer', reason])
    const told = async (who: 'sales' | 'op' | 'customer') =>
      (await as(who).get('/notifications?event=addon-request.cancel')).data.filter(({ title }: { title: string }) =>
        title.includes(one.request_number),
      ).length
    assert.deepEqual([await told('sales'), await told('op'), await told('customer')], [1, 1, 0])
  }
  const { rows } = await sql`select from deliveries where booking_id = ${booking.id}
    and sentence = 'addon-request.cancel'`.execute(db)
  assert.equal(rows.length, 0, 'the contact is not mailed what it did itself')

  const confirmed = await request()
  const at = `/addon-requests/${confirmed.id}/communications`
  done(await sales.post(`${at}/sales-forward`, { quoted_price: 900 }))
  done(await sales.post(`${at}/sales-confirm`, { customer_response: 'accepted' }))
  const form = `cancel-${confirmed.id}`
  assert.ok(!(await mailed.open('/add-ons')).body.includes(`name="form" value="${form}"`))
  const late = await mailed.send('/add-ons', { form, reason: '臨時有事' })
  assert.equal(late.statusCode, 409)
  assert.ok(late.body.includes('臨時有事'), 'the reason is not lost')
  assert.deepEqual(await stateOf(confirmed), ['confirmed', null])
})

test('the attachments of an offer are shown and opened in the place, and internal ones are not', async () => {
  const { id } = await trip(9)
  const booking = await book(id, ['王小美', '王大明'], { customer_user_id: ids.customer })
  const [guest, companion] = booking.travelers
  const type = await typeOf('FILES')
  const sales = as('sales')
  const kept = async (name: string) => done(await sales.upload('/attachments', multipart(jpeg, name))).id
  const [shown, internal] = [await kept('bus.jpg'), await kept('cost.jpg')]
  const request = done(await sales.post('/addon-requests', { type_id: type.id, traveler_id: guest.id }))
  const at = `/addon-requests/${request.id}/communications`
  done(await sales.post(at, { message: '成本', attachment_ids: [internal] }))
  done(await sales.post(`${at}/sales-forward`, { quoted_price: 900, attachment_ids: [shown] }))
  const mailed = await placeOf(app, await link('booking', booking.id))
  const account = await placeOf(app, mailed.at, { session: tokens.customer })
  const others = await placeOf(app, await link('booking', (await book(id, ['別人'])).id))
  const stranger = await placeOf(app, mailed.at)
  await sql`update travelers set email_proved_at = now() where id = ${companion.id}`.execute(db)
  const own = await placeOf(app, await link('traveler', companion.id))
  const below = `/add-ons/attachments/${shown}`
  const open = async (place: typeof mailed, address: string) => (await place.open(address)).statusCode
  for (const place of [mailed, account]) {
    const page = (await place.open('/add-ons')).body
    for (const text of [`href="${place.at}${below}"`, `src="${place.at}${below}?size=thumb"`, 'bus.jpg'])
      assert.ok(page.includes(text), text)
    assert.ok(!page.includes('cost.jpg'))
    const file = await place.open(below)
    assert.deepEqual(
      [file.statusCode, file.headers['content-type'], file.headers['cache-control']],
      [200, 'image/jpeg', 'private, no-store'],
    )
    assert.equal(file.headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(await open(place, `${below}?size=thumb`), 200)
    assert.equal(await open(place, `/add-ons/attachments/${internal}`), 404)
  }
  assert.equal((await others.ask({ url: `${mailed.at}${below}` })).statusCode, 302, 'it is led to the sign-in')
  assert.equal(await open(others, below), 404)
  assert.deepEqual([await open(own, below), await open(stranger, below)], [403, 302])
  const reads = await sql`select r.actor_id from file_reads r join attachments a on a.file_id = r.file_id
    where a.id = ${shown} order by r.id`.execute(db)
  assert.deepEqual(
    reads.rows.map((row) => (row as { actor_id: number | null }).actor_id),
    [null, null, ids.customer, ids.customer],
  )
})

test('the contact requests an add-on for one of its travelers, and staff are notified', async () => {
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
  const place = await placeOf(app, await link('booking', booking.id))
  const list = (await place.open('/add-ons')).body
  assert.ok(list.includes('<b>SIM</b>') && list.includes('NT$300') && !list.includes('INSIDE'))
  const page = (await place.open(`/add-ons?type=${sim.id}`)).body
  assert.deepEqual(inputsOf(page), [
    '<input class="input" type="number" id="extra-quantity" name="quantity" aria-describedby="extra-quantity-hint" value="1" autocomplete="off" min="1" max="999">',
    '<textarea class="input" rows="3" id="extra-message" name="message" autocomplete="off" maxlength="5000">',
  ])
  const given = {
    form: 'extra',
    type_id: `${sim.id}`,
    traveler_id: `${booking.travelers[0].id}`,
    quantity: '2',
    message: '到機場領',
  }
  const stranger = (await book(id, ['別人'])).travelers[0].id
  assert.equal((await place.send('/add-ons', { ...given, traveler_id: `${stranger}` })).statusCode, 422)
  assert.equal((await place.send('/add-ons', { ...given, type_id: `${inside.id}` })).statusCode, 422)
  assert.equal((await place.send('/add-ons', given)).statusCode, 200, 'the total is shown first')
  assert.equal((await place.send('/add-ons', { ...given, agreed: '2 TWD 600' })).statusCode, 303)
  const [request] = (await as('op').get(`/addon-requests?booking_id=${booking.id}`)).data
  assert.deepEqual([request.quantity, request.estimated_cost, request.status], [2, 600, 'open'])
  const [said] = (await as('op').get(`/addon-requests/${request.id}/communications`)).data
  assert.deepEqual([said.sender_type, said.message, said.is_internal], ['customer', '到機場領', false])
  const [told] = (await as('op').get('/notifications?event=addon-request.created')).data
  assert.equal(told.title, `${request.request_number} New request`)
  assert.ok((await place.open('/add-ons')).body.includes('到機場領'), 'it stands on the page')
})

test('a mailed link and the account of the customer open the same place at the same address', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美', '王大明'], { customer_user_id: ids.customer })
  const mailed = await placeOf(app, await link('booking', booking.id))
  const number = booking.booking_number
  assert.deepEqual([mailed.first.statusCode, mailed.at], [303, `/en/my/${number}`])
  assert.match(
    String(mailed.first.headers['set-cookie']),
    /^guidon-links=b[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax$/,
  )
  const account = await placeOf(app, `/en/my/${number}`, { session: home.tokens.customer })
  const [byLink, byAccount] = [(await mailed.open()).body, (await account.open()).body]
  assert.equal(byAccount, byLink)
  for (const text of ['<h2>To do now</h2>', '王小美', '王大明', 'Add-ons', 'Papers (PDF)', 'How ready the trip is'])
    assert.ok(byLink.includes(text), text)
  const page = await mailed.open()
  assert.deepEqual(
    [page.headers['cache-control'], page.headers['x-robots-tag'], /<script|style=/.test(page.body)],
    ['no-store', 'noindex', false],
  )
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self';/)
  const list = await account.ask({ url: '/en/my/', headers: { 'sec-fetch-site': 'none' } })
  assert.ok(list.body.includes(`href="/en/my/${number}"`), 'the account lists it')
})

test('a traveler with a link of its own sees the trip and itself, and nothing of the others', async () => {
  const { id } = await trip(9)
  const booking = await book(id, ['王小美', '王大明'])
  const [first, second] = booking.travelers
  const asked = await placeOf(app, await link('traveler', second.id))
  assert.match((await asked.open()).body, /<h2>Is this your address\?<\/h2>/)
  assert.deepEqual(
    [(await asked.open(`/people/${second.id}`)).statusCode, (await asked.open('/trip')).statusCode],
    [403, 403],
    'nothing else before the address is confirmed',
  )
  await sql`update travelers set email_proved_at = now() where id = ${second.id}`.execute(db)
  const place = await placeOf(app, await link('traveler', second.id))
  const start = (await place.open()).body
  assert.ok(start.includes('王大明') && !start.includes('王小美'))
  for (const text of ['Payment</h2>', 'Papers (PDF)', 'Add-ons']) assert.ok(!start.includes(text), text)
  const open = async (below: string) => (await place.open(below)).statusCode
  assert.deepEqual(
    [await open(`/people/${second.id}`), await open(`/people/${first.id}`), await open('/add-ons')],
    [200, 404, 403],
  )
  assert.deepEqual([await open('/contact'), await open('/papers/quotation')], [403, 403])
})

test('a browser that has opened several links of a booking uses the one that works and opens the most', async () => {
  const { id } = await trip(9)
  const booking = await book(id, ['王小美', '王大明'])
  const [, second] = booking.travelers
  const contact = await link('booking', booking.id)
  const place = await placeOf(app, contact)
  const open = (url: string) => place.ask({ url })
  const seesAll = async () => (await place.open()).body.includes('王小美')
  const own = await link('traveler', second.id)
  await open(own)
  assert.match((await place.open()).body, /<h2>Is this your address\?<\/h2>/, 'the traveler is asked first')
  assert.equal((await place.send('', { form: 'confirm' })).statusCode, 303)
  assert.equal(await seesAll(), true, 'then the link of the contact counts again')
  const renewed = await link('booking', booking.id)
  await sql`update links set expires_at = now() - interval '1 minute' where booking_id = ${booking.id} and token_hash <> ${hashOf(tokenIn(renewed))}`.execute(
    db,
  )
  assert.equal(await seesAll(), false, 'the link of the contact has ended, that of the traveler has not')
  assert.equal((await place.open()).statusCode, 200)
  await open(renewed)
  await open(own)
  assert.equal(await seesAll(), true)
})

test('a link that has ended says so, and a wrong one says that it is wrong', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const url = await link('booking', booking.id)
  const place = await placeOf(app, url)
  await sql`update links set expires_at = now() - interval '1 minute' where booking_id = ${booking.id}`.execute(db)
  for (const ended of [await app.inject({ url: `${url}?lang=en` }), await place.open()])
    assert.deepEqual([ended.statusCode, /<h1>This link has ended<\/h1>/.test(ended.body)], [404, true])
  const wrong = await app.inject({ url: `/l/booking/${'x'.repeat(43)}?lang=en` })
  assert.deepEqual([wrong.statusCode, /This link is wrong or no longer valid/.test(wrong.body)], [404, true])
})

test('a form from another site is refused, also with the cookie of the place', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const place = await placeOf(app, await link('booking', booking.id))
  const sent = await place.send(
    '/contact',
    { form: 'contact', phone: '0933 111 222' },
    { 'sec-fetch-site': 'cross-site' },
  )
  assert.equal(sent.statusCode, 403)
})

test('the customer changes the contact, refuses advertising, asks for a special request and names another person', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'], {
    contact: { name: '王小美', phone: '0912 345 678', email: 'wang@example.com' },
  })
  const [guest] = booking.travelers
  const place = await placeOf(app, await link('booking', booking.id))
  const changed = { form: 'contact', phone: '0933 111 222', email: 'wang@example.com' }
  assert.equal((await place.send('/contact', changed)).statusCode, 303)
  assert.equal((await as('sales').get(`/bookings/${booking.id}`)).data.contact.phone, '0933 111 222')

  assert.equal((await place.send('/contact', { form: 'advertising', wanted: 'no' })).statusCode, 303)
  assert.ok((await place.open('/contact')).body.includes('You get no advertising.'))
  const optOuts = sql<{
    opt_outs: string[]
  }>`select p.opt_outs from persons p join person_records r on r.person_id = p.id
    where r.booking_id = ${booking.id}`
  assert.deepEqual((await optOuts.execute(db)).rows, [{ opt_outs: ['advertising'] }])

  const at = `/people/${guest.id}`
  const asked = { form: `request-${guest.id}`, kind: 'seat', detail: '靠走道' }
  assert.equal((await place.send(at, asked)).statusCode, 303)
  const [request] = (await as('op').get(`/traveler-requests?traveler_id=${guest.id}`)).data
  assert.deepEqual([request.kind, request.detail, request.status], ['seat', '靠走道', 'open'])
  assert.equal((await place.send(at, { form: `withdraw-${request.id}` })).statusCode, 303)
  assert.deepEqual((await as('op').get(`/traveler-requests?traveler_id=${guest.id}`)).data, [])

  const instead = {
    form: `replace-${guest.id}`,
    name: '陳美玲',
    surname_en: 'chen',
    given_name_en: 'mei-ling',
    birth_date: '1980-02-03',
  }
  assert.equal((await place.send(at, instead)).statusCode, 303)
  const now = (await as('sales').get(`/travelers/${guest.id}`)).data
  assert.deepEqual([now.name, now.surname_en], ['陳美玲', 'CHEN'])
})

test('a customer who is signed in can confirm the address of a companion, and go back to the booking without it', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美', '林小安', '陳小明'], { customer_user_id: ids.customer })
  const [first, second, third] = booking.travelers
  const place = await placeOf(app, await link('traveler', second.id), { session: tokens.customer })
  const asked = (await place.open()).body
  assert.ok(asked.includes('Is this your address?'))
  for (const text of ['王小美', '陳小明', 'mei@example.com']) assert.ok(!asked.includes(text), text)
  assert.equal((await place.open(`/people/${first.id}`)).statusCode, 403)
  assert.equal((await place.send('', { form: 'confirm' })).statusCode, 303)
  const confirmed = db.selectFrom('travelers').select('id').where('email_proved_at', 'is not', null)
  assert.deepEqual(await confirmed.where('booking_id', '=', booking.id).execute(), [{ id: Number(second.id) }])
  assert.ok((await place.open()).body.includes('王小美'), 'then it is the page of the customer again')

  await place.ask({ url: await link('traveler', third.id), headers: { 'sec-fetch-site': 'same-origin' } })
  assert.match((await place.open()).body, /<button class="button ">No, show my booking<\/button>/)
  const gone = await place.send('', { form: 'not-mine' })
  assert.deepEqual([gone.statusCode, gone.headers.location], [303, `/en/my/${booking.booking_number}`])
  assert.ok((await place.open()).body.includes('王小美'))
  assert.equal((await confirmed.where('booking_id', '=', booking.id).execute()).length, 1)

  // Who holds nothing else of the booking is offered no way to it.
  const alone = await placeOf(app, await link('traveler', third.id))
  assert.ok(!(await alone.open()).body.includes('show my booking'))
})

test('a refusal is told with what was written, also where the form is gone meanwhile', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const place = await placeOf(app, await link('booking', booking.id))
  const [guest] = booking.travelers
  const other = await place.send('/add-ons', {
    ...{ form: 'offer-999999', customer_response: 'accepted', response_message: '請留靠窗的位子' },
  })
  assert.equal(other.statusCode, 409)
  for (const text of ['There is a newer offer', '請留靠窗的位子']) assert.ok(other.body.includes(text), text)

  done(await as('sales').post(`/bookings/${booking.id}/cancel`, { reason: '客人不去了' }))
  for (const [below, given, says, kept] of [
    ['', { form: 'message', text: '我的行李<b>' }, 'takes no more messages', '我的行李&#60;b&#62;'],
    ['', { form: 'accept' }, 'is not possible while the status is', ''],
    ['/contact', { form: 'contact', customer_note: '改吃素' }, 'is not possible', '改吃素'],
    [
      `/people/${guest.id}`,
      { form: `request-${guest.id}`, kind: 'seat', detail: '靠走道' },
      'is not possible',
      '靠走道',
    ],
  ] as const) {
    const { statusCode, body } = await place.send(below, given)
    assert.equal(statusCode, 409, below)
    const [told = ''] = /<section class="card asks"><p class="fault"[\s\S]*?<\/section>/.exec(body) ?? []
    for (const text of [says, kept]) assert.ok(told.includes(text), `${given.form}: ${told}`)
  }
})

test('what can be done follows the trip: before it, on it, after it, and when the booking is cancelled', async () => {
  const { id } = await trip(9)
  const booking = await book(id, ['王小美', '林小安'], { customer_user_id: ids.customer })
  const [guest, companion] = booking.travelers
  const paid = { amount: booking.total, method: 'cash', received_at: '2026-01-05T07:30+08:00' }
  done(await as('sales').post(`/bookings/${booking.id}/payments`, paid))
  const place = await placeOf(app, await link('booking', booking.id))
  await sql`update travelers set email_proved_at = now() where id = ${companion.id}`.execute(db)
  const own = await placeOf(app, await link('traveler', companion.id))
  const atPerson = `/people/${guest.id}`
  const isSaid = async (below: string, text: string) => (await place.open(below)).body.includes(text)
  const shown = async () => ({
    days: await isSaid('', 'days to go'),
    lacks: (await isSaid('', 'Details missing')) || (await isSaid(atPerson, 'Birth date missing')),
    details: await isSaid(atPerson, '<h2>Details</h2>'),
    ready: await isSaid('', 'How ready the trip is'),
    cancelling: await isSaid('/trip', 'To cancel, write or call; we confirm the cost with you first.'),
    place: !(await own.open()).body.includes('You are not on this trip'),
  })
  const before = { days: true, lacks: true, details: true, ready: true, cancelling: true, place: true }
  const none = { days: false, lacks: false, details: false, ready: false, cancelling: false, place: true }
  assert.deepEqual(await shown(), before)

  const becomes = (status: string) => sql`update planned_trips set status = ${status} where id = ${id}`.execute(db)
  await becomes('departed')
  assert.deepEqual(await shown(), { ...none, ready: true })
  assert.ok(await isSaid('', 'Have a good trip.'))
  assert.ok(await isSaid(atPerson, 'The trip is under way, so nothing can be changed here any more.'))
  await becomes('returned')
  assert.deepEqual(await shown(), none)
  assert.ok(await isSaid('', 'The trip is over. Thank you for traveling with us.'))
  await becomes('open')
  done(await as('sales').post(`/bookings/${booking.id}/cancel`, { reason: '客人不去了' }))
  assert.deepEqual(await shown(), { ...none, place: false })
  assert.ok(await isSaid('', 'There is nothing for you to do: we pay NT$'))
})

test('on the trip only the add-ons that are sold there can be requested', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const category = done(await as('admin').post('/addon-requests/categories', { name: '途中', department: 'op' }))
  for (const [type_code, is_sold_on_the_road] of [
    ['ROAD', true],
    ['HOME', false],
  ] as const)
    done(
      await as('admin').post('/addon-requests/types', {
        ...{ category_id: category.id, name: type_code, type_code, pricing_type: 'free', is_sold_on_the_road },
      }),
    )
  const place = await placeOf(app, await link('booking', booking.id))
  const offered = async () => {
    const { body } = await place.open('/add-ons')
    return ['ROAD', 'HOME'].filter((name) => body.includes(`<b>${name}</b>`))
  }
  assert.deepEqual(await offered(), ['ROAD', 'HOME'])
  await sql`update planned_trips set status = 'departed' where id = ${id}`.execute(db)
  assert.deepEqual(await offered(), ['ROAD'])
})

test('the dates of the trip go into a calendar, also for a traveler with a link of its own', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const [guest] = booking.travelers
  await sql`update travelers set email_proved_at = now() where id = ${guest.id}`.execute(db)
  for (const url of [await link('booking', booking.id), await link('traveler', guest.id)]) {
    const place = await placeOf(app, url)
    const number = booking.booking_number
    assert.ok((await place.open()).body.includes(`href="/en/my/${number}/papers/trip.ics"`))
    const { headers, body } = await place.open('/papers/trip.ics')
    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    assert.match(body, new RegExp(`BEGIN:VEVENT[\\s\\S]*DTSTART;VALUE=DATE:\\d{8}[\\s\\S]*/en/my/${number}`))
  }
})

test('a text that is much too long is refused at its field, and stays', async () => {
  const { id } = await trip(5)
  const place = await placeOf(app, await link('booking', (await book(id, ['王小美'])).id))
  const text = '好'.repeat(10_000)
  const { statusCode, body } = await place.send('', { form: 'message', text })
  assert.deepEqual([statusCode, body.includes('At most 2000 characters.'), body.includes(text)], [422, true, true])
})

test('a picture that is too large is refused at its field, and what was chosen beside it stays', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'])
  const place = await placeOf(app, await link('booking', booking.id))
  const [guest] = booking.travelers
  const paper = { form: `paper-${guest.id}`, traveler_id: `${guest.id}`, kind: 'visa' }
  for (const megabytes of [10, 12]) {
    const picture = Buffer.alloc(megabytes * 1024 * 1024 + 1)
    const { statusCode, body } = await place.upload(`/people/${guest.id}`, picture, paper)
    assert.equal(statusCode, 422)
    assert.match(
      body,
      new RegExp(
        `<p class="fault" id="${paper.form}-file-fault">A file has at most 10 MB: make it smaller, then upload it\\.<`,
      ),
    )
    assert.match(body, /<option value="visa" selected>/)
  }
  assert.deepEqual(await readdir(home.files.arrivals), [])
  const { statusCode, body } = await place.upload(`/people/${guest.id}`, Buffer.alloc(22 * 1024 * 1024), paper)
  assert.equal(statusCode, 413)
  assert.match(
    body,
    /<p class="fault" role="alert">A file has at most 10 MB: make it smaller, then upload it\.<[\s\S]*<h1>王小美</,
  )
})

test('an emptied note of the contact is removed', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'], { customer_note: '吃素' })
  const place = await placeOf(app, await link('booking', booking.id))
  const { phone, email } = booking.contact
  const given = { form: 'contact', phone, email: email ?? '', customer_note: '' }
  assert.equal((await place.send('/contact', given)).statusCode, 303)
  assert.equal((await as('sales').get(`/bookings/${booking.id}`)).data.customer_note, null)
})

test('a telephone number or a mail address that is emptied is refused at its field, and nothing is saved', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'], {
    contact: { name: '王小美', phone: '0912 345 678', email: 'wang@example.com' },
  })
  const place = await placeOf(app, await link('booking', booking.id))
  const refused = await place.send('/contact', { form: 'contact', phone: '', email: ' ', customer_note: '靠窗' })
  assert.equal(refused.statusCode, 422)
  for (const [name, words] of [
    ['phone', 'The telephone number can be changed, but not left empty: enter one at which we reach you.'],
    ['email', 'The mail address can be changed, but not left empty: enter one where you get mail.'],
  ])
    assert.ok(refused.body.includes(`id="contact-${name}-fault">${words}<`), name)
  assert.ok(refused.body.includes('>靠窗</textarea>'))
  const { contact, customer_note } = (await as('sales').get(`/bookings/${booking.id}`)).data
  assert.deepEqual([contact.phone, contact.email, customer_note], ['0912 345 678', 'wang@example.com', null])

  const byPhone = await book(id, ['林小明'], { contact: { name: '林小明', phone: '0912 345 678' } })
  const other = await placeOf(app, await link('booking', byPhone.id))
  const saved = await other.send('/contact', { form: 'contact', phone: '0933 111 222', email: '' })
  assert.equal(saved.statusCode, 303, 'an address that was never there may stay empty')
})

test('a sign-in by mail leads to the place, and leaving it signs out and forgets the links', async () => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'], { customer_user_id: ids.customer })
  const { ask, jar } = browserOf(app)
  const form = (url: string, fields: Record<string, string>) =>
    ask({
      ...{ method: 'POST', url, payload: `${new URLSearchParams(fields)}` },
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    })
  const open = (url: string) => ask({ url, headers: { 'sec-fetch-site': 'same-origin' } })
  const entered = await form(await link('sign-in', ids.customer), { form: 'enter' })
  assert.deepEqual([entered.statusCode, entered.headers.location], [303, '/my/'])
  assert.ok((await open('/my/')).body.includes(booking.booking_number))
  await open(await link('booking', booking.id))
  assert.deepEqual([...jar.keys()], ['guidon', 'guidon-links'])
  const left = await form('/my/', { form: 'leave' })
  assert.deepEqual([left.statusCode, left.headers.location, jar.size], [303, '/my/sign-in', 0])
  assert.equal((await open(`/my/${booking.booking_number}`)).statusCode, 401)
})

test('a link on another site to a page of the place asks once more, as the cookie of the session was not sent', async () => {
  const { ask } = browserOf(app)
  const from = (site: string) => ask({ url: '/my/', headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } })
  assert.match((await from('cross-site')).body, /<meta http-equiv="refresh" content="0">/)
  assert.match((await from('same-origin')).body, /<h1>我的訂單<\/h1>/)
})
