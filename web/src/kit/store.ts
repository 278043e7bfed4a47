import { useSyncExternalStore } from 'react'

/** A value outside of React that components can subscribe to. */
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

/** A choice among a few values, stored in this browser. */
export const choice = <T extends string>(key: string, first: T, values: readonly T[], apply: (value: T) => void) => {
  const stored = values.find((value) => value === localStorage.getItem(key))
  const chosen = store(stored ?? first)
  apply(chosen.now())
  return {
    ...chosen,
    /** Whether somebody has made the choice in this browser. */
    isChosen: () => localStorage.getItem(key) !== null,
    set: (value: T) => {
      localStorage.setItem(key, value)
      apply(value)
      chosen.set(value)
    },
  }
}
