import { Kysely } from 'kysely'
import { Client, pg, type Query, type Result, send, type Watched, watch } from './client.ts'
import { dialectOver, executor, type Observer } from './execute.ts'
import { isConnectionLost, isConnectionUnusable, isOutdatedPlan } from './faults.ts'
import type { Db, Tables } from './tables.ts'

/** A pool of connections that are used by one caller at a time. */
export function openPool(config: Watched, max: number, patience = 1) {
  class Pooled extends Client {
    constructor(given?: pg.ClientConfig) {
      // The password is not enumerable in the config of a pool, so a spread does not copy it.
      super({ ...given, password: given?.password, connectionTimeoutMillis: config.connectionTimeoutMillis })
    }
  }
  // The timeout of the pool is long, because a thousand writes may wait for a connection. That of a new connection is short.
  const queue = { connectionTimeoutMillis: 15_000 * patience, idleTimeoutMillis: 60_000, allowExitOnIdle: true }
  const pool = new pg.Pool({ ...config, ...queue, Client: Pooled, max } as pg.PoolConfig)
  pool.on('connect', (client) => watch(client, config.silenceTimeout))
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', () => {})
  return pool
}

/**
 * After a failover all connections of a pool are lost, and after a migration they may have cached plans for the former tables. When
 * a statement fails for such a reason, each connection that was opened earlier is replaced when it is next taken, so that a
 * repeated statement gets a new one.
 */
export function usableConnections(pool: pg.Pool) {
  const failuresBefore = new WeakMap<pg.PoolClient, number>()
  let failures = 0
  pool.on('connect', (client) => failuresBefore.set(client, failures))
  const isUsable = (client: pg.PoolClient) => failuresBefore.get(client) === failures
  return {
    /** Called with the error of a statement on this connection. */
    notice: (error: unknown, client: pg.PoolClient) => {
      if ((isOutdatedPlan(error) || isConnectionLost(error)) && isUsable(client)) failures += 1
    },
    /** Takes connections from the pool until one is usable. */
    take: async (take: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
      for (;;) {
        const client = await take()
        if (isUsable(client)) return client
        client.release(true)
      }
    },
  }
}

/** Runs each statement on a connection that no other statement uses meanwhile. */
export function queryAlone(pool: pg.Pool) {
  const usable = usableConnections(pool)
  return async (query: Query): Promise<Result> => {
    const client = await usable.take(() => pool.connect())
    let isBroken = false
    try {
      return await send(client, query)
    } catch (error) {
      isBroken = isConnectionUnusable(error)
      usable.notice(error, client)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/** The database as it is at one moment, for a read that takes many statements: what is written meanwhile is not seen. */
export type Snapshot = { db: Db; end: () => Promise<void> }

/** Opens snapshots on connections of a pool. Each holds its connection until it is ended. */
export function snapshots(pool: pg.Pool, observer: Observer) {
  const usable = usableConnections(pool)
  return async (): Promise<Snapshot> => {
    const client = await usable.take(() => pool.connect())
    let broken: Error | undefined
    const fail = (error: Error) => {
      broken = error
    }
    client.on('error', fail)
    const release = () => {
      client.off('error', fail)
      client.release(broken)
    }
    try {
      await send(client, { text: 'begin isolation level repeatable read read only' })
    } catch (error) {
      usable.notice(error, client)
      fail(error as Error)
      release()
      throw error
    }
    const execute = executor((query) => send(client, query), observer)
    return {
      db: new Kysely<Tables>({ dialect: dialectOver(execute) }),
      end: async () => {
        await send(client, { text: 'rollback' }).catch(fail)
        release()
      },
    }
  }
}
