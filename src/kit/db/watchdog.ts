import type { Socket } from 'node:net'
import { pg, streamOf } from './driver.ts'

/** Longer than `statement_timeout` (15 s), shorter than the time after which a request is answered in any case (20 s). */
const SILENCE_MS = 17_000
const CLOSE_MS = 3_000
// Many checks instead of one, so that a process that was itself blocked for long does not blame the database.
const CHECKS = 17

/** Thrown when the database accepted a statement and sent nothing for 17 s. Whether the statement ran is unknown. */
export class Silence extends Error {
  code = 'SILENT'
  constructor(message = 'the database took the call and says nothing') {
    super(message)
  }
}

export type Query = { text: string; values?: unknown[]; name?: string | undefined }
export type RunQuery = (client: pg.Client, query: Query) => Promise<pg.QueryResult>

type Watch = { pending: number; bytesRead: number; left: number }

/**
 * Runs queries. If a connection with a query under way receives no byte for the timeout, it is destroyed, and all queries on
 * it fail.
 */
export const watched = (timeout = SILENCE_MS): RunQuery => {
  const watches = new WeakMap<Socket, Watch>()

  const begin = (stream: Socket): Watch => {
    const watch = { pending: 0, bytesRead: stream.bytesRead, left: CHECKS }
    const check = () => {
      watch.left = watch.pending > 0 && stream.bytesRead === watch.bytesRead ? watch.left - 1 : CHECKS
      watch.bytesRead = stream.bytesRead
      if (watch.left === 0) stream.destroy(new Silence())
    }
    const checking = setInterval(check, timeout / CHECKS).unref()
    stream.once('close', () => clearInterval(checking))
    watches.set(stream, watch)
    return watch
  }

  return async (client, query) => {
    const stream = streamOf(client)
    const watch = watches.get(stream) ?? begin(stream)
    watch.pending += 1
    try {
      return await send(client, query)
    } finally {
      watch.pending -= 1
    }
  }
}

// Like the driver's own `query` with a promise, but without its copy of the query, which takes longer than sending it.
const send = (client: pg.Client, { text, values, name }: Query) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    const query = Object.assign(new pg.Query(text, values), {
      name,
      callback: (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)),
    })
    client.query(query)
  })

/** Closes the connection; destroys the socket if the server does not close it within 3 s. */
export const disconnect = async (client: pg.Client) => {
  const late = setTimeout(() => streamOf(client).destroy(), CLOSE_MS)
  await client.end().finally(() => clearTimeout(late))
}
