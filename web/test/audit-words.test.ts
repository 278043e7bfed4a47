import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedHouse } from '../../test/house.ts'
import { hiddenFields, nameOfField, ownWords } from '../src/ui/forms/changes/field-words.ts'
import { tableWords } from '../src/ui/forms/changes/words.ts'
import './no-browser.ts'

const { valueIn } = await import('../src/ui/forms/changes/values.ts')

const { db } = await sharedHouse()

test('every audited table and column has words, so that no column name is shown', async () => {
  const { rows } = await sql<{ table: string; field: string }>`
    select c.table_name as table, c.column_name as field
      from (select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'audit' and tgfoid = 'audit'::regproc) t
      join information_schema.columns c on c.table_name = t.name and c.table_schema = current_schema()`.execute(db)
  assert.ok(rows.length > 300, `only ${rows.length} columns were found`)
  const unnamed = rows.filter(({ table, field }) => {
    const [zh, en] = [nameOfField((zh) => zh, field), nameOfField((_, en) => en, field)]
    return !tableWords[table] || (!hiddenFields.has(field) && zh === en && !['line_id', 'email'].includes(field))
  })
  assert.deepEqual(unnamed, [])
})

test('every word of the console alone names a column that is audited', async () => {
  const { rows } = await sql<{ field: string }>`
    select distinct c.column_name as field
      from pg_trigger t join information_schema.columns c on c.table_name = t.tgrelid::regclass::text and c.table_schema = current_schema()
     where t.tgname = 'audit' and t.tgfoid = 'audit'::regproc`.execute(db)
  const columns = new Set(
    rows.flatMap(({ field }) => [field, field.replace(/_(id|ids|at|on)$/, ''), field.replace(/_en$/, '')]),
  )
  assert.deepEqual(
    Object.keys(ownWords).filter((field) => !columns.has(field)),
    [],
  )
})

test('every code that a column may hold has words', async () => {
  const { rows } = await sql<{ table: string; field: string; rule: string }>`
    select t.tgrelid::regclass::text as table, a.attname as field, pg_get_constraintdef(c.oid) as rule
      from pg_trigger t join pg_constraint c on c.conrelid = t.tgrelid and c.contype = 'c' and cardinality(c.conkey) = 1
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where t.tgname = 'audit' and t.tgfoid = 'audit'::regproc`.execute(db)
  const codes = rows.flatMap(({ table, field, rule }) =>
    rule.includes('ARRAY[')
      ? [...rule.matchAll(/'([a-zA-Z_-]+)'::/g)].map(([, code = '']) => ({ at: `${table}.${field}`, field, code }))
      : [],
  )
  assert.ok(codes.length > 200, `only ${codes.length} codes were found`)
  const bare = codes.filter(({ field, code }) => !hiddenFields.has(field) && valueIn((zh) => zh, field, code) === code)
  assert.deepEqual(
    bare.map(({ at, code }) => `${at} ${code}`),
    [],
  )
})
