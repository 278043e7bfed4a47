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

/** Does work and takes it back, with its jobs: what it found out is all that stays. */
export async function undone(tx: Tx, work: () => Promise<unknown>) {
  const undo = new Error('the work is taken back')
  await attempt(
    tx,
    async () => {
      await work()
      throw undo
    },
    async (error) => {
      if (error !== undo) throw error
    },
  )
}
