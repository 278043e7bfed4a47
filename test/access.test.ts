import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Access } from '../src/kit/http/server/guard.ts'
import { service } from '../src/kit/http/server/service.ts'
import { sharedHouse } from './house.ts'

const { app } = await sharedHouse()

const columns = ['stranger', 'customer', 'leader', 'sales', 'department', 'finance', 'manager', 'admin'] as const
const mayUse = (access: Access, column: (typeof columns)[number]) => {
  if (access === 'public') return true
  if (column === 'stranger') return false
  return access === 'signed-in' || access.includes(column)
}

const matrix = () => {
  const rows = app.catalogue
    .map(({ methods, path, access }) => [
      path,
      methods.join(' '),
      ...columns.map((column) => (mayUse(access, column) ? '●' : '')),
    ])
    .sort(([a = '', m = ''], [b = '', n = '']) => (a === b ? compare(m, n) : compare(a, b)))
  return [
    '# Who may use what',
    '',
    'Every route and every role, printed by `test/access.test.ts` (`UPDATE=1` writes it anew). ● means that the role may call the route. Which',
    'records it then gets is decided by the query: customers and leaders get their own, and any other answers 404. HEAD follows GET.',
    'An account with several roles may call what one of them may, and acts there with those of its roles that have a ●.',
    '',
    row(['route', 'method', ...columns]),
    row(['---', '---', ...columns.map(() => ':-:')]),
    ...rows.map(row),
    '',
  ].join('\n')
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

test('docs/access.md matches the access that the routes declare', () => {
  const place = new URL('../docs/access.md', import.meta.url)
  if (process.env.UPDATE === '1') writeFileSync(place, matrix())
  const [written, declared] = [readFileSync(place, 'utf8').split('\n'), matrix().split('\n')]
  const changed = {
    gone: written.filter((line) => !declared.includes(line)),
    come: declared.filter((line) => !written.includes(line)),
  }
  assert.deepEqual(changed, { gone: [], come: [] }, 'who may use what has changed: look, then run with UPDATE=1')
  assert.equal(written.length, declared.length)
})

test('the service does not start if a route declares no access', async () => {
  const { database, keys, files, machine } = app
  const needs = {
    database,
    keys,
    files,
    machine,
    jobs: new Map(),
    zone: 'UTC',
    corsOrigins: [],
    trustProxy: 0,
    log: pino({ level: 'silent' }),
  }
  const other = service({ ...needs, papers: app.papers, identify: () => Promise.reject(new Error('nobody')) })
  other.register(async (scope) => {
    scope.get('/api/secrets', async () => 'told')
  })
  await assert.rejects(async () => other.ready(), /GET \/api\/secrets declares no access/)
})
