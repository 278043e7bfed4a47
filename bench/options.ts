import { parseArgs } from 'node:util'

export type Options = ReturnType<typeof readOptions>

/** Parses the command line: `npm run bench -- --rows R1,R2`. */
export const readOptions = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '' },
      scale: { type: 'string', default: '1' },
      connections: { type: 'string', default: '16' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      database: { type: 'string', default: '' },
      against: { type: 'string', default: '' },
      plans: { type: 'boolean', default: false },
    },
  })
  const { against, database, plans } = values
  return {
    /** The rows to measure. Empty means all except R8. */
    rows: values.rows.split(',').filter(Boolean),
    /** The size of the data set, as a multiple of a large agency. */
    scale: Number(values.scale),
    connections: values.connections.split(',').map(Number),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    /** A PostgreSQL server for the measurement, instead of the benchmark's own. */
    database,
    /** Another checkout of the service that is measured instead of the reference. */
    against,
    /** Checks the plans of all lists instead of measuring. */
    plans,
    /** The factor by which limits in milliseconds are longer on this machine. */
    slowness: 1,
  }
}
