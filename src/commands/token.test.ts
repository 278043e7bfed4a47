import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'

const home = await house()
const { guidon } = await terminal(home)

test('a token is shown once, works, and ends when it is revoked', async () => {
  const { code, out } = await guidon('token make sales@example.com --name 會計系統 --days 30 --json')
  const { id, name, token, expires_at } = JSON.parse(out)
  const days = (Date.parse(expires_at) - Date.now()) / 86_400_000
  assert.deepEqual([code, name, Math.round(days)], [0, '會計系統', 30])
  const caller = home.asBearer(token)
  assert.equal((await caller.get('/me')).data.email, 'sales@example.com')

  const listed = await guidon('token list')
  assert.match(listed.out, new RegExp(`^${id} +sales@example.com .* 會計系統$`, 'm'))
  assert.ok(!listed.out.includes(token))

  assert.deepEqual(await guidon(`token revoke ${id}`), {
    code: 0,
    out: `API token ${id} is revoked.\n`,
    err: '',
  })
  assert.equal((await caller.get('/me')).status, 401)
  assert.equal((await guidon(`token revoke ${id}`)).code, 1)
})

test('the output for a person shows the token and its expiry', async () => {
  const { out } = await guidon('token make sales@example.com --name x --days 1')
  assert.match(out, /^gdn_[\w-]{43}\n\(shown this once; good until \d{4}-.*\)\n$/)
})

test('errors are reported', async () => {
  const endless = await guidon('token make sales@example.com --name x --days 99999')
  assert.deepEqual([endless.code, endless.err], [1, 'Some fields are not valid\n  days: Not above 3650.\n'])
  assert.equal(
    (await guidon('token make nobody@example.com --name x --days 1')).err,
    'Not found\nNo account nobody@example.com.\n',
  )
  assert.equal((await guidon('token make sales@example.com --name x')).code, 2)
  assert.equal((await guidon('token revoke abc')).code, 1)
})

test('sessions are neither listed nor revoked as tokens', async () => {
  const session = await home.db
    .selectFrom('tokens')
    .select('id')
    .where('kind', '=', 'session')
    .executeTakeFirstOrThrow()
  assert.equal((await guidon(`token revoke ${session.id}`)).code, 1)
  assert.ok(JSON.parse((await guidon('token list --json')).out).every(({ id }: { id: number }) => id !== session.id))
})
