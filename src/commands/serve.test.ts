import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../test/house.ts'
import { onServer } from '../../test/server.ts'
import { terminal } from '../../test/terminal.ts'

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

test('the first start tells the administrator its password, and has reference data but no demo on a database of ours', async () => {
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

test('a further start, in several processes, finds everything and tells no secret; a demo comes when it is asked for', async () => {
  const { printed, address, stop } = await serving({ WORKERS: '2', DEMO: '1' })
  assert.doesNotMatch(printed, /Sign in/)
  assert.match(printed, /^ {4}department ticketing {4}ticketing@demo\.guidon\.local +guidon-demo$/m)
  const tokens = await Promise.all([0, 1].map(() => signIn(address, 'admin@guidon.local', password)))
  assert.deepEqual(await Promise.all(tokens.map((token) => total(address, token, 'countries'))), [249, 249])
  assert.equal(await total(address, await signIn(address, 'op@demo.guidon.local', 'guidon-demo'), 'addon-requests'), 42)
  assert.equal(JSON.parse((await guidon('user list --json')).out).length, 11)
  assert.equal(await stop(), 0)
})
