import { Kysely } from 'kysely'
import { send } from './connection/query.ts'
import type { pg } from './driver.ts'
import { dialectOver, executor, type Observer } from './execute.ts'
import type { Db, Tables } from './tables.ts'
import { usableConnections } from './usable-connections.ts'

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
