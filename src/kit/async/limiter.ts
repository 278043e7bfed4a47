/**
 * Heavy work is done few at a time, so that everything else stays quick; a place is handed on, not given back.
 * It rests so many times as long as it was used, before it is.
 */
export const limiter = (atOnce: number, rest = 0) => {
  let free = atOnce
  const queue: (() => void)[] = []

  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => queue.push(go))
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (rest) setTimeout(leave, rest * (performance.now() - began))
      else leave()
    }
  }
}
