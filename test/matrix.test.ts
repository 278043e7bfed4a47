import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSession } from '../src/modules/auth/tokens.ts'
import { accessMatrix } from './access-matrix.ts'
import { inBatches } from './batches.ts'
import { house, type Person } from './house.ts'

const { app, db, database, ids, as, asBearer } = await house()

const matrix = accessMatrix()

const session = (change: object) =>
  database.transaction({}, async (tx) => {
    const { token } = await openSession(tx, ids.admin)
    const row = await tx
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', ids.admin)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await tx.updateTable('tokens').set(change).where('id', '=', row.id).execute()
    return token
  })
const suspended = async () => {
  await sql`insert into users (name, email, role, status) values ('停權者', 'gone@example.com', 'admin', 'suspended')`.execute(
    db,
  )
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'gone@example.com')
    .executeTakeFirstOrThrow()
  return (await database.transaction({}, (tx) => openSession(tx, id))).token
}

const living: [Person, string][] = [
  ['customer', 'customer'],
  ['other_customer', 'customer'],
  ['leader', 'leader'],
  ['sales', 'sales'],
  ['ticketing', 'department'],
  ['line_control', 'department'],
  ['op', 'department'],
  ['finance', 'finance'],
  ['manager', 'manager'],
  ['admin', 'admin'],
]
const callers = [
  { name: 'stranger', column: 'stranger', call: as(), outside: 'unauthenticated' },
  ...living.map(([name, column]) => ({ name, column, call: as(name), outside: 'forbidden' })),
  { name: 'an unknown token', column: 'stranger', call: asBearer(`gdn_${'x'.repeat(43)}`), outside: 'unauthenticated' },
  {
    name: 'an expired token',
    column: 'stranger',
    call: asBearer(await session({ expires_at: sql`now() - interval '1 second'` })),
    outside: 'token_expired',
  },
  {
    name: 'a token long unused',
    column: 'stranger',
    call: asBearer(await session({ last_used_at: sql`now() - interval '4 days'` })),
    outside: 'token_expired',
  },
  { name: 'a suspended account', column: 'stranger', call: asBearer(await suspended()), outside: 'unauthenticated' },
]

// An unknown query key stops every allowed request after the access check, so that nothing is changed.
const behind = '?no_such_key=1'
const asked = (call: (typeof callers)[number]['call'], method: string, url: string) => {
  if (method === 'GET') return call.get(url)
  if (method === 'DELETE') return call.delete(url)
  return call[method === 'POST' ? 'post' : method === 'PUT' ? 'put' : 'patch'](url, {})
}
const rows = app.catalogue.flatMap(({ methods, path }) => methods.map((method) => ({ method, path })))

test('every route is in the matrix, and every row of the matrix is a route', () => {
  assert.deepEqual(rows.map(({ method, path }) => `${method} ${path}`).sort(), [...matrix.keys()].sort())
})

for (const { name, column, call, outside } of callers)
  test(`${name} gets access exactly where the matrix says so`, async () => {
    const wrong: string[] = []
    await inBatches(rows, async ({ method, path }) => {
      const mayEnter = matrix.get(`${method} ${path}`)?.includes(column) ?? false
      const url = path.replace(/\{\w+\}/g, '1')
      const { status, body, headers } = await asked(
        call,
        method,
        `${url.startsWith('/api') ? url : `/${url}`}${behind}`,
      )
      // The page of a mailed link says in HTML that the link is wrong.
      const isPage = /^text\/html/.test(headers['content-type'] ?? '')
      const isIn = status === 404 ? isPage || body.code === 'not_found' : [200, 304, 415, 422].includes(status)
      if (mayEnter ? !isIn : body.code !== outside)
        wrong.push(
          `${method} ${path}: ${status} ${body.code}, where ${mayEnter ? 'the way is open' : outside} is agreed`,
        )
    })
    assert.deepEqual(wrong, [])
  })
