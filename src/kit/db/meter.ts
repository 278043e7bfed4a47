/** Hears how long things took; whoever keeps figures puts its own functions in. */
export type Meter = {
  /** A statement without its values, from when it was asked to when it was answered. */
  statement: (text: string, seconds: number) => void
  /** How long a transaction waited for a connection. */
  wait: (seconds: number) => void
}

export const meter = (): Meter => ({ statement: () => {}, wait: () => {} })

export const timed = async <T>(work: () => Promise<T>, tell: (seconds: number) => void): Promise<T> => {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    tell((performance.now() - begun) / 1_000)
  }
}
