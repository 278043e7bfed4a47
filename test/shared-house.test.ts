import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedHouse } from './house.ts'

const { as, db } = await sharedHouse()

test('a shared house is the same service for every file, and answers reads', async () => {
  assert.equal((await sharedHouse()).db, db)
  assert.equal((await as('sales').get('/me')).data.name, '業務小陳')
})

test('a write to a shared house fails with a clear message', async () => {
  await assert.rejects(as('admin').post('/branches', { code: 'SOUTH', name: '高雄' }), {
    message: 'POST /api/branches writes, and this house is shared by files that only read: use house()',
  })
  await assert.rejects(sql`delete from tokens`.execute(db), { message: /read-only transaction/ })
})
