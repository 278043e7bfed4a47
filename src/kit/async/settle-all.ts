/**
 * What does not depend on each other, under way at the same time. It fails only when all of it has come to an end:
 * nothing may still be asking over a connection that is rolled back already.
 */
export const settleAll = <const T extends readonly unknown[]>(works: T) =>
  Promise.all(works).finally(() => Promise.allSettled(works))
