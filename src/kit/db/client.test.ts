import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { proxyTo } from '../../../test/postgres-proxy.ts'
import { onServer, server } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { openDatabase } from '../../wiring.ts'
import { addressesIn, usableUrl } from './addresses.ts'
import { Client } from './client.ts'
import { refusalOf } from './faults.ts'

test('a URL with several hosts becomes one URL for each', () => {
  assert.deepEqual(addressesIn('postgres://u:p@a,b:5433,[::1]:5434/db?target_session_attrs=read-write'), [
    'postgres://u:p@a/db?target_session_attrs=read-write',
    'postgres://u:p@b:5433/db?target_session_attrs=read-write',
    'postgres://u:p@[::1]:5434/db?target_session_attrs=read-write',
  ])
  assert.deepEqual(addressesIn('postgresql://x@/db?host=/run/guidon'), ['postgresql://x@/db?host=/run/guidon'])
})

test('a URL that cannot be used is refused', () => {
  const isUsable = (url: string) => usableUrl(url) === url
  for (const good of [
    'postgres://a/db',
    'postgres://a,b:1/db?target_session_attrs=primary',
    'postgres://a/?target_session_attrs=any',
  ])
    assert.ok(isUsable(good), good)
  for (const bad of [
    'mysql://a/db',
    'postgres://',
    'postgres://a,,b/db',
    'postgres://a/db?target_session_attrs=standby',
    'postgres://a:x,b/db',
  ])
    assert.ok(!isUsable(bad), bad)
})

/** Two hosts for the PostgreSQL of this run, each with its own database, so that a change of one does not affect the other. */
const pair = async () => {
  const database = `hosts_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database}`)
  after(() => onServer(`drop database ${database} with (force)`))
  const [first, second] = [await proxyTo(server()), await proxyTo(server())]
  after(() => {
    first.end()
    second.end()
  })
  const { user, password } = server()
  const hosts = [first, second].map(({ settings }) => `127.0.0.1:${settings.port}`).join(',')
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@${hosts}/${database}`
  return { database, first, second, url }
}

test('the host that answers and accepts writes is used, and another one when it is silent or gone', async () => {
  const { first, second, url } = await pair()
  const { db, transaction, end } = openDatabase({
    connectionString: url,
    silenceTimeout: 2_000,
    connectionTimeoutMillis: 2_000,
  })
  after(end)
  const untilItWorks = (what: string) =>
    until(
      () =>
        Promise.all([
          sql`select 1`.execute(db),
          transaction({}, (tx) => sql`create temporary table if not exists t (n integer)`.execute(tx)),
        ]).catch((error) => {
          assert.equal(refusalOf(error)?.code, 'unavailable', error.message)
        }),
      what,
    )
  first.stall()
  await untilItWorks('the second host is used')
  first.resume()
  second.end()
  await untilItWorks('the first host is used')
})

test('a host that accepts no writes is not used, and if there is no other one the error names each host', async () => {
  const { database, first, second, url } = await pair()
  await onServer(`alter database ${database} set default_transaction_read_only = on`)
  const refused = await new Client({ connectionString: url }).connect().catch((error) => error)
  assert.equal(refusalOf(refused)?.code, 'unavailable')
  assert.equal(
    refused.message,
    `no host of DATABASE_URL takes writes: 127.0.0.1:${first.settings.port}: it takes no writes; 127.0.0.1:${second.settings.port}: it takes no writes`,
  )
  const one = addressesIn(url)[0] ?? ''
  const client = new Client({ connectionString: one })
  await client.connect()
  await client.end()
  await assert.rejects(
    new Client({ connectionString: `${one}?target_session_attrs=read-write` }).connect(),
    /takes no writes/,
  )
  await onServer(`alter database ${database} reset default_transaction_read_only`)
  const again = new Client({ connectionString: url })
  await again.connect()
  await again.end()
})
