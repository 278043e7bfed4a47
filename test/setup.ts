import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../src/kit/db/migrations.ts'
import { embeddedServer } from '../src/kit/embedded-postgres/embedded.ts'
import { prepareQueues } from '../src/kit/jobs/queues.ts'
import { jobs } from '../src/wiring.ts'
import { onServer } from './server.ts'

const template = `template_${process.pid}`
let release = async () => {}

/** Starts one PostgreSQL for the whole run, with a migrated template database that every test service copies. */
export const globalSetup = async () => {
  const server = process.env.TEST_DATABASE_URL ? partsOf(new URL(process.env.TEST_DATABASE_URL)) : await embedded()
  process.env.TEST_SERVER = JSON.stringify(server)
  process.env.TEST_TEMPLATE = template
  process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/guidon', import.meta.url))
  await onServer(`create database ${template}`)
  await migrate({ ...server, database: template })
  // Jobs are retried soon, so that no test waits long.
  await prepareQueues({ ...server, database: template }, jobs, 1)
}

export const globalTeardown = async () => {
  for (const name of [`${template}_demo_unfinished`, `${template}_demo`, template])
    await onServer(`drop database if exists ${name} with (force)`)
  await release()
}

const embedded = async () => {
  const dataDir = mkdtempSync(join(inMemory() ?? tmpdir(), 'guidon-test-'))
  // Started by root, PostgreSQL runs under another account. If that could not enter, the cluster would be kept on disk, outside.
  chmodSync(dataDir, 0o711)
  const server = await embeddedServer({ dataDir, durable: false })
  release = async () => {
    await server.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return server.connection
}

/** The cluster is deleted after the run, so it is kept in memory if there is enough. */
const inMemory = () => {
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail > 4e9 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}

const partsOf = ({ hostname, port, username, password }: URL) => ({
  host: hostname,
  port: Number(port || 5432),
  user: decodeURIComponent(username),
  password: decodeURIComponent(password),
})
