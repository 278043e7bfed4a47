import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../house.ts'

const { as, db } = await house()
const admin = as('admin')

// Groups of ten users have the same name; two thirds have signed in, half of these at the same instant.
await sql`insert into users (name, email, role, last_login_at, created_at)
  select '旅客' || n % 13, 'p' || lpad(n::text, 3, '0') || '@example.com', 'customer',
         case when n % 3 > 0 then timestamptz '2027-01-01 00:00:00.123456Z' + n % 7 * interval '1 microsecond' end,
         timestamptz '2026-01-01Z' + n / 2 * interval '1 second'
    from generate_series(1, 130) n`.execute(db)

type Person = { id: number; name: string; last_login_at: string | null }
const walk = async (query: string, between: (step: number) => unknown = () => {}) => {
  const seen: Person[] = []
  let cursor: string | null = ''
  for (let step = 0; cursor !== null; step += 1) {
    const { status, body } = await admin.get(`/users?${query}&cursor=${encodeURIComponent(cursor)}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.meta.has_more, body.meta.next_cursor !== null)
    assert.ok(step < 200, 'the walk has no end')
    seen.push(...body.data)
    cursor = body.meta.next_cursor
    await between(step)
  }
  return seen
}
const ids = (people: Person[]) => people.map(({ id }) => id)

const sorts = [
  'id',
  '-id',
  'name',
  '-name',
  '-created_at',
  'created_at,-name',
  'last_login_at',
  '-last_login_at',
  '-last_login_at,name',
  'name,-last_login_at',
  'role,-last_login_at,-name',
  '-role,email',
]
for (const sort of sorts)
  test(`paging by ${sort} with a cursor returns every row once, in order`, async () => {
    const { rows } = await sql<{ id: number }>`select id from users order by ${sql.raw(inWords(sort))}`.execute(db)
    const seen = await walk(`sort=${sort}&per_page=7`)
    assert.deepEqual(
      ids(seen),
      rows.map(({ id }) => id),
    )
  })
const inWords = (sort: string) => {
  const keys = sort
    .split(',')
    .map((key) => `${key.replace('-', '')} ${key.startsWith('-') ? 'desc' : 'asc'} nulls last`)
  return [...keys, `id ${sort.startsWith('-') ? 'desc' : 'asc'}`].join(', ')
}

test('a page by number and a page by cursor return the same rows', async () => {
  const page = await admin.get('/users?sort=-last_login_at,name&per_page=20')
  const stretch = await admin.get('/users?sort=-last_login_at,name&per_page=20&cursor=')
  assert.deepEqual(stretch.data, page.data)
  assert.deepEqual(Object.keys(stretch.body.meta), ['per_page', 'has_more', 'next_cursor'])
})

test('a list that fits its page has no next cursor', async () => {
  const { body } = await admin.get('/users?role=department&per_page=3&cursor=')
  assert.deepEqual([body.data.length, body.meta], [3, { per_page: 3, has_more: false, next_cursor: null }])
  assert.deepEqual((await admin.get('/users?q=nobody&cursor=')).body.meta, {
    per_page: 15,
    has_more: false,
    next_cursor: null,
  })
})

test('rows that are added or removed while paging do not affect other rows', async () => {
  const before = ids(await walk('sort=name,-last_login_at&per_page=100'))
  const come = (step: number) =>
    sql`insert into users (name, email, role) values ('旅客' || ${step}::integer % 13, ${`new${step}@example.com`}, 'customer')`.execute(
      db,
    )
  const seen = ids(await walk('sort=name,-last_login_at&per_page=9', come))
  assert.deepEqual(
    seen.filter((id) => before.includes(id)),
    before,
  )
  assert.equal(new Set(seen).size, seen.length)
  await sql`delete from users where email like 'new%'`.execute(db)

  const gone = before.slice(50, 60)
  const remaining = before.filter((id) => !gone.includes(id))
  const go = (step: number) =>
    step === 0 && sql`delete from users where id = any (${gone}) or id = ${before[8]}`.execute(db)
  assert.deepEqual(ids(await walk('sort=name,-last_login_at&per_page=9', go)), remaining)
})

test('a cursor keeps the filters of its list', async () => {
  const seen = await walk('role=customer&q=%E6%97%85%E5%AE%A25&sort=-name&per_page=2')
  assert.ok(seen.length >= 8 && seen.every(({ name }) => name === '旅客5'))
})

const sealed = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const tampered: [what: string, cursor: string][] = [
  ['no base64', '!!!'],
  ['no JSON', Buffer.from('[1,2').toString('base64url')],
  ['no list', Buffer.from('{"a":1}').toString('base64url')],
  ['nothing', sealed()],
  ['another order', sealed('-name', 'x', 5)],
  ['too few keys', sealed('name', 'x')],
  ['too many keys', sealed('name', 'x', 5, 6)],
  ['text for an id', sealed('name', 'x', 'abc')],
  ['a digit as text for an id', sealed('name', 'x', '5')],
  ['an id beyond all ids', sealed('name', 'x', 2 ** 31)],
  ['a broken id', sealed('name', 'x', 1.5)],
  ['no id', sealed('name', 'x', null)],
  ['a number for text', sealed('name', 5, 5)],
  ['null where none is', sealed('name', null, 5)],
  ['a list for a key', sealed('name', ['x'], 5)],
  ['an object for a key', sealed('name', { x: 1 }, 5)],
  ['NUL', sealed('name', 'x\0', 5)],
  ['a lone surrogate', sealed('name', '\ud800', 5)],
  ['true', sealed('name', true, 5)],
]
for (const [what, cursor] of tampered)
  test(`a cursor with ${what} is refused`, async () => {
    const { status, body } = await admin.get(`/users?sort=name&cursor=${encodeURIComponent(cursor)}`)
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['cursor']])
  })

for (const moment of ['yesterday', '2027-02-30T00:00:00Z', '', 5, '2027-01-01', 'infinity'])
  test(`a cursor with ${JSON.stringify(moment)} as an instant is refused`, async () => {
    const cursor = sealed('-last_login_at', moment, 5)
    assert.equal((await admin.get(`/users?sort=-last_login_at&cursor=${cursor}`)).status, 422)
  })

test('page and cursor together are refused', async () => {
  const { status, body } = await admin.get('/users?page=2&cursor=')
  assert.equal(status, 422)
  assert.deepEqual(body.errors, {
    page: ['Use page or cursor, not both: a cursor says itself where to go on.'],
  })
})
