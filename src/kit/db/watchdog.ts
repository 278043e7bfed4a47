import type { Socket } from 'node:net'
import { pg, streamOf } from './driver.ts'

/** Longer than any statement may take (15 s), shorter than whoever asked is kept on the line (20 s). */
const PATIENCE_MS = 17_000
const GOODBYE_MS = 3_000
// Looked at now and again instead of once, so that a process that was itself held up accuses nobody.
const LOOKS = 17

/** A database that took what was asked and says nothing. What came of it is unknown. */
export class Silence extends Error {
  code = 'SILENT'
  constructor(message = 'the database took the call and says nothing') {
    super(message)
  }
}

export type Query = { text: string; values?: unknown[]; name?: string | undefined }
export type RunQuery = (client: pg.Client, question: Query) => Promise<pg.QueryResult>

type Watch = { asked: number; heard: number; left: number }

/** Asks over a connection. Where nothing at all is heard for too long it is thrown away, and all that was asked over it fails. */
export const watched = (patience = PATIENCE_MS): RunQuery => {
  const watches = new WeakMap<Socket, Watch>()

  const begin = (stream: Socket): Watch => {
    const watch = { asked: 0, heard: stream.bytesRead, left: LOOKS }
    const look = () => {
      watch.left = watch.asked > 0 && stream.bytesRead === watch.heard ? watch.left - 1 : LOOKS
      watch.heard = stream.bytesRead
      if (watch.left === 0) stream.destroy(new Silence())
    }
    const looking = setInterval(look, patience / LOOKS).unref()
    stream.once('close', () => clearInterval(looking))
    watches.set(stream, watch)
    return watch
  }

  return async (client, question) => {
    const stream = streamOf(client)
    const watch = watches.get(stream) ?? begin(stream)
    watch.asked += 1
    try {
      return await put(client, question)
    } finally {
      watch.asked -= 1
    }
  }
}

// As the driver's own promise does it, but for its copy of the question, which costs more than sending it.
const put = (client: pg.Client, { text, values, name }: Query) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    const query = Object.assign(new pg.Query(text, values), {
      name,
      callback: (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)),
    })
    client.query(query)
  })

/** Says goodbye, and does not wait long for the other side to say it too. */
export const disconnect = async (client: pg.Client) => {
  const late = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS)
  await client.end().finally(() => clearTimeout(late))
}
