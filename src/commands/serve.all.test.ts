import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { house } from '../../test/house.ts'
import { terminal } from '../../test/terminal.ts'
import { until } from '../../test/until.ts'

const home = await house()
const { serving, guidon, directory } = await terminal(home)
// The embedded database, as after `npm start`.
const env = { DATABASE_URL: '' }

const signIn = async (address: string, email: string, password: string) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  const response = await fetch(`${address}/api/login`, { method: 'POST', headers, body })
  const { data } = (await response.json()) as { data?: { token: string } }
  return data?.token ?? ''
}
const total = async (address: string, token: string, of: string) => {
  const response = await fetch(`${address}/api/${of}`, { headers: { authorization: `Bearer ${token}` } })
  const { data, meta } = (await response.json()) as { data: unknown[]; meta: { total?: number } }
  return meta.total ?? data.length
}
let password = ''

test("a reachable first start writes the administrator's password to a file, seeds reference data and no demo", async () => {
  const { printed, address, stop } = await serving({ ...env, TRUST_PROXY: '127.0.0.1' })
  assert.match(
    printed,
    /^\nGuidon is ready after \d+\.\d s\.\n\n {2}Console {4}http:\/\/127\.0\.0\.1:\d+\/desk\n {2}API {8}http:\/\/127\.0\.0\.1:\d+\/api\n/,
  )
  const [, path = ''] =
    printed.match(/^ {2}Sign in {4}admin@guidon\.local {2}\(administrator; the password is in (\S+) /m) ?? []
  assert.equal(path, join(directory, 'first-password'))
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const [email, kept = ''] = (await readFile(path, 'utf8')).split('\n')
  password = kept
  assert.equal(email, 'admin@guidon.local')
  assert.match(password, /^\S{16}$/)
  assert.ok(!printed.includes(password), 'the password must not be printed')
  assert.doesNotMatch(printed, /demo|!!/i)
  const token = await signIn(address, 'admin@guidon.local', password)
  assert.equal(await total(address, token, 'countries'), 249)
  assert.equal(await total(address, token, 'addon-requests/types'), 32)
  assert.equal(await total(address, token, 'addon-requests'), 0)
  assert.equal(await stop(), 0)
})

test('a later start with several processes changes nothing and prints no secret', async () => {
  const { printed, address, stop } = await serving({ ...env, WORKERS: '2' })
  assert.doesNotMatch(printed, /Sign in|demo/i)
  // The process looks for a sign-in when it starts, and does not wait for the answer.
  await until(() => !existsSync(join(directory, 'first-password')), 'the file is removed after the first sign-in')
  const tokens = await Promise.all([0, 1].map(() => signIn(address, 'admin@guidon.local', password)))
  assert.deepEqual(await Promise.all(tokens.map((token) => total(address, token, 'countries'))), [249, 249])
  assert.equal(JSON.parse((await guidon('user list --json', { env })).out).length, 1)
  assert.equal(await stop(), 0)
})
