import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../../test/house.ts'
import { proxyTo } from '../../../../test/postgres-proxy.ts'
import { onServer } from '../../../../test/server.ts'
import { openDatabase } from '../../../wiring.ts'
import { NotRun, send } from './batch.ts'
import { Client } from './client.ts'

const { atEnd, settings } = await house()
const proxy = await proxyTo(settings)
atEnd(proxy.end)
await onServer('create table notes (id integer primary key, words text)', settings.database)

const connected = async () => {
  const client = new Client({ ...proxy.settings, pipeline: true })
  await client.connect()
  atEnd(() => client.end())
  return client
}
const client = await connected()
const run = (text: string, ...values: unknown[]) => send(client, { text, values })
const outcomes = async (...asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).map((each) =>
    each.status === 'fulfilled' ? 'done' : each.reason instanceof NotRun ? 'not run' : each.reason.code,
  )
const add = (id: number) => run('insert into notes (id) values ($1)', id)
const remove = () => run('delete from notes')
const ids = async () => (await run('select id from notes order by id')).rows

// Each is prepared here, alone.
const number = (n: number | null) => run('select $1::integer as n', n)
const [begin, rollback] = [() => run('begin'), () => run('rollback')]
for (const prepare of [() => add(0), remove, ids, () => number(0), begin, rollback]) await prepare()

test('the statements of a tick are one write and have their own rows, counts and commands', async () => {
  const before = proxy.writes()
  const answers = await Promise.all([number(7), add(1), add(2), remove(), number(null)])
  assert.equal(proxy.writes() - before, 1)
  assert.deepEqual(answers, [
    { command: 'SELECT', rowCount: 1, rows: [{ n: 7 }] },
    { command: 'INSERT', rowCount: 1, rows: [] },
    { command: 'INSERT', rowCount: 1, rows: [] },
    { command: 'DELETE', rowCount: 2, rows: [] },
    { command: 'SELECT', rowCount: 1, rows: [{ n: null }] },
  ])
})

test('values have the types of their columns, and columns of the same name as before', async () => {
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

test('in a transaction, what comes before a failure is done in it, and what comes after it is not run', async () => {
  const asked = outcomes(begin(), add(3), add(3), add(4))
  assert.deepEqual(await asked, ['done', 'done', '23505', 'not run'])
  assert.deepEqual(await outcomes(rollback()), ['done'])
  await begin()
  assert.deepEqual(await outcomes(add(5), add(5), ids()), ['done', '23505', 'not run'])
  await rollback()
  assert.deepEqual(await ids(), [])
})

test('outside a transaction a failure undoes its batch, and a statement of its own is not concerned', async () => {
  assert.deepEqual(await outcomes(add(6), add(6), add(7)), ['not run', '23505', 'not run'])
  assert.deepEqual(await ids(), [])
  const alone = () => send(client, { text: 'insert into notes (id) values ($1)', values: [8], isAlone: true })
  assert.deepEqual(await outcomes(add(9), alone(), add(8)), ['done', 'done', '23505'])
  assert.deepEqual(await ids(), [{ id: 8 }, { id: 9 }])
  await remove()
})

test('a statement that fails at first, prepared or not, works later', async () => {
  await add(1)
  const another = () => run('insert into notes (id, words) values ($1, $2)', 1, 'again')
  assert.deepEqual(await outcomes(another(), ids()), ['23505', 'done'])
  const early = () => run('select * from later_notes')
  assert.deepEqual(await outcomes(early(), early()), ['42P01', '26000'])
  await onServer('create table later_notes (id integer)', settings.database)
  await remove()
  assert.deepEqual(await outcomes(another(), early()), ['done', 'done'])
  await remove()
})

test('a lost connection fails all that was sent, with its own error', async () => {
  const lost = await connected()
  lost.on('error', () => {})
  const pid = (await send(lost, { text: 'select pg_backend_pid() as pid' })).rows as [{ pid: number }]
  const asked = ['select pg_sleep(60)', 'select 1'].map((text) => send(lost, { text }))
  const ended = outcomes(...asked)
  await onServer(`select pg_terminate_backend(${pid[0].pid})`, settings.database)
  const codes = await ended
  assert.equal(codes[0], '57P01')
  assert.notEqual(codes[1], 'done')
  assert.notEqual(codes[1], 'not run')
})

test('reads that were sent together with a failing one are answered', async () => {
  const { db, end } = openDatabase({ ...settings, readConnections: 1 })
  atEnd(end)
  const share = async (of: number, by: number) => {
    const { rows } = await sql<{ n: number }>`select ${of}::integer / ${by}::integer as n`.execute(db)
    return rows[0]?.n
  }
  for (let known = 0; known < 20; known += 1) await share(1, 1)
  const answers = await Promise.allSettled([share(6, 2), share(1, 0), share(6, 3), share(2, 0), share(6, 1)])
  assert.deepEqual(
    answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code)),
    [3, '22012', 2, '22012', 6],
  )
})
