import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pg } from '../src/kit/db/client.ts'
import type { Settings } from '../src/kit/db/connect.ts'

/** The PostgreSQL of this test run. */
export const server = (): Settings => JSON.parse(process.env.TEST_SERVER ?? '{}')

export const onServer = async (text: string, database = 'postgres') => {
  const client = new pg.Client({ ...server(), database })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/**
 * Starts PostgreSQL with a migrated template database, which every test service copies. Returns the function that stops it. It ends
 * with this process at the latest. Child processes find it in their environment.
 */
const startServer = async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres.ts')])
  child.stderr.on('data', (text) => process.stderr.write(text))
  const { value, done } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  if (done) throw new Error('PostgreSQL did not start for the tests')
  const { server, template } = JSON.parse(value)
  process.env.TEST_SERVER = JSON.stringify(server)
  process.env.TEST_TEMPLATE = template
  // It does not keep this process running.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { unref?: () => void }[]) handle.unref?.()
  return async () => {
    child.ref()
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

// The runner of a suite starts one for all files. A file that is run alone, by `node --test FILE`, starts its own.
export const stopServer = process.env.TEST_SERVER ? undefined : await startServer()
