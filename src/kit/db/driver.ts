import type { Socket } from 'node:net'
import pg from 'pg'

// Rows speak the wire's language: decimals are numbers, days are strings, instants are what
// PostgreSQL's own JSON shows. Nothing is mapped later.
const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (day) => day)
pg.types.setTypeParser(TIMESTAMPTZ, (moment) => `${moment.replace(' ', 'T')}:00`)

/** The socket of a connection, which the driver keeps to itself. */
export const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Statements that are sent in one turn of the event loop leave in one write. */
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
