import { existsSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isCode } from './errors.ts'
import type { Server } from './server.ts'
import { logFile, startUnlessAlive } from './start.ts'

/**
 * The one connection every process keeps: the others see by it that somebody is here, and its end tells us that the
 * server has died. It keeps no process from exiting.
 */
export type Presence = { client: pg.Client; socket: Socket; version: string }

/** Connects, and starts the server as often as that takes. */
export const enter = async (server: Server, signal?: AbortSignal): Promise<Presence> => {
  const end = Date.now() + patience
  for (let starts = 0; ; ) {
    signal?.throwIfAborted()
    try {
      return await connect(server)
    } catch (error) {
      if (isCode(error, ...hopeless)) throw error
      if (starts === enough || Date.now() > end) throw new Error(`PostgreSQL does not start. ${lastWords(server)}`)
    }
    if (await startUnlessAlive(server)) starts += 1
    await pause(20 * 2 ** starts)
  }
}

/** Whether we are the last; who is about to leave no longer counts. */
export const isAlone = async ({ client }: Presence) => {
  await client.query(`set application_name = '${leaving}'`)
  for (let tries = 0; tries < 10; tries += 1) {
    const { rows } = await client.query<{ application_name: string }>(others)
    if (rows.length === 0) return true
    if (rows.some((other) => other.application_name === present)) return false
    // A pool that has just ended is still seen for a moment.
    await pause(50)
  }
  return false
}

const patience = 120_000
const enough = 5
const hopeless = ['28P01', '28000', '3D000', 'EACCES']
const present = 'guidon present'
const leaving = 'guidon leaving'
const others = `select application_name from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> '${leaving}'`

const connect = async (server: Server): Promise<Presence> => {
  const socket = new Socket()
  const client = new pg.Client({
    ...server.connection,
    database: 'postgres',
    application_name: present,
    connectionTimeoutMillis: 5000,
    stream: () => socket,
  })
  // The end follows, and is what is listened to; an error nobody hears would end the process.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  socket.unref()
  return { client, socket, version: rows[0]?.server_version ?? '' }
}

const lastWords = (server: Server) => {
  const file = logFile(server)
  const words = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5) : []
  return [`Its log, ${file}, ends with:`, ...words].join('\n  ')
}
