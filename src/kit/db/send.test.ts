import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { onServer } from '../../../test/server.ts'
import { openDatabase } from '../../wiring.ts'
import { awaitedOn, Client, send } from './client.ts'

const { atEnd, settings } = await house()

const client = new Client({ ...settings, pipeline: true })
await client.connect()
atEnd(() => client.end())
const run = (text: string, ...values: unknown[]) => send(client, { text, values })
const codeOf = async (asked: Promise<unknown>) => {
  const [outcome] = await Promise.allSettled([asked])
  return outcome.status === 'fulfilled' ? 'done' : outcome.reason.code
}

test('values have the types of their columns', async () => {
  const all = `select 1.50::numeric as decimal, 9007199254740991::bigint as big, date '2026-11-25' as day, true as yes, '{"a":[1]}'::json as json,
    array['x', null] as list, timestamptz '2026-11-25 01:02:03.004+00' as moment, null::text as nothing, '' as empty`
  const { rows } = await run(`${all} where $1 <> $2`, 'one', 'other')
  assert.deepEqual(rows, [
    {
      decimal: 1.5,
      big: 9007199254740991,
      day: '2026-11-25',
      yes: true,
      json: { a: [1] },
      list: ['x', null],
      moment: '2026-11-25T01:02:03.004+00:00',
      nothing: null,
      empty: '',
    },
  ])
})

test('a statement is prepared once for each connection', async () => {
  const number = (n: number | null) => run('select $1::integer as n', n)
  const answers = await Promise.all([number(7), number(null), number(8)])
  assert.deepEqual(
    answers.map(({ rows: [row] }) => row),
    [{ n: 7 }, { n: null }, { n: 8 }],
  )
  const { rows } = await run(`select from pg_prepared_statements where statement = 'select $1::integer as n'`)
  assert.equal(rows.length, 1)
})

test('in a transaction, no statement that was sent after a failing one is run', async () => {
  await onServer('create table notes (id integer primary key)', settings.database)
  const add = (id: number) => run('insert into notes (id) values ($1)', id)
  const asked = [run('begin'), add(1), add(1), add(2), run('commit')].map(codeOf)
  assert.deepEqual(await Promise.all(asked), ['done', 'done', '23505', '25P02', 'done'])
  assert.deepEqual((await run('select id from notes')).rows, [])
  assert.equal(await codeOf(add(3)), 'done')
})

test('a lost connection fails all statements that were sent, and none of them waits any longer', async () => {
  const lost = new Client({ ...settings, pipeline: true })
  await lost.connect()
  const { rows } = await send(lost, { text: 'select pg_backend_pid() as pid' })
  const asked = ['select pg_sleep(60)', 'select 1'].map((text) => codeOf(send(lost, { text })))
  assert.equal(awaitedOn(lost), 2)
  await onServer(`select pg_terminate_backend(${rows[0]?.pid})`, settings.database)
  const [first, second] = await Promise.all(asked)
  assert.equal(first, '57P01')
  assert.notEqual(second, 'done')
  assert.equal(awaitedOn(lost), 0)
})

const oneConnection = () => {
  const { db, end } = openDatabase({ ...settings, readConnections: 1 })
  atEnd(end)
  return db
}

test('reads that were sent together with a failing one are answered', async () => {
  const db = oneConnection()
  const share = async (of: number, by: number) => {
    const { rows } = await sql<{ n: number }>`select ${of}::integer / ${by}::integer as n`.execute(db)
    return rows[0]?.n
  }
  const answers = await Promise.allSettled([share(6, 2), share(1, 0), share(6, 3), share(2, 0), share(6, 1)])
  assert.deepEqual(
    answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code)),
    [3, '22012', 2, '22012', 6],
  )
})

test('a read that was sent with the name of a statement that could not be prepared is sent again', async () => {
  const db = oneConnection()
  const read = () => sql`select from later_table`.execute(db)
  const both = [read(), read()].map(codeOf)
  assert.deepEqual(await Promise.all(both), ['42P01', '42P01'])
  await onServer('create table later_table ()', settings.database)
  assert.equal(await codeOf(read()), 'done')
})
