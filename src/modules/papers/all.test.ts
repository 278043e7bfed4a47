import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { bestOfDemo, everyPaper } from '../../../test/fixtures/papers.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'

const { db, signedIn, papers } = await demoHouse()
// The facts that each template is printed from. With UPDATE=1 they become the samples of `guidon papers check`.
const samples: Record<string, object> = {}
const { print: printPaper } = papers
papers.print = (paper, wantedBy) => {
  samples[paper.template] ??= paper.facts
  return printPaper(paper, wantedBy)
}
const admin = await signedIn('admin')
const best = await bestOfDemo(db)
const { id: op } = await db.selectFrom('users').select('id').where('email', 'like', 'op@%').executeTakeFirstOrThrow()
const given = { kind: 'sales_to_op', status: 'pending', to_user_id: op, note: '兩位素食' }
const handover = (await admin.put(`/planned-trips/${best.trip}/handover`, given)).data?.id
for (const cost of [
  { kind: 'air', description: '機票 23 張', actual: 299_000, supplier: '星宇航空', invoice_number: 'AB-12345678' },
  {
    kind: 'land',
    description: '東京地接',
    actual: 1_150_000,
    currency: 'JPY',
    rate: 0.215,
    supplier: '東京觀光株式會社',
  },
  { kind: 'insurance', estimated: 4_600 },
])
  assert.equal((await admin.post(`/planned-trips/${best.trip}/costs`, cost)).status, 201)
const found = { ...best, handover }
// With PAPERS_OUT the printed papers are written to this folder.
const out = process.env.PAPERS_OUT

const print = async (asked: string, locale: string) => {
  const [method = '', url = ''] = asked.split(' ')
  const [path, query] = url.split('?')
  if (method === 'POST') return admin.post(url, { reason: '測試', format: 'pdf', locale })
  return admin.get(`${path}?${query ? `${query}&` : ''}locale=${locale}`)
}

const titles: Record<string, [zh: string, en: string]> = {
  'package-sheet': ['行程表', 'Itinerary'],
  booking: ['訂單確認書', 'Booking confirmation'],
  'payment-slip': ['繳款單', 'Payment slip'],
  receipt: ['收款證明', 'Receipt'],
  'departure-notice': ['行前通知書', 'Departure notice'],
  'departure-notice-phone': ['行前通知書', 'Departure notice'],
  'name-list': ['旅客名單', 'Name list'],
  manifest: ['旅客清單', 'Manifest'],
  'dietary-list': ['餐食名單', 'Dietary list'],
  'rooming-list': ['分房表 Rooming list', '分房表 Rooming list'],
  'leader-pack': ['領隊資料袋', 'Leader pack'],
  'leader-pack-phone': ['領隊資料袋', 'Leader pack'],
  'land-order': ['地接訂單', 'Order for the land operator'],
  handover: ['交接單', 'Handover'],
  'attendance-sheet': ['說明會簽到表', 'Attendance sheet'],
  settlement: ['結團報告', 'Settlement'],
  'pass-through-statement': ['代收轉付明細表', 'Statement of what passed through'],
  'signed-costs': ['無憑證支出證明', 'Costs without a voucher'],
  'incident-report': ['事故報告', 'Incident report'],
  'leader-account': ['領隊帳', 'Account of a leader'],
  'trip-report': ['出團報告', 'Report of a trip'],
  statement: ['對帳單', 'Statement'],
  'name-list-revealed': ['旅客名單', 'Name list'],
  'insurance-list': ['投保名冊', 'Insurance list'],
  'visa-list': ['簽證及護照代辦名單', 'Visa and passport list'],
  'arrival-list': ['入境卡資料', 'Arrival card sheet'],
  'emergency-pack': ['緊急應變資料', 'Emergency pack'],
  'leader-pack-revealed': ['領隊資料袋', 'Leader pack'],
  docs: ['DOCS／APIS', 'DOCS/APIS lines'],
}

// Each test prints one language, and together the tests print both. Stored papers and samples are printed in both.
const isKept = Boolean(out) || process.env.UPDATE === '1'
const both = ['zh-TW', 'en']

const check = async (name: string, asked: string, folder: string, usual: 'zh-TW' | 'en') => {
  for (const [i, locale] of both.entries()) {
    if (locale !== usual && !isKept) continue
    const answer = await print(asked, locale)
    assert.deepEqual([name, answer.status, answer.headers['content-type']], [name, 200, 'application/pdf'])
    if (out) await mkdir(`${out}/${folder}`, { recursive: true })
    if (out) await writeFile(`${out}/${folder}/${name}-${locale}.pdf`, answer.bytes)
    assert.ok(answer.bytes.length < 400_000, `${name} has ${answer.bytes.length} bytes`)
    assert.ok(answer.bytes.includes('/MarkInfo'), `${name} is not tagged`)
    const { text } = readPdf(answer.bytes)
    assert.ok(text.includes(titles[name]?.[i] ?? ''), `${name} in ${locale}:\n${text}`)
  }
}

// Templates of an operator are checked with the samples, so these must have every field that real facts have.
const file = new URL('samples/facts.json', import.meta.url)
// All headings and cells are stored, because they belong together; of other lists, eight members are enough.
const atMostEight = (key: string, value: unknown) =>
  Array.isArray(value) && key !== 'heads' && value.some((each) => typeof each === 'object' && each !== null)
    ? value.slice(0, 8)
    : value
const compareSamples = async () => {
  if (process.env.UPDATE === '1') await writeFile(file, `${JSON.stringify(samples, atMostEight, 1)}\n`)
  const kept = JSON.parse(await readFile(file, 'utf8'))
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return 'list'
    if (typeof value !== 'object' || value === null) return ''
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, inner]) => [key, shape(inner)])
        .sort(),
    )
  }
  assert.deepEqual(shape(kept), shape(JSON.parse(JSON.stringify(samples))), 'run this test with UPDATE=1')
}

test('every paper is printed from the demo', { skip: NEEDS_POPPLER }, async () => {
  const papers = everyPaper(found)
  assert.deepEqual(Object.keys(papers).sort(), Object.keys(titles).sort())
  for (const [name, asked] of Object.entries(papers)) await check(name, asked, 'demo', 'en')
  const departures = await admin.get('//en/departures.pdf')
  assert.match(readPdf(departures.bytes).text, /Departures.*Hokkaido in the snow/s)
  await compareSamples()
})

/** Papers that use the same template with another size or other columns. */
const alike = /-(phone|revealed)$/

test('every paper is printed from a trip and a booking whose optional fields are all empty', {
  skip: NEEDS_POPPLER,
}, async () => {
  const { booking, trip } = found
  for (const table of [
    'trip_costs',
    'planned_trip_flights',
    'stay_room_travelers',
    'stay_rooms',
    'planned_trip_stays',
    'planned_trip_segment_legs',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`delete from planned_trip_segment_cities`.execute(db)
  await sql`delete from planned_trip_segments`.execute(db)
  await sql`update planned_trips set assigned_leader_id = null, op_user_id = null, sales_user_id = null, assembly = null, briefing_starts_at = null, briefing_ends_at = null, briefing_leader_id = null, name_en = null where id = ${trip}`.execute(
    db,
  )
  await sql`update bookings set sales_user_id = null, customer_note = null where id = ${booking}`.execute(db)
  await sql`update house set name = null, name_en = null, bank = null, address = null, phone = null, emergency_phone = null, registration_number = null, guarantee_number = null, liability_insurance = null, performance_insurance = null`.execute(
    db,
  )
  await sql`update travelers set gender = null, surname_en = null, given_name_en = null, mobile = null, nationality = null where booking_id = ${booking}`.execute(
    db,
  )
  // The other bookings of the trip would print nothing that this one does not.
  await sql`update travelers set status = 'cancelled' where booking_id <> ${booking}`.execute(db)
  await sql`update trip_handovers set items = '[]', note = null`.execute(db)
  for (const [name, asked] of Object.entries(everyPaper(found)))
    if (!alike.test(name)) await check(name, asked, 'empty', 'zh-TW')
})
