import { limiter, refuseBusy } from './limiter.ts'

type Limits = {
  /** How many of a line are served at once. */
  atOnce: number
  /** How many may stand in all lines together, those who are served among them. */
  most: number
  /** Milliseconds after which nobody waits any longer. */
  patience: number
}

/** Those who want the same thing wait for it here, in the order they came, and hold nothing that others need. */
export const keyedLimiter = ({ atOnce, most, patience }: Limits) => {
  const lines = new Map<string, { turn: ReturnType<typeof limiter>; people: number }>()
  let standing = 0

  return async <T>(wanted: string, work: () => Promise<T>): Promise<T> => {
    if (standing >= most) refuseBusy()
    const line = lines.get(wanted) ?? { turn: limiter(atOnce), people: 0 }
    lines.set(wanted, line)
    line.people += 1
    standing += 1
    const came = performance.now()
    try {
      return await line.turn(() => (performance.now() - came > patience ? refuseBusy() : work()))
    } finally {
      standing -= 1
      line.people -= 1
      if (line.people === 0) lines.delete(wanted)
    }
  }
}
