import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedHouse } from '../../../test/house.ts'
import { statement } from './statement.ts'

const { db } = await sharedHouse()

type Given = { sees: 'all' | 'nothing'; id: number; name?: string }
type Row = { id: number; name: string | null }

test('a statement is built once for each set of keys and each value of `sees`, and every other value is a parameter', async () => {
  const built: unknown[] = []
  const read = statement((_db, { sees, id, name }: Given) => {
    built.push([sees, typeof id, name === undefined])
    const seen = sees === 'all' ? sql`true` : sql`false`
    return sql<Row>`select ${id}::int as id, ${name ?? null}::text as name where ${seen}`
  })
  assert.deepEqual(await read(db, { sees: 'all', id: 1 }), [{ id: 1, name: null }])
  assert.deepEqual(await read(db, { sees: 'all', id: 2 }), [{ id: 2, name: null }])
  assert.deepEqual(await read(db, { sees: 'nothing', id: 2 }), [])
  assert.deepEqual(await read(db, { sees: 'all', id: 3, name: '王小美' }), [{ id: 3, name: '王小美' }])
  assert.deepEqual(await read(db, { sees: 'nothing', id: 3, name: '王小美' }), [])
  assert.deepEqual(await read(db, { sees: 'all', id: 4 }), [{ id: 4, name: null }])
  assert.deepEqual(built, [
    ['all', 'object', true],
    ['nothing', 'object', true],
    ['all', 'object', false],
    ['nothing', 'object', false],
  ])
})
