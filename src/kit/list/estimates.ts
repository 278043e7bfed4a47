/** How many rows of a list are counted; beyond, the planner guesses. */
export const EXACT = 10_000

const FAR = 2 * EXACT
const A_MOMENT_MS = 5_000
const MOST_KNOWN = 500

/**
 * What was guessed of a list far beyond the bound holds for a moment, in which it is neither counted up to the bound nor guessed again.
 * Only estimates are remembered: a total that could be exact is counted each time.
 */
export const estimates = () => {
  const known = new Map<string, { total: number; until: number }>()
  return {
    of: (list: string) => {
      const estimate = known.get(list)
      return estimate && estimate.until > performance.now() ? estimate.total : undefined
    },
    keep: (list: string, total: number) => {
      if (total < FAR) return
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(list, { total, until: performance.now() + A_MOMENT_MS })
    },
  }
}
