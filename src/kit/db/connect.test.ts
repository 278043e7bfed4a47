import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { proxyTo } from '../../../test/postgres-proxy.ts'
import { onServer } from '../../../test/server.ts'
import { openDatabase } from '../../wiring.ts'
import { refusalOf } from './faults.ts'

const { as, db, database, settings, atEnd } = await house()
const killAll = () =>
  onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${settings.database}'`)
const connections = async (name: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name = ${name}`.execute(db)
  return rows[0]?.n
}

test('after every connection was killed, the next read and the next write succeed', async () => {
  for (let round = 0; round < 3; round += 1) {
    assert.equal((await as('admin').get('/me')).status, 200)
    await killAll()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await as('admin').get('/me')).status))
    assert.deepEqual(new Set(statuses), new Set([200]))
    await killAll()
    await pause(50)
    assert.equal((await as('admin').put('/me', { name: `第 ${round} 次` })).status, 200)
  }
})

test('reads whose connection dies are repeated', async () => {
  const asked = Array.from({ length: 6 }, (_, n) =>
    sql<{ n: number }>`select ${n}::integer as n, pg_sleep(0.1)`.execute(db),
  )
  await pause(50)
  await killAll()
  const answers = await Promise.all(asked)
  assert.deepEqual(
    answers.map(({ rows: [row] }) => row?.n),
    [0, 1, 2, 3, 4, 5],
  )
  const left = await connections('guidon')
  assert.ok(left !== undefined && left <= 2, `${left} connections are open`)
})

test('the listener reconnects after a loss, and delivers nothing twice', async () => {
  const heard: string[] = []
  const missed = 'first missed something'
  const tell = (channel: string, word: string) => sql`select pg_notify(${channel}, ${word})`.execute(db)
  const deaf = await database.listener.hear('first', {
    hear: (word) => heard.push(`first ${word}`),
    missed: () => heard.push(missed),
  })
  await tell('first', 'one')
  await killAll()
  await pause(50)
  await database.listener.hear('second', { hear: (word) => heard.push(`second ${word}`) })
  await pause(1_200)
  await tell('first', 'two')
  await tell('second', 'three')
  await pause(100)
  assert.deepEqual(heard, [missed, 'first one', missed, 'first two', 'second three'])
  assert.equal(await connections('guidon listener'), 1)
  deaf()
  await tell('first', 'four')
  await pause(50)
  assert.equal(heard.length, 5)
})

test('an unreachable database answers 503 and never 500', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0)
  const { port } = silent.address() as { port: number }
  const away = [
    { host: '127.0.0.1', port: 1 },
    { host: '/nowhere', port: 5432 },
    { host: 'nowhere.invalid', port: 5432 },
    { host: '127.0.0.1', port, connectionTimeoutMillis: 200 },
  ]
  for (const where of away) {
    const { db, transaction, end } = openDatabase({ ...where, user: 'nobody', database: 'nothing' })
    const ask = sql`select 1`
    for (const asking of [() => ask.execute(db), () => transaction({}, (tx) => ask.execute(tx))])
      assert.equal(refusalOf(await asking().catch((error) => error))?.code, 'unavailable', JSON.stringify(where))
    await end()
  }
  silent.close()
  for (const socket of sockets) socket.destroy()
})

test('a server that closes the connection right after the handshake does no harm', async () => {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(kind), length, body])
  }
  const [welcome, ready] = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
  const farewell = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, farewell])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { transaction, end } = openDatabase({ host: '127.0.0.1', port, user: 'x', database: 'x' })
  const fault = await transaction({}, (tx) => sql`select 1`.execute(tx)).catch((error) => error)
  assert.equal(refusalOf(fault)?.code, 'unavailable')
  await end()
  server.close()
})

/** Long enough for a machine that stands still for a moment. */
const SILENCE_MS = 2_000

test('a silent database answers 503 to everything that waits, also to a commit; afterwards all works again', async () => {
  const proxy = await proxyTo(settings)
  atEnd(proxy.end)
  const { db, transaction, end } = openDatabase({
    ...proxy.settings,
    readConnections: 1,
    silenceTimeout: SILENCE_MS,
    connectionTimeoutMillis: 1_000,
  })
  const read = () => sql`select 1`.execute(db)
  const write = (before = () => {}) =>
    transaction({}, async (tx) => {
      await sql`select 1`.execute(tx)
      before()
    })
  await Promise.all([read(), write(), write()])

  const [fallen, began] = [Promise.withResolvers<void>(), performance.now()]
  const committed = write(() => fallen.resolve(proxy.stall()))
  await fallen.promise
  const waiting = [committed, write(), read(), pause(300).then(read)].map((asked) =>
    asked.then(
      () => 'answered',
      (error) => [refusalOf(error)?.code, Math.round((performance.now() - began) / SILENCE_MS)],
    ),
  )
  // Statements on a shared connection fail together, the last one before its own timeout.
  assert.deepEqual(
    await Promise.all(waiting),
    Array.from({ length: 4 }, () => ['unavailable', 1]),
  )
  assert.equal(refusalOf(await read().catch((error) => error))?.code, 'unavailable')

  proxy.resume()
  await Promise.all([read(), write()])
  proxy.stall()
  const leaving = performance.now()
  await end()
  assert.ok(performance.now() - leaving < 5_000)
})

test('a slow statement is not mistaken for a silent database', async () => {
  const { db, end } = openDatabase({ ...settings, readConnections: 1, silenceTimeout: SILENCE_MS })
  const slow = sql<{ n: number }>`select 1 as n, pg_sleep(0.8)`
  const answers = await Promise.all([slow.execute(db), slow.execute(db), slow.execute(db)])
  assert.deepEqual(
    answers.map(({ rows: [row] }) => row?.n),
    [1, 1, 1],
  )
  await end()
})

test('statements known to be slow do not delay others, however many there are', async () => {
  const told: string[] = []
  const ask = async (name: string, read: ReturnType<typeof sql>) => {
    await read.execute(db)
    told.push(name)
  }
  const long = () => ask('long', sql`select pg_sleep(0.4)`)
  const short = () => ask('short', sql`select 1`)
  await Promise.all([long(), short()])
  for (let i = 0; i < 8; i += 1) await short()
  told.length = 0
  await Promise.all([...Array.from({ length: 4 }, long), ...Array.from({ length: 12 }, short)])
  assert.deepEqual(told, [...Array(12).fill('short'), ...Array(4).fill('long')])
})
