import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { geography } from '../../../test/fixtures/geography.ts'
import { csv, mover } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'
import { onServer } from '../../../test/server.ts'
import { terminal } from '../../../test/terminal.ts'
import { until } from '../../../test/until.ts'

const home = await house()
const here = await terminal(home)
const { admin, send, bring } = mover(home)
await geography(home.as)

const hotels = (n: number) => csv(['name', 'city_name'], ...Array.from({ length: n }, (_, i) => [`飯店 ${i}`, '札幌']))

test('a backup keeps the imports: a finished one can be undone after the restore, one that was running is run anew', async () => {
  const finished = await bring('branches.csv', csv(['code', 'name'], ['EAST', '東部'], ['WEST', '西部']))
  const { data: running } = await send('hotels.csv', hotels(2_500))
  const worker = spawn(process.execPath, ['test/worker.ts', JSON.stringify(home.settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  home.atEnd(() => worker.kill('SIGKILL'))
  await once(worker.stdout, 'data')
  assert.equal((await admin.post(`/imports/${running.id}/run`)).status, 202)
  await until(async () => (await admin.get(`/imports/${running.id}`)).data.done_rows >= 600, 'a part is written')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const directory = join(here.directory, 'backup')
  const made = await here.guidon(`backup ${directory}`)
  assert.equal(made.code, 0, made.err)

  const settings = { ...home.settings, database: `${home.settings.database}_restored` }
  await onServer(`create database ${settings.database}`)
  home.atEnd(() => onServer(`drop database ${settings.database} with (force)`))
  const there = await terminal({ ...home, settings })
  const restored = await there.guidon(`restore ${directory}`)
  assert.equal(restored.code, 0, restored.err)
  const restoredHouse = await home.another({ database: settings.database })
  const moved = mover({ ...restoredHouse, keys: home.keys })
  const counted = async (table: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(
      restoredHouse.db,
    )
    return rows[0]?.n
  }
  const { data: listed } = await moved.admin.get('/imports')
  assert.deepEqual(
    listed.map(({ file_name, status }: Record<string, unknown>) => [file_name, status]),
    [
      ['hotels.csv', 'running'],
      ['branches.csv', 'done'],
    ],
  )
  const { rows: jobs } = await sql<{ id: number }>`
    select (data ->> 'import_id')::integer as id from jobs.job where name = 'imports.run' and state < 'completed'`.execute(
    restoredHouse.db,
  )
  assert.deepEqual(jobs, [{ id: running.id }], 'its job waits for a worker')
  assert.ok(((await counted('hotels')) ?? 0) >= 500, 'a part was in the backup')
  const done = await moved.work(running.id)
  assert.deepEqual([done.status, done.created, await counted('hotels')], ['done', 2_500, 2_500])
  const undone = await moved.undo(finished.id)
  assert.deepEqual([undone.status, await counted('branches')], ['undone', 0])
})
