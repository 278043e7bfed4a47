/**
 * Waits for independent work that runs at the same time. It fails only after all of it has ended, so that no statement is sent over
 * a connection that is already rolled back. If several parts fail, it throws the first cause.
 */
export async function settleAll<const T extends readonly unknown[]>(works: T) {
  const faults: unknown[] = []
  // Faults in the order in which they occurred.
  const settled = works.map((work) => Promise.resolve(work).catch((fault) => faults.push(fault)))
  await Promise.all(settled)
  if (faults.length > 0) throw firstCause(faults)
  return Promise.all(works)
}

/** Work that runs at the same time as the work it belongs to. It is awaited once, at the end. */
export type BackgroundWork = ReturnType<typeof backgroundWork>

export function backgroundWork() {
  const running: Promise<unknown>[] = []
  const faults: unknown[] = []
  return {
    add: (work: unknown) => {
      running.push(Promise.resolve(work).catch((fault) => faults.push(fault)))
    },
    hasFailed: () => faults.length > 0,
    /** Resolves when all work has ended, including work that was added meanwhile. Returns the first cause of a failure. */
    ended: async (): Promise<unknown> => {
      while (running.length > 0) await Promise.all(running.splice(0))
      return firstCause(faults.splice(0))
    },
  }
}

/**
 * The fault that caused the others. After a failed statement PostgreSQL refuses all later ones of the transaction with 25P02, and
 * such a refusal may arrive earlier. It is returned only if there is no other fault.
 */
export function firstCause(faults: readonly unknown[]): unknown {
  return faults.find((fault) => !isAborted(fault)) ?? faults[0]
}

const isAborted = (fault: unknown) => (fault as { code?: string } | undefined)?.code === '25P02'
