/** Rows of a list are counted up to this number. Beyond it, the total is the planner's estimate. */
export const EXACT = 10_000

const CACHE_MS = 5_000
const MOST_KNOWN = 500

/**
 * A cache of estimated totals. An estimate is used for 5 s; meanwhile the list is neither counted nor estimated again. Exact totals
 * are not cached.
 */
export const estimates = () => {
  const known = new Map<string, { total: number; until: number }>()
  return {
    of: (list: string) => {
      const estimate = known.get(list)
      return estimate && estimate.until > performance.now() ? estimate.total : undefined
    },
    keep: (list: string, total: number) => {
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(list, { total, until: performance.now() + CACHE_MS })
    },
  }
}
