import { existsSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isCode } from './errors.ts'
import type { Server } from './server.ts'
import { logFile, startUnlessRunning } from './start.ts'

/**
 * One connection that every process keeps open. It shows other processes that the server is in use, and its end shows this
 * process that the server has died. It does not keep the process from exiting.
 */
export type Presence = { client: pg.Client; socket: Socket; version: string }

/** Connects. Starts the server if it does not run, up to 5 times within 2 minutes. */
export const openPresence = async (server: Server, signal?: AbortSignal): Promise<Presence> => {
  const end = Date.now() + startTimeout
  for (let starts = 0; ; ) {
    signal?.throwIfAborted()
    try {
      return await connect(server)
    } catch (error) {
      if (isCode(error, ...finalErrors)) throw error
      if (starts === maxStarts || Date.now() > end)
        throw new Error(`PostgreSQL does not start. ${lastLogLines(server)}`)
    }
    if (await startUnlessRunning(server)) starts += 1
    await pause(20 * 2 ** starts)
  }
}

/**
 * Whether no other process uses the server. First renames its own connection to `guidon leaving`: processes that leave at
 * the same time do not count each other, so the last one stops the server. `amongServices` does not count the connections of pools:
 * those of this process may still be open.
 */
export const isAlone = async ({ client }: Presence, { amongServices = false } = {}) => {
  await client.query(`set application_name = '${leavingName}'`)
  const of = amongServices ? `${others} and application_name = '${presentName}'` : others
  for (let tries = 0; tries < 10; tries += 1) {
    const { rows } = await client.query<{ application_name: string }>(of)
    if (rows.length === 0) return true
    if (rows.some((other) => other.application_name === presentName)) return false
    // The connections of a pool that has just ended are still listed for a moment.
    await pause(50)
  }
  return false
}

const startTimeout = 120_000
const maxStarts = 5
const finalErrors = ['28P01', '28000', '3D000', 'EACCES']
const presentName = 'guidon present'
const leavingName = 'guidon leaving'
const others = `select application_name from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> '${leavingName}'`

const connect = async (server: Server): Promise<Presence> => {
  const socket = new Socket()
  const client = new pg.Client({
    ...server.connection,
    database: 'postgres',
    application_name: presentName,
    connectionTimeoutMillis: 5000,
    stream: () => socket,
  })
  // An `error` event without a listener would end the process. The `end` event follows it, and `watch` listens to that.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  socket.unref()
  return { client, socket, version: rows[0]?.server_version ?? '' }
}

const lastLogLines = (server: Server) => {
  const file = logFile(server)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5) : []
  return [`Its log, ${file}, ends with:`, ...lines].join('\n  ')
}
