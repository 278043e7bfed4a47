import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
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
/** Runs work with a deadline of 300 ms, and checks that it is refused after that time. */
const isRefused = async (work: (tx: Tx) => Promise<unknown>, { after, before }: { after: number; before: number }) => {
  const began = performance.now()
  const refusal = await transaction({ deadline: began + 300 }, work).catch((error) => refusalOf(error)?.code ?? error)
  const took = performance.now() - began
  assert.equal(refusal, 'unavailable')
  assert.ok(took > after - 10 && took < before, `it took ${took} ms`)
}

test('a transaction that ends before its deadline is committed', async () => {
  assert.equal(await transaction({ deadline: performance.now() + 30_000 }, async () => 'done'), 'done')
})

test('a wait for a connection ends at the deadline, and the connection is free for the next caller', async () => {
  const before = await connection()
  const long = transaction({}, async () => pause(1_500))
  await isRefused(rename, { after: 300, before: 1_400 })
  await long
  assert.equal(await connection(), before)
})

test('a wait for a lock is ended by PostgreSQL at the deadline, and the connection is kept', async () => {
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
  await isRefused(rename, { after: 300, before: 3_000 })
  release.resolve()
  await holding
  assert.equal(await connection(), before)
})

test('any other work that takes longer is rolled back, and its connection is destroyed', async () => {
  const before = await connection()
  const slow = async (tx: Tx) => {
    await rename(tx)
    for (let n = 0; n < 10; n += 1) await sql`select pg_sleep(0.2)`.execute(tx)
  }
  await isRefused(slow, { after: 800, before: 1_900 })
  assert.notEqual(await connection(), before)
  const { name } = await db.selectFrom('users').select('name').where('id', '=', ids.op).executeTakeFirstOrThrow()
  assert.equal(name, 'OP 小黃')
})

test('a serialization failure is not retried when no time is left', async () => {
  let tries = 0
  const colliding = async (tx: Tx) => {
    tries += 1
    for (let n = 0; n < 2; n += 1) await sql`select pg_sleep(0.2)`.execute(tx)
    await sql`do $$ begin raise exception 'collided' using errcode = '40001'; end $$`.execute(tx)
  }
  await isRefused(colliding, { after: 400, before: 1_500 })
  assert.equal(tries, 1)
})
