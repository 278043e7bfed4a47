import { sql } from 'kysely'
import { firstCause } from '../async/settle.ts'
import type { Tx } from './tables.ts'

/** Runs work that may violate a constraint within a savepoint, so that the transaction can continue after a failure. */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
  refused: (error: { code?: string; constraint?: string }) => Promise<T>,
): Promise<T> {
  const jobs = tx.jobs.length
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    const fault = await tx.background.ended()
    if (fault) throw fault
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    const fault = await tx.background.ended()
    tx.jobs.length = jobs
    await sql`rollback to savepoint attempt`.execute(tx)
    // Released too: an attempt around this one has the same name and must find its own.
    await sql`release savepoint attempt`.execute(tx)
    return refused(firstCause(fault ? [error, fault] : [error]) as { code?: string })
  }
}
