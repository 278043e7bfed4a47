import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { EmbeddedServer } from '../embedded.ts'

/** For the tests: a data directory in a path with spaces, open to PostgreSQL's account unless it should not be. */
export const trialDirectory = async (mode = 0o711, name = 'data') => {
  const root = await mkdtemp(join(tmpdir(), 'guidon trial '))
  await chmod(root, mode)
  const dataDir = join(root, name)
  const clear = async () => {
    const home = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
    const leader = leaderOf(home)
    if (leader) process.kill(leader, 'SIGQUIT')
    await eventually(async () => !leader || !leaderOf(home))
    for (const place of [home, root]) await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
  return { dataDir, clear }
}

/** What the lock file says, if it is there. */
export const leaderOf = (home: string) => {
  try {
    return Number.parseInt(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

export const ask = async (server: Pick<EmbeddedServer, 'connection'>, question: string) => {
  const client = new pg.Client({ ...server.connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ answer: string }>(question)
  await client.end()
  return rows.map(({ answer }) => answer)
}

export const eventually = async <T>(what: () => Promise<T>): Promise<T> => {
  for (const end = Date.now() + 10_000; ; await pause(25)) {
    const found = await what().catch(() => undefined)
    if (found) return found
    if (Date.now() > end) throw new Error(`Not within ten seconds: ${what}`)
  }
}

export type Visitor = { process: ChildProcess; isNew: boolean; born: string; leave: () => Promise<void> }

/** Another process that asks for the server, says when it was born, and lets go of it when told to. */
export const visit = async (dataDir: string): Promise<Visitor> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', visitor, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line]: string[] = await once(createInterface(child.stdout), 'line')
  const leave = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { ...JSON.parse(line ?? '{}'), process: child, leave }
}

const visitor = `
  import { once } from 'node:events'
  import { embeddedServer } from '${new URL('../embedded.ts', import.meta.url)}'
  import { ask } from '${import.meta.url}'
  const server = await embeddedServer({ dataDir: process.argv[1], durable: false })
  const [born] = await ask(server, 'select pg_postmaster_start_time()::text as answer')
  console.log(JSON.stringify({ born, isNew: server.isNew }))
  await once(process.stdin.resume(), 'end')
  await server.release()
`
