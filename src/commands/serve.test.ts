import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../test/house.ts'
import { onServer } from '../../test/server.ts'
import { terminal } from '../../test/terminal.ts'
import { banner } from '../serve/banner.ts'

const home = await house()
const database = `${home.settings.database}_served`
await onServer(`create database ${database}`)
home.atEnd(() => onServer(`drop database ${database} with (force)`))
const { serving, guidon } = await terminal({ ...home, settings: { ...home.settings, database } })

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

test("the first start prints the administrator's password, seeds reference data, and seeds no demo on an external database", async () => {
  const { printed, address, stop } = await serving()
  assert.match(printed, /^\nGuidon is ready after \d+\.\d s\.\n\n {2}API {8}http:\/\/127\.0\.0\.1:\d+\/api\n/)
  password =
    printed.match(/^ {2}Sign in {4}admin@guidon\.local {2}(\S{16}) {3}\(administrator; shown this once\)$/m)?.[1] ?? ''
  assert.doesNotMatch(printed, /demo/i)
  const token = await signIn(address, 'admin@guidon.local', password)
  assert.equal(await total(address, token, 'countries'), 249)
  assert.equal(await total(address, token, 'addon-requests/types'), 31)
  assert.equal(await total(address, token, 'addon-requests'), 0)
  assert.equal(await stop(), 0)
})

test('a later start with several processes changes nothing and prints no secret', async () => {
  const { printed, address, stop } = await serving({ WORKERS: '2' })
  assert.doesNotMatch(printed, /Sign in|demo/i)
  const tokens = await Promise.all([0, 1].map(() => signIn(address, 'admin@guidon.local', password)))
  assert.deepEqual(await Promise.all(tokens.map((token) => total(address, token, 'countries'))), [249, 249])
  assert.equal(JSON.parse((await guidon('user list --json')).out).length, 1)
  assert.equal(await stop(), 0)
})

test('the start message lists every account of a demo', () => {
  const account = { role: 'department ticketing', email: 'ticketing@demo.guidon.local', password: 'guidon-demo' }
  const block = banner({
    address: 'http://x',
    database: 'PostgreSQL',
    demo: [account],
    administrator: undefined,
    seconds: 2.34,
  })
  assert.match(block, /^\nGuidon is ready after 2\.3 s\.\n/)
  assert.match(block, /^ {4}department ticketing {4}ticketing@demo\.guidon\.local {9}guidon-demo$/m)
  assert.doesNotMatch(block, /Sign in/)
})
