import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { stoppedClock, stoppedTimers } from '../../../test/clock.ts'
import { house } from '../../../test/house.ts'
import { refusalOf } from './faults.ts'
import type { Tx } from './tables.ts'

const { another, db, ids } = await house()
const {
  database: { transaction },
} = await another({ writeConnections: 1 })

const processOf = async (tx: Tx) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid
}
const connection = () => transaction({}, processOf)
const rename = (tx: Tx) => sql`update users set name = '改名' where id = ${ids.op}`.execute(tx)
const isRefused = async (answer: Promise<unknown>) => {
  const refusal = await answer.catch((error) => refusalOf(error)?.code ?? error)
  assert.equal(refusal, 'unavailable')
}

test('a transaction that ends before its deadline is committed', async () => {
  assert.equal(await transaction({ deadline: performance.now() + 30_000 }, async () => 'done'), 'done')
})

test('a wait for a connection ends at the deadline, and the connection is free for the next caller', async (t) => {
  const before = await connection()
  const gate = Promise.withResolvers<void>()
  const long = transaction({}, () => gate.promise)
  const passes = stoppedTimers(t)
  let isOver = false
  const waiting = transaction({ deadline: performance.now() + 300 }, rename).finally(() => {
    isOver = true
  })
  waiting.catch(() => {})
  passes(299)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  passes(1)
  await isRefused(waiting)
  gate.resolve()
  await long
  assert.equal(await connection(), before)
})

test('a wait for a lock is ended by PostgreSQL at the deadline, and the connection is kept', async (t) => {
  const before = await connection()
  const other = await another({})
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.database.transaction({}, async (tx) => {
    await sql`select from users where id = ${ids.op} for update`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  // With stopped timers the process itself does not cut the connection, even if PostgreSQL reports late.
  stoppedTimers(t)
  await isRefused(transaction({ deadline: performance.now() + 300 }, rename))
  release.resolve()
  await holding
  assert.equal(await connection(), before)
})

test('any other work that takes longer is rolled back, and its connection is destroyed', async (t) => {
  const before = await connection()
  const passes = stoppedTimers(t)
  const slow = async (tx: Tx) => {
    await rename(tx)
    passes(10_499)
    await sql`select 'not yet cut'`.execute(tx)
    passes(1)
    await sql`select 'cut'`.execute(tx)
  }
  await isRefused(transaction({ deadline: performance.now() + 10_000 }, slow))
  assert.notEqual(await connection(), before)
  const { name } = await db.selectFrom('users').select('name').where('id', '=', ids.op).executeTakeFirstOrThrow()
  assert.equal(name, 'OP 小黃')
})

test('a serialization failure is not retried when no time is left', async (t) => {
  const passes = stoppedClock(t)
  let tries = 0
  const colliding = async (tx: Tx) => {
    tries += 1
    passes(10_000)
    await sql`do $$ begin raise exception 'collided' using errcode = '40001'; end $$`.execute(tx)
  }
  await isRefused(transaction({ deadline: performance.now() + 10_000 }, colliding))
  assert.equal(tries, 1)
})
