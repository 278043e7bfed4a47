import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as, db } = home
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
    (body.split('<form method="post"').find((part) => part.includes(`value="${form}"`)) ?? '').split('</form>')[0] ?? ''
  const hidden = [...own.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return post(url, { ...Object.fromEntries(hidden), form, ...fields })
}
const textIn = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const contact = {
  ...{ contact_name: '林怡君', phone: '+886 912 345 678', email: 'yichun@example.com' },
  ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
}

let on: { id: number; serial: string }
let other: { id: number; serial: string }

before(async () => {
  on = await trip(6, { departure_date: inDays(90), min_pax: 2 })
  other = await trip(6, { departure_date: inDays(120), min_pax: 2 })
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
})

/** Begins a draft on a page. Returns its address without the step. */
const begin = async (party: Record<string, string>, serial = on.serial) => {
  const begun = await post(`/register/${serial}`, { form: 'party', ...party })
  assert.equal(begun.statusCode, 303, begun.body)
  return String(begun.headers.location).replace(/\?.*/, '')
}

test('a family of four registers in four steps without a script', async () => {
  const first = await get(`/register/${on.serial}?party=3.1.0`)
  assert.match(textIn(first.body), /大人 × 3 NT\$119,700.*小孩佔床 × 1.*4 個名額都有/)
  const draft = await begin({ adults: '3', children: '1', infants: '0' })
  const people = [
    ['林怡君', '1988-03-02'],
    ['張志明', '1986-05-09'],
    ['林阿嬤', '1955-01-20'],
    ['張小安', inDays(-8 * 365)],
  ]
  for (const [i, [name = '', birth_date = '']] of people.entries()) {
    const saved = await send(`${draft}?step=people`, `person-${i + 1}`, { name, birth_date })
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
  assert.match(textIn((await get(link)).body), /林阿嬤/)

  const again = await post(draft, {
    form: 'send',
    ...contact,
    privacy_consent: 'yes',
    agreed_total: '1',
    agreed_seats: 'seats',
  })
  assert.equal(again.statusCode, 303)
  const { rows } = await sql<{ bookings: number; sealed: Buffer }>`
    select (select count(*)::integer from bookings where planned_trip_id = ${on.id}) as bookings`.execute(db)
  assert.equal(rows[0]?.bookings, 1)
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

test('a birth date that changes the price shows it before anything is sent', async () => {
  const draft = await begin({ adults: '1', children: '1', infants: '0' })
  await send(`${draft}?step=people`, 'person-1', { name: '王大文', birth_date: '1980-01-01' })
  await send(`${draft}?step=people`, 'person-2', { name: '王小文', birth_date: inDays(-14 * 365) })
  assert.match(textIn((await get(`${draft}?step=people`)).body), /回程時為大人，不是小孩；合計已依此更新。.*大人 × 2/)
  const old = { ...contact, privacy_consent: 'yes', agreed_total: '1', agreed_seats: 'seats', form: 'send' }
  const asked = await post(`${draft}?step=send`, old)
  assert.equal(asked.statusCode, 422)
  assert.match(textIn(asked.body), /合計有變動/)
})

test('when the trip fills up meanwhile, the line and near dates are offered, and nothing is lost', async () => {
  const full = await trip(2, { departure_date: inDays(100), min_pax: 2 })
  const draft = await begin({ adults: '2', children: '0', infants: '0' }, full.serial)
  await send(`${draft}?step=people`, 'person-1', { name: '陳一', birth_date: '1980-01-01' })
  await send(`${draft}?step=people`, 'person-2', { name: '陳二', birth_date: '1981-01-01' })
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
  const { body } = await get(`${draft}?step=people`)
  const links = [...body.matchAll(/readonly value="http:\/\/[^/]+([^"]+)"/g)].map(([, path]) => path ?? '')
  const own = links[1] ?? ''
  const page = await get(own)
  assert.equal(page.statusCode, 200)
  assert.doesNotMatch(page.body, /李媽媽/)
  const seen = /name="seen" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  assert.equal((await post(own, { form: 'person-2', seen, name: '李兒子', birth_date: '1999-09-09' })).statusCode, 303)
  const clash = await post(`${draft}?step=people`, { form: 'person-2', seen, name: '李大兒', birth_date: '1999-09-09' })
  assert.equal(clash.statusCode, 422)
  assert.match(textIn(clash.body), /另一支手機剛剛也存了這一位.*李兒子/)
  assert.match(clash.body, /value="李大兒"/)
  assert.equal((await post(own, { form: 'person-1', seen, name: '別人', birth_date: '1999-09-09' })).statusCode, 404)
  assert.equal((await post(own, { form: 'contact', contact_name: '別人' })).statusCode, 403)
})

test('a draft of a trip that was cancelled says so and goes on with another date', async () => {
  const doomed = await trip(6, { departure_date: inDays(110), min_pax: 2 })
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
  const travelers = [{ birth_date: '1980-01-01' }, { birth_date: inDays(-8 * 365) }]
  const quote = await stranger.post('/trip-registrations/quote', { planned_trip_id: on.id, travelers })
  assert.equal(quote.status, 200)
  assert.deepEqual([quote.data.gets_seats, quote.data.lines[0].kind], [true, 'adult'])
  const hidden = await trip(6, { departure_date: inDays(95), is_public: false })
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
  const rows = await sql<{ text: string }>`select d::text as text from registration_drafts d`.execute(db)
  assert.doesNotMatch(JSON.stringify(rows.rows), /Ŧ/)
  assert.equal((await stranger.get('/registration-drafts/nothing')).status, 404)
  await sql`update registration_drafts set expires_at = now() - interval '1 second'`.execute(db)
  assert.equal((await stranger.get(`/registration-drafts/${draft.token}`)).status, 404)
})
