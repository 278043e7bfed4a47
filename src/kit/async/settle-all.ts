import { firstCause } from './first-cause.ts'

/**
 * What does not depend on each other, under way at the same time. It fails only when all of it has come to an end:
 * nothing may still be asking over a connection that is rolled back already. Of several faults it tells the first cause.
 */
export const settleAll = async <const T extends readonly unknown[]>(works: T) => {
  const faults: unknown[] = []
  // Noted in the order in which they came.
  const noted = works.map((work) => Promise.resolve(work).catch((fault) => faults.push(fault)))
  await Promise.all(noted)
  if (faults.length > 0) throw firstCause(faults)
  return Promise.all(works)
}
