import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { proxyTo } from '../../../test/postgres-proxy.ts'
import { onServer } from '../../../test/server.ts'
import { statementsOf } from '../../../test/statements.ts'
import { comes, until } from '../../../test/until.ts'
import { openDatabase } from '../../wiring.ts'
import { pg } from './client.ts'
import { refusalOf } from './faults.ts'

const { as, db, database, settings, atEnd } = await house()
/** Resolves when their processes have ended. */
const killAll = () =>
  onServer(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${settings.database}'`)
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

test('the listener reconnects after a lost connection, and delivers nothing twice', async () => {
  const heard: string[] = []
  const missed = 'first missed something'
  const tell = (channel: string, word: string) => sql`select pg_notify(${channel}, ${word})`.execute(db)
  const deaf = await database.listener.hear('first', {
    hear: (word) => heard.push(`first ${word}`),
    missed: () => heard.push(missed),
  })
  await tell('first', 'one')
  await until(() => heard.includes('first one'), 'what is told')
  await killAll()
  await database.listener.hear('second', { hear: (word) => heard.push(`second ${word}`) })
  await until(() => heard.filter((word) => word === missed).length === 2, 'it listens again')
  // Longer than the pause before it connects again, so that a second connection would have been opened.
  await pause(1_200)
  await tell('first', 'two')
  await tell('second', 'three')
  await until(() => heard.includes('second three'), 'what is told afterwards')
  const all = [missed, 'first one', missed, 'first two', 'second three']
  assert.deepEqual(heard, all)
  assert.equal(await connections('guidon listener'), 1)
  deaf()
  await tell('first', 'four')
  await tell('second', 'five')
  await until(() => heard.includes('second five'), 'what comes last')
  assert.deepEqual(heard, [...all, 'second five'])
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

test('a server that closes the connection right after the handshake causes no error', async () => {
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

test('a silent database answers 503 to all waiting requests, also to a commit; afterwards everything works again', async (t) => {
  // The watchdog of a connection checks at an interval, which stands still until the test advances it.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const proxy = await proxyTo(settings)
  atEnd(proxy.end)
  const { db, transaction, end } = openDatabase({ ...proxy.settings, readConnections: 1 })
  const read = (): Promise<unknown> => sql`select 1`.execute(db)
  const write = (before = () => {}): Promise<unknown> =>
    transaction({}, async (tx) => {
      await sql`select 1`.execute(tx)
      before()
    })
  await Promise.all([read(), write(), write()])

  const fallen = Promise.withResolvers<void>()
  const fall = () => {
    proxy.stall()
    // The watchdog has seen all answers so far.
    t.mock.timers.tick(1_000)
    fallen.resolve()
  }
  const committed = write(fall)
  await fallen.promise
  const sent = proxy.writes()
  const asked = [committed, write(), read()]
  await until(() => proxy.writes() >= sent + 3, 'the first read is sent')
  asked.push(read())
  await until(() => proxy.writes() >= sent + 4, 'the second read is sent')
  let failed = 0
  const waiting = asked.map((each) =>
    each.then(
      () => 'answered',
      (error) => {
        failed += 1
        return refusalOf(error)?.code
      },
    ),
  )
  t.mock.timers.tick(16_000)
  await new Promise(setImmediate)
  assert.equal(failed, 0)
  // 17 s have passed. Statements on a shared connection fail together, before the timeout of the last one.
  t.mock.timers.tick(1_000)
  assert.deepEqual(await Promise.all(waiting), ['unavailable', 'unavailable', 'unavailable', 'unavailable'])
  const hasty = openDatabase({ ...proxy.settings, connectionTimeoutMillis: 200 })
  assert.equal(refusalOf(await sql`select 1`.execute(hasty.db).catch((error) => error))?.code, 'unavailable')
  await hasty.end()

  proxy.resume()
  await Promise.all([read(), write()])
  proxy.stall()
  await comes(end(), 'the end of its connections')
})

test('a slow statement is not mistaken for a silent database', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { db, end } = openDatabase({ ...settings, readConnections: 1 })
  // Together they take longer than the silence timeout, but each answer comes earlier.
  const ask = async () => {
    const { rows } = await sql<{ n: number }>`select 1 as n, pg_sleep(0.1)`.execute(db)
    t.mock.timers.tick(10_000)
    return rows[0]?.n
  }
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1])
  await end()
})

test('slow reads do not delay quick ones, however many slow ones run', async () => {
  const lock = new pg.Client(settings)
  await lock.connect()
  atEnd(() => lock.end())
  await lock.query('select pg_advisory_lock(1)')
  const told: string[] = []
  // The statement waits for a lock of this test.
  const long = async () => {
    await sql`select pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)`.execute(database.slowDb)
    told.push('long')
  }
  const short = async () => {
    await sql`select 1`.execute(db)
    told.push('short')
  }
  const longs = Array.from({ length: 4 }, long)
  await comes(Promise.all(Array.from({ length: 12 }, short)), 'the answers of those that are short')
  await lock.query('select pg_advisory_unlock(1)')
  await Promise.all(longs)
  assert.deepEqual(told, [...Array(12).fill('short'), ...Array(4).fill('long')])
})

test('lists are read on the connections for slow reads, and single records are not', async () => {
  const quickAndSlow = async (path: string) => {
    const read = () => as('admin').get(path)
    return [(await statementsOf([database.db], read)).length, (await statementsOf([database.slowDb], read)).length]
  }
  assert.deepEqual(await quickAndSlow('/seasons'), [1, 1])
  assert.deepEqual(await quickAndSlow('/me'), [2, 0])
})
