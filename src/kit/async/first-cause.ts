/**
 * The fault that the others follow from. Where a statement of a transaction fails, PostgreSQL refuses all behind it with
 * 25P02, and such a refusal may be heard of sooner; it is told only where there is nothing else.
 */
export const firstCause = (faults: readonly unknown[]): unknown =>
  faults.find((fault) => !isAborted(fault)) ?? faults[0]

const isAborted = (fault: unknown) => (fault as { code?: string } | undefined)?.code === '25P02'
