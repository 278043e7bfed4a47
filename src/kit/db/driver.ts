import type { Socket } from 'node:net'
import pg from 'pg'

// Rows speak the wire's language: decimals are numbers, days are strings, instants are what
// PostgreSQL's own JSON shows. Nothing is mapped later.
const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (day) => day)
pg.types.setTypeParser(TIMESTAMPTZ, (moment) => `${moment.replace(' ', 'T')}:00`)

/** What a connection speaks over; the driver shows it to nobody. */
export const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

export { pg }
