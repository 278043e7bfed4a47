import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const chinese = { 'accept-language': 'zh-TW' }
const [sales, manager, admin] = [as('sales', chinese), as('manager', chinese), as('admin')]
const { trip, book } = await bookingFixtures(home)
const soon = await trip(30, { departure_date: daysFromToday(40) })
const late = await trip(30)
const other = done(await admin.post('/users', { name: '業務小王', email: 'wang@office.example', role: 'sales' })).id
await sql`update users set status = 'active' where id = ${other}`.execute(db)

const complete = {
  name: '林齊全',
  birth_date: '1980-05-05',
  surname_en: 'LIN',
  given_name_en: 'CHI CHUAN',
  nationality: 'TW',
  passport_number: '301234567',
  passport_expires_on: '2098-01-01',
}
const lacking = await book(soon.id, ['王小美'], {
  contact: { name: '王小美', phone: '0912345678', email: 'a@example.com' },
})
const ready = await book(soon.id, [complete], {
  contact: { name: '林齊全', phone: '0922345678', email: 'b@example.com' },
})
const later = await book(late.id, ['陳大文'], { contact: { name: '陳大文', phone: '0933345678' } })
const category_id = done(await admin.post('/addon-requests/categories', { name: '機上', department: 'ticketing' })).id
const type_id = done(
  await admin.post('/addon-requests/types', {
    ...{ category_id, name: '靠窗座位', type_code: 'SEAT', pricing_type: 'quotation_required' },
  }),
).id
const found = async (query: string) =>
  (await sales.get(`/bookings?sort=booking_number&${query}`)).data.map((row: { id: number }) => row.id).sort()
const told = async (event: string) =>
  (
    await sql<{ user_id: number; subject_id: number }>`
      select user_id, subject_id from notifications where event = ${event} order by id`.execute(db)
  ).rows.map(({ user_id, subject_id }) => [user_id, subject_id])
type Line = { booking_number: string; contact: string; status: string; faults: string[] }
const said = (lines: Line[]) => lines.map(({ contact, status, faults }) => [contact, status, ...faults])

test('a booking is handed over with a note; the next salesperson is told, and its open add-ons go with it', async () => {
  const [traveler] = (await sales.get(`/bookings/${lacking.id}`)).data.travelers
  const request = done(await sales.post('/addon-requests', { type_id, traveler_id: traveler.id }))
  const handed = done(
    await manager.post(`/bookings/${lacking.id}/hand-over`, { sales_user_id: other, words: '客人週五回覆' }),
  )
  assert.equal(handed.sales_user.name, '業務小王')
  assert.deepEqual(await told('booking.handed-over'), [[other, lacking.id]])
  const { rows } = await sql<{ body: string }>`
    select params ->> 'words' as body from notifications where event = 'booking.handed-over'`.execute(db)
  assert.equal(rows[0]?.body, '客人週五回覆')
  const history = (await sales.get(`/bookings/${lacking.id}/history`)).data
  assert.ok(
    history.some(({ kind, words }: { kind: string; words: string }) => kind === 'note' && words === '客人週五回覆'),
  )
  assert.equal((await sales.get(`/addon-requests/${request.id}`)).data.sales_user.name, '業務小王')

  const again = await sales.post(`/bookings/${lacking.id}/hand-over`, { sales_user_id: other })
  assert.deepEqual(again.body.errors, { sales_user_id: ['這筆訂單已經由這位業務負責；請選擇另一位。'] })
  const wrong = await sales.post(`/bookings/${lacking.id}/hand-over`, { sales_user_id: ids.op })
  assert.deepEqual(wrong.body.errors, { sales_user_id: ['必須是業務人員的使用中帳號。'] })
  assert.equal((await as('finance').post(`/bookings/${lacking.id}/hand-over`, { sales_user_id: other })).status, 403)
})

test('many bookings are handed over at once; each says what was done, or why not', async () => {
  const body = { ids: [lacking.id, ready.id, 999_999], sales_user_id: other }
  const tried = await sales.post('/bookings/bulk/hand-over', { ...body, dry_run: true })
  assert.deepEqual(said(tried.data), [
    ['王小美', 'unchanged'],
    ['林齊全', 'would_change'],
    [null, 'refused', '沒有這筆資料，或您無權知道它是否存在。'],
  ])
  assert.deepEqual(await found(`sales_user_id=${other}`), [lacking.id], 'a dry run changes nothing')
  assert.equal((await sales.post('/bookings/bulk/hand-over', body)).status, 422, 'all or none')
  done(await sales.post('/bookings/bulk/hand-over', { ...body, ids: [lacking.id, ready.id] }))
  assert.deepEqual(await found(`sales_user_id=${other}`), [lacking.id, ready.id].sort())
  assert.deepEqual((await told('booking.handed-over')).slice(1), [[other, ready.id]])
})

test('those who have not paid are reminded by the payment slip; who cannot get it is named with the reason', async () => {
  const body = { ids: [lacking.id, ready.id, later.id], paper: 'payment_slip', message: '請於週五前付款' }
  done(
    await sales.post(`/bookings/${ready.id}/payments`, {
      amount: ready.total,
      method: 'cash',
      received_at: new Date().toISOString(),
    }),
  )
  const tried = await sales.post('/bookings/bulk/papers', { ...body, dry_run: true })
  assert.deepEqual(said(tried.data), [
    ['王小美', 'would_change'],
    ['林齊全', 'refused', '這筆訂單沒有未付的金額，不寄繳款單。'],
    ['陳大文', 'refused', '聯絡人 電子郵件：這筆訂單沒有電子郵件；請先補上，或下載文件後以其他方式傳給客戶。'],
  ])
  done(await sales.post('/bookings/bulk/papers', { ...body, ids: [lacking.id] }))
  const { rows } = await sql<{ booking_id: number; words: string }>`
    select booking_id, params ->> 'words' as words from deliveries where sentence = 'paper.mailed'`.execute(db)
  assert.deepEqual(rows, [{ booking_id: lacking.id, words: '請於週五前付款' }])
})

test('bookings are found by salesperson, without one, by missing papers and as those that were ticked', async () => {
  await sql`update bookings set sales_user_id = null where id = ${later.id}`.execute(db)
  assert.deepEqual(await found('is_unowned=true'), [later.id])
  assert.deepEqual(await found(`lacks_papers=true&planned_trip_id=${soon.id}`), [lacking.id])
  assert.deepEqual(await found(`lacks_papers=false&planned_trip_id=${soon.id}`), [ready.id])
  assert.deepEqual(await found(`id=${lacking.id},${later.id}`), [lacking.id, later.id].sort())
  const csv = await sales.get(
    `/bookings?format=csv&id=${ready.id},${later.id}&sort=booking_number&columns=contact.name,contact.phone`,
  )
  assert.deepEqual(
    (parse(csv.bytes, { bom: true }) as string[][])
      .slice(1)
      .map(([name]) => name)
      .sort(),
    ['林齊全', '陳大文'].sort(),
  )
  const many = Array.from({ length: 301 }, (_, n) => n + 1).join()
  assert.deepEqual(Object.keys((await sales.get(`/bookings?id=${many}`)).body.errors), ['id'])
})

test('travelers are found by the salesperson and the departure of their booking, by missing papers and by what is owed', async () => {
  const names = async (query: string) =>
    (await sales.get(`/travelers?${query}`)).data.map((row: { name: string }) => row.name).sort()
  assert.deepEqual(await names(`sales_user_id=${other}`), ['林齊全', '王小美'].sort())
  assert.deepEqual(await names(`departs_to=${daysFromToday(50)}`), ['林齊全', '王小美'].sort())
  assert.deepEqual(await names(`departs_from=${daysFromToday(50)}`), ['陳大文'])
  assert.deepEqual(await names(`lacks_papers=true&planned_trip_id=${soon.id}`), ['王小美'])
  assert.deepEqual(await names(`lacks_papers=false&planned_trip_id=${soon.id}`), ['林齊全'])
  await sales.post(`/bookings/${lacking.id}/confirm`)
  assert.deepEqual(await names('owed=true'), ['王小美'])
})

test('who gets a booking by a change of it is told as well, and its open add-ons go with it', async () => {
  const changing = await book(late.id, ['周小安'], { contact: { name: '周小安', phone: '0944345678' } })
  const [traveler] = changing.travelers
  const request = done(await sales.post('/addon-requests', { type_id, traveler_id: traveler.id }))
  const { version } = (await sales.get(`/bookings/${changing.id}`)).data
  const changed = done(await sales.put(`/bookings/${changing.id}`, { sales_user_id: other, version }))
  assert.equal(changed.sales_user.name, '業務小王')
  assert.deepEqual((await told('booking.handed-over')).at(-1), [other, changing.id])
  assert.equal((await sales.get(`/addon-requests/${request.id}`)).data.sales_user.name, '業務小王')
})
