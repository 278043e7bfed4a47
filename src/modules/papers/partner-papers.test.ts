import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'
import { until } from '../../../test/until.ts'

const home = await house()
const { as, db } = home
const post = await outbox(home)
const { trip, book } = await bookingFixtures(home)
const op = as('op')

const { id } = await trip(9)
const { id: city_id } = await db.selectFrom('cities').select('id').executeTakeFirstOrThrow()
const hotel_id: number = done(await op.post('/hotels', { name: '湖畔飯店', city_id })).id
const stay_id: number = done(
  await op.post(`/planned-trips/${id}/stays`, { hotel_id, check_in: '2099-03-10', check_out: '2099-03-12' }),
).id
const booking = await book(id, [{ name: '林小青', national_id: 'A123456789' }, '林大明'])
const at = `/planned-trips/${id}/partner-papers`

type Left = { paper: string; sent_to: string; sha256: string | null; sent_at: string | null; asked_by_name: string }
const partners = async () => done(await op.get(at)).partners
const left = async (): Promise<Left[]> => done(await op.get(at)).mailed
const attachedTo = (mail: string) => {
  const [, encoded = ''] = mail.match(/Content-Type: application\/pdf[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/) ?? []
  return Buffer.from(encoded, 'base64')
}
const faults = async (body: object) => Object.keys((await op.post(at, body)).body.errors ?? {})

test('a rooming list is mailed to its hotel, and the mail is recorded', { skip: NEEDS_POPPLER }, async () => {
  const [first] = await partners()
  assert.deepEqual(
    [first.paper, first.stay_id, first.hotel_name, first.email],
    ['rooming_list', stay_id, '湖畔飯店', null],
  )
  await as('admin').put(`/hotels/${hotel_id}`, { email: 'front@hotel.example' })
  assert.equal((await partners())[0].email, 'front@hotel.example')
  assert.deepEqual(await faults({ paper: 'rooming_list', to: 'front@hotel.example' }), ['stay_id'])
  assert.deepEqual(await faults({ paper: 'rooming_list', to: 'front', stay_id }), ['to'])
  assert.deepEqual(await faults({ paper: 'rooming_list', to: 'front@hotel.example', stay_id: 999_999 }), ['stay_id'])

  const asked = { paper: 'rooming_list', stay_id, to: 'front@hotel.example', message: 'Please confirm by Friday.' }
  done(await op.post(at, asked))
  const mail = await post.mailTo('front@hotel.example')
  assert.match(mail, /Subject: .*Rooming list/)
  assert.match(mail, /Please confirm by Friday\./)
  assert.match(mail, /Reply-To: op@example\.com/i)
  const pdf = attachedTo(mail)
  assert.match(readPdf(pdf).text, /林小青/)
  const recorded = await until(async () => (await left()).find(({ sent_at }) => sent_at !== null), 'it is recorded')
  const { paper, sent_to, sha256, asked_by_name } = recorded
  assert.deepEqual([paper, sent_to, asked_by_name], ['rooming_list', 'front@hotel.example', 'OP 小黃'])
  assert.equal(sha256, createHash('sha256').update(pdf).digest('hex'))
  const { rows } = {
    rows: await db.selectFrom('audit').select('action').where('table_name', '=', 'trip_papers').execute(),
  }
  assert.deepEqual(rows, [{ action: 'created' }, { action: 'changed' }])
  assert.equal((await as('sales').post(at, asked)).status, 403)
  assert.equal((await as('finance').get(at)).status, 403)
})

test('the list for the insurer needs a reason, and each reading is logged', { skip: NEEDS_POPPLER }, async () => {
  const asked = { paper: 'insurance_list', to: 'desk@insurer.example' }
  assert.deepEqual(await faults(asked), ['reason'])
  done(await op.post(at, { ...asked, reason: '投保旅平險' }))
  const mail = await post.mailTo('desk@insurer.example')
  assert.match(readPdf(attachedTo(mail)).text, /A123456789/)
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['record_id', 'reason'])
    .where('table_name', '=', 'travelers')
    .execute()
  assert.deepEqual(reads, [{ record_id: booking.travelers[0].id, reason: '投保旅平險' }])
  const bytes = await db.selectFrom('trip_papers').selectAll().where('kind', '=', 'insurance_list').executeTakeFirst()
  assert.ok(!JSON.stringify(bytes).includes('A123456789'), 'nothing in clear is kept')
  // The next trip suggests the address of the last mail.
  const known = (await partners()).find((each: { paper: string }) => each.paper === 'insurance_list')
  assert.equal(known.email, 'desk@insurer.example')
})

test('an order goes to the land operator without the names of travelers', { skip: NEEDS_POPPLER }, async () => {
  done(await op.post(at, { paper: 'land_order', to: 'tokyo@land.example', locale: 'zh-TW' }))
  const { text } = readPdf(attachedTo(await post.mailTo('tokyo@land.example')))
  assert.match(text, /地接訂單/)
  assert.match(text, /湖畔飯店/)
  assert.doesNotMatch(text, /林小青/)
})

test('all papers of a trip or of a booking are one file, and each begins on a new page', {
  skip: NEEDS_POPPLER,
}, async () => {
  const ofTrip = await op.get(`/planned-trips/${id}/all-papers?locale=zh-TW`)
  assert.deepEqual([ofTrip.status, ofTrip.headers['content-type']], [200, 'application/pdf'])
  const { text } = readPdf(ofTrip.bytes)
  for (const title of ['領隊資料袋', '行前通知書', '地接訂單', '旅客名單', '旅客清單', '分房表', '餐食名單'])
    assert.ok(text.includes(title), title)
  assert.ok((text.match(/第 1 頁／共 1 頁/g) ?? []).length >= 5, 'each paper counts its own pages')
  assert.doesNotMatch(text, /A123456789/)
  const paid = { amount: 5000, method: 'cash', received_at: '2026-01-05T02:30:00Z' }
  done(await as('finance').post(`/bookings/${booking.id}/payments`, paid))
  done(await as('sales').post(`/bookings/${booking.id}/confirm`))
  const ofBooking = readPdf((await as('sales').get(`/bookings/${booking.id}/all-papers?locale=zh-TW`)).bytes).text
  for (const title of ['訂單確認書', '繳款單', '行前通知書', '收款證明']) assert.ok(ofBooking.includes(title), title)
  assert.equal((await as('customer').get(`/planned-trips/${id}/all-papers`)).status, 403)
})
