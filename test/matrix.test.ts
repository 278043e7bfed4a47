import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSession } from '../src/modules/auth/sessions.ts'
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
  return { columns: roles as string[], call: asBearer(token), outside: 'forbidden' }
}

const personOf = (name: Person, column: string) => ({ columns: [column], call: as(name), outside: 'forbidden' })
const tokenOf = (token: string, outside: string) => ({ columns: ['stranger'], call: asBearer(token), outside })

/** Accounts of a group share the routes: each route is called by one of them. The drill Z1 calls every route as every account. */
const groups = {
  'a stranger': [{ columns: ['stranger'], call: as(), outside: 'unauthenticated' }],
  'a customer': [personOf('customer', 'customer'), personOf('other_customer', 'customer')],
  'a leader': [personOf('leader', 'leader')],
  sales: [personOf('sales', 'sales')],
  'a department': [
    personOf('ticketing', 'department'),
    personOf('line_control', 'department'),
    personOf('op', 'department'),
  ],
  finance: [personOf('finance', 'finance')],
  'a manager': [personOf('manager', 'manager')],
  'an administrator': [personOf('admin', 'admin')],
  'an account with several roles': [
    await holderOf('sales', 'finance'),
    await holderOf('manager', 'department'),
    await holderOf('finance', 'leader'),
    await holderOf('department', 'sales', 'leader'),
  ],
  'an unknown token': [tokenOf(`gdn_${'x'.repeat(43)}`, 'unauthenticated')],
  'a token that has expired or was long unused, or whose account is suspended': [
    tokenOf(await session({ expires_at: sql`now() - interval '1 second'` }), 'token_expired'),
    tokenOf(await session({ last_used_at: sql`now() - interval '4 days'` }), 'token_expired'),
    tokenOf(await suspended(), 'unauthenticated'),
  ],
}

// An unknown query key stops every allowed request after the access check, so that nothing is changed.
const behind = '?no_such_key=1'
const asked = (call: ReturnType<typeof as>, method: string, url: string) => {
  if (method === 'GET') return call.get(url)
  if (method === 'DELETE') return call.delete(url)
  return call[method === 'POST' ? 'post' : method === 'PUT' ? 'put' : 'patch'](url, {})
}
const rows = app.catalogue.flatMap(({ methods, path }) => methods.map((method) => ({ method, path })))

test('every route is in the matrix, and every row of the matrix is a route', () => {
  assert.deepEqual(rows.map(({ method, path }) => `${method} ${path}`).sort(), [...matrix.keys()].sort())
})

for (const [name, accounts] of Object.entries(groups))
  test(`${name} gets access exactly where the matrix says so`, async () => {
    const wrong: string[] = []
    await inBatches([...rows.entries()], async ([n, { method, path }]) => {
      const { columns, call, outside } = accounts[n % accounts.length] ?? assert.fail()
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
