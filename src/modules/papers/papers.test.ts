import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'
import { sheetsIn } from '../../../test/xlsx.ts'

const { db, signedIn, as } = await demoHouse()
const sales = await signedIn('sales')
const customer = await signedIn('customer3')

// A booking of the demo whose customer has an account, on a trip with flights, hotels and a leader.
const { rows: found } = await sql<{ id: number; trip: number; number: string; contact: string }>`
  select b.id, b.planned_trip_id as trip, b.booking_number as number, b.contact_name as contact
    from bookings b join users u on u.id = b.customer_user_id where u.email like 'customer3@%' and b.status = 'confirmed'`.execute(
  db,
)
const booking = found[0] ?? assert.fail('the demo has a confirmed booking of customer3')
const hostile = '#import "/etc/passwd": *粗* $x$ <b>冺\u200B'
const { rows: travelers } = await sql<{ id: number }>`
  select id from travelers where booking_id = ${booking.id} and status = 'active' order by id`.execute(db)
await sql`update travelers set name = ${hostile}, surname_en = 'O''BRIEN-LEE' where id = ${travelers[0]?.id}`.execute(
  db,
)
await sql`update bookings set customer_note = '#panic() @preview/x ]]] \\u{0}' where id = ${booking.id}`.execute(db)

const pdf = async (url: string, who = sales) => {
  const answer = await who.get(url, { 'accept-language': 'zh-TW' })
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/pdf'], String(answer.body))
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.ok(answer.bytes.length < 400_000, `${url} has ${answer.bytes.length} bytes`)
  return readPdf(answer.bytes)
}
const holds = (text: string, words: (string | RegExp)[]) => {
  for (const each of words)
    assert.ok(typeof each === 'string' ? text.includes(each) : each.test(text), `${each} is not in\n${text}`)
}

test('a confirmation is printed in both languages, tagged, with fonts embedded', { skip: NEEDS_POPPLER }, async () => {
  const zh = await pdf(`/bookings/${booking.id}/quotation`, customer)
  holds(zh.text, [
    '訂單確認書',
    booking.number,
    booking.contact,
    '旗手旅行社股份有限公司',
    '費用',
    '總計',
    '航班',
    '桃園國際機場',
    '行程',
    '條款',
    /第 1 頁／共 \d 頁/,
  ])
  await sql`update house set terms = '依雙方簽訂之契約。'`.execute(db)
  const en = await pdf(`/bookings/${booking.id}/quotation?locale=en`)
  holds(en.text, [
    'Booking confirmation',
    booking.number,
    'Guidon Tours Co., Ltd.',
    'Total',
    'Flights',
    'All times are local.',
    'Adult',
    'Flights with taxes',
    'Personal expenses',
    'Look at the weather there',
    /依雙方簽訂之契約。\s*\(in Chinese only\)/,
    /Page 1 of \d/,
  ])
  holds(zh.tags(), [/H1/, /H2/, /Table/, /THead/, /TH/, /TD/])
  for (const font of [...zh.fonts(), ...en.fonts()]) assert.match(font, /yes yes yes/)
})

test('the departure notice says how ready the trip is and what a cancellation costs on which day', {
  skip: NEEDS_POPPLER,
}, async () => {
  const policy = JSON.stringify([
    { days_before: 366, fee_percent: 5 },
    { days_before: 0, fee_percent: 100 },
  ])
  const { rows } = await sql<{ leaves: string }>`
    update planned_trips set terms = jsonb_set(terms, '{cancellation_policy}', ${policy}::jsonb) where id = ${booking.trip}
    returning to_char(departure_date, 'FMYYYY/FMMM/FMDD') as leaves`.execute(db)
  await sql`update planned_trip_flights set status = 'requested' where planned_trip_id = ${booking.trip} and direction = 'inbound'`.execute(
    db,
  )
  const promises = [
    ...['準備進度', '已成團，確定出發', '航班：1／2 段已確認', '住宿：4／4 晚已確認', '領隊：已指派'],
    ...['若要取消', /簽約後至 \d{4}\/\d+\/\d+ +5%/],
  ]
  const ofBooking = (await pdf(`/bookings/${booking.id}/departure-notice`, customer)).text
  holds(ofBooking, [...promises, `${rows[0]?.leaves} 出發當天起`])
  holds((await pdf(`/planned-trips/${booking.trip}/departure-notice?size=phone`)).text, promises)
  holds((await pdf(`/planned-trips/${booking.trip}/departure-notice?locale=en`)).text, [
    ...['How ready this trip is', 'Guaranteed to depart', 'Flights: 1 of 2 confirmed', 'Nights in hotels: 4 of 4'],
    ...['If you cancel', /From the contract until \d+ \w+ \d{4} +5%/, /From the departure, .+ 100%/],
  ])
})

test('texts of people are printed as written, and a character without a glyph is reported', {
  skip: NEEDS_POPPLER,
}, async () => {
  const { text } = await pdf(`/bookings/${booking.id}/quotation`)
  holds(text, [
    '#import "/etc/passwd": *粗* $x$ <b>〓',
    '#panic() @preview/x ]]]',
    /〓：本文件的字型沒有下列字元.*U\+51BA/,
  ])
})

test('the same routes return the lists of a trip as papers and as workbooks', { skip: NEEDS_POPPLER }, async () => {
  const names = await pdf(`/planned-trips/${booking.trip}/name-list?format=pdf`)
  holds(names.text, ['旅客名單', '序號', '英文姓', "O'BRIEN-LEE", booking.number, '已確認'])
  const manifest = await pdf(`/planned-trips/${booking.trip}/manifest?format=pdf&locale=en`)
  holds(manifest.text, ['Manifest', 'Flight', /\d\d:\d\d/, 'TPE'])
  await pdf(`/planned-trips/${booking.trip}/dietary-list?format=pdf`)
})

test('a workbook has typed cells, and text is never a formula', async () => {
  const { bytes, headers } = await sales.get(`/planned-trips/${booking.trip}/manifest?format=xlsx&locale=zh-TW`)
  assert.match(headers['content-disposition'] ?? '', /manifest\.xlsx/)
  const [sheet] = await sheetsIn(bytes)
  assert.ok(sheet)
  assert.deepEqual(
    sheet.rows[1]?.slice(0, 5).map(({ value }) => value),
    ['團號', '出發日', '回程日', '序號', '姓名'],
  )
  const own =
    sheet.rows.find((row) => row.some(({ value }) => value === hostile)) ?? assert.fail('the traveler is missing')
  assert.deepEqual(
    own.slice(0, 5).map(({ type }) => type),
    ['text', 'number', 'number', 'number', 'text'],
  )
  assert.deepEqual(sheet.formulas, 0)
})

test('a paper has the same access as its data', async () => {
  assert.equal((await (await signedIn('customer2')).get(`/bookings/${booking.id}/quotation`)).status, 404)
  assert.equal((await as('leader').get(`/bookings/${booking.id}/quotation`)).status, 403)
  assert.equal((await sales.get(`/bookings/${booking.id}/quotation?format=csv`)).status, 422)
  assert.equal((await sales.get(`/planned-trips/${booking.trip}/rooming-list?format=docx`)).status, 422)
})

const admin = await signedIn('admin')
const trip = `/planned-trips/${booking.trip}`

test('one call returns the DOCS lines and the incomplete travelers, and each reading is logged', async () => {
  await sql`update travelers set gender = 'female', nationality = 'TW', surname_en = 'O''BRIEN-LEE', given_name_en = 'MEI' where id = ${travelers[0]?.id}`.execute(
    db,
  )
  await sql`update travelers set gender = null, nationality = null where id = ${travelers[1]?.id}`.execute(db)
  assert.equal((await admin.post(`${trip}/docs/reveal`, {})).status, 422)
  const { data } = await admin.post(`${trip}/docs/reveal`, { reason: '送件' })
  const [leader, first, second] = data
  assert.deepEqual([leader.name, leader.number, leader.traveler_id, leader.booking_number], ['李明哲', 1, null, null])
  assert.match(leader.line, /^SSR DOCS JX HK1\/P\/TWN\/\w+\/TWN\/\w+\/M\/\w+\/LI\/MING CHE$/)
  assert.match(
    first.line,
    /^SSR DOCS JX HK1\/P\/TWN\/\w+\/TWN\/\d\d[A-Z]{3}\d\d\/F\/\d\d[A-Z]{3}\d\d\/OBRIEN LEE\/MEI$/,
  )
  assert.deepEqual([second.line, second.missing], [null, ['gender', 'nationality']])
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['record_id', 'fields', 'reason'])
    .where('table_name', '=', 'travelers')
    .orderBy('record_id')
    .execute()
  // Travelers without a key have no personal data, so nothing was read of them.
  const ids = data.slice(1).map((line: { traveler_id: number }) => line.traveler_id)
  const entered = await db
    .selectFrom('travelers')
    .select('id')
    .where('id', 'in', ids)
    .where('person_key', 'is not', null)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    reads.map(({ record_id }) => record_id),
    entered.map(({ id }) => id),
  )
  assert.deepEqual(
    reads.find(({ record_id }) => record_id === first.traveler_id),
    { record_id: first.traveler_id, fields: ['birth_date', 'passport_number'], reason: '送件' },
  )
  // The title contains a character that a sheet name may not have.
  const book = await admin.post(`${trip}/docs/reveal`, { reason: '送件', format: 'xlsx', locale: 'en' })
  assert.equal((await sheetsIn(book.bytes))[0]?.rows[2]?.[1]?.value, leader.name)
})

test('staff get lists with personal data in every format, with the leader in those where the leader is a passenger too', async () => {
  const asked = { reason: '投保', locale: 'zh-TW' }
  const { data } = await admin.post(`${trip}/insurance-list/reveal`, asked)
  assert.equal(data[0].name, '李明哲')
  assert.match(data[1].birth_date, /^\d{4}-/)
  const { bytes } = await admin.post(`${trip}/insurance-list/reveal`, { ...asked, format: 'xlsx' })
  const [sheet] = await sheetsIn(bytes)
  assert.deepEqual(
    sheet?.rows[2]?.slice(0, 2).map(({ type }) => type),
    ['number', 'text'],
  )
  const passport = sheet?.rows[2]?.at(-1)
  assert.deepEqual([passport?.type, passport?.value], ['text', data[0].passport_number])
  const csv = await admin.post(`${trip}/insurance-list/reveal`, { ...asked, format: 'csv' })
  assert.match(csv.bytes.toString(), /^\uFEFF序號,姓名,/)
  for (const list of ['name-list', 'visa-list']) {
    const [leader] = (await admin.post(`${trip}/${list}/reveal`, asked)).data
    const { name, nationality, passport_number, passport_expires_on } = leader
    assert.deepEqual([name, nationality, passport_number], ['李明哲', 'TW', data[0].passport_number])
    assert.match(passport_expires_on, /^\d{4}-/)
  }
  for (const list of ['name-list', 'insurance-list', 'visa-list', 'arrival-list', 'emergency-pack', 'docs'])
    assert.deepEqual([list, (await customer.post(`${trip}/${list}/reveal`, asked)).status], [list, 403])
  assert.equal((await as('leader').post(`${trip}/leader-pack/reveal`, asked)).status, 404)
})

test('the rooming list has the rooms of each hotel and night', async () => {
  const { bytes } = await sales.get(`${trip}/rooms?format=xlsx&locale=zh-TW`)
  const [sheet] = await sheetsIn(bytes)
  const hotels = new Set(sheet?.rows.slice(2).map((row) => row[0]?.value))
  assert.deepEqual([...hotels], ['品川王子大飯店', '河口湖溫泉飯店'])
})
