import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { form, jpeg } from '../../../test/fixtures/samples.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { unready } from '../languages/examples.ts'
import { notify } from '../notifications/notify.ts'

const home = await house()
const { as, database, db } = home
const { trip, book, enter } = await fixtures(home)
const [sales, customer, admin] = [as('sales'), as('customer'), as('admin')]
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })

const sealed = {
  birth_date: '1971-02-03',
  national_id: 'H287654321',
  passport_number: 'Z55566677',
  allergies: '奇異果',
}
const open = {
  surname_en: 'QUETZAL',
  given_name_en: 'ZENOBIA',
  mobile: '0987000111',
  email: 'zenobia@forgotten.example',
  notes: '很特別的備註',
}
const returned = await trip('2026-01-01', '2026-01-05', { status: 'returned', serial: 'OLD260101A' })
const seoul = await trip('2087-06-01', '2087-06-05', { serial: 'SEL870601A' })

test('a traveler is cancelled, and restored if there is a seat', async () => {
  const small = await trip('2087-09-01', '2087-09-05', { capacity: 2 })
  const booking = await book(small)
  const [first, second] = [await enter(booking, '甲'), await enter(booking, '乙')]
  const full = await sales.post('/travelers', { booking_id: booking, name: '丙' })
  assert.deepEqual([full.status, full.body.code], [409, 'trip_full'])
  const gone = await sales.post(`/travelers/${first.id}/cancel`)
  assert.deepEqual([gone.status, gone.data.status], [200, 'cancelled'])
  const again = await sales.post(`/travelers/${first.id}/cancel`)
  assert.deepEqual([again.status, again.body.possible], [409, ['restore']])
  const last = await sales.post(`/travelers/${second.id}/cancel`)
  assert.deepEqual([last.status, last.body.code], [409, 'step_not_possible'])
  const third = await enter(booking, '丁')
  assert.equal((await sales.post(`/travelers/${first.id}/restore`)).body.code, 'trip_full')
  await sales.post(`/travelers/${third.id}/cancel`)
  assert.equal((await sales.post(`/travelers/${first.id}/restore`)).data.status, 'active')
  assert.equal((await customer.post(`/travelers/${first.id}/cancel`)).status, 403)
})

test('the export contains all data stored about a person, and no data of others', async () => {
  const booking = await book(seoul)
  const mine = { ...sealed, national_id: 'K100000009', passport_number: 'Z11122233', notes: '備註' }
  const one = await enter(booking, '查閱', mine)
  const fields = { traveler_id: `${one.id}`, kind: 'passport', number: 'Z11122233' }
  await customer.upload('/traveler-documents', form(jpeg, '護照.jpg', fields))
  await customer.post('/traveler-requests', { traveler_id: one.id, kind: 'seat', detail: '靠窗' })
  await enter(await book(returned, 'other_customer'), '查閱', { national_id: mine.national_id })

  const asked = { reason: '當事人請求' }
  const told = await sales.post(`/travelers/${one.id}/export`, asked, { 'idempotency-key': 'export-1' })
  assert.equal(told.status, 200, JSON.stringify(told.body))
  const { name, birth_date, national_id, passport_number, allergies, notes, documents, requests, other_trips, trip } =
    told.data
  assert.deepEqual(
    { birth_date, national_id, passport_number, allergies },
    { birth_date: '1971-02-03', national_id: 'K100000009', passport_number: 'Z11122233', allergies: '奇異果' },
  )
  assert.deepEqual([name, notes, trip.serial], ['查閱', '備註', 'SEL870601A'])
  assert.deepEqual([documents.length, documents[0].number, documents[0].file], [1, 'Z11122233', '護照.jpg'])
  assert.deepEqual([requests.length, requests[0].detail], [1, '靠窗'])
  assert.deepEqual(
    other_trips.map(({ serial }: { serial: string }) => serial),
    ['OLD260101A'],
  )
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['table_name', 'reason'])
    .where('record_id', '=', one.id)
    .execute()
  assert.deepEqual(reads[0], { table_name: 'travelers', reason: '當事人請求' })
  assert.deepEqual(await db.selectFrom('idempotency_keys').select('key').where('key', '=', 'export-1').execute(), [])

  const own = await customer.post(`/travelers/${one.id}/export`, asked)
  assert.deepEqual([own.data.national_id, own.data.notes, own.data.other_trips], ['K100000009', undefined, []])
  const [theirs, missing] = [
    await as('other_customer').post(`/travelers/${one.id}/export`, asked),
    await as('other_customer').post('/travelers/999999/export', asked),
  ]
  assert.deepEqual([theirs.status, without(theirs.body)], [404, without(missing.body)])
})

test('a person is erased everywhere, and the accounts stay correct', async () => {
  const booking = await book(returned, 'customer', 'confirmed')
  const one = await enter(booking, '澤諾比婭', { ...sealed, ...open })
  await sales.put(`/travelers/${one.id}`, { given_name_en: 'ZENOBIAH', passport_expires_on: '2031-01-01' })
  const fields = { traveler_id: `${one.id}`, kind: 'passport', number: 'Z55566677' }
  const { data: paper } = await sales.upload('/traveler-documents', form(jpeg, '澤諾比婭.jpg', fields))
  await sales.upload(`/traveler-documents/${paper.id}/file`, form(jpeg, '澤諾比婭二.jpg'))
  const request = await sales.post('/traveler-requests', {
    traveler_id: one.id,
    kind: 'medical',
    detail: '澤諾比婭的藥',
  })
  const addon = await addonFor(one.id, returned)
  await database.transaction({}, (tx) =>
    notify(tx, {
      ...{ who: [{ contact: booking }], event: 'travelers.missing', about: { type: 'booking', id: booking } },
      params: { ...unready, missing: '・澤諾比婭：缺護照', missing_en: '· 澤諾比婭: Passport missing' },
    }),
  )

  await sql`update bookings set twin_mark = sha256('party') where id = ${booking}`.execute(db)
  const early = await admin.post(`/travelers/${(await enter(await book(seoul), '未出發')).id}/erase`)
  assert.deepEqual([early.status, early.body.code], [409, 'step_not_possible'])
  assert.equal((await sales.post(`/travelers/${one.id}/erase`)).status, 403)

  assert.equal((await admin.post(`/travelers/${one.id}/erase`, undefined, { 'if-match': '"999"' })).status, 412)
  const erased = await admin.post(`/travelers/${one.id}/erase`)
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  const { name, birth_date, mobile, surname_en, passport_number, passenger_type, status, booking: kept } = erased.data
  assert.deepEqual(
    [name, birth_date, mobile, surname_en, passport_number, passenger_type, status],
    ['•••', null, null, null, null, 'adult', 'active'],
  )
  assert.equal(kept.id, booking)
  assert.deepEqual((await sales.get(`/traveler-documents?traveler_id=${one.id}`)).data, [])
  assert.equal((await sales.get(`/traveler-requests/${request.data.id}`)).data.detail, '•••')
  assert.equal((await sales.get(`/addon-requests/${addon}`)).data.traveler.name, '•••')
  assert.equal((await sales.get(`/traveler-documents/${paper.id}/file`)).status, 404)
  const told = await sales.post(`/travelers/${one.id}/reveal`, { fields: ['birth_date'], reason: 'x' })
  assert.deepEqual([told.status, told.body.code], [409, 'step_not_possible'])
  assert.equal((await sales.put(`/travelers/${one.id}`, { birth_date: '1990-01-01' })).status, 409)

  const party = await db.selectFrom('bookings').select('twin_mark').where('id', '=', booking).executeTakeFirst()
  assert.equal(party?.twin_mark, null)
  const words = [
    '澤諾比婭',
    'QUETZAL',
    'ZENOBIA',
    '0987000111',
    'zenobia@',
    '很特別的備註',
    '•••321',
    '•••677',
    'H287654321',
    'Z55566677',
    '奇異果',
  ]
  assert.deepEqual(await holding(words), [])
})

// Searches every table as text, so that no place with the person's data is missed.
const holding = async (words: string[]) => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'jobs') order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(db)
    for (const { line } of rows) for (const word of words) if (line.includes(word)) found.push(`${name}: ${word}`)
  }
  return found
}

/** An add-on request of a trip that is over, created before its departure. */
const addonFor = async (traveler_id: number, trip_id: number) => {
  const category = (await db.selectFrom('addon_categories').select('id').executeTakeFirst())?.id
  const category_id =
    category ?? (await admin.post('/addon-requests/categories', { name: '機上', department: 'ticketing' })).data.id
  const type = await admin.post('/addon-requests/types', {
    category_id,
    name: '座位',
    type_code: 'FORGET_SEAT',
    pricing_type: 'quotation_required',
  })
  const moveTo = (status: 'open' | 'returned', day: string) =>
    sql`update planned_trips set status = ${status}, departure_date = ${day}, return_date = ${day}::date + 4
         where id = ${trip_id}`.execute(db)
  await moveTo('open', '2088-01-01')
  const made = await sales.post('/addon-requests', { type_id: type.data.id, traveler_id })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await moveTo('returned', '2026-01-01')
  return made.data.id
}
