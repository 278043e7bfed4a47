import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'

const { as, db, ids, tokens, another } = await house()
const admin = as('admin')
const person = (name: string, more: object = {}) => ({ name, email: `${name}@office.example`, role: 'sales', ...more })

test('only administrators manage accounts', async () => {
  for (const role of ['sales', 'op', 'leader', 'customer'] as const)
    for (const answer of [
      as(role).get('/users'),
      as(role).get(`/users/${ids.admin}`),
      as(role).post('/users', person('x')),
      as(role).put(`/users/${ids[role]}`, { role: 'admin' }),
      as(role).delete(`/users/${ids.op}`),
    ])
      assert.deepEqual((await answer).body.roles, ['admin'], role)
  assert.equal((await as().get('/users')).status, 401)
})

test('an account is created, read, changed and removed', async () => {
  const made = await admin.post(
    '/users',
    person('mei', { name_en: 'Mei', phone: '02-2345-6789', password: 'correct horse' }),
  )
  assert.equal(made.status, 201)
  assert.deepEqual(
    { ...made.data, id: 0, created_at: '', updated_at: '' },
    {
      id: 0,
      name: 'mei',
      name_en: 'Mei',
      email: 'mei@office.example',
      role: 'sales',
      roles: ['sales'],
      department: null,
      departments: [],
      phone: '02-2345-6789',
      line_id: null,
      locale: 'zh-TW',
      tour_leader_id: null,
      branch_id: null,
      morning_mail: false,
      status: 'active',
      last_login_at: null,
      created_at: '',
      updated_at: '',
      version: 1,
    },
  )
  const address = made.headers.location ?? ''
  assert.deepEqual((await admin.get(address)).data, made.data)
  const changed = await admin.put(address, { role: 'department', department: 'op' })
  assert.deepEqual([changed.data.role, changed.data.department, changed.data.version], ['department', 'op', 2])
  assert.equal((await admin.delete(address)).status, 200)
  assert.equal((await admin.get(address)).status, 404)
})

const misplaced: [what: object, errors: object][] = [
  [{ role: 'department' }, { department: ['The role department needs its department.'] }],
  [{ role: 'department', department: null }, { department: ['The role department needs its department.'] }],
  [{ role: 'sales', department: 'op' }, { department: ['Only the role department has a department.'] }],
  [{ role: 'sales', tour_leader_id: 1 }, { tour_leader_id: ['Only the role leader is linked to a leader profile.'] }],
  [{ role: 'boss' }, { role: ['Must be one of: admin, manager, sales, department, finance, leader, customer.'] }],
  [{ role: 'department', department: 'it' }, { department: ['Must be one of: ticketing, line_control, op.'] }],
  [{ email: 'no address' }, { email: ['Must be an email address such as mei@example.com.'] }],
  [{ email: 'a@b' }, { email: ['Must be an email address such as mei@example.com.'] }],
  [{ password: 'nine char' }, { password: ['At least 10 characters.'] }],
  [{ password_hash: 'x' }, { password_hash: ['There is no such field here; check the spelling.'] }],
  [{ last_login_at: null }, { last_login_at: ['There is no such field here; check the spelling.'] }],
]
for (const [what, errors] of misplaced)
  test(`refused: an account with ${JSON.stringify(what)}`, async () => {
    const refused = await admin.post('/users', { ...person('misplaced'), ...what })
    assert.deepEqual([refused.status, refused.body.errors], [422, errors])
  })

test('a change is checked together with the stored fields: a department needs its role', async () => {
  const put = (body: object) => admin.put(`/users/${ids.ticketing}`, body)
  assert.deepEqual(Object.keys((await put({ role: 'sales' })).body.errors), ['department'])
  assert.deepEqual(Object.keys((await put({ department: null })).body.errors), ['department'])
  assert.equal((await put({ role: 'sales', department: null })).status, 200)
  assert.equal((await put({ role: 'department', department: 'ticketing' })).status, 200)
  assert.deepEqual((await put({ password: 'a password here' })).body.errors, {
    password: ['There is no such field here; check the spelling.'],
  })
})

test('a mail address belongs to one account, in upper or lower case', async () => {
  assert.equal((await admin.post('/users', person('wang'))).status, 201)
  for (const email of ['wang@office.example', 'WANG@Office.Example']) {
    const twice = await admin.post('/users', { ...person('other'), email })
    assert.deepEqual(
      [twice.status, twice.body.code, twice.body.errors],
      [409, 'duplicate', { email: ['This value is taken already.'] }],
    )
    assert.equal((await admin.put(`/users/${ids.op}`, { email })).status, 409)
  }
  const twins = await Promise.all(
    [1, 2, 3, 4].map((n) => admin.post('/users', { ...person('twin'), name: `twin ${n}` })),
  )
  assert.deepEqual(twins.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('the last active administrator cannot be removed', async () => {
  for (const answer of [
    await admin.put(`/users/${ids.admin}`, { role: 'sales' }),
    await admin.put(`/users/${ids.admin}`, { status: 'suspended' }),
    await admin.delete(`/users/${ids.admin}`),
  ])
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.possible, answer.body.detail],
      [409, 'step_not_possible', [], 'At least one active administrator must remain.'],
    )
  assert.equal((await admin.put(`/users/${ids.admin}`, { name: '總管' })).status, 200)
  const { data: second } = await admin.post('/users', person('second', { role: 'admin', status: 'suspended' }))
  assert.equal(
    (await admin.put(`/users/${ids.admin}`, { role: 'sales' })).status,
    409,
    'a suspended one does not count',
  )
  assert.equal((await admin.delete(`/users/${second.id}`)).status, 200)
})

test('if administrators remove each other at the same time, one remains', async () => {
  const other = await another()
  for (let round = 0; round < 5; round += 1) {
    const { data: second } = await admin.post('/users', person(`rival${round}`, { role: 'admin' }))
    await Promise.all([
      admin.put(`/users/${second.id}`, { status: 'suspended' }),
      other.as('admin').put(`/users/${ids.admin}`, { status: 'suspended' }),
    ])
    const { rows } = await sql<{ id: number }>`select id from users where role = 'admin' and status = 'active'`.execute(
      db,
    )
    assert.equal(rows.length, 1)
    await sql`update users set status = 'active' where id = ${ids.admin}`.execute(db)
    await sql`update users set role = 'customer' where id = ${second.id}`.execute(db)
    await sql`insert into tokens (user_id, kind, name, token_hash, expires_at)
      values (${ids.admin}, 'session', 'again', ${hashOf(tokens.admin)}, now() + interval '1 hour') on conflict do nothing`.execute(
      db,
    )
  }
})

test('an account in use cannot be removed, and the refusal names what uses it', async () => {
  const { data: keeper } = await admin.post('/users', person('keeper', { role: 'sales' }))
  const area = { code: 'NEA', name: '東北亞', controller_user_id: keeper.id }
  assert.equal((await admin.post('/geographical-areas', area)).status, 201)
  const refused = await admin.delete(`/users/${keeper.id}`)
  assert.deepEqual([refused.status, refused.body.code, refused.body.uses], [409, 'in_use', { geographical_areas: 1 }])
  assert.match(refused.body.detail, /^Still used by: geographical area × 1\. /)
  const inChinese = await admin.delete(`/users/${keeper.id}`, { 'accept-language': 'zh-TW' })
  assert.match(inChinese.body.detail, /^仍有資料使用它：線別 × 1。/)
  assert.equal((await admin.get(`/users/${keeper.id}`)).status, 200)
})

test('a responsible person must have an account with a permitted role', async () => {
  const area = { code: 'SEA', name: '東南亞' }
  const talk = { kind: 'product_talk', title: '講座' }
  const named = (path: string, body: object, field: string, id: number) => admin.post(path, { ...body, [field]: id })
  const refused: [string, object, string, number, string][] = [
    ['/geographical-areas', area, 'controller_user_id', ids.customer, 'the office'],
    ['/geographical-areas', area, 'controller_user_id', ids.leader, 'the office'],
    ['/seminars', talk, 'host_user_id', ids.customer, 'the office'],
  ]
  for (const [path, body, field, id, whose] of refused)
    assert.deepEqual((await named(path, body, field, id)).body.errors, {
      [field]: [`Must be the account in use of somebody of ${whose}.`],
    })
  const { data: left } = await admin.post('/users', person('left', { role: 'sales', status: 'suspended' }))
  assert.equal((await named('/seminars', talk, 'host_user_id', left.id)).status, 422)
  const { data: made } = await named('/seminars', talk, 'host_user_id', ids.sales)
  await sql`update users set status = 'suspended' where id = ${ids.sales}`.execute(db)
  assert.equal((await admin.put(`/seminars/${made.id}`, { host_user_id: ids.sales, notes: 'x' })).status, 200)
  await sql`update users set status = 'active' where id = ${ids.sales}`.execute(db)
})

test('the list is filtered, sorted and searched', async () => {
  const names = async (query: string) =>
    (await admin.get(`/users?${query}`)).data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names('role=department&sort=id'), ['票務小林', '線控小張', 'OP 小黃'])
  assert.deepEqual(await names('department=op'), ['OP 小黃'])
  assert.deepEqual(await names('q=LEADER%40example'), ['領隊阿明'])
  assert.deepEqual(await names('q=%E6%9D%8E%E5%A4%A7'), ['客戶李大同'])
  assert.equal(
    (await admin.get('/users')).data.some((user: object) => 'password_hash' in user),
    false,
  )
})

test('the option list has active staff, no customers, and the chosen account', async () => {
  const { data: gone } = await admin.post('/users', person('gone', { status: 'suspended' }))
  const values = async (query = '') =>
    (await as('sales').get(`/users/list/options${query}`)).data.map(({ value }: { value: number }) => value)
  const offered = await values()
  assert.deepEqual(offered.includes(ids.op), true)
  for (const id of [gone.id, ids.customer]) assert.equal(offered.includes(id), false)
  assert.equal((await values(`?include=${gone.id}`))[0], gone.id)
  assert.equal((await values(`?include=${ids.customer}`)).includes(ids.customer), false)
  assert.deepEqual(await values(`?q=OP&include=${gone.id}`), [gone.id, ids.op])
  for (const role of ['leader', 'customer'] as const)
    assert.equal((await as(role).get('/users/list/options')).status, 403)
})

test('the audit records every change with caller and request, without secrets', async () => {
  const asked = { 'x-request-id': 'history-1' }
  const { data } = await admin.post('/users', person('history', { password: 'correct horse' }), asked)
  await admin.put(`/users/${data.id}`, { phone: '0912345678' }, { 'x-request-id': 'history-2' })
  const { body } = await as().post(
    '/login',
    { email: data.email, password: 'correct horse' },
    { 'x-request-id': 'history-3' },
  )
  await as('admin', { authorization: `Bearer ${body.data.token}` }).put(
    '/me/password',
    { current_password: 'correct horse', password: 'battery staple' },
    { 'x-request-id': 'history-4' },
  )
  const { rows } = await sql<{
    action: string
    actor_id: number
    request_id: string
    changes: Record<string, unknown[]>
  }>`
    select action, actor_id, request_id, changes from audit where table_name = 'users' and record_id = ${data.id} order by id`.execute(
    db,
  )
  assert.deepEqual(
    rows.map(({ action, actor_id, request_id, changes }) => [
      action,
      actor_id,
      request_id,
      Object.keys(changes).length,
    ]),
    [
      ['created', ids.admin, 'history-1', Object.keys(rows[0]?.changes ?? {}).length],
      ['changed', ids.admin, 'history-2', 1],
      ['changed', data.id, 'history-3', 1],
      ['changed', data.id, 'history-4', 1],
    ],
  )
  assert.deepEqual(rows[1]?.changes, { phone: [null, '0912345678'] })
  assert.deepEqual(Object.keys(rows[2]?.changes ?? {}), ['last_login_at'])
  assert.deepEqual(rows[3]?.changes, { password_hash: ['•••', '•••'] })
  assert.deepEqual(rows[0]?.changes.password_hash, ['•••', '•••'])
  assert.doesNotMatch(JSON.stringify(rows), /argon2/)
})

test('refused or failed changes leave no audit rows', async () => {
  const count = async () => (await sql<{ n: number }>`select count(*) as n from audit`.execute(db)).rows[0]?.n
  const before = await count()
  await admin.put(`/users/${ids.op}`, { email: 'sales@example.com' })
  await admin.put(`/users/${ids.op}`, { department: null })
  await admin.delete(`/users/${ids.admin}`)
  assert.equal(await count(), before)
})

const belonging = ({ data }: { data: { department: string | null; departments: string[] } }) => [
  data.department,
  data.departments,
]

test('an account belongs to several departments; the first of them is its department', async () => {
  const made = await admin.post('/users', person('both', { role: 'department', departments: ['ticketing', 'op'] }))
  assert.deepEqual(belonging(made), ['ticketing', ['ticketing', 'op']])
  const put = (body: object) => admin.put(`/users/${made.data.id}`, body)
  assert.deepEqual(belonging(await put({ departments: ['op', 'line_control'] })), ['op', ['op', 'line_control']])
  assert.deepEqual(belonging(await put({ name: 'both of them' })), ['op', ['op', 'line_control']])
  assert.deepEqual(belonging(await put({ department: 'ticketing' })), ['ticketing', ['ticketing']], 'it moves there')
  assert.deepEqual(belonging(await put({ department: 'op', departments: ['op', 'ticketing'] })), [
    'op',
    ['op', 'ticketing'],
  ])
  const found = await admin.get('/users?department=ticketing&q=both')
  assert.deepEqual(
    found.data.map(({ id }: { id: number }) => id),
    [made.data.id],
  )
  assert.deepEqual(belonging(await put({ role: 'sales', department: null })), [null, []])
})

test('departments that do not fit the roles are refused', async () => {
  const wrong: [body: object, errors: object][] = [
    [
      { department: 'op', departments: ['ticketing', 'op'] },
      { departments: ['The first of them must be the department.'] },
    ],
    [{ department: 'op', departments: [] }, { departments: ['The first of them must be the department.'] }],
    [{ departments: [] }, { department: ['The role department needs its department.'] }],
    [{ departments: ['op', 'op'] }, { departments: ['Entries must differ.'] }],
    [{ departments: ['it'] }, { 'departments.0': ['Must be one of: ticketing, line_control, op.'] }],
    [{ departments: null }, { departments: ['Must be an array.'] }],
  ]
  for (const [body, errors] of wrong) {
    const refused = await admin.post('/users', person('unfit', { role: 'department', ...body }))
    assert.deepEqual([refused.status, refused.body.errors], [422, errors], JSON.stringify(body))
  }
  const sales = await admin.post('/users', person('unfit', { departments: ['op'] }))
  assert.deepEqual(sales.body.errors, { department: ['Only the role department has a department.'] })
})
