import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chartOf } from './kit/chart.ts'
import { addressOf, once, openQuery } from './kit/database.ts'
import { digestOf } from './kit/digest.ts'
import { drill, showSome } from './kit/drill.ts'
import { filesUnder } from './kit/dump.ts'
import { operationsOf } from './kit/operations.ts'
import { populate } from './kit/populate.ts'
import type { Environment } from './kit/service.ts'
import { root } from './kit/service.ts'

const run = promisify(execFile)

export default drill({
  id: 'O2',
  says: 'backup, restore into an empty database, compare',
  target: '100 % of rows and files equal',
  run: async (site) => {
    const service = await site.start()
    await populate(site, service, await operationsOf(service.ask), 2)
    await service.stop()
    const there = { ...site.place, database: `${site.place.database}_restored` }
    const postgres = { ...site.place, database: 'postgres' }
    await once(postgres, `drop database if exists ${there.database} with (force)`)
    await once(postgres, `create database ${there.database}`)
    site.atEnd(() => once(postgres, `drop database if exists ${there.database} with (force)`))
    const elsewhere = { ...site.settings, DATABASE_URL: addressOf(there), DATA_DIR: join(site.home, 'restored') }

    const kept = join(site.home, 'backup')
    await guidon(site.settings, 'backup', kept)
    await guidon(elsewhere, 'restore', kept)

    const restored = openQuery(there)
    site.atEnd(restored.end)
    const chart = await chartOf(site.query)
    const [before, after] = [await digestOf(site.query, chart), await digestOf(restored.query, chart)]
    // The time at which each migration ran differs, as it should.
    const faults = Object.keys(before)
      .filter((table) => table !== 'migrations' && before[table] !== after[table])
      .map((table) => `rows of ${table} differ`)
    const [files, others] = [filesIn(join(site.home, 'files')), filesIn(join(site.home, 'restored', 'files'))]
    for (const [name, digest] of files)
      if (others.get(name) !== digest) faults.push(`the file ${name} is ${others.has(name) ? 'another' : 'missing'}`)
    const [rows] = await site.query<{ n: number }>('select sum(n_live_tup)::integer as n from pg_stat_user_tables')
    showSome(site, faults)
    return {
      value: `${faults.length} different; ${Object.keys(before).length} tables, about ${rows?.n ?? 0} rows, ${files.size} files`,
      pass: faults.length === 0 && files.size > 0,
    }
  },
})

const guidon = (env: Environment, ...words: string[]) =>
  run(process.execPath, ['src/main.mjs', ...words], { cwd: root, env: { PATH: process.env.PATH ?? '', ...env } })

const filesIn = (directory: string) =>
  new Map(filesUnder(directory).map(({ name }) => [name.slice(directory.length), hash('sha256', readFileSync(name))]))
