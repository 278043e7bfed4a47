import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedHouse } from './house.ts'

const { db } = await sharedHouse()

/** `a ||--o{ b : word` in the diagram of docs/ARCHITECTURE.md: rows of b refer to a; with two bars the reference is required. */
const drawn = [
  ...readFileSync(new URL('../docs/ARCHITECTURE.md', import.meta.url), 'utf8').matchAll(
    /^ {2}(\w+) (\|\||\|o)--o[{|] (\w+) : "/gm,
  ),
].map(([, parent = '', end, child = '']) => ({ parent, child, isNeeded: end === '||' }))

test('the diagram of the model shows existing foreign keys, and whether they may be null', async () => {
  assert.equal(drawn.length, 34)
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

test('the diagram shows every foreign key between its tables, except those to the account that entered a row', async () => {
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
