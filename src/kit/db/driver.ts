import type { Socket } from 'node:net'
import pg from 'pg'

// Rows have the same value formats as JSON answers, so that nothing is mapped later: decimals are numbers, days are strings,
// instants are formatted as in PostgreSQL's own JSON.
const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (day) => day)
pg.types.setTypeParser(TIMESTAMPTZ, (moment) => `${moment.replace(' ', 'T')}:00`)

/** The socket of a connection. The driver does not export it. */
export const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Buffers the socket, so that all statements of one tick of the event loop are sent in one write. */
export const cork = (client: pg.Client) => {
  const stream = streamOf(client)
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  setImmediate(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
const corked = new WeakSet<Socket>()

export { pg }
