/** Runs `work` `count` times, at most `atOnce` at the same time. */
export const inParallel = async (count: number, atOnce: number, work: (n: number) => Promise<unknown>) => {
  let next = 0
  const one = async () => {
    while (next < count) {
      const n = next
      next += 1
      await work(n)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, one))
}

/** Repeats `work`, `atOnce` at the same time, until `until` has finished. */
export const repeatWhile = async <T>(
  atOnce: number,
  work: (n: number) => Promise<unknown>,
  until: () => Promise<T>,
) => {
  let isOver = false
  let n = 0
  const one = async () => {
    while (!isOver) {
      n += 1
      await work(n)
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, one))
  const result = await until().finally(() => {
    isOver = true
  })
  await all
  return result
}
