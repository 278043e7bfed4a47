import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'
import { onServer } from '../../../test/server.ts'
import { untilLocked } from '../../../test/until.ts'
import { settleAll } from '../async/settle.ts'
import { refuse } from '../errors.ts'
import { emit, subscriptions } from '../events.ts'
import { jobInserter } from '../jobs/insert.ts'
import { enqueue } from '../jobs/jobs.ts'
import { pg } from './client.ts'
import { connect } from './connect.ts'
import { refusalOf } from './faults.ts'
import type { Tx } from './tables.ts'
import { attempt } from './transaction.ts'

const { as, atEnd, db, database, ids, settings } = await house()
const { transaction } = database
await sql`create table counters (id integer primary key, n integer not null default 0)`.execute(db)
await sql`insert into counters (id) values (1), (2)`.execute(db)

const count = (tx: Tx, id: number, by = 1) => sql`update counters set n = n + ${by} where id = ${id}`.execute(tx)
const counted = async () => {
  const { rows } = await sql<{ n: number }>`select n from counters order by id`.execute(db)
  return rows.map(({ n }) => n)
}
const startFresh = () => sql`update counters set n = 0`.execute(db)
const breakWith = (tx: Tx, code: string) =>
  sql`do ${sql.lit(`begin raise exception 'broken' using errcode = '${code}'; end`)}`.execute(tx)

test('a transaction that fails for any reason writes nothing', async () => {
  await startFresh()
  const failing = transaction({}, async (tx) => {
    await count(tx, 1)
    await breakWith(tx, 'P0001')
  })
  await assert.rejects(failing, { message: 'broken' })
  const thrown = transaction({}, async (tx) => {
    await count(tx, 1)
    throw new Error('ours')
  })
  await assert.rejects(thrown, { message: 'ours' })
  assert.deepEqual(await counted(), [0, 0])
})

test('a swallowed error still makes the transaction fail', async () => {
  await startFresh()
  const swallowing = transaction({}, async (tx) => {
    await count(tx, 1)
    await breakWith(tx, 'P0001').catch(() => {})
    return 'all is well'
  })
  await assert.rejects(swallowing, /rolled back/)
  assert.deepEqual(await counted(), [0, 0])
})

test('a statement after the end of its transaction is refused', async () => {
  await startFresh()
  let late: (() => Promise<unknown>) | undefined
  await transaction({}, async (tx) => {
    await count(tx, 1)
    late = () => count(tx, 2)
  })
  await assert.rejects(async () => late?.(), /after the end of its transaction/)
  assert.deepEqual(await counted(), [1, 0])
})

test('a fault in the background writes nothing', async () => {
  await startFresh()
  const failing = transaction({}, async (tx) => {
    tx.background.add(Promise.reject(new Error('no words')))
    await count(tx, 1)
  })
  await assert.rejects(failing, { message: 'no words' })
  assert.deepEqual(await counted(), [0, 0])
})

declare module '../events.ts' {
  interface Events {
    counted: { by: string }
  }
}

test('notifications delay no other work, and are committed or rolled back with the transaction', async () => {
  await startFresh()
  const order: string[] = []
  const tellOfCount = async (tx: Tx, { by }: { by: string }) => {
    await count(tx, 2)
    if (by === 'fails') await breakWith(tx, 'P0001')
    if (by === 'collides' && !order.includes('collided'))
      await breakWith(tx, '40001').finally(() => order.push('collided'))
    await count(tx, 2)
    order.push('told')
  }
  const notices = [{ counted: { tellOfCount } }]
  const { transaction, end } = connect(settings, {
    context: { subscriptions: subscriptions({ consequences: [], notices }) },
    jobInserter,
  })
  atEnd(end)
  const counting = (by: string, work: (tx: Tx) => Promise<unknown> = async () => {}) =>
    transaction({}, async (tx) => {
      await emit(tx, 'counted', { by })
      order.push('went on')
      await count(tx, 1)
      await work(tx)
    })

  await counting('works')
  assert.deepEqual(order, ['went on', 'told'])
  assert.deepEqual(await counted(), [1, 2])

  // A statement that continues meanwhile fails because the transaction is aborted; this is not reported as the cause.
  const goingOn = (tx: Tx) => pause(50).then(() => count(tx, 1))
  await assert.rejects(counting('fails'), { message: 'broken' })
  await assert.rejects(counting('fails', goingOn), { message: 'broken' })
  const refused = counting('works', async () => refuse('not_found'))
  await assert.rejects(refused, { code: 'not_found' })
  assert.deepEqual(await counted(), [1, 2])

  order.length = 0
  await counting('collides', goingOn)
  assert.deepEqual(order, ['went on', 'collided', 'went on', 'told'])
  assert.deepEqual(await counted(), [3, 4])
})

test('jobs are committed with the transaction, and both are rolled back if a job cannot be queued', async () => {
  await startFresh()
  const listed = async () => {
    const { rows } = await sql<{ name: string; of: number }>`
      select name, coalesce(data ->> 'delivery_id', data ->> 'file_id')::integer as of from jobs.job
       where data ?| array['delivery_id', 'file_id'] order by name, of`.execute(db)
    return rows.map(({ name, of }) => `${name} ${of}`)
  }
  const put = (tx: Tx, first: number) => {
    enqueue(tx, 'webhooks.deliver', { delivery_id: first })
    enqueue(tx, 'files.remove', { file_id: first + 1 })
    enqueue(tx, 'webhooks.deliver', { delivery_id: first + 2 })
  }
  await transaction({}, async (tx) => {
    put(tx, 901)
    const inVain = () => {
      enqueue(tx, 'webhooks.deliver', { delivery_id: 999 })
      return breakWith(tx, '23505')
    }
    await attempt(tx, inVain, async () => undefined)
    await count(tx, 1)
  })
  const all = ['files.remove 902', 'webhooks.deliver 901', 'webhooks.deliver 903']
  assert.deepEqual([await listed(), await counted()], [all, [1, 0]])

  const failing = transaction({}, async (tx) => {
    put(tx, 911)
    throw new Error('ours')
  })
  await assert.rejects(failing, { message: 'ours' })
  const unlisted = transaction({}, async (tx) => {
    await count(tx, 1)
    enqueue(tx, 'webhooks.deliver', { delivery_id: 921 })
    enqueue(tx, 'webhooks.deliver', {
      delivery_id: 'no number',
      get fails() {
        throw new Error('cannot be written')
      },
    } as never)
  })
  await assert.rejects(unlisted, { message: 'cannot be written' })
  await sql`alter table jobs.job_common add constraint closed check (data ->> 'delivery_id' <> '931')`.execute(db)
  const refused = transaction({}, async (tx) => {
    await count(tx, 1)
    put(tx, 931)
  })
  await assert.rejects(refused, { code: '23514', constraint: 'closed' })
  await sql`alter table jobs.job_common drop constraint closed`.execute(db)
  assert.deepEqual([await listed(), await counted()], [all, [1, 0]])
})

for (const code of ['40001', '40P01'])
  test(`a transaction that fails with ${code} is retried, three times at most`, async () => {
    await startFresh()
    let tries = 0
    const colliding = (times: number) => async (tx: Tx) => {
      tries += 1
      await count(tx, 1)
      if (tries <= times) await breakWith(tx, code)
    }
    await transaction({}, colliding(3))
    assert.deepEqual([tries, await counted()], [4, [1, 0]])
    tries = 0
    const hopeless = await transaction({}, colliding(99)).catch((error) => error)
    assert.deepEqual([tries, await counted(), refusalOf(hopeless)?.code], [4, [1, 0], 'unavailable'])
  })

test('two transactions in a deadlock both succeed in the end', async () => {
  await startFresh()
  const inOrder = (first: number, second: number) => async (tx: Tx) => {
    await count(tx, first)
    await pause(50)
    await count(tx, second)
  }
  await Promise.all([transaction({}, inOrder(1, 2)), transaction({}, inOrder(2, 1))])
  assert.deepEqual(await counted(), [2, 2])
})

test('a savepoint rolls back its own statements and nothing else', async () => {
  await startFresh()
  const refused = async () => 'refused'
  await transaction({}, async (tx) => {
    const outer = await attempt(
      tx,
      async () => {
        await count(tx, 1)
        const inner = async () => {
          await count(tx, 2)
          return breakWith(tx, '23505')
        }
        assert.equal(await attempt<unknown>(tx, inner, refused), 'refused')
        await count(tx, 1, 10)
        return String(await breakWith(tx, '23505'))
      },
      refused,
    )
    assert.equal(outer, 'refused')
    await count(tx, 2, 5)
  })
  assert.deepEqual(await counted(), [0, 5])
})

test('a write whose connection is lost before its commit is repeated once, and then answered with 503', async () => {
  const holder = await holding(ids.op)
  const blocked = as('op').put('/me', { name: '改名' })
  await loseTheWaiting()
  await loseTheWaiting()
  const refused = await blocked
  assert.deepEqual(
    [refused.status, refused.body.code, refused.headers['retry-after'], refused.body.retry_after],
    [503, 'unavailable', '2', 2],
  )
  const repeated = as('op').put('/me', { name: '改名' })
  await loseTheWaiting()
  await untilLocked(db)
  assert.equal((await as('op').get('/me')).data.name, 'OP 小黃')
  await holder.query('rollback')
  await holder.end()
  assert.equal((await repeated).data?.name, '改名')
})

test('a write whose connection is lost after its commit was sent is not repeated', async () => {
  await startFresh()
  await sql`create function wait_for_op() returns trigger language plpgsql as
    ${sql.lit(`begin perform from users where id = ${ids.op} for update; return null; end`)}`.execute(db)
  await sql`create constraint trigger slow_commit after update on counters deferrable initially deferred
    for each row execute function wait_for_op()`.execute(db)
  const holder = await holding(ids.op)
  let tries = 0
  const committing = transaction({}, (tx) => {
    tries += 1
    return count(tx, 1)
  }).catch((error) => refusalOf(error)?.code)
  await loseTheWaiting()
  assert.deepEqual([await committing, tries], ['unavailable', 1])
  await holder.query('rollback')
  await holder.end()
  await sql`drop trigger slow_commit on counters`.execute(db)
})

test('a statement prepared before a migration is prepared again after it', async () => {
  const login = () => as().post('/login', { email: 'op@example.com', password: 'not this one' })
  assert.equal((await login()).body.code, 'invalid_credentials')
  const renames = await Promise.all(['a', 'b', 'c'].map((name) => as('op').put('/me', { name })))
  assert.deepEqual(
    renames.map(({ status }) => status),
    [200, 200, 200],
  )
  await onServer(`alter table users add column nickname text`, settings.database)
  assert.equal((await login()).body.code, 'invalid_credentials')
  assert.equal((await as('op').put('/me', { name: 'd' })).status, 200)
})

test('a row locked by another transaction is answered with 503, whichever of several statements waits for it', async () => {
  const other = await holding(ids.op)
  const refusedAs = (work: (tx: Tx) => Promise<unknown>) =>
    transaction({}, async (tx) => {
      await sql`set local lock_timeout = '50ms'`.execute(tx)
      await work(tx)
    }).catch((error) => refusalOf(error)?.code)
  // The error arrives after the errors of the later statements, as in an action that continues with its rows.
  const lock = async (tx: Tx) => {
    const { rows } = await sql`select 1 from users where id = ${ids.op} for update`.execute(tx)
    return rows
  }
  const inBackground = async (tx: Tx) => {
    tx.background.add(lock(tx))
    await count(tx, 1)
  }
  const rethrown = async (fault: unknown) => Promise.reject(fault)
  assert.equal(await refusedAs((tx) => settleAll([lock(tx), count(tx, 1)])), 'unavailable')
  assert.equal(await refusedAs(inBackground), 'unavailable')
  assert.equal(await refusedAs((tx) => attempt(tx, () => inBackground(tx), rethrown)), 'unavailable')
  await other.query('rollback')
  await other.end()
})

test('a statement whose cached plan a migration has invalidated is repeated, also with others that fail with it', async () => {
  await sql`create table plans (id integer primary key)`.execute(db)
  const read = async (tx: Tx) => {
    const { rows } = await sql`select * from plans`.execute(tx)
    return rows
  }
  const write = () => transaction({}, (tx) => settleAll([read(tx), count(tx, 1), count(tx, 2)]))
  for (let n = 0; n < 3; n += 1) await write()
  await onServer('alter table plans add column label text', settings.database)
  await Promise.all(Array.from({ length: 6 }, write))
})

test('a write succeeds after a migration, however many connections have cached plans from before it', async () => {
  await sql`create table more_plans (id integer primary key)`.execute(db)
  const read = (tx: Tx) => sql`select * from more_plans`.execute(tx)
  const everyConnection = async () => {
    const all = Promise.withResolvers<void>()
    let under = 0
    const reading = async (tx: Tx) => {
      await read(tx)
      under += 1
      if (under === WRITERS) all.resolve()
      await all.promise
    }
    await Promise.all(Array.from({ length: WRITERS }, () => transaction({}, reading)))
  }
  for (const column of ['first', 'second', 'third']) {
    await everyConnection()
    await onServer(`alter table more_plans add column ${column} text`, settings.database)
    await transaction({}, read)
  }
})

const WRITERS = 6
const holding = async (id: number) => {
  const client = new pg.Client(settings)
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [id])
  return client
}

const loseTheWaiting = async () => {
  await untilLocked(db)
  await onServer(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = '${settings.database}' and wait_event_type = 'Lock'`)
}
