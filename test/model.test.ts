import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedHouse } from './house.ts'

const { db } = await sharedHouse()

/** `a ||--o{ b : word` in the picture of docs/ARCHITECTURE.md: rows of b refer to a, and cannot be without it if there are two bars. */
const drawn = [
  ...readFileSync(new URL('../docs/ARCHITECTURE.md', import.meta.url), 'utf8').matchAll(
    /^ {2}(\w+) (\|\||\|o)--o[{|] (\w+) : "/gm,
  ),
].map(([, parent = '', end, child = '']) => ({ parent, child, isNeeded: end === '||' }))

test('the picture of the model shows foreign keys that exist, and whether they may be null', async () => {
  assert.equal(drawn.length, 29)
  const { rows } = await sql<{ parent: string; child: string; needed: boolean }>`
    select c.confrelid::regclass::text as parent, c.conrelid::regclass::text as child, bool_and(a.attnotnull) as needed
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' group by c.oid, c.confrelid, c.conrelid`.execute(db)
  const wrong = drawn.filter(
    ({ parent, child, isNeeded }) =>
      !rows.some((key) => key.parent === parent && key.child === child && key.needed === isNeeded),
  )
  assert.deepEqual(wrong, [])
})

test('every key between tables of the picture is in it, but for those that say who entered something', async () => {
  const tables = [...new Set(drawn.flatMap(({ parent, child }) => [parent, child]))].filter((name) => name !== 'users')
  const { rows } = await sql<{ parent: string; child: string }>`
    select distinct confrelid::regclass::text as parent, conrelid::regclass::text as child from pg_constraint
     where contype = 'f' and conrelid <> confrelid order by 1, 2`.execute(db)
  const missing = rows.filter(
    ({ parent, child }) =>
      tables.includes(parent) &&
      tables.includes(child) &&
      !drawn.some((arrow) => arrow.parent === parent && arrow.child === child),
  )
  assert.deepEqual(missing, [])
})
