/** Heavy work is done few at a time, so that everything else stays quick; a place is handed on, not given back. */
export const turns = (atOnce: number) => {
  let free = atOnce
  const queue: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
