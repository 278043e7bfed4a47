import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogOf } from './catalog.ts'
import type { Context } from './context.ts'
import { databaseUrl, openQuery, runStatement } from './database.ts'
import { digestOf } from './digest.ts'
import { type Environment, root } from './service.ts'

const run = promisify(execFile)

/** Backs up with these settings, restores into a new database with files in `DATA_DIR/files`, and compares all rows. */
export const restoredCopy = async (context: Context, settings: Environment) => {
  const there = { ...context.connection, database: `${context.connection.database}_restored` }
  const postgres = { ...context.connection, database: 'postgres' }
  const drop = () => runStatement(postgres, `drop database if exists ${there.database} with (force)`)
  await drop()
  await runStatement(postgres, `create database ${there.database}`)
  context.atEnd(drop)
  const home = join(context.home, 'restored')
  const { FILES_URL: _, ...others } = settings

  const kept = join(context.home, 'backup')
  await runGuidon(settings, 'backup', kept)
  await runGuidon({ ...others, DATABASE_URL: databaseUrl(there), DATA_DIR: home }, 'restore', kept)

  const restored = openQuery(there)
  context.atEnd(restored.end)
  const catalog = await catalogOf(context.query)
  const [before, after] = [await digestOf(context.query, catalog), await digestOf(restored.query, catalog)]
  const tables = Object.keys(before)
  // The time at which each migration ran is different, which is correct.
  const different = tables.filter((table) => table !== 'migrations' && before[table] !== after[table])
  return { faults: different.map((table) => `rows of ${table} differ`), tables, files: join(home, 'files') }
}

/** Runs a command of the service. */
export const runGuidon = (env: Environment, ...words: string[]) =>
  run(process.execPath, ['src/main.mjs', ...words], { cwd: root, env: { PATH: process.env.PATH ?? '', ...env } })
