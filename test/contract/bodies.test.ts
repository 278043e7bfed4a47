import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { geography } from '../fixtures/geography.ts'
import { house } from '../house.ts'

const { as, app, db, tokens } = await house()
const admin = as('admin')
const season = { code: 'SPRING', name: '春季', starts_on: '2027-03-01', ends_on: '2027-05-31' }
const { data: spring } = await admin.post('/seasons', season)
const address = `/seasons/${spring.id}`

const post = async (payload: string | Buffer, type?: string) => {
  const headers = {
    authorization: `Bearer ${tokens.admin}`,
    'accept-language': 'en',
    ...(type && { 'content-type': type }),
  }
  const answer = await app.inject({ method: 'POST', url: '/api/seasons', payload, headers })
  return { status: answer.statusCode, ...answer.json() }
}

const malformed: [what: string, payload: string | Buffer][] = [
  ['half an object', '{"code": '],
  ['nothing at all', ''],
  ['only space', '   '],
  ['two objects', '{}{}'],
  ['single quotes', "{'code':'A'}"],
  ['NaN', '{"sort_order": NaN}'],
  ['a prototype', '{"__proto__": {"is_admin": true}}'],
  ['a prototype further in', '{"code":"A","x":{"constructor":{"prototype":{}}}}'],
  ['a byte that is no UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
]
for (const [what, payload] of malformed)
  test(`malformed: ${what}`, async () => {
    const refused = await post(payload, 'application/json')
    assert.deepEqual([refused.status, refused.code], [400, 'malformed_json'])
  })

const levels = (depth: number, inside = '{"a":') =>
  inside.repeat(depth) + (inside === '[' ? '' : '1') + (inside === '[' ? ']' : '}').repeat(depth)

test('a body of 50 levels or more is refused in words at every route, also with an idempotency key and an If-Match', async () => {
  const headers = {
    'idempotency-key': 'deep',
    'if-match': '"1"',
    'content-type': 'application/json',
    authorization: `Bearer ${tokens.admin}`,
  }
  const asked = [
    ['PUT', `/api${address}`],
    ['POST', '/api/seasons'],
    ['POST', '/api/registration-drafts'],
    ['POST', '/api/trip-registrations'],
    ['POST', '/api/login'],
    ['POST', '/api/logout-all'],
  ] as const
  for (const [method, url] of asked)
    for (const payload of [levels(5_000), levels(50), levels(20_000, '['), levels(50, '[')]) {
      const refused = await app.inject({ method, url, payload, headers: { ...headers, 'accept-language': 'en' } })
      const what = `${method} ${url} ${payload.slice(0, 9)} ${payload.length}`
      assert.deepEqual([refused.statusCode, refused.json().code], [400, 'malformed_json'], what)
      assert.equal(
        refused.json().message,
        'Objects and lists may stand in each other up to 49 levels deep: send fewer levels.',
      )
    }
  const zh = await app.inject({ method: 'PUT', url: `/api${address}`, payload: levels(50), headers })
  assert.equal(zh.json().message, '物件與清單最多可包含 49 層；請減少層數後再送出。')
  const allowed = await app.inject({ method: 'PUT', url: `/api${address}`, payload: levels(49), headers })
  assert.equal(allowed.statusCode, 422, '49 levels are read, and refused for their field')
  const text = JSON.stringify({ code: `${'{['.repeat(99)}"\\` })
  const asText = await app.inject({ method: 'PUT', url: `/api${address}`, payload: text, headers })
  assert.equal(asText.statusCode, 422, 'brackets in a text are no levels')
})

for (const payload of ['null', '[]', '"text"', '7', 'true', '[{"code":"A"}]'])
  test(`JSON that is not an object: ${payload}`, async () => {
    const refused = await post(payload, 'application/json')
    assert.deepEqual([refused.status, refused.errors], [422, { body: ['Must be an object.'] }])
  })

const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/merge-patch+json',
  'nonsense',
  undefined,
]
for (const type of otherTypes)
  test(`unsupported media type: ${type}`, async () => {
    const refused = await post('{"code":"A"}', type)
    assert.deepEqual([refused.status, refused.code], [415, 'unsupported_media_type'])
  })

test('the media type may carry a charset', async () => {
  assert.equal((await post('{}', 'application/json; charset=utf-8')).status, 422)
})

test('a body of more than 1 MiB is refused with 413', async () => {
  const refused = await post(JSON.stringify({ notes: 'x'.repeat(1_048_576) }), 'application/json')
  assert.deepEqual([refused.status, refused.code], [413, 'too_large'])
})

test('a route without a body accepts an empty one and refuses any field', async () => {
  const refused = await as('sales').post('/logout-all', { everywhere: true, now: 1 })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [422, { everywhere: ['This address takes no fields.'], now: ['This address takes no fields.'] }],
  )
  assert.equal((await as('sales').get('/me')).status, 200)
  assert.deepEqual((await as('sales').post('/logout-all', '')).body, { success: true, data: null })
})

const must = {
  text: 'Must be text.',
  textOrNull: 'Must be text or null.',
  whole: 'Must be a whole number.',
  line: 'One line of text, not blank, without control characters or invisible ones.',
  control: 'Must not be blank nor hold control characters.',
  day: 'Must be a real date, YYYY-MM-DD.',
}
const wrong: [field: string, value: unknown, sentence: string][] = [
  ['name', null, must.text],
  ['name', 5, must.text],
  ['name', ['春季'], must.text],
  ['name', { zh: '春季' }, must.text],
  ['name', '   ', must.line],
  ['name', '春\u0000季', must.line],
  ['name', '春\ud800季', must.line],
  ['name', '\udc00', must.line],
  ['name', '春\n季', must.line],
  ['name', '春\u2028季', must.line],
  ['name', '\u200b', must.line],
  ['name', '\u3164\u00a0', must.line],
  ['name', '\u200d\ufe0f', must.line],
  ['name', '春\u200b季', must.line],
  ['name', '\u202e季春', must.line],
  ['name', '春\ufffd', must.line],
  ['notes', '\u200b\n', must.control],
  ['name', '季'.repeat(101), 'At most 100 characters.'],
  ['name_en', 5, must.textOrNull],
  ['notes', '\u0007', must.control],
  ['notes', '\n\t ', must.control],
  ['starts_on', '2026-02-30', must.day],
  ['starts_on', '2027-3-1', must.day],
  ['starts_on', '2027-03-01T00:00:00Z', must.day],
  ['starts_on', '12027-03-01', must.day],
  ['starts_on', '0000-00-00', must.day],
  ['starts_on', 'infinity', must.day],
  ['starts_on', '', 'Give the day.'],
  ['starts_on', 20270301, must.text],
  ['level', 'PEAK', 'Must be one of: low, shoulder, high, peak.'],
  ['level', '', 'Must be one of: low, shoulder, high, peak.'],
  ['is_active', 'true', 'Must be yes or no (true or false).'],
  ['is_active', 1, 'Must be yes or no (true or false).'],
  ['is_active', null, 'Must be yes or no (true or false).'],
  ['sort_order', '5', must.whole],
  ['sort_order', 1.5, must.whole],
  ['sort_order', -1, 'Not below 0.'],
  ['sort_order', 2_147_483_648, 'Not above 2147483647.'],
  ['sort_order', 1e300, 'Not above 2147483647.'],
  ['sort_order', true, must.whole],
  ['sort_order', [], must.whole],
  ['code', 'spring', 'Invalid format; valid is, for example, SAKURA_2027.'],
  ['code', 'SPRING\n', 'Invalid format; valid is, for example, SAKURA_2027.'],
  ['toString', 'x', 'There is no such field here; check the spelling.'],
  ['constructor', 'x', 'There is no such field here; check the spelling.'],
  ['a/b~c', 'x', 'There is no such field here; check the spelling.'],
]
for (const [field, value, sentence] of wrong)
  test(`${field} ${JSON.stringify(value).slice(0, 40)} is refused at its field, on creation and on change`, async () => {
    const created = await admin.post('/seasons', { ...season, code: 'OTHER', [field]: value })
    const changed = await admin.put(address, { [field]: value })
    for (const { status, body } of [created, changed])
      assert.deepEqual([status, body.code, body.errors], [422, 'invalid_input', { [field]: [sentence] }])
  })

test('fields that the service sets are refused on creation', async () => {
  for (const [field, value] of Object.entries({ id: 7, version: 7, created_at: '2027-01-01T00:00:00Z' })) {
    const { status, body } = await admin.post('/seasons', { ...season, code: 'OTHER', [field]: value })
    assert.deepEqual([status, body.errors], [422, { [field]: ['There is no such field here; check the spelling.'] }])
  }
})

test('infinite numbers and numbers with too many decimals are refused', async () => {
  for (const written of ['1e400', '-1e400', '0.1', '1e-7', '12345678901234567890'])
    assert.equal(
      (
        await post(
          `{"code":"OTHER","name":"x","starts_on":"2027-01-01","ends_on":"2027-01-02","sort_order":${written}}`,
          'application/json',
        )
      ).status,
      422,
      written,
    )
})

test('a refused body changes nothing in the database', async () => {
  const { data } = await admin.get('/seasons')
  assert.deepEqual(data, [spring])
})

test('all wrong fields are listed at once, up to a limit', async () => {
  const refused = await admin.post('/seasons', { name: '', level: 'none', extra: 1 })
  assert.deepEqual(Object.keys(refused.body.errors).sort(), ['code', 'ends_on', 'extra', 'level', 'name', 'starts_on'])
  const flood = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field_${n}`, n]))
  assert.ok(Object.keys((await admin.put(address, flood)).body.errors).length <= 300)
})

test('PUT accepts any subset, PATCH is the same, and an empty body changes nothing', async () => {
  const put = await admin.put(address, { name_en: 'Spring' })
  assert.deepEqual([put.status, put.data.name_en, put.data.name, put.data.version], [200, 'Spring', '春季', 2])
  const patched = await admin.patch(address, { name_en: null, notes: '一行\n二行' })
  assert.deepEqual([patched.status, patched.data.name_en, patched.data.notes], [200, null, '一行\n二行'])
  const empty = await admin.put(address, {})
  assert.deepEqual([empty.status, empty.data], [200, patched.data])
  const same = await admin.put(address, { level: 'shoulder' })
  assert.deepEqual([same.status, same.data.level], [200, 'shoulder'])
})

test('text is stored exactly as it was sent, and a name without the spaces around it', async () => {
  const name = `𠮷野家 & <b>"櫻"</b> '; -- \\ %_ é e\u0301 👩‍👧`
  assert.equal((await admin.put(address, { name: `\u3000 ${name}\u00a0 ` })).data.name, name)
  assert.equal((await admin.put(address, { name })).data.name, name)
  assert.equal((await admin.get(address)).data.name, name)
  const longest = '𠮷'.repeat(100)
  assert.equal((await admin.put(address, { name: longest })).data.name, longest)
})

// Two items, because a single item is not compared with another.
for (const key of ['toString', 'valueOf', 'constructor', 'hasOwnProperty', 'toJSON'])
  test(`a key named like a member of every object is an unknown field: ${key}`, async () => {
    const countries = [1, 2].map((country_id) => ({ country_id, [key]: 1 }))
    const refused = await as('op', { 'accept-language': 'en' }).put('/packages/1/countries', { countries })
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.errors, {
      [`countries.0.${key}`]: ['There is no such field here; check the spelling.'],
      [`countries.1.${key}`]: ['There is no such field here; check the spelling.'],
    })
  })

test('items are equal when their values are equal, in any order of their keys', async () => {
  const countries = [JSON.parse('{"country_id":1,"nights":2}'), JSON.parse('{"nights":2,"country_id":1}')]
  const refused = await as('op', { 'accept-language': 'en' }).put('/packages/1/countries', { countries })
  assert.deepEqual(refused.body.errors, { countries: ['Entries must differ.'] })
})

test('a refusal of the database names only fields that were sent', async () => {
  const op = as('op', { 'accept-language': 'en' })
  const { japan } = await geography(as)
  const unknown = await op.post('/cities', { name: '某市', country_id: 999_999, timezone: 'Asia/Tokyo' })
  assert.deepEqual([unknown.status, unknown.body.errors], [422, { country_id: ['There is no such record.'] }])

  // A row that the service itself refers to is deleted between the read and the write.
  await sql`create function gone() returns trigger language plpgsql as $$ begin
    raise foreign_key_violation using detail = 'Key (geography_id)=(7) is not present in table "places".'; end $$`.execute(
    db,
  )
  await sql`create trigger gone before insert on cities for each row execute function gone()`.execute(db)
  const refused = await op.post('/cities', { name: '某市', country_id: japan, timezone: 'Asia/Tokyo' })
  assert.deepEqual([refused.status, refused.headers['retry-after'], refused.body.errors], [503, '1', undefined])
})
