import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { clientOf } from '../../../drills/kit/client.ts'
import { freePort } from '../../../drills/kit/service.ts'
import { missing } from '../../../test/deploy/programs.ts'
import { startProxy } from '../../../test/deploy/proxies.ts'
import { house } from '../../../test/house.ts'
import { onServer } from '../../../test/server.ts'
import { terminal, urlOf } from '../../../test/terminal.ts'
import { until } from '../../../test/until.ts'
import { readConfig } from '../../config.ts'
import { Client } from '../../kit/db/connection/client.ts'
import { FIRST_START } from '../../kit/http/server/probes.ts'
import { keysFrom } from '../../kit/secrets/keys.ts'
import { seedAdministrator } from '../../seeds/administrator.ts'
import { remember } from '../../seeds/prepare.ts'

const home = await house()
const { guidon, directory } = await terminal(home)
const place = join(directory, 'operators')
const env = { OPERATORS_DIR: place, OPERATORS_DATABASE_URL: urlOf({ ...home.settings, database: 'postgres' }) }
const operators = (words: string, more = {}) => guidon(`operators ${words}`, { env: { ...env, ...more } })

// Roles are of the whole server, which other tests use too.
const mark = `t${randomBytes(4).toString('hex')}`
const [alpha, beta] = [`${mark}-alpha`, `${mark}-beta`]
const databaseOf = (name: string) => `guidon_${name.replaceAll('-', '_')}`
home.atEnd(async () => {
  for (const name of [alpha, beta]) {
    await onServer(`drop database if exists ${databaseOf(name)} with (force)`)
    await onServer(`drop role if exists ${databaseOf(name)}`)
  }
})
const add = async (name: string, more = '') =>
  operators(`add ${name} --host ${name}.example.com --admin boss@${name}.tw --port ${await freePort()} ${more} --json`)
const settingsOf = (name: string) => parseEnv(readFileSync(join(place, name, 'guidon.env'), 'utf8'))

test('add makes a database, a role, a key and settings of its own', async () => {
  for (const name of [alpha, beta]) assert.deepEqual((await add(name)).code, 0)
  const settings = settingsOf(alpha)
  assert.equal(settings.PUBLIC_URL, `https://${alpha}.example.com`)
  assert.match(settings.DATABASE_URL ?? '', new RegExp(`^postgres://${databaseOf(alpha)}:[\\w-]{32}@`))
  assert.notEqual(
    readFileSync(settings.MASTER_KEY_FILE ?? '', 'utf8'),
    readFileSync(settingsOf(beta).MASTER_KEY_FILE ?? '', 'utf8'),
  )
  assert.deepEqual(
    (await listed()).map(({ name, state }) => [name, state]),
    [
      [alpha, 'current'],
      [beta, 'current'],
    ],
  )
})

test('Prometheus finds the processes of all, each with its operator as a label', () => {
  const targets = JSON.parse(readFileSync(join(place, 'prometheus.json'), 'utf8'))
  assert.deepEqual(
    targets,
    [alpha, beta].map((name) => ({
      targets: [`127.0.0.1:${settingsOf(name).PORT}`],
      labels: { operator: name },
    })),
  )
  assert.deepEqual(
    [place, join(place, alpha)].map((folder) => statSync(folder).mode & 0o777),
    [0o711, 0o700],
  )
})

test('a name, host name or port that is wrong or used is refused in words', async () => {
  const wrong = await operators('add Alpha_1 --host nowhere --admin boss --port 80')
  assert.deepEqual(
    [
      wrong.code,
      ...wrong.err
        .trim()
        .split('\n')
        .map((line) => line.trim().split(':')[0]),
    ],
    [1, 'Some fields are not right', ...['name', 'host', 'port', 'admin']],
  )
  const used = await operators(
    `add ${mark}-third --host ${beta}.example.com --admin boss@third.tw --port ${await freePort()}`,
  )
  assert.equal(used.code, 1)
  assert.match(used.err, /has this name, host name or port already/)
  assert.equal(existsSync(join(place, `${mark}-third`)), false)
  const lost = await operators(`upgrade --only ${mark}-third`, { OPERATORS_DATABASE_URL: '' })
  assert.match(lost.err, /No operator has the name/)
})

test('the role of one operator cannot connect to the database of another', async () => {
  const url = new URL(settingsOf(alpha).DATABASE_URL ?? '')
  await (await connected(url.href)).end()
  url.pathname = databaseOf(beta)
  await assert.rejects(connected(url.href), { code: '42501' })
})

const skip = missing('haproxy')
test('the front chooses the operator by host name; what one knows the other does not', {
  skip,
  timeout: 120_000,
}, async () => {
  const text = readFileSync(join(place, 'haproxy.cfg'), 'utf8')
  const proxy = await startProxy('haproxy', { home: directory, targets: [], speaks: 'http', text })
  home.atEnd(proxy.stop)
  const { ask, close } = clientOf(`http://127.0.0.1:${proxy.port}`)
  home.atEnd(close)
  const at = (host: string, path: string, body?: object, token?: string) =>
    ask(body ? 'POST' : 'GET', path, { token, body, headers: { host } })
  assert.equal(
    (await at('nobody.example.com', '/api/me')).body.message,
    'Nobody has this host name here; check the address.',
  )
  assert.deepEqual(
    [(await at('nobody.example.com', '/api/me')).status, (await at(`${alpha}.example.com`, '/api/me')).status],
    [404, 503],
  )

  const running = await Promise.all([alpha, beta].map(serviceOf))
  for (const name of [alpha, beta])
    await until(async () => (await at(`${name}.example.com`, '/api/me')).status === 401, `${name} answers`)
  const login = (host: string) =>
    at(`${host}.example.com`, '/api/login', { email: `boss@${alpha}.tw`, password: `password of ${alpha}` })
  const { token } = (await login(alpha)).body.data
  assert.equal((await at(`${alpha.toUpperCase()}.example.com:443`, '/api/me', undefined, token)).status, 200)
  assert.deepEqual(
    [(await login(beta)).status, (await at(`${beta}.example.com`, '/api/me', undefined, token)).status],
    [401, 401],
  )

  const kept = await operators(`remove ${beta} --backup ${join(directory, 'last')}`)
  assert.match(kept.err, new RegExp(`connections use the database of ${beta}; stop guidon@${beta} first`))
  for (const stop of running) await stop()
})

test('a migration that fails stops nobody else', async () => {
  await query(alpha, `delete from migrations where name = '0001_foundation.sql'`)
  await query(beta, `delete from migrations where name like '0074_%'; drop index planned_trips_weekday`)
  const { code, out } = await operators('upgrade --json')
  assert.equal(code, 1)
  assert.deepEqual(
    JSON.parse(out).map(({ name, result }: Row) => [name, result]),
    [
      [alpha, 'failed'],
      [beta, 'done'],
    ],
  )
  assert.deepEqual(
    (await listed()).map(({ state }) => state),
    ['migrations due: 1', 'current'],
  )
})

test('backup keeps each operator apart; remove keeps a last backup and the key', async () => {
  const { code, out } = await operators(`backup ${join(directory, 'night')} --json`)
  assert.deepEqual([code, JSON.parse(out).map(({ result }: Row) => result)], [0, ['done', 'done']])
  assert.deepEqual(readdirSync(join(directory, 'night')), [alpha, beta])
  const key = readFileSync(settingsOf(beta).MASTER_KEY_FILE ?? '', 'utf8')
  const removed = JSON.parse((await operators(`remove ${beta} --backup ${join(directory, 'last')} --json`)).out)
  assert.equal(readFileSync(removed.key, 'utf8'), key)
  assert.equal(existsSync(join(removed.backup, 'manifest.json')), true)
  assert.deepEqual(
    (await listed()).map(({ name }) => name),
    [alpha],
  )
  for (const file of ['haproxy.cfg', 'prometheus.json'])
    assert.doesNotMatch(readFileSync(join(place, file), 'utf8'), new RegExp(beta))
  const left = `select datname from pg_database where datname = '${databaseOf(beta)}'
    union all select rolname from pg_roles where rolname = '${databaseOf(beta)}'`
  assert.deepEqual(await query(alpha, left), [])
})

/** Starts a service with the settings that `add` has written. Returns a function that stops it. */
const serviceOf = async (name: string) => {
  const config = readConfig({ ...settingsOf(name), ADMIN_PASSWORD: `password of ${name}` })
  const keys = config.masterKeys && keysFrom(...config.masterKeys)
  const { app, database, stop } = await home.another({ connectionString: config.databaseUrl, keys })
  await database.transaction({}, async (tx) => {
    await seedAdministrator(tx, config.adminEmail, config.adminPassword)
    await remember(tx, FIRST_START, 'done')
  })
  await app.listen({ host: config.host, port: config.port })
  return stop
}

type Row = { name: string; state: string; result: string }
const listed = async (): Promise<Row[]> => JSON.parse((await operators('list --json')).out)

const connected = async (connectionString: string) => {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}
const query = async (name: string, text: string) => {
  const client = await connected(settingsOf(name).DATABASE_URL ?? '')
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}
