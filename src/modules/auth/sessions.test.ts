import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { untilLocked } from '../../../test/until.ts'
import { openSession } from './sessions.ts'

const { as, asBearer, database, db, ids } = await house()
const password = 'correct horse battery'
const account = { name: '阿明', name_en: 'Ming', email: 'ming@office.example', role: 'sales', password }
const { data: ming } = await as('admin').post('/users', account)
const signIn = async (device_name?: string) => {
  const body = { email: 'ming@office.example', password, ...(device_name && { device_name }) }
  return (await as().post('/login', body, { 'x-forwarded-for': '198.51.100.1' })).data.token
}
const phone = asBearer(await signIn('電話'))
const desk = asBearer(await signIn())

test('every caller sees its own sessions, newest first, with the current one marked', async () => {
  const { data } = await phone.get('/me/sessions')
  assert.deepEqual(
    data.map(({ name, is_current }: { name: string; is_current: boolean }) => [name, is_current]),
    [
      ['API', false],
      ['電話', true],
    ],
  )
  assert.deepEqual(Object.keys(data[0]), ['id', 'name', 'last_used_at', 'expires_at', 'created_at', 'is_current'])
  assert.equal((await as('sales').get('/me/sessions')).data.length, 1)
})

test('a session is ended by its owner only', async () => {
  const third = asBearer(await signIn('第三台'))
  const [{ id }] = (await third.get('/me/sessions')).data
  for (const stranger of [as('admin'), as('sales')])
    assert.equal((await stranger.delete(`/me/sessions/${id}`)).status, 404)
  assert.equal((await desk.delete(`/me/tokens/${id}`)).status, 404, 'a session is no personal token')
  assert.equal((await third.get('/me')).status, 200)
  assert.deepEqual((await desk.delete(`/me/sessions/${id}`)).body, { success: true, data: null })
  assert.equal((await third.get('/me')).status, 401)
  assert.equal((await desk.delete(`/me/sessions/${id}`)).status, 404)
})

test('expired sessions are not listed', async () => {
  const old = asBearer(await signIn('舊'))
  const [{ id }] = (await old.get('/me/sessions')).data
  const listed = async () => (await desk.get('/me/sessions')).data.some((session: { id: number }) => session.id === id)
  assert.equal(await listed(), true)
  await sql`update tokens set last_used_at = now() - interval '4 days' where id = ${id}`.execute(db)
  assert.equal(await listed(), false)
})

test('a personal token is shown once, works until its date, and can be revoked', async () => {
  const made = await desk.post('/me/tokens', { name: '會計系統', expires_at: '2099-12-31T23:59:59+08:00' })
  assert.equal(made.status, 201)
  assert.deepEqual(Object.keys(made.data), ['id', 'name', 'expires_at', 'token'])
  assert.match(made.data.token, /^gdn_[\w-]{43}$/)
  assert.equal(made.data.expires_at, '2099-12-31T15:59:59+00:00')
  const robot = asBearer(made.data.token)
  assert.equal((await robot.get('/me')).data.id, ming.id)
  const { data: listed } = await desk.get('/me/tokens')
  assert.deepEqual(
    listed.map(({ id, name }: { id: number; name: string }) => [id, name]),
    [[made.data.id, '會計系統']],
  )
  assert.ok(!JSON.stringify(listed).includes(made.data.token))
  await sql`update tokens set last_used_at = now() - interval '90 days' where id = ${made.data.id}`.execute(db)
  assert.equal((await robot.get('/me')).status, 200, 'it may rest as long as it likes')
  assert.equal((await as('admin').delete(`/me/tokens/${made.data.id}`)).status, 404)
  assert.equal((await desk.delete(`/me/tokens/${made.data.id}`)).status, 200)
  assert.equal((await robot.get('/me')).status, 401)
})

test('a personal token needs a name and a future date', async () => {
  const refused = await desk.post('/me/tokens', { name: 'x', expires_at: '2020-01-01T00:00:00Z' })
  assert.deepEqual([refused.status, refused.body.errors], [422, { expires_at: ['Must lie ahead.'] }])
  for (const body of [
    { name: 'x' },
    { expires_at: '2099-01-01T00:00:00Z' },
    { name: ' ', expires_at: '2099-01-01T00:00:00Z' },
  ])
    assert.equal((await desk.post('/me/tokens', body)).status, 422)
  for (const expires_at of [
    '2099-02-30T00:00:00Z',
    '2099-01-01',
    'tomorrow',
    '2099-01-01T24:01:00Z',
    '2099-01-01T00:00:60Z',
    4_070_908_800,
    null,
  ])
    assert.deepEqual(Object.keys((await desk.post('/me/tokens', { name: 'x', expires_at })).body.errors), [
      'expires_at',
    ])
  assert.deepEqual((await desk.get('/me/tokens')).data, [])
})

test('/me is the caller, without secrets', async () => {
  const { data } = await desk.get('/me')
  assert.deepEqual(
    { ...data, created_at: '', updated_at: '', last_login_at: '', version: 0 },
    {
      id: ming.id,
      name: '阿明',
      name_en: 'Ming',
      email: 'ming@office.example',
      role: 'sales',
      roles: ['sales'],
      department: null,
      departments: [],
      phone: null,
      line_id: null,
      locale: 'zh-TW',
      tour_leader_id: null,
      branch_id: null,
      morning_mail: false,
      status: 'active',
      last_login_at: '',
      // What the list means is in users/abilities.test.ts.
      may: data.may,
      created_at: '',
      updated_at: '',
      version: 0,
    },
  )
})

test('callers change their own details, but not their role', async () => {
  const changed = await desk.put('/me', {
    name: '小明',
    name_en: null,
    phone: '+886 912 345 678',
    line_id: 'ming',
    locale: 'en',
  })
  assert.deepEqual(
    [changed.status, changed.data.name, changed.data.name_en, changed.data.locale],
    [200, '小明', null, 'en'],
  )
  for (const [field, value] of Object.entries({
    role: 'admin',
    status: 'suspended',
    email: 'a@b.example',
    department: 'op',
    tour_leader_id: 1,
    password_hash: 'x',
    id: ids.admin,
    last_login_at: null,
  }))
    assert.deepEqual((await desk.put('/me', { [field]: value })).body.errors, {
      [field]: [
        field === 'password_hash'
          ? 'There is no such field here; check the spelling.'
          : 'The service sets this field: leave it out, or send it back as it is now.',
      ],
    })
  const { data: before } = await desk.get('/me')
  assert.deepEqual((await desk.patch('/me', {})).data, before)
})

test('a change of an account that is removed meanwhile is refused as signed out', async () => {
  const gone = { ...account, name: '阿華', email: 'hua@office.example' }
  const { data: hua } = await as('admin').post('/users', gone)
  const { data } = await as().post('/login', { email: gone.email, password }, { 'x-forwarded-for': '198.51.100.2' })
  const answer = await database.transaction({}, async (tx) => {
    await tx.deleteFrom('users').where('id', '=', hua.id).execute()
    const own = asBearer(data.token)
    const changing = own.put('/me', { name: '阿華二' })
    const token = own.post('/me/tokens', { name: '備份', expires_at: '2099-01-01T00:00:00Z' })
    await untilLocked(db, 2)
    return { changing, token }
  })
  assert.deepEqual([(await answer.changing).status, (await answer.token).status], [401, 401])
})

test('the number of tokens is limited to the list: the longest unused session ends, and a new personal token is refused', async () => {
  const many = { name: '多裝置', email: 'many@office.example', role: 'sales', password }
  const { id } = (await as('admin').post('/users', many)).data
  let token = ''
  for (let nth = 0; nth < 105; nth += 1)
    token = (await database.transaction({}, (tx) => openSession(tx, id, `device ${nth}`))).token
  const names = (await asBearer(token).get('/me/sessions')).data.map(({ name }: { name: string }) => name)
  assert.deepEqual([names.length, names.at(0), names.at(-1)], [100, 'device 104', 'device 5'])

  const make = (name: string) =>
    asBearer(token, { 'accept-language': 'en' }).post('/me/tokens', { name, expires_at: '2099-01-01T00:00:00Z' })
  for (let nth = 0; nth < 100; nth += 1) assert.equal((await make(`token ${nth}`)).status, 201)
  const refused = await make('one more')
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.errors, {
    name: ['An account has at most 100 personal tokens; revoke those no longer in use.'],
  })
  assert.equal((await asBearer(token).get('/me/tokens')).data.length, 100)
})
