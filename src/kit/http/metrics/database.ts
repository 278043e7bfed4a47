import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const SLOW = 1

/** Waits and slow statements. A statement is told by its text, in which values are only numbered. */
export const watchDatabase = (registry: Registry, { database, journal }: FastifyInstance) => {
  const registers = [registry]
  const waits = new Histogram({
    name: 'guidon_database_wait_seconds',
    help: 'How long transactions waited for a connection',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 5],
    registers,
  })
  const slow = new Counter({ name: 'guidon_slow_statements_total', help: 'Statements of a second and more', registers })
  new Gauge({
    name: 'guidon_database_waiting',
    help: 'Statements and transactions under way or waiting',
    registers,
    collect() {
      this.set(database.waiting())
    },
  })
  database.observer.wait = (seconds) => waits.observe(seconds)
  database.observer.statement = (text, seconds) => {
    if (seconds < SLOW) return
    slow.inc()
    journal.warn({ ms: Math.round(seconds * 1_000), statement: text.slice(0, 1_000) }, 'slow statement')
  }
}
