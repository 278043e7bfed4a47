import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from 'guidon-embedded-postgres'
import { pg } from '../src/kit/db/client.ts'
import { migrate } from '../src/kit/db/migrations.ts'
import { prepareQueues } from '../src/kit/jobs/queues.ts'
import { jobs } from '../src/wiring.ts'

// The PostgreSQL of a test run, in a separate process that server.ts starts. It prints its connection, and stops when its standard
// input ends, which also happens when the process that started it is killed.

// Ctrl+C in a terminal reaches all processes, but this one must still stop PostgreSQL.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

const given = process.env.TEST_DATABASE_URL
const { server, stop } = given ? { server: settingsOf(new URL(given)), stop: async () => {} } : await startEmbedded()
const template = `template_${process.pid}`
await query(`create database ${template}`)
await migrate({ ...server, database: template })
// Jobs are retried after a short pause, so that no test waits long.
await prepareQueues({ ...server, database: template }, jobs, 1)
process.stdout.write(`${JSON.stringify({ server, template })}\n`)

await once(process.stdin.resume(), 'end')
for (const { datname } of await query(`select datname from pg_database where datname like '${template}%'`))
  await query(`drop database if exists ${datname} with (force)`)
await stop()

async function startEmbedded() {
  const dataDir = mkdtempSync(join(inMemory() ?? tmpdir(), 'guidon-test-'))
  // If root starts it, PostgreSQL runs under another account. If that account could not enter the directory, the cluster would be
  // created on disk outside of it.
  chmodSync(dataDir, 0o711)
  const postgres = await openPostgres({ dataDir, as: 'service', name: 'the tests', durable: false })
  const stop = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server: postgres.connection, stop }
}

/** The cluster is deleted after the run, so it is created in memory if there is enough. */
function inMemory() {
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail > 4e9 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}

function settingsOf({ hostname, port, username, password }: URL) {
  return {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

async function query(text: string) {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}
