import { parseArgs } from 'node:util'

export type Options = ReturnType<typeof readOptions>

const QUICK = ['R2', 'R3', 'R5', 'R9']

/** Parses the command line: `npm run bench -- --quick --write`. */
export const readOptions = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      scale: { type: 'string', default: '1' },
      rows: { type: 'string', default: '' },
      connections: { type: 'string', default: '1,16,64' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      database: { type: 'string', default: '' },
      plans: { type: 'boolean', default: false },
      step: { type: 'string', default: '' },
      workers: { type: 'string', default: '1' },
      against: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
    },
  })
  const rows = values.rows.split(',').filter(Boolean)
  const { quick, write, against, database, plans, step } = values
  return {
    quick,
    write,
    /** A PostgreSQL server to measure on, in place of the benchmark's own. */
    database,
    /** Reads the plans of all lists instead of measuring. */
    plans,
    /** Measures a step past one machine instead of the service. */
    step,
    /** The processes of the service. */
    workers: Number(values.workers),
    /** How many times longer limits in milliseconds are on this machine. */
    slowness: 1,
    /** Another checkout of the service, measured in place of the reference. */
    against,
    scale: Number(values.scale),
    /** The rows to measure; empty means all. */
    rows: quick && !rows.length ? QUICK : rows,
    connections: quick ? [16] : values.connections.split(',').map(Number),
    rounds: Number(values.rounds),
    seconds: quick ? 2 : Number(values.seconds),
  }
}
