import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { house } from '../house.ts'
import { onServer } from '../server.ts'

const { as, app, db, another, settings } = await house()

test('the probes need no sign-in, and reveal nothing', async () => {
  for (const url of ['/healthz', '/readyz'])
    assert.deepEqual((await app.inject({ url })).json(), { success: true, data: { status: 'ok' } })
})

test('a service is not ready before the first administrator can sign in', async () => {
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode
  assert.equal(await ready(), 200)
  await db.deleteFrom('installation').where('key', '=', 'administrator').execute()
  assert.equal(await ready(), 503)
  await db.insertInto('installation').values({ key: 'administrator', value: 'done' }).execute()
  assert.equal(await ready(), 200)
})

test('a process whose database accepts connections and does not answer is not ready', async () => {
  const callers: Socket[] = []
  const silent = createServer((caller) => callers.push(caller)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const lost = await another({ host: '127.0.0.1', port, patience: 1 })
  const answer = await lost.app.inject({ url: '/readyz' })
  for (const caller of callers) caller.destroy()
  silent.close()
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '2'])
})

test('writes to a read-only database answer 503, and succeed again without a restart', async () => {
  const becomes = async (is: 'on' | 'off') => {
    await onServer(`alter database ${settings.database} set default_transaction_read_only = ${is}`)
    await onServer(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${settings.database}'`,
    )
  }
  const write = async () => {
    const { status, headers } = await as('admin').put('/me', { name: '改名' })
    return [status, headers['retry-after']]
  }
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode
  assert.deepEqual([await write(), await ready()], [[200, undefined], 200])

  await becomes('on')
  for (let n = 0; n < 3; n += 1) assert.deepEqual([await write(), await ready()], [[503, '2'], 503])
  assert.equal((await as('admin').get('/me')).status, 200)

  // Connections opened before are discarded when they are used, without a restart.
  await onServer(`alter database ${settings.database} set default_transaction_read_only = off`)
  assert.deepEqual([await ready(), await write()], [200, [200, undefined]])
})

test('requests of probes are logged at level debug', async () => {
  const logged = async (level: string) => {
    const lines: string[] = []
    const { app } = await another({ log: pino({ level }, { write: (line) => lines.push(line) }) })
    for (const url of ['/healthz', '/readyz', '/metrics', '/api/seasons', '/nowhere']) await app.inject({ url })
    // Without the lines about slow statements, which a slow machine adds.
    return lines.map((line) => JSON.parse(line).route).filter(Boolean)
  }
  assert.deepEqual(await logged('info'), ['/api/seasons', 'unknown'])
  assert.deepEqual(await logged('debug'), ['/healthz', '/readyz', '/metrics', '/api/seasons', 'unknown'])
})
