const SECONDS = 5

/** Caches a read for 5 s. Its value is undefined if the read failed. */
export function cached<T>(read: () => Promise<T>) {
  let lastRead = Number.NEGATIVE_INFINITY
  let answer: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    if (performance.now() - lastRead < SECONDS * 1_000) return answer
    lastRead = performance.now()
    answer = read().catch(() => undefined)
    return answer
  }
}
