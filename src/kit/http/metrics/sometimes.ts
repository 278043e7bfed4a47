const SECONDS = 5

/** Asks at most every few seconds, however often it is asked; nothing where there is no answer. */
export const sometimes = <T>(ask: () => Promise<T>) => {
  let asked = Number.NEGATIVE_INFINITY
  let answer: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    if (performance.now() - asked < SECONDS * 1_000) return answer
    asked = performance.now()
    answer = ask().catch(() => undefined)
    return answer
  }
}
