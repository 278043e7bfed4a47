import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogOf } from './kit/catalog.ts'
import { databaseUrl, openQuery, runStatement } from './kit/database.ts'
import { digestOf } from './kit/digest.ts'
import { drill, printFaults } from './kit/drill.ts'
import { filesUnder } from './kit/dump.ts'
import { operationsOf } from './kit/operations.ts'
import { populate } from './kit/populate.ts'
import type { Environment } from './kit/service.ts'
import { root } from './kit/service.ts'

const run = promisify(execFile)

export default drill({
  id: 'O2',
  title: 'backup, restore into an empty database, compare',
  target: '100 % of rows and files equal',
  run: async (context) => {
    const service = await context.start()
    await populate(context, service, await operationsOf(service.ask), 2)
    await service.stop()
    const there = { ...context.connection, database: `${context.connection.database}_restored` }
    const postgres = { ...context.connection, database: 'postgres' }
    await runStatement(postgres, `drop database if exists ${there.database} with (force)`)
    await runStatement(postgres, `create database ${there.database}`)
    context.atEnd(() => runStatement(postgres, `drop database if exists ${there.database} with (force)`))
    const elsewhere = {
      ...context.settings,
      DATABASE_URL: databaseUrl(there),
      DATA_DIR: join(context.home, 'restored'),
    }

    const kept = join(context.home, 'backup')
    await guidon(context.settings, 'backup', kept)
    await guidon(elsewhere, 'restore', kept)

    const restored = openQuery(there)
    context.atEnd(restored.end)
    const catalog = await catalogOf(context.query)
    const [before, after] = [await digestOf(context.query, catalog), await digestOf(restored.query, catalog)]
    // The time at which each migration ran differs, as it should.
    const faults = Object.keys(before)
      .filter((table) => table !== 'migrations' && before[table] !== after[table])
      .map((table) => `rows of ${table} differ`)
    const [files, others] = [filesIn(join(context.home, 'files')), filesIn(join(context.home, 'restored', 'files'))]
    for (const [name, digest] of files)
      if (others.get(name) !== digest) faults.push(`the file ${name} is ${others.has(name) ? 'another' : 'missing'}`)
    const [rows] = await context.query<{ n: number }>('select sum(n_live_tup)::integer as n from pg_stat_user_tables')
    printFaults(context, faults)
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
