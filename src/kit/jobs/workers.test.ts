import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { bossDatabase } from './boss-database.ts'
import { SCHEMA } from './queues.ts'

const home = await house()

const scheduleUnknown = async () => {
  const db = bossDatabase(home.settings, 1)
  const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, migrate: false })
  await boss.start()
  await boss.createQueue('webhooks.purge')
  await boss.schedule('webhooks.purge', '41 * * * *', {})
  await boss.send('webhooks.purge', {})
  await boss.stop({ graceful: false })
  await db.end()
}

/** The schedules and waiting jobs that remain after workers have started. */
const leftAfterStart = async () => {
  await outbox(home)
  const { rows } = await sql<{ schedules: string[]; waiting: number }>`
    select (select count(*) from jobs.job where name = 'webhooks.purge') as waiting,
           array(select name from jobs.schedule where name in ('webhooks.purge', 'retention')) as schedules`.execute(
    home.db,
  )
  return rows
}

test('the connections of the service and of its jobs do not use JIT compilation, whatever the setting of the server', async () => {
  await sql.raw(`alter database ${home.settings.database} set jit = on`).execute(home.db)
  const jobs = bossDatabase(home.settings, 1)
  const { rows } = await jobs.executeSql('show jit')
  await jobs.end()
  const { rows: own } = await home.database.transaction({}, (tx) => sql`show jit`.execute(tx))
  assert.deepEqual([rows, own], [[{ jit: 'off' }], [{ jit: 'off' }]])
})

test('the service and its jobs listen on one connection', async () => {
  await outbox(home)
  const { rows } = await sql<{ listening: number }>`
    select count(*)::integer as listening from pg_stat_activity where datname = current_database() and application_name = 'guidon listener'`.execute(
    home.db,
  )
  assert.deepEqual(rows, [{ listening: 1 }])
})

test('the schedule and waiting jobs of a job that no longer exists are removed', async () => {
  await scheduleUnknown()
  assert.deepEqual(await leftAfterStart(), [{ schedules: ['retention'], waiting: 0 }])
})

test('on the tables of the next release they stay, because the job belongs to that release', async () => {
  await sql`insert into migrations (name, checksum, release_before) select '9999_next.sql', 'x', max(name) from migrations`.execute(
    home.db,
  )
  await scheduleUnknown()
  const [left] = await leftAfterStart()
  assert.deepEqual([left?.schedules.sort(), left?.waiting], [['retention', 'webhooks.purge'], 1])
})
