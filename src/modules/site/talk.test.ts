import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { unmarked } from '../../../test/page-text.ts'

const home = await house()
const { app, as, db } = home
const post = await outbox(home)
const op = as('op')
const textIn = (page: string) =>
  unmarked(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

let seminar: number
before(async () => {
  await completeAgency(as)
  assert.equal((await as('admin').put('/site', { is_on: true })).status, 200)
  const talk = { kind: 'product_talk', title: '東歐深度旅遊講座', title_en: 'Eastern Europe in depth', is_public: true }
  seminar = (await op.post('/seminars', talk)).data.id
})
const session = async (day: string, capacity: number): Promise<number> => {
  const times = { starts_at: `${day}T19:30`, ends_at: `${day}T21:00` }
  const where = { venue: '松江路教室', online_url: 'https://meet.example/x', status: 'open' }
  return (await op.post(`/seminars/${seminar}/sessions`, { ...times, ...where, capacity })).data.id
}
const seats = async (id: number) => (await op.get(`/sessions/${id}`)).data.seats
const open = (id: number, locale = '') => app.inject({ url: `${locale}/talks/${id}` })
const send = (id: number, fields: Record<string, string>, locale = '', from = '203.0.113.7') =>
  app.inject({
    method: 'POST',
    url: `${locale}/talks/${id}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': from,
    },
    payload: `${new URLSearchParams({ form: 'join', ...fields })}`,
  })
const mei = { name: '王小美', people: '2', phone: '0912-345-678', email: 'mei@example.com', privacy_consent: 'yes' }

test('a visitor keeps seats at a talk without a script: the page and a mail say so, and staff see how many come', async () => {
  const id = await session('2099-01-10', 5)
  const page = textIn((await open(id)).body)
  for (const words of ['保留座位', '人數（含您）', '個人資料告知', '場次結束後保存一年'])
    assert.ok(page.includes(words), words)
  const kept = await send(id, mei)
  assert.equal(kept.statusCode, 200)
  const told = textIn(kept.body)
  for (const words of ['已為您保留 2 個座位', '王小美 您好', 'https://meet.example/x', '確認信已寄到 mei@example.com'])
    assert.ok(told.includes(words), words)
  assert.deepEqual(await seats(id), { taken: 2, remaining: 3 })
  const [guest] = (await op.get(`/sessions/${id}/attendances`)).data
  assert.deepEqual(
    [guest.guest_name, guest.people, guest.guest_phone, guest.source],
    ['王小美', 2, '0912-345-678', 'public'],
  )
  assert.match(textIn(await decoded('mei@example.com')), /人數：2/)

  const again = await send(id, { ...mei, people: '3' })
  assert.ok(textIn(again.body).includes('已為您保留 2 個座位'), 'a second press keeps no further seats')
  assert.deepEqual(await seats(id), { taken: 2, remaining: 3 })
})

test('what is missing is told at its field, and what was typed stays', async () => {
  const id = await session('2099-02-10', 5)
  const refused = await send(id, { name: 'Oliver', people: '2', privacy_consent: 'yes' }, '/en')
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /value="Oliver"/)
  assert.ok(textIn(refused.body).includes('Enter a phone number or an email address.'))
  const { privacy_consent: _consent, ...without } = mei
  const unasked = await send(id, without, '/en')
  assert.equal(unasked.statusCode, 422)
  const many = await send(id, { ...mei, people: '11' }, '/en')
  assert.equal(many.statusCode, 422)
  assert.deepEqual(await seats(id), { taken: 0, remaining: 5 })
})

test('more people than seats are refused with the talks that have some; a full talk shows them in place of the form', async () => {
  const id = await session('2099-03-10', 2)
  const other = await session('2099-03-17', 9)
  const refused = await send(id, { ...mei, people: '3' }, '/en')
  assert.equal(refused.statusCode, 409)
  assert.match(refused.body, /value="王小美"/)
  assert.equal((await send(id, mei)).statusCode, 200)
  const full = (await open(id, '/en')).body
  assert.ok(textIn(full).includes('This talk is full. These have free seats'))
  assert.ok(full.includes(`href="/en/talks/${other}"`))
  assert.ok(!full.includes('name="form"'))
})

test('a program that fills in the hidden field gets a page and no seat, and one address has a limit', async () => {
  const id = await session('2099-04-10', 50)
  assert.equal((await send(id, { ...mei, website: 'http://spam.example' })).statusCode, 200)
  assert.deepEqual(await seats(id), { taken: 0, remaining: 50 })
  await db.deleteFrom('throttles').execute()
  for (let i = 0; i < 20; i += 1) await send(id, { ...mei, name: `客${i}`, email: '' }, '', '198.51.100.9')
  const late = await send(id, { ...mei, name: '第二十一', email: '' }, '', '198.51.100.9')
  assert.equal(late.statusCode, 429)
  assert.ok(late.body.includes('value="第二十一"'))
})

/** The mail to an address, as it is read. */
const decoded = async (address: string) =>
  decodeURIComponent(
    (await post.mailTo(address))
      .replace(/=\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  )
