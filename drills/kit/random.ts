export type Random = ReturnType<typeof randomFrom>

/** A random generator with a seed: the same seed gives the same run. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const maybe = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)]
  return {
    next,
    /** A whole number between both bounds, which are included. */
    int,
    chance: (share: number) => next() < share,
    maybe,
    pick: <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
      const picked = maybe(list)
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
    shuffled: <T>(list: readonly T[]) =>
      list
        .map((each) => ({ each, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each),
    text: (length: number) => Array.from({ length }, () => LETTERS[int(0, LETTERS.length - 1)]).join(''),
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
