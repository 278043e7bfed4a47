import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids, plant } = home
const { trip, to, book, enter, japan } = await fixtures(home)
const [sales, customer, other, op] = [as('sales'), as('customer'), as('other_customer'), as('op')]
const kyoto = await trip('2027-03-10', '2027-03-15', { serial: 'KIX270310A', name: '京都六日' })
await to(kyoto, japan)
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })

const personal = {
  birth_date: '1988-05-06',
  national_id: 'A223456789',
  passport_number: '351112223',
  allergies: '蝦、蟹、花生',
}
const mei = {
  name: '王小美',
  surname_en: 'WANG',
  given_name_en: 'HSIAO-MEI',
  gender: 'female',
  ...personal,
  nationality: 'TW',
  mobile: '+886 912 345 678',
  email: 'mei@travelers.example',
  passport_status: 'has',
  passport_expires_on: '2031-01-01',
  passport_country: 'TW',
  language: 'zh-TW',
  emergency_name: '王大明',
  emergency_phone: '+886 912 345 679',
  emergency_relation: '父',
  meal_requirement: 'lacto-ovo',
  food_restrictions: ['牛', '羊'],
  ticket_handling: 'none',
  class_preference: 'business',
  bed_type: 'twin',
  bed: true,
  seat_preference: 'window',
  roommate_group: 'A',
  notes: '老客戶',
}

test('a traveler is entered and shown, with personal data masked', async () => {
  const booking_id = await book(kyoto)
  const made = await sales.post('/travelers', { booking_id, ...mei })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  for (const value of Object.values(personal)) plant(value, () => true)
  const { id, created_at, updated_at, booking, trip, ...shown } = made.data
  assert.deepEqual(shown, {
    booking_id,
    ...mei,
    birth_date: '•••',
    national_id: '•••789',
    passport_number: '•••223',
    allergies: '•••',
    status: 'active',
    passenger_type: 'adult',
    is_minor: false,
    age: 38,
    checks: [],
    passport_needed_until: '2027-09-10',
    open_change_request_id: null,
    version: 1,
  })
  assert.deepEqual(booking, { id: booking_id, booking_number: booking.booking_number, status: 'held' })
  assert.deepEqual(trip, {
    id: kyoto,
    serial: 'KIX270310A',
    name: '京都六日',
    name_en: null,
    departure_date: '2027-03-10',
    return_date: '2027-03-15',
  })
  assert.equal(made.headers.location, `/api/travelers/${id}`)
  for (const who of [sales, op]) assert.deepEqual((await who.get(`/travelers/${id}`)).data, made.data)
  assert.deepEqual((await customer.get(`/travelers/${id}`)).data, { ...made.data, notes: null })

  const { rows } = await sql<{ dump: string }>`
    select v::text || (select json_agg(a)::text from audit a where table_name = 'travelers') as dump
      from travelers v where id = ${id}`.execute(db)
  for (const value of Object.values(personal)) assert.ok(!rows[0]?.dump.includes(value), value)
})

test('only a name is required; missing data is reported by a check', async () => {
  const { id, checks, passenger_type, food_restrictions, bed } = await enter(await book(kyoto), '陳新人')
  assert.deepEqual(
    [checks, passenger_type, food_restrictions, bed],
    [['birth_date_missing', 'passport_missing', 'passport_name_missing'], null, [], true],
  )
  const told = await sales.post(`/travelers/${id}/reveal`, { fields: ['birth_date'], reason: '開票' })
  assert.deepEqual([told.status, told.data], [200, { birth_date: null }])
})

test('invalid fields are refused by name', async () => {
  const booking_id = await book(kyoto)
  const name = '錯'
  const wrong: [body: object, fields: string[]][] = [
    [{}, ['name']],
    [{ name, surname_en: 'Wang1', given_name_en: '小美', birth_date: '2027-02-30' }, ['birth_date', 'given_name_en', 'surname_en']],
    [{ name, surname_en: 'WANG_', given_name_en: 'A'.repeat(61) }, ['given_name_en', 'surname_en']],
    [{ name, birth_date: daysFromToday(1) }, ['birth_date']],
    [{ name, nationality: 'XX', bed_type: 'triple', food_restrictions: ['馬'] }, ['bed_type', 'food_restrictions.0', 'nationality']],
    [{ name, meal_requirement: 'halal', passport_status: 'lost', seat_preference: 'roof' }, ['meal_requirement', 'passport_status', 'seat_preference']],
    [{ name, passport_number: 'ab 12', person_key: 'x', status: 'cancelled', passenger_type: 'adult' }, ['passenger_type', 'passport_number', 'person_key', 'status']],
    [{ name, booking_id: 999_999 }, ['booking_id']],
  ] // biome-ignore format: a table is read in rows.
  for (const [body, fields] of wrong) {
    const refused = await sales.post('/travelers', { booking_id, ...body })
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.errors ?? {}).sort()],
      [422, fields],
      JSON.stringify(body),
    )
  }
})

test('a value removed from an option list is still shown, and refused in new data', async () => {
  const { id } = await enter(await book(kyoto), '舊資料', { meal_requirement: 'vegetarian' })
  await sql`update travelers set meal_requirement = 'kosher', food_restrictions = '{鹿}' where id = ${id}`.execute(db)
  const { data } = await sales.get(`/travelers/${id}`)
  assert.deepEqual([data.meal_requirement, data.food_restrictions], ['kosher', ['鹿']])
  assert.equal((await sales.put(`/travelers/${id}`, { meal_requirement: 'kosher' })).status, 200, 'as it was read')
  assert.equal((await sales.put(`/travelers/${id}`, { food_restrictions: ['鹿', '馬'] })).status, 422)
  assert.equal((await sales.put(`/travelers/${id}`, { mobile: '0912345678' })).data.meal_requirement, 'kosher')
})

test('personal data is revealed by one call, which is logged and stored nowhere', async () => {
  const { id } = await enter(await book(kyoto), '林開票', { national_id: 'F112233445', passport_number: '350009998' })
  const asked = { fields: ['national_id', 'passport_number', 'birth_date'], reason: '開票' }
  const told = await op.post(`/travelers/${id}/reveal`, asked, { 'idempotency-key': 'reveal-1' })
  assert.deepEqual(told.data, { national_id: 'F112233445', passport_number: '350009998', birth_date: null })
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['actor_id', 'table_name', 'record_id', 'fields', 'reason'])
    .where('table_name', '=', 'travelers')
    .execute()
  assert.deepEqual(reads, [{ actor_id: ids.op, table_name: 'travelers', record_id: id, ...asked }])
  const kept = await db.selectFrom('idempotency_keys').select('key').where('key', '=', 'reveal-1').execute()
  assert.deepEqual(kept, [])
  assert.equal((await as('leader').post(`/travelers/${id}/reveal`, asked)).status, 403)
})

test('a customer fills in their own travelers until departure, and sees no others', async () => {
  const [mine, theirs] = [await book(kyoto), await book(kyoto, 'other_customer')]
  const [own, foreign] = [await enter(mine, '自己'), await enter(theirs, '別人')]
  const done = await customer.put(`/travelers/${own.id}`, { surname_en: 'LIN', passport_number: '360001112' })
  assert.deepEqual([done.data.surname_en, done.data.passport_number, done.data.version], ['LIN', '•••112', 2])
  const [told] = (await sales.get('/notifications?event=traveler.completed', { 'accept-language': 'zh-TW' })).data
  assert.deepEqual(
    [told.title, told.body],
    ['KIX270310A 客戶更新旅客資料', `${own.booking.booking_number} 自己\n護照英文姓：— → LIN\n護照英文姓、護照號碼`],
  )
  const counted = async () => (await sales.get('/notifications?event=traveler.completed')).data.length
  assert.equal(await counted(), 1)
  assert.equal((await customer.put(`/travelers/${own.id}`, { surname_en: 'LIN' })).status, 200)
  assert.equal(await counted(), 1, 'nothing was changed')
  await customer.put(`/travelers/${own.id}`, { surname_en: 'LIN', mobile: '0912345678' })
  const [then] = (await sales.get('/notifications?event=traveler.completed', { 'accept-language': 'zh-TW' })).data
  assert.equal(then.body, `${own.booking.booking_number} 自己\n手機`)
  assert.equal((await customer.put(`/travelers/${own.id}`, { notes: '改' })).status, 422)
  assert.equal(
    (await customer.put(`/travelers/${own.id}`, { email: 'a@b.example' }, { 'if-match': '"1"' })).status,
    412,
  )

  const reveal = { fields: ['birth_date'], reason: '看' }
  const tries = (id: number) =>
    Promise.all([
      customer.get(`/travelers/${id}`),
      customer.put(`/travelers/${id}`, { name: '我' }),
      customer.post(`/travelers/${id}/reveal`, reveal),
    ])
  const [hidden, missing] = [await tries(foreign.id), await tries(999_999)]
  assert.deepEqual(
    hidden.map(({ status, body }) => [status, without(body)]),
    missing.map(({ body }) => [404, without(body)]),
  )
  for (const query of ['', `?booking_id=${theirs}`, '?q=別人', `?planned_trip_id=${kyoto}&per_page=100`]) {
    const { data } = await customer.get(`/travelers${query}`)
    assert.ok(!data.some(({ id }: { id: number }) => id === foreign.id), query)
  }
  assert.deepEqual(
    (await other.get('/travelers')).data.map(({ id }: { id: number }) => id),
    [foreign.id],
  )
  assert.equal((await customer.post('/travelers', { booking_id: mine, name: '加人' })).status, 403)
  assert.equal((await customer.delete(`/travelers/${own.id}`)).status, 403)
  assert.equal((await as('leader').get(`/travelers/${own.id}`)).status, 403)

  await sql`update bookings set status = 'cancelled' where id = ${mine}`.execute(db)
  const late = await customer.put(`/travelers/${own.id}`, { surname_en: 'LI' })
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  assert.equal((await sales.put(`/travelers/${own.id}`, { surname_en: 'LI' })).status, 200)
})

test('the list is filtered, searched and sorted', async () => {
  const seoul = await trip('2027-05-01', '2027-05-03')
  const booking = await book(seoul, null)
  const aunt = await enter(booking, '清單阿姨', {
    birth_date: '1960-01-01',
    surname_en: 'OHANA',
    passport_expires_on: '2027-06-01',
  })
  const baby = await enter(booking, '清單寶寶', { birth_date: '2026-01-01', nationality: 'JP' })
  const names = async (query: string) =>
    (await sales.get(`/travelers?planned_trip_id=${seoul}${query}`)).data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names('&sort=name'), ['清單寶寶', '清單阿姨'])
  assert.deepEqual(await names('&passenger_type=infant'), ['清單寶寶'])
  assert.deepEqual(await names('&nationality=JP'), ['清單寶寶'])
  assert.deepEqual(await names('&passport_until=2027-12-31'), ['清單阿姨'])
  assert.deepEqual(await names('&q=ohan'), ['清單阿姨'])
  assert.deepEqual(await names(`&booking_id=${booking}&status=active&sort=-passport_expires_on`), [
    '清單阿姨',
    '清單寶寶',
  ])
  assert.deepEqual(await names('&status=cancelled'), [])
  assert.deepEqual([baby.is_minor, aunt.is_minor], [true, false])
})

test('a traveler entered by mistake is removed', async () => {
  const { id } = await enter(await book(kyoto), '打錯', { birth_date: '1990-01-01' })
  assert.equal((await sales.delete(`/travelers/${id}`, { 'if-match': '"7"' })).status, 412)
  assert.equal((await sales.delete(`/travelers/${id}`)).status, 200)
  assert.equal((await sales.get(`/travelers/${id}`)).status, 404)
})

test('names in small letters are stored in capitals as in a passport, and the answer says so', async () => {
  const booking = await book(await trip('2087-09-01', '2087-09-05', { serial: 'SEL870901A' }))
  const typed = { surname_en: 'Wang', given_name_en: "ta-ming o'neil", passport_number: 'e7700112' }
  const made = await as('sales').post('/travelers', { booking_id: booking, name: '王大明', ...typed })
  assert.deepEqual([made.data.surname_en, made.data.given_name_en], ['WANG', "TA-MING O'NEIL"])
  const [{ stored_as }] = made.body.meta.warnings
  assert.deepEqual(stored_as, { surname_en: 'WANG', given_name_en: "TA-MING O'NEIL" })
  const at = `/travelers/${made.data.id}`
  const revealed = await as('sales').post(`${at}/reveal`, { fields: ['passport_number'], reason: '開票' })
  assert.equal(revealed.data.passport_number, 'E7700112')
  const changed = await as('sales').put(at, { surname_en: 'lin' })
  assert.deepEqual([changed.data.surname_en, changed.body.meta.warnings[0].stored_as], ['LIN', { surname_en: 'LIN' }])
  assert.deepEqual((await as('sales').put(at, { surname_en: 'WANG' })).body.meta.warnings, [])
  assert.equal((await as('sales').put(at, { surname_en: '王' })).status, 422)
})
