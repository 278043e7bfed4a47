import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../../test/days.ts'
import { bookingFixtures } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { house } from '../../../../test/house.ts'
import { unmarked } from '../../../../test/page-text.ts'
import { eraseContact } from '../../bookings/erase.ts'

const home = await house()
const { app, as, database, db } = home
const { trip, register } = await bookingFixtures(home)
const get = (url: string) => app.inject({ url, headers: { host: 'tours.example', accept: 'text/html' } })
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { host: 'tours.example', accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
/** Sends a form of a page with the hidden fields that the page has. */
const send = async (url: string, form: string, fields: Record<string, string>) => {
  const { body } = await get(url)
  const own =
    (
      body
        .split('<form method="post"')
        .slice(1)
        .find((part) => part.includes(`value="${form}"`)) ?? ''
    ).split('</form>')[0] ?? ''
  const hidden = [...own.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return post(url, { ...Object.fromEntries(hidden), form, ...fields })
}
const textIn = (html: string) =>
  unmarked(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const contact = {
  ...{ contact_name: '林怡君', phone: '+886 912 345 678', email: 'yichun@example.com' },
  ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
}

let on: { id: number; serial: string; departure_date: string }
let other: typeof on

before(async () => {
  on = await trip(6, { departure_date: daysFromToday(90), min_pax: 2 })
  other = await trip(6, { departure_date: daysFromToday(120), min_pax: 2 })
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
})

/** Begins a draft on a page. Returns its address without the step. */
const begin = async (party: Record<string, string>, serial = on.serial) => {
  const begun = await post(`/register/${serial}`, { form: 'party', ...party })
  assert.equal(begun.statusCode, 303, begun.body)
  return String(begun.headers.location).replace(/\?.*/, '')
}

test('a passport that ends before or too soon after the trip is warned about at its field, and the person is not complete', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' })
  const at = `${draft}?step=people&person=1`
  const needed =
    unmarked((await get(at)).body).match(/id="person-1-passport_expires_on-hint">至少須到 ([^<]*)。/)?.[1] ?? ''
  assert.match(needed, /\d+年\d+月\d+日/)
  const person = { name: '林怡君', birth_date: '1988-03-02', passport_number: '312345678' }
  for (const ends of ['2020-05-01', on.departure_date]) {
    assert.equal((await send(at, 'person-1', { ...person, passport_expires_on: ends })).statusCode, 303)
    const page = textIn((await get(at)).body)
    assert.ok(page.includes(`這本護照到期太早：這一團至少須到 ${needed}。請在出發前換發；現在可以照常報名。`), ends)
    assert.ok(page.includes('大人・護照須換發'), ends)
    assert.ok(!page.includes('資料齊全'), ends)
    assert.match(
      textIn((await get(`/en${at}`)).body),
      /This passport ends too soon: the trip needs one that is valid until/,
    )
  }
  assert.equal((await send(at, 'person-1', { ...person, passport_expires_on: daysFromToday(900) })).statusCode, 303)
  assert.ok(textIn((await get(at)).body).includes('大人・資料齊全'))
})

test('more infants than adults, and the same person twice, are said where they are typed, and not only when all is sent', async () => {
  const party = { form: 'party', adults: '1', children: '0', infants: '3' }
  const words = '每位大人最多抱一名嬰兒，目前嬰兒多於大人；請增加大人，或來電由我們為您報名。'
  const refused = await post(`/register/${on.serial}`, party)
  assert.deepEqual([refused.statusCode, textIn(refused.body).includes(words)], [422, true])
  const draft = await begin({ adults: '2', children: '0', infants: '2' })
  const changed = await post(`${draft}?step=party`, party)
  assert.deepEqual([changed.statusCode, textIn(changed.body).includes(words)], [422, true])

  const person = { name: '林怡君', birth_date: '1988-03-02' }
  assert.equal((await send(`${draft}?step=people&person=1`, 'person-1', person)).statusCode, 303)
  const twice = await send(`${draft}?step=people&person=2`, 'person-2', person)
  assert.equal(twice.statusCode, 422)
  assert.match(twice.body, /id="person-2-name-fault">[^<]+</)
  const other = { ...person, birth_date: '1988-03-03' }
  assert.equal((await send(`${draft}?step=people&person=2`, 'person-2', other)).statusCode, 303)
})

test('a family of four registers in four steps without a script', async () => {
  const first = await get(`/register/${on.serial}?party=3.1.0`)
  assert.match(textIn(first.body), /大人 × 3 NT\$119,700.*小孩佔床 × 1.*4 個名額都有/)
  const draft = await begin({ adults: '3', children: '1', infants: '0' })
  const people = [
    ['林怡君', '1988-03-02'],
    ['張志明', '1986-05-09'],
    ['林阿嬤', '1955-01-20'],
    ['張小安', daysFromToday(-8 * 365)],
  ]
  for (const [i, [name = '', birth_date = '']] of people.entries()) {
    const saved = await send(`${draft}?step=people&person=${i + 1}`, `person-${i + 1}`, { name, birth_date })
    assert.equal(saved.statusCode, 303, textIn(saved.body))
  }
  assert.match(textIn((await get(`${draft}?step=people`)).body), /張小安 小孩・護照之後補/)
  const rooms = await send(`${draft}?step=rooms`, 'rooms', { room_1: '1', room_2: '1', room_3: '2', room_4: '2' })
  assert.match(String(rooms.headers.location), /step=send$/)
  const check = await get(`${draft}?step=send`)
  assert.equal(check.headers['cache-control'], 'no-store')
  const sent = await send(`${draft}?step=send`, 'send', { ...contact, privacy_consent: 'yes' })
  assert.equal(sent.statusCode, 303, textIn(sent.body))
  const receipt = await get(draft)
  assert.match(
    textIn(receipt.body),
    new RegExp(`名額為您保留到 .*${on.serial}-001.*合計 NT\\$.*確認信箱：已寄到 yic•••@example.com`),
  )
  const [link = ''] = /\/l\/booking\/[\w-]+/.exec(receipt.body) ?? []
  assert.match(receipt.body, /aria-label="訂單連結的 QR 碼"/)
  const place = await placeOf(app, link)
  assert.match(textIn((await place.open()).body), /林阿嬤/)

  const again = await post(draft, {
    form: 'send',
    ...contact,
    privacy_consent: 'yes',
    agreed_total: '1',
    agreed_seats: 'seats',
  })
  assert.equal(again.statusCode, 303)
  const refused = await post(draft, { form: 'send', ...contact, payment_method: 'seashells' })
  assert.deepEqual([refused.statusCode, refused.headers.location], [303, draft], 'also when it would be refused')
  const { rows } = await sql<{ bookings: number }>`
    select (select count(*)::integer from bookings where planned_trip_id = ${on.id}) as bookings`.execute(db)
  assert.equal(rows[0]?.bookings, 1)
})

test('once the registration was sent, the link of one person shows neither the contact nor the others', async () => {
  const { serial } = await trip(6, { departure_date: daysFromToday(130) })
  const draft = await begin({ adults: '2', children: '0', infants: '0' }, serial)
  await send(`${draft}?step=people`, 'person-1', { name: '周媽媽', birth_date: '1970-01-01' })
  const { body } = await get(`${draft}?step=people&person=2`)
  const [, own = ''] = /readonly value="http:\/\/[^/]+([^"]+)"/.exec(body) ?? []
  await send(own, 'person-2', { name: '周兒子', birth_date: '1999-09-09' })
  const sent = await send(`${draft}?step=send`, 'send', {
    ...contact,
    email: 'chou@example.com',
    privacy_consent: 'yes',
  })
  assert.equal(sent.statusCode, 303, textIn(sent.body))
  for (const [url, says] of [
    [own, /報名已送出 您填的資料已交給旅行社/],
    [`/en${own}`, /The registration was sent What you entered went to the agency/],
  ] as const) {
    const page = await get(url)
    assert.equal(page.statusCode, 200)
    assert.match(textIn(page.body), says)
    assert.match(page.body, new RegExp(`class="lang" href="(/en)?${own}"`))
    assert.doesNotMatch(page.body, /周媽媽|cho•••|chou@|912 345|NT\$|-001|\/l\/booking\//)
  }
})

test('the receipt follows the registration: its buttons work after the mailbox is confirmed, and it says when it has ended', async () => {
  const { id, serial } = await trip(6, { departure_date: daysFromToday(140) })
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, serial)
  await send(`${draft}?step=people`, 'person-1', { name: '許一', birth_date: '1980-01-01' })
  await send(`${draft}?step=send`, 'send', { ...contact, email: 'hsu@example.com', privacy_consent: 'yes' })
  assert.match((await get(draft)).body, /補齊護照資料：許一[\s\S]*class="button main" href="\/l\/booking\//)
  const booking = () => db.updateTable('bookings').where('planned_trip_id', '=', id)

  await booking().set({ contact_proved_at: sql<string>`now()` }).execute()
  const proved = await get(draft)
  assert.match(proved.body, new RegExp(`class="button main" href="/my/${serial}-001"`))
  assert.match(textIn(proved.body), /信箱已確認/)
  assert.doesNotMatch(proved.body, /許一|\/l\/booking\/|class="qr"/)

  await booking().set({ status: 'expired' }).execute()
  assert.match(textIn((await get(draft)).body), /這筆報名已失效 保留期限已過，名額已釋出；若仍想參加，請與我們聯絡。/)
  const english = textIn((await get(`/en${draft}`)).body)
  assert.match(
    english,
    /This registration has expired The time your seats were kept is over, and they were released\. Contact us/,
  )
  assert.doesNotMatch(english, /What comes next|Add to your calendar/)
})

test('when the contact of a booking is erased, the links of its registration open nothing any more', async () => {
  const { id, serial } = await trip(6, { departure_date: daysFromToday(150) })
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, serial)
  const [, own = ''] = /readonly value="http:\/\/[^/]+([^"]+)"/.exec((await get(`${draft}?step=people`)).body) ?? []
  await send(`${draft}?step=people`, 'person-1', { name: '江一', birth_date: '1980-01-01' })
  await send(`${draft}?step=send`, 'send', { ...contact, email: 'chiang@example.com', privacy_consent: 'yes' })
  assert.equal((await get(draft)).statusCode, 200)
  const booking = await db
    .updateTable('bookings')
    .set({ status: 'cancelled' })
    .where('planned_trip_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.transaction({}, (tx) => eraseContact(tx, booking.id))
  for (const url of [draft, own]) {
    const page = await get(url)
    assert.equal(page.statusCode, 404)
    assert.match(textIn(page.body), /這份報名草稿已失效/)
  }
})

test('what was typed stays when it is refused, with the sentence at its field', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' })
  const refused = await send(`${draft}?step=people`, 'person-1', {
    name: '王大文',
    birth_date: 'yesterday',
    passport_number: '3',
  })
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /value="王大文"/)
  assert.match(refused.body, /aria-invalid="true"/)
  const incomplete = await send(`${draft}?step=send`, 'send', { contact_name: '王大文', phone: '+886 912 345 678' })
  assert.equal(incomplete.statusCode, 422)
  assert.match(textIn(incomplete.body), /第 1 位旅客還缺姓名與出生日期。.*請填寫電子郵件/)
  assert.match(incomplete.body, /value="王大文"/)
})

test('the last step says of every field whether it is required; the three selects need no answer', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' })
  const { body } = await get(`${draft}?step=send`)
  const step = body.slice(body.indexOf('id="step"'))
  const labels = [...step.matchAll(/<label for="send-(\w+)" data-required="必填">/g)].map(([, name]) => name)
  const inputs = [...step.matchAll(/<(?:input|select) [^>]*name="(\w+)" [^>]*?required/g)].map(([, name]) => name)
  const needed = ['contact_name', 'phone', 'email']
  assert.deepEqual([labels, inputs], [needed, needed])
  for (const words of ['想告訴我們的事', '想怎麼付款', '旅遊目的', '從哪裡得知'])
    assert.ok(step.includes(`${words}（可不填）`))
})

test('a registration offers the ways to pay that the agency takes, and is sent without an answer', async () => {
  const { serial } = await trip(3, { departure_date: daysFromToday(120) })
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, serial)
  const offered = async () =>
    [...(await get(`${draft}?step=send`)).body.matchAll(/<option value="(bankTransfer|creditCard|cash)"/g)].map(
      ([, way]) => way,
    )
  assert.deepEqual(await offered(), ['bankTransfer', 'cash'])
  const change = { payment_methods: ['creditCard'] }
  assert.equal((await as('admin').put('/site', change)).status, 200)
  assert.deepEqual(await offered(), ['creditCard'])
  assert.equal((await as('admin').put('/site', { payment_methods: [] })).status, 200)
  assert.ok(!(await get(`${draft}?step=send`)).body.includes('name="payment_method"'))
  assert.equal((await as('admin').put('/site', { payment_methods: ['bankTransfer', 'cash'] })).status, 200)

  await send(`${draft}?step=people`, 'person-1', { name: '不說', birth_date: '1980-01-01' })
  const sent = await send(`${draft}?step=send`, 'send', {
    ...{ contact_name: '不說', phone: '0912-345-678', email: 'says-nothing@example.com', privacy_consent: 'yes' },
  })
  assert.equal(sent.statusCode, 303)
  const [booking] = (await as('sales').get('/bookings?q=says-nothing@example.com')).data
  assert.deepEqual([booking.payment_method, booking.travel_purpose, booking.marketing_source], [null, null, null])
})

test('a birth date in the future is refused at its field, and does not change the price', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' })
  const total = async () => /合計 NT\$[\d,]+/.exec(textIn((await get(draft)).body))?.[0]
  const before = await total()
  const unborn = { name: '王大文', birth_date: daysFromToday(2) }
  const refused = await send(`${draft}?step=people`, 'person-1', unborn)
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /<p class="fault" id="person-1-birth_date-fault">出生日期不可晚於今天[^<]*<\/p>/)
  assert.ok(refused.body.includes(`value="${unborn.birth_date}"`))
  assert.equal(await total(), before)
})

test('another step and another person are opened with what was just typed saved', async () => {
  const draft = await begin({ adults: '2', children: '0', infants: '0' })
  const seen = async (place: number) =>
    /name="seen" value="([^"]*)"/.exec((await get(`${draft}?step=people&person=${place}`)).body)?.[1] ?? ''
  const to = async (go: string, fields: Record<string, string>) => {
    const { statusCode, headers, body } = await post(`${draft}?go=${go}`, fields)
    assert.equal(statusCode, 303, textIn(body))
    return String(headers.location).replace(draft, '')
  }
  assert.equal(
    await to('person-2', { form: 'person-1', seen: await seen(1), name: '吳一' }),
    '?step=people&person=2#person-2',
  )
  assert.equal(await to('rooms', { form: 'person-2', seen: await seen(2), birth_date: '1990-02-03' }), '?step=rooms')
  assert.equal(await to('party', { form: 'rooms', room_1: '1', room_2: '1' }), '?step=party')
  assert.equal(await to('send', { form: 'party', adults: '2', children: '0', infants: '0' }), '?step=send')
  assert.equal(await to('people', { form: 'contact', contact_name: '吳聯絡' }), '?step=people')
  assert.equal(await to('elsewhere', { form: 'contact', phone: '0912 345 678' }), '?step=send&saved=1')
  const { body } = await get(`${draft}?step=people&person=1`)
  assert.match(body, /value="吳一"/)
  assert.match((await get(`${draft}?step=people&person=2`)).body, /value="1990-02-03"/)
  // What Enter does stands before the ways to other steps.
  assert.match(body, /<button hidden form="form-1">.*formaction="[^"]+\?go=rooms"/s)
})

test('a QR code leads another phone to the draft, and each person to their own part', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' })
  const codes = async (url: string) =>
    [...(await get(url)).body.matchAll(/<svg class="qr"[^>]*aria-label="([^"]+)"/g)].map(([, label]) => label)
  assert.deepEqual(await codes(`${draft}?step=rooms`), ['草稿連結的 QR 碼'])
  assert.deepEqual(await codes(`${draft}?step=people&person=1`), ['第 1 位連結的 QR 碼', '草稿連結的 QR 碼'])
})

test('a birth date that changes the price shows it before anything is sent', async () => {
  const draft = await begin({ adults: '1', children: '1', infants: '0' })
  await send(`${draft}?step=people`, 'person-1', { name: '王大文', birth_date: '1980-01-01' })
  await send(`${draft}?step=people&person=2`, 'person-2', { name: '王小文', birth_date: daysFromToday(-14 * 365) })
  assert.match(textIn((await get(`${draft}?step=people`)).body), /王小文 大人・回程時不是小孩，合計已更新・.*大人 × 2/)
  const old = { ...contact, privacy_consent: 'yes', agreed_total: '1', agreed_seats: 'seats', form: 'send' }
  const asked = await post(`${draft}?step=send`, old)
  assert.equal(asked.statusCode, 422)
  assert.match(textIn(asked.body), /合計有變動/)
})

test('the receipt of a party on the waitlist keeps no seats and asks for no money', async () => {
  const full = await trip(1, { departure_date: daysFromToday(100), min_pax: 1 })
  assert.equal((await register(full.id, ['先來'])).status, 201)
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, full.serial)
  await send(`${draft}?step=people`, 'person-1', { name: '陳候補', birth_date: '1980-01-01' })
  const { body } = await get(`${draft}?step=send`)
  const total = /name="agreed_total" value="(\d+)"/.exec(body)?.[1] ?? ''
  const agreed = { privacy_consent: 'yes', agreed_total: total, agreed_seats: 'line' }
  const sent = await post(`${draft}?step=send`, { form: 'send', ...contact, email: 'line@example.com', ...agreed })
  assert.equal(sent.statusCode, 303, textIn(sent.body))
  const receipt = textIn((await get(draft)).body)
  assert.match(receipt, /已登記候補，第 1 位 請打開信箱，按下信裡的確認，有名額時我們才能通知您。候補中不必付款。/)
  assert.match(
    receipt,
    /接下來 確認信箱：已寄到 lin•••@example.com 有名額時，依順序通知您；在此之前不必付款 補齊護照資料：陳候補 出發/,
  )
  assert.doesNotMatch(receipt, /訂金|尾款|保留/)
})

test('when the trip fills up meanwhile, the line and near dates are offered, and nothing is lost', async () => {
  const full = await trip(2, { departure_date: daysFromToday(100), min_pax: 2 })
  const draft = await begin({ adults: '2', children: '0', infants: '0' }, full.serial)
  await send(`${draft}?step=people`, 'person-1', { name: '陳一', birth_date: '1980-01-01' })
  await send(`${draft}?step=people&person=2`, 'person-2', { name: '陳二', birth_date: '1981-01-01' })
  const { body: shown } = await get(`${draft}?step=send`)
  const total = /name="agreed_total" value="(\d+)"/.exec(shown)?.[1] ?? ''
  assert.equal((await register(full.id, ['先來'])).status, 201)
  const late = await post(`${draft}?step=send`, {
    form: 'send',
    ...contact,
    email: 'chen@example.com',
    privacy_consent: 'yes',
    agreed_total: total,
    agreed_seats: 'seats',
  })
  assert.equal(late.statusCode, 422)
  assert.match(textIn(late.body), /名額剛剛額滿了.*也可以改成其他出發日.*送出候補/)
  assert.match(late.body, /value="chen@example.com"/)
  const moved = await send(`${draft}?step=send`, 'move', { serial: other.serial })
  assert.match(String(moved.headers.location), new RegExp(`^/register/${other.serial}/`))
  const there = String(moved.headers.location)
  assert.match(textIn((await get(there)).body), /陳一.*陳二.*2 個名額都有/)
})

test('each person fills in their own part by a link, and two phones notice each other', async () => {
  const draft = await begin({ adults: '2', children: '0', infants: '0' }, other.serial)
  await send(`${draft}?step=people`, 'person-1', { name: '李媽媽', birth_date: '1970-01-01' })
  const { body } = await get(`${draft}?step=people&person=2`)
  const [, own = ''] = /readonly value="http:\/\/[^/]+([^"]+)"/.exec(body) ?? []
  assert.match(body, /請第 2 位自己填<.*aria-label="第 2 位的連結"/)
  const link = /value="([^"]+)" aria-label="第 2 位的連結"/.exec(body)?.[1] ?? 'none'
  assert.ok(body.includes(`href="https://social-plugins.line.me/lineit/share?url=${encodeURIComponent(link)}"`), link)
  const page = await get(own)
  assert.equal(page.statusCode, 200)
  assert.doesNotMatch(page.body, /李媽媽/)
  const seen = /name="seen" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  assert.equal((await post(own, { form: 'person-2', seen, name: '李兒子', birth_date: '1999-09-09' })).statusCode, 303)
  const clash = await post(`${draft}?step=people`, { form: 'person-2', seen, name: '李大兒', birth_date: '1999-09-09' })
  assert.equal(clash.statusCode, 422)
  assert.match(textIn(clash.body), /另一支手機剛剛也存了這一位.*李兒子/)
  assert.match(clash.body, /請李兒子自己填</)
  assert.match(clash.body, /value="李大兒"/)
  assert.equal((await post(own, { form: 'person-1', seen, name: '別人', birth_date: '1999-09-09' })).statusCode, 404)
  assert.equal((await post(own, { form: 'contact', contact_name: '別人' })).statusCode, 403)
})

test('the last step tells all that is wrong at once: a mail address that is none, and what is missing', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, other.serial)
  await send(`${draft}?step=people`, 'person-1', { name: 'John Wu', birth_date: '1980-01-01' })
  assert.match((await get(`${draft}?step=people&person=1`)).body, /請 John Wu 自己填<.*aria-label="John Wu 的連結"/)
  const refused = await send(`${draft}?step=send`, 'send', { contact_name: '吳約翰', email: 'john@', phone: '' })
  assert.equal(refused.statusCode, 422)
  const faults = [...refused.body.matchAll(/<p class="fault" id="send-(\w+)-fault">/g)].map(([, field]) => field)
  assert.deepEqual(faults, ['phone', 'email'])
  assert.match(textIn(refused.body), /請勾選同意後再送出。/)
  for (const kept of ['value="吳約翰"', 'value="john@"']) assert.ok(refused.body.includes(kept), kept)
})

test('a draft of a trip that was cancelled says so and goes on with another date', async () => {
  const doomed = await trip(6, { departure_date: daysFromToday(110), min_pax: 2 })
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, doomed.serial)
  await db.updateTable('planned_trips').set({ status: 'cancelled' }).where('id', '=', doomed.id).execute()
  assert.match(textIn((await get(draft)).body), /這一團已取消.*您填的資料都還在/)
  assert.equal((await get(`/register/${doomed.serial}`)).statusCode, 410)
  assert.equal((await get('/register/NOTHING')).statusCode, 404)
  assert.equal((await get(`/register/${on.serial}/nothing`)).statusCode, 404)
  const moved = await send(draft, 'move', { serial: other.serial })
  assert.equal(moved.statusCode, 303)
})

test('the API quotes, keeps drafts, and never shows one person the others', async () => {
  const stranger = as()
  const travelers = [{ birth_date: '1980-01-01' }, { birth_date: daysFromToday(-8 * 365) }]
  const quote = await stranger.post('/trip-registrations/quote', { planned_trip_id: on.id, travelers })
  assert.equal(quote.status, 200)
  assert.deepEqual([quote.data.gets_seats, quote.data.lines[0].kind], [true, 'adult'])
  const hidden = await trip(6, { departure_date: daysFromToday(95), is_public: false })
  assert.equal(
    (await stranger.post('/trip-registrations/quote', { planned_trip_id: hidden.id, travelers })).status,
    422,
  )
  assert.equal((await stranger.post('/registration-drafts', { planned_trip_id: hidden.id })).status, 422)

  const { data: draft } = await stranger.post('/registration-drafts', {
    planned_trip_id: on.id,
    travelers: [{ name: 'ŦwangŦ' }, {}],
  })
  assert.match(draft.path, new RegExp(`^/register/${on.serial}/`))
  const saved = await stranger.put(`/registration-drafts/${draft.token}`, { contact: { name: 'ŦwangŦ' } })
  assert.deepEqual([saved.status, saved.data.version, saved.data.travelers.length], [200, 2, 2])
  const stale = await stranger.put(`/registration-drafts/${draft.token}`, { customer_note: 'x' }, { 'if-match': '"1"' })
  assert.equal(stale.status, 412)
  const unbornParty = { travelers: [{}, { birth_date: daysFromToday(1) }] }
  for (const unborn of [
    await stranger.put(`/registration-drafts/${draft.token}`, unbornParty),
    await stranger.post('/registration-drafts', { planned_trip_id: on.id, ...unbornParty }),
  ])
    assert.deepEqual(
      [unborn.status, unborn.body.errors],
      [422, { 'travelers.1.birth_date': ['A birth date must not be after today.'] }],
    )
  const rows = await sql<{ text: string }>`select d::text as text from registration_drafts d`.execute(db)
  assert.doesNotMatch(JSON.stringify(rows.rows), /Ŧ/)
  assert.equal((await stranger.get('/registration-drafts/nothing')).status, 404)
  await sql`update registration_drafts set expires_at = now() - interval '1 second'`.execute(db)
  assert.equal((await stranger.get(`/registration-drafts/${draft.token}`)).status, 404)
})

test('two share a room; of an odd party a child stays with the others, and an adult is paired by us, without a supplement', async () => {
  for (const [party, rooms] of [
    [{ adults: '2', children: '1', infants: '0' }, ['1', '1', '1']],
    [{ adults: '3', children: '0', infants: '0' }, ['1', '1', '']],
    [{ adults: '1', children: '0', infants: '0' }, ['']],
  ] as const) {
    const draft = await begin(party)
    const { body } = await get(`${draft}?step=rooms`)
    const chosen = [...body.matchAll(/<select[^>]*name="room_\d".*?<\/select>/gs)].map(
      ([select]) => /<option value="(\d*)" selected/.exec(select)?.[1] ?? '',
    )
    assert.deepEqual(chosen, rooms)
    await send(`${draft}?step=rooms`, 'rooms', Object.fromEntries(rooms.map((room, i) => [`room_${i + 1}`, room])))
    assert.doesNotMatch(textIn((await get(`${draft}?step=send`)).body), /單人房差/)
  }
})

test('rooms are shown again as they were saved, also if all are to be paired; with other travelers they are the usual ones', async () => {
  const draft = await begin({ adults: '2', children: '0', infants: '0' })
  const rooms = async () =>
    [...(await get(`${draft}?step=rooms`)).body.matchAll(/<select[^>]*name="room_\d".*?<\/select>/gs)].map(
      ([select]) => /<option value="(\d*)" selected/.exec(select)?.[1],
    )
  assert.deepEqual(await rooms(), ['1', '1'])
  assert.equal((await send(`${draft}?step=rooms`, 'rooms', { room_1: '', room_2: '' })).statusCode, 303)
  assert.deepEqual(await rooms(), ['', ''])
  assert.equal((await send(`${draft}?step=rooms`, 'rooms', { room_1: '', room_2: '2' })).statusCode, 303)
  assert.deepEqual(await rooms(), ['', '1'])
  await send(`${draft}?step=party`, 'party', { adults: '3', children: '0', infants: '0' })
  assert.deepEqual(await rooms(), ['1', '1', ''])
})

test('where the agency allows it, a telephone number is enough, and the page says what comes next', async () => {
  const { serial } = await trip(6, { departure_date: daysFromToday(100) })
  const filled = async () => {
    const draft = await begin({ adults: '1', children: '0', infants: '0' }, serial)
    await send(`${draft}?step=people`, 'person-1', { name: '高電話', birth_date: '1980-01-01' })
    return draft
  }
  const { email: _none, ...called } = { ...contact, contact_name: '高電話', phone: '0912 777 888' }
  const refused = await filled()
  const missing = await send(`${refused}?step=send`, 'send', { ...called, privacy_consent: 'yes' })
  assert.equal(missing.statusCode, 422)
  assert.match(textIn(missing.body), /請填寫電子郵件；確認信會寄到這裡。/)
  assert.match(missing.body, /value="0912 777 888"/)

  assert.equal((await as('admin').put('/site', { telephone_only: true })).status, 200)
  const told = textIn((await get(`/en/register/${serial}?party=1.0.0`)).body)
  assert.match(told, /If you leave only a telephone number, they are kept until we call you\./)
  assert.match(textIn((await get(`${refused}?step=send`)).body), /電子郵件（可不填）.*沒有填，我們打電話跟您確認。/)
  const sent = await send(`${refused}?step=send`, 'send', { ...called, privacy_consent: 'yes' })
  assert.equal(sent.statusCode, 303, textIn(sent.body))
  const receipt = await get(refused)
  assert.match(
    textIn(receipt.body),
    /名額為您保留到 .*18:00.*我們會打電話給您，確認後報名才會成立。.*我們致電 0912 777 888 與您確認.*18:00.*不會寄信給您，請存下這個連結，之後從這裡看訂單： http:\/\/localhost\/l\/booking\//,
  )
  assert.doesNotMatch(textIn(receipt.body), /信箱/)
  assert.match(
    textIn((await get(`/en${refused}`)).body),
    /We call you to confirm: only then.*We call you at 0912 777 888 to confirm/,
  )
  const [link = ''] = /\/l\/booking\/[\w-]+/.exec(receipt.body) ?? []
  const place = await placeOf(app, link)
  assert.match(textIn((await place.open()).body), /我們會打電話跟您確認.*打到 0912 777 888/)
  assert.equal((await as('admin').put('/site', { telephone_only: false })).status, 200)
})

test('only the steps that are saved after each field have the script, which is small and kept for ever', async () => {
  const policyOf = async (url: string) => {
    const { headers, body } = await get(url)
    const script = /<script type="module" src="([^"]+)">/.exec(body)?.[1]
    return { script, policy: String(headers['content-security-policy']) }
  }
  const draft = await begin({ adults: '1', children: '0', infants: '0' })
  const [, own = ''] = /readonly value="http:\/\/[^/]+([^"]+)"/.exec((await get(`${draft}?step=people`)).body) ?? []
  const { script = '' } = await policyOf(draft)
  for (const url of [draft, `/en${draft}?step=rooms`, `${draft}?step=send`, own]) {
    const page = await policyOf(url)
    assert.equal(page.script, script, url)
    assert.match(page.policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; /, url)
  }
  await send(`${draft}?step=people`, 'person-1', { name: '高一', birth_date: '1980-01-01' })
  const others = ['/', `/trips/${on.serial}`, `/register/${on.serial}`, `${draft}?step=party`, `${draft}?saved=1`]
  for (const url of [...others, `${draft}x`]) {
    const page = await policyOf(url)
    assert.equal(page.script, undefined, url)
    assert.doesNotMatch(page.policy, /script-src|connect-src/, url)
  }
  await send(`${draft}?step=send`, 'send', { ...contact, email: 'kao@example.com', privacy_consent: 'yes' })
  assert.equal((await policyOf(draft)).script, undefined)

  const { statusCode, headers, rawPayload } = await app.inject({ url: script, headers: { 'accept-encoding': 'gzip' } })
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['cache-control'], headers['content-encoding']],
    [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'gzip'],
  )
  assert.ok(rawPayload.length <= 4096, `${rawPayload.length} bytes`)
})

test('of two phones that save rooms or contact, the later one sees what the other saved', async () => {
  const draft = await begin({ adults: '2', children: '0', infants: '0' }, other.serial)
  const seenOn = async (step: string) =>
    /name="seen" value="([^"]+)"/.exec((await get(`${draft}?step=${step}`)).body)?.[1] ?? ''
  const save = (form: string, fields: Record<string, string>) => post(`${draft}?go=party`, { form, ...fields })

  const rooms = await seenOn('rooms')
  const apart = { seen: rooms, room_1: '1', room_2: '2' }
  assert.equal((await save('rooms', apart)).statusCode, 303)
  assert.equal((await save('rooms', apart)).statusCode, 303)
  const clash = await save('rooms', { seen: rooms, room_1: '1', room_2: '1' })
  assert.equal(clash.statusCode, 422)
  assert.match(textIn(clash.body), /另一支手機剛剛也存了這一頁.*另一支存的是： 1 號房：第 1 位、2 號房：第 2 位/)
  assert.match(clash.body, /name="room_2".*?<option value="1" selected>/s)
  assert.equal((await save('rooms', { seen: await seenOn('rooms'), room_1: '1', room_2: '1' })).statusCode, 303)

  const seen = await seenOn('send')
  const first = { seen, contact_name: '吳一', payment_method: 'bankTransfer' }
  assert.equal((await save('contact', first)).statusCode, 303)
  const late = await save('contact', { seen, contact_name: '吳二', phone: '0912 345 678' })
  assert.equal(late.statusCode, 422)
  assert.match(textIn(late.body), /另一支手機剛剛也存了這一頁.*另一支存的是： 吳一、銀行轉帳/)
  assert.match(late.body, /value="吳二"/)
  assert.match(late.body, /value="0912 345 678"/)
})

test('what was emptied in the last step is removed', async () => {
  const draft = await begin({ adults: '1', children: '0', infants: '0' }, other.serial)
  const step = `${draft}?step=send`
  assert.equal((await send(step, 'contact', { customer_note: '窗邊', payment_method: 'bankTransfer' })).statusCode, 303)
  assert.match((await get(step)).body, />窗邊</)
  assert.equal((await send(step, 'contact', { customer_note: '', payment_method: '' })).statusCode, 303)
  assert.doesNotMatch((await get(step)).body, /窗邊|"bankTransfer" selected/)
})
