import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSession } from '../src/modules/auth/tokens.ts'
import type { Department, Role } from '../src/modules/roles.ts'
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

/** An account with several roles, which has the rights of each of them. */
const holderOf = async (...roles: Role[]) => {
  const departments: Department[] = roles.includes('department') ? ['op'] : []
  const account = { name: roles.join(' and '), email: `${roles.join('-')}@example.com`, role: roles[0] ?? 'sales' }
  const token = await database.transaction({}, async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ ...account, roles, departments })
      .returning('id')
      .executeTakeFirstOrThrow()
    return (await openSession(tx, id)).token
  })
  return { name: account.name, columns: roles, call: asBearer(token), outside: 'forbidden' }
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
  { name: 'stranger', columns: ['stranger'], call: as(), outside: 'unauthenticated' },
  ...living.map(([name, column]) => ({ name, columns: [column], call: as(name), outside: 'forbidden' })),
  await holderOf('sales', 'finance'),
  await holderOf('manager', 'department'),
  await holderOf('finance', 'leader'),
  await holderOf('department', 'sales', 'leader'),
  {
    name: 'an unknown token',
    columns: ['stranger'],
    call: asBearer(`gdn_${'x'.repeat(43)}`),
    outside: 'unauthenticated',
  },
  {
    name: 'an expired token',
    columns: ['stranger'],
    call: asBearer(await session({ expires_at: sql`now() - interval '1 second'` })),
    outside: 'token_expired',
  },
  {
    name: 'a token long unused',
    columns: ['stranger'],
    call: asBearer(await session({ last_used_at: sql`now() - interval '4 days'` })),
    outside: 'token_expired',
  },
  { name: 'a suspended account', columns: ['stranger'], call: asBearer(await suspended()), outside: 'unauthenticated' },
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

for (const { name, columns, call, outside } of callers)
  test(`${name} gets access exactly where the matrix says so`, async () => {
    const wrong: string[] = []
    await inBatches(rows, async ({ method, path }) => {
      const mayEnter = columns.some((column) => matrix.get(`${method} ${path}`)?.includes(column))
      const url = path.replace(/\{\w+\}/g, '1')
      const { status, body, headers } = await asked(
        call,
        method,
        `${url.startsWith('/api') ? url : `/${url}`}${behind}`,
      )
      // The page of a mailed link answers in HTML that the link is wrong, and a page of the traveler's place asks to sign in.
      const isPage = /^text\/html/.test(headers['content-type'] ?? '')
      // While the site is off, its start leads to the office. Parts of the traveler's place lead to its start.
      const isLed = status === 302 && /^\/desk$|^(\/en)?\/my\//.test(String(headers.location))
      const isFound =
        status === 404 || status === 401 ? isPage || body.code === 'not_found' : [200, 304, 415, 422].includes(status)
      const isIn = isFound || isLed
      if (mayEnter ? !isIn : body.code !== outside)
        wrong.push(
          `${method} ${path}: ${status} ${body.code}, where ${mayEnter ? 'the way is open' : outside} is agreed`,
        )
    })
    assert.deepEqual(wrong, [])
  })
