import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../house.ts'

const { app, as, db, ids } = await house()
const admin = as('admin')

const paths = app.catalogue.flatMap(({ methods, path }) =>
  methods.includes('GET') && /^\/api\/[^/]+(\/(types|categories))?\/list\/options$/.test(path)
    ? [path.replace(/^\/api/, '')]
    : [],
)

test('every option list contains the total number of options', async () => {
  assert.ok(paths.length > 15, String(paths))
  for (const path of paths) {
    const { status, data, body } = await admin.get(path)
    assert.equal(status, 200, path)
    assert.deepEqual(body.meta, { shown: data.length, total: data.length }, path)
  }
})

test('of more than 300 options the first ones are returned, and q finds the others', async () => {
  await sql`insert into categories (code, name) select 'C' || i, '類別' || lpad(i::text, 3, '0') from generate_series(1, 320) i`.execute(
    db,
  )
  const { data, body } = await admin.get('/categories/list/options')
  assert.deepEqual([data.length, body.meta], [300, { shown: 300, total: 320 }])
  const rest = await admin.get(`/categories/list/options?q=${encodeURIComponent('類別320')}`)
  assert.deepEqual([rest.data[0]?.label, rest.body.meta], ['類別320', { shown: 1, total: 1 }])
})

test('names can be read by ids, also those of records that can no longer be chosen', async () => {
  const [first, second] = (await admin.get('/categories/list/options')).data
  await admin.put(`/categories/${second.value}`, { is_active: false })
  const named = async (query: string) => (await admin.get(`/categories/list/options?${query}`)).data
  assert.deepEqual(
    (await named(`id=${second.value},${first.value}`)).map(({ label }: { label: string }) => label).sort(),
    [first.label, second.label].sort(),
  )
  assert.equal(
    (await named('')).some(({ value }: { value: number }) => value === second.value),
    false,
  )
  for (const path of paths) assert.equal((await admin.get(`${path}?id=1,2`)).status, 200, path)
  assert.equal((await admin.get('/categories/list/options?id=1,x')).status, 422)
})

test('staff are filtered by role and department', async () => {
  const of = async (query: string) =>
    (await admin.get(`/users/list/options?${query}`)).data.map(({ value }: { value: number }) => value)
  assert.deepEqual(await of('role=sales'), [ids.sales])
  assert.deepEqual((await of('department=op,ticketing')).sort(), [ids.op, ids.ticketing].sort())
})

test('a query accepts 1 for true, and a day for the moments of that day', async () => {
  await sql`insert into seminars (kind, title) values ('product_talk', '產品說明')`.execute(db)
  await sql`insert into seminar_sessions (seminar_id, starts_at, ends_at, timezone)
    select max(id), '2026-01-01T15:30:00Z', '2026-01-01T16:30:00Z', 'Asia/Taipei' from seminars`.execute(db)
  const count = async (query: string) => {
    const { status, body } = await admin.get(`/sessions?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.meta.total
  }
  // 15:30 in UTC is 23:30 on 1 January in Taipei.
  assert.deepEqual(
    [await count('from=2026-01-01&to=2026-01-01'), await count('to=2025-12-31'), await count('from=2026-01-02')],
    [1, 0, 0],
  )
  assert.equal((await admin.get('/sessions?from=2026-02-30')).status, 422)
  const timeline = '/addon-requests/1/communications?include_internal='
  assert.deepEqual([(await admin.get(`${timeline}1`)).status, (await admin.get(`${timeline}2`)).status], [404, 422])
})

test('a refusal with a long list of values gives the number of values that it leaves out', async () => {
  const { body } = await admin.get('/travelers?nationality=XX')
  assert.match(body.errors.nationality[0], /^Must be one of: TW, CN, .*, and \d{3} more\.$/)
})
