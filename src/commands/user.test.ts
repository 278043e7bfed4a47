import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { enrolled } from '../../test/fixtures/second-factor.ts'
import { house } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'

const home = await house()
const { db, as, asBearer } = home
const { guidon } = await terminal(home)
const invited = async () =>
  (await sql<{ data: { user_id: number } }>`select data from jobs.job where name = 'auth.invitation'`.execute(db)).rows

test('an account created without a password is invited by mail', async () => {
  const { code, out } = await guidon('user add mei@example.com --name 王小美 --role department --department op --json')
  const { id, ...told } = JSON.parse(out)
  assert.deepEqual([code, told], [0, { email: 'mei@example.com', invited: true }])
  assert.deepEqual(
    (await invited()).map(({ data }) => data),
    [{ user_id: id }],
  )
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(
    [user.name, user.role, user.department, user.locale, user.password_hash],
    ['王小美', 'department', 'op', 'zh-TW', null],
  )
})

test('an account created with a password can sign in at once', async () => {
  const { code, out } = await guidon(
    'user add ann@example.com --name "Ann Chen" --role sales --locale en --password-stdin',
    {
      input: 'correct horse battery\n',
    },
  )
  assert.deepEqual([code, out], [0, 'ann@example.com was added.\n'])
  const { status } = await asBearer().post('/login', { email: 'ann@example.com', password: 'correct horse battery' })
  assert.equal(status, 200)
  assert.equal((await invited()).length, 1)
})

test('errors use the sentences of the service', async () => {
  const wrong = await guidon('user add nobody --name x --role boss --password-stdin', { input: 'short' })
  assert.deepEqual(wrong, {
    code: 1,
    out: '',
    err: [
      'Some fields are not valid',
      '  email: Must be an email address such as mei@example.com.',
      '  role: Must be one of: admin, manager, sales, department, finance, leader, customer.',
      '  password: At least 10 characters.\n',
    ].join('\n'),
  })
  const twice = await guidon('user add ANN@example.com --name x --role sales', { locale: 'zh-TW' })
  assert.deepEqual([twice.code, twice.err], [1, '已有相同的資料\n  email: 此值已被使用。\n'])
  const placeless = await guidon('user add a@example.com --name x --role department')
  assert.deepEqual(
    [placeless.code, placeless.err],
    [1, 'Some fields are not valid\n  department: The role department needs its department.\n'],
  )
  const nameless = await guidon('user add a@example.com --role sales')
  assert.equal(nameless.code, 2)
  assert.match(nameless.err, /required option '--name <name>' not specified/)
})

test('a new password ends all sessions', async () => {
  assert.equal((await as('leader').get('/me')).status, 200)
  const { code, out } = await guidon('user password leader@example.com --json')
  const { password } = JSON.parse(out)
  assert.deepEqual([code, password.length], [0, 16])
  assert.equal((await as('leader').get('/me')).status, 401)
  assert.equal((await asBearer().post('/login', { email: 'leader@example.com', password })).status, 200)
  const given = await guidon('user password leader@example.com --password-stdin', { input: 'another long one' })
  assert.deepEqual(given, { code: 0, out: 'The password was changed.\n', err: '' })
  const none = await guidon('user password nobody@example.com')
  assert.deepEqual([none.code, none.err], [1, 'Not found\nNo account nobody@example.com.\n'])
})

test('a suspended account is signed out; the last administrator cannot be suspended', async () => {
  assert.equal((await as('op').get('/me')).status, 200)
  assert.equal((await guidon('user suspend OP@example.com')).code, 0)
  assert.equal((await as('op').get('/me')).status, 401)
  const { code, err } = await guidon('user suspend admin@example.com')
  assert.deepEqual([code, err], [1, 'This step is not possible now\nAt least one active administrator must remain.\n'])
})

test('all accounts are listed, and the audit says that a change came from the command line', async () => {
  const { out } = await guidon('user list')
  assert.match(out, /^id +email +roles +department +status +last_login_at +name\n/)
  assert.match(out, /^\d+ +mei@example.com +department +op +active +王小美$/m)
  const listed = JSON.parse((await guidon('user list --json')).out)
  assert.deepEqual(Object.keys(listed[0]), [
    'id',
    'email',
    'role',
    'roles',
    'department',
    'status',
    'last_login_at',
    'name',
  ])
  const change = await db
    .selectFrom('audit')
    .select(['request_id', 'actor_id'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  assert.deepEqual(change, { request_id: 'command-line', actor_id: null })
})

test('a lost second factor is removed, and all sessions end', async () => {
  await enrolled(db, as('admin'))
  const { code, out } = await guidon('user reset-second-factor admin@example.com')
  assert.deepEqual(
    [code, out],
    [0, 'The second factor of admin@example.com was removed, and all its sessions ended.\n'],
  )
  assert.equal((await as('admin').get('/me')).status, 401)
  const again = await guidon('user reset-second-factor admin@example.com')
  assert.deepEqual([again.code, again.err.split('\n')[0]], [1, 'Not found'])
})
