import { useSyncExternalStore } from 'react'

/** A value outside of React that components follow. */
export const store = <T>(first: T) => {
  let value = first
  const listeners = new Set<() => void>()
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    now: () => value,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    follow,
    use: () => useSyncExternalStore(follow, () => value),
  }
}

/** Something the reader chose, one of a few values; this browser remembers it. */
export const choice = <T extends string>(key: string, first: T, values: readonly T[], apply: (value: T) => void) => {
  const stored = values.find((value) => value === localStorage.getItem(key))
  const chosen = store(stored ?? first)
  apply(chosen.now())
  return {
    ...chosen,
    set: (value: T) => {
      localStorage.setItem(key, value)
      apply(value)
      chosen.set(value)
    },
  }
}
