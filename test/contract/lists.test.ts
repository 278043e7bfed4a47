import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/kit/db/tables.ts'
import { stoppedClock } from '../clock.ts'
import { house } from '../house.ts'

const { as, db, fill } = await house()
const admin = as('admin')

// Thirty seasons in three levels. Five seasons share each name, except that the last five have their own.
await sql`insert into seasons (code, name, name_en, starts_on, ends_on, level, is_active, sort_order)
  select 'S' || lpad(n::text, 2, '0'), case when n > 25 then '獨' || n else '名' || n % 5 end, null,
         date '2027-01-01' + n, date '2027-02-01' + n, (array['low', 'high', 'peak'])[1 + n % 3], n % 2 = 0, n % 4
    from generate_series(1, 30) n`.execute(db)

/** Writes rows that are only counted: without triggers, because neither their audit nor their versions are the subject. */
const fillWithoutTriggers = (table: 'users' | 'seasons', work: (db: Db) => Promise<unknown>) =>
  fill(async (db) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await work(db)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  })

const codes = async (query: string) => {
  const { status, body } = await admin.get(`/seasons?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map(({ code }: { code: string }) => code)
}

test('a page has 15 rows, and consecutive pages fit together', async () => {
  const first = await admin.get('/seasons?sort=id')
  assert.deepEqual(
    [first.data.length, first.body.meta],
    [15, { current_page: 1, per_page: 15, total: 30, last_page: 2, from: 1, to: 15 }],
  )
  const last = await admin.get('/seasons?sort=id&per_page=20&page=2')
  assert.deepEqual(last.body.meta, { current_page: 2, per_page: 20, total: 30, last_page: 2, from: 21, to: 30 })
  assert.deepEqual([last.data[0].code, last.data.at(-1).code], ['S21', 'S30'])
  const beyond = await admin.get('/seasons?page=9')
  assert.deepEqual(
    [beyond.data, beyond.body.meta],
    [[], { current_page: 9, per_page: 15, total: 30, last_page: 2, from: null, to: null }],
  )
  assert.equal((await admin.get('/seasons?per_page=100')).data.length, 30)
  assert.equal((await admin.get('/seasons?per_page=1')).body.meta.last_page, 30)
})

test('an empty list has an empty data array', async () => {
  const { body } = await admin.get('/seasons?q=nowhere')
  assert.deepEqual(body, {
    success: true,
    data: [],
    meta: { current_page: 1, per_page: 15, total: 0, last_page: 1, from: null, to: null },
  })
})

test('several sort fields with their own directions give a total order', async () => {
  assert.deepEqual(await codes('sort=-starts_on&per_page=3'), ['S30', 'S29', 'S28'])
  assert.deepEqual(await codes('sort=name,-starts_on&per_page=6'), ['S25', 'S20', 'S15', 'S10', 'S05', 'S21'])
  assert.deepEqual(await codes('sort=-name,starts_on&per_page=7'), ['S30', 'S29', 'S28', 'S27', 'S26', 'S04', 'S09'])
  assert.deepEqual(await codes('sort=name&per_page=3'), ['S05', 'S10', 'S15'])
  assert.deepEqual(await codes('sort=-id&per_page=2'), ['S30', 'S29'])
  const pages = [1, 2, 3, 4, 5, 6].map((page) => codes(`sort=sort_order&per_page=5&page=${page}`))
  assert.equal(new Set((await Promise.all(pages)).flat()).size, 30)
})

const sorts = [
  'level',
  'password_hash',
  'notes',
  '',
  '-',
  'name,',
  '--name',
  'name,name',
  'name,-name',
  'NAME',
  'name desc',
  'constructor',
  'seasons.id',
  "name'",
  '1',
]
for (const sort of sorts)
  test(`sorting by ${JSON.stringify(sort)} is refused`, async () => {
    const { status, body } = await admin.get(`/seasons?sort=${encodeURIComponent(sort)}`)
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['sort']])
    assert.match(body.errors.sort[0], /^Sort by these fields only: id, /)
  })

test('filters narrow the list, alone and combined', async () => {
  assert.deepEqual(await codes('level=peak&sort=id&per_page=3'), ['S02', 'S05', 'S08'])
  assert.deepEqual(await codes('level=peak&is_active=false&sort=id'), ['S05', 'S11', 'S17', 'S23', 'S29'])
  assert.deepEqual(await codes('from=2027-02-28&to=2027-01-31&sort=id'), ['S27', 'S28', 'S29', 'S30'])
  assert.equal((await admin.get('/seasons?is_active=true')).body.meta.total, 15)
})

test('q finds rows that contain the text literally in any of the searched fields', async () => {
  await sql`insert into seasons (code, name, name_en, starts_on, ends_on)
    values ('PCT', '100% 全滿', null, '2027-01-01', '2027-01-02'), ('USC', 'a_b', null, '2027-01-01', '2027-01-02'),
           ('BSL', 'c\\d', 'Back', '2027-01-01', '2027-01-02'), ('QUO', 'o''clock "x"', null, '2027-01-01', '2027-01-02')`.execute(
    db,
  )
  const found: [typed: string, codes: string[]][] = [
    ['%', ['PCT']],
    ['_', ['USC']],
    ['\\', ['BSL']],
    ['100%', ['PCT']],
    ['%%', []],
    ['back', ['BSL']],
    ['全滿', ['PCT']],
    ["'", ['QUO']],
    ['"x"', ['QUO']],
    ['pct', ['PCT']],
    ["' or 1=1 --", []],
  ]
  for (const [typed, expected] of found)
    assert.deepEqual(await codes(`q=${encodeURIComponent(typed)}`), expected, typed)
  await sql`delete from seasons where code in ('PCT', 'USC', 'BSL', 'QUO')`.execute(db)
})

test('updated_since returns rows changed at or after an instant, in any time zone', async () => {
  const [{ id }] = (await admin.get('/seasons?sort=id&per_page=1')).data
  const { data: changed } = await admin.put(`/seasons/${id}`, { notes: 'changed' })
  const asked = (instant: string) => codes(`updated_since=${encodeURIComponent(instant)}`)
  assert.deepEqual(await asked(changed.updated_at), ['S01'])
  const inTaipei = new Date(Date.parse(changed.updated_at) + 8 * 3_600_000 - 1).toISOString().slice(0, -1)
  assert.deepEqual(await asked(`${inTaipei}+08:00`), ['S01'])
  assert.deepEqual(await asked(inTaipei), ['S01'], 'without an offset it is the local time of the house')
  assert.deepEqual(await asked('2100-01-01T00:00:00Z'), [])
})

test('beyond 10,000 rows the total is an estimate and says so', async () => {
  await fillWithoutTriggers('users', (db) =>
    sql`insert into users (name, email, role, roles)
      select '人' || n, 'p' || n || '@example.com', 'customer', '{customer}' from generate_series(1, 10000 - (select count(*) from users)) n`.execute(
      db,
    ),
  )
  const exact = await admin.get('/users?per_page=1')
  assert.deepEqual([exact.body.meta.total, 'total_is_estimate' in exact.body.meta], [10_000, false])
  await fillWithoutTriggers('users', async (db) => {
    await sql`insert into users (name, email, role, roles) select '人' || n, 'q' || n || '@example.com', 'customer', '{customer}' from generate_series(1, 3000) n`.execute(
      db,
    )
    await sql`analyze users`.execute(db)
  })
  const { meta } = (await admin.get('/users?per_page=100')).body
  assert.equal(meta.total_is_estimate, true)
  assert.ok(meta.total > 10_000 && Math.abs(meta.total - 13_000) < 1_300, String(meta.total))
  assert.equal(meta.last_page, Math.ceil(meta.total / 100))
  const few = await admin.get('/users?role=department')
  assert.deepEqual([few.body.meta.total, 'total_is_estimate' in few.body.meta], [3, false])
})

test('an estimated total is cached for 5 s and then counted again', async (t) => {
  await fillWithoutTriggers('seasons', async (db) => {
    await sql`insert into seasons (code, name, starts_on, ends_on, level)
      select 'Z' || n, '淡季', '2040-01-01', '2040-01-02', 'peak' from generate_series(1, 12000) n`.execute(db)
    await sql`analyze seasons`.execute(db)
  })
  const passes = stoppedClock(t)
  const metaOf = async (more = '') => (await admin.get(`/seasons?level=peak&is_active=true${more}`)).body.meta
  const { total, total_is_estimate } = await metaOf()
  assert.equal(total_is_estimate, true)
  assert.ok(Math.abs(total - 12_000) < 1_200, String(total))

  await fillWithoutTriggers('seasons', (db) => sql`delete from seasons where code like 'Z%'`.execute(db))
  assert.equal((await metaOf()).total, total)
  const others = await metaOf('&sort=name')
  assert.ok(others.total < 20, 'in another order nothing was remembered')
  passes(4_999)
  assert.equal((await metaOf()).total, total)
  passes(1)
  const later = await metaOf()
  assert.deepEqual([later.total, 'total_is_estimate' in later], [others.total, false])
})

test('pages beyond row 10,000 are refused', async () => {
  assert.equal((await admin.get('/users?per_page=100&page=101')).data.length, 100)
  const deep = await admin.get('/users?per_page=100&page=102')
  assert.deepEqual(
    [deep.status, deep.body.errors],
    [422, { page: ['Pages reach to row 10000; use cursor beyond, or narrow the filters.'] }],
  )
  assert.equal((await admin.get('/users?page=2147483647&per_page=100')).status, 422)
})
