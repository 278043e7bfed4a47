import { firstCause } from './first-cause.ts'

/** What is under way beside the work it belongs to: nobody waits for it until all must be done. */
export type BackgroundWork = ReturnType<typeof backgroundWork>

export const backgroundWork = () => {
  const going: Promise<unknown>[] = []
  const faults: unknown[] = []
  return {
    add: (work: unknown) => {
      going.push(Promise.resolve(work).catch((fault) => faults.push(fault)))
    },
    /** Ends when all of it has ended, whatever it added itself; gives the first cause of what went wrong. */
    ended: async (): Promise<unknown> => {
      while (going.length > 0) await Promise.all(going.splice(0))
      return firstCause(faults.splice(0))
    },
  }
}
