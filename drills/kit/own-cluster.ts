import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from 'guidon-embedded-postgres'
import { type Context, settingsFor } from './context.ts'
import { type Connection, databaseUrl, openQuery, type Query, runStatement } from './database.ts'
import { signInEverybody } from './people.ts'
import { type Environment, startService } from './service.ts'

/** A separate PostgreSQL, which the drill may demote to a standby, with a new installation and its demo. */
export const ownCluster = async (context: Context) => {
  // A separate installation has its own files.
  const home = join(context.home, 'own')
  const dataDir = join(home, 'cluster')
  const { connection, stop } = await openPostgres({ dataDir, as: 'service', name: 'a drill' })
  context.atEnd(stop)
  const own: Connection = { ...connection, database: 'drill' }
  await runStatement({ ...own, database: 'postgres' }, 'create database drill')
  const settings: Environment = { ...settingsFor(own, home), DATABASE_URL: databaseUrl(own) }
  await (await startService(home, { ...settings, DEMO: '1' })).stop()
  const { query, end } = openQuery(own)
  context.atEnd(end)
  const start = async () => {
    const service = await startService(home, settings)
    context.atEnd(() => service.kill('SIGKILL'))
    return service
  }
  return {
    context: { ...context, home, connection: own, query, settings, start, people: await signInEverybody(query) },
    /** Restarts the primary as a standby, as after a failover to another host. */
    demote: async () => {
      const cluster = join(dataDir, 'postgres', 'cluster')
      writeFileSync(join(cluster, 'standby.signal'), '')
      process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGINT')
      await untilStandby(query, true)
    },
    promote: async () => {
      await query('select pg_promote()')
      await untilStandby(query, false)
    },
  }
}

const untilStandby = async (query: Query, is: boolean) => {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(50)) {
    const rows = await query<{ is: boolean }>('select pg_is_in_recovery() as is').catch(() => [])
    if (rows[0]?.is === is) return
  }
  throw new Error(`the server did not become a ${is ? 'standby' : 'primary'}`)
}
