import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const WINDOW_MS = 500
const MOST_USED = 0.2

/** Waits until other programs leave the machine nearly idle. False if they do not within `patience` milliseconds. */
export const untilCalm = async (patience: number) => {
  for (const end = Date.now() + patience; ; ) {
    const before = cpuTicks()
    await pause(WINDOW_MS)
    const after = cpuTicks()
    if (after.used - before.used <= MOST_USED * (after.all - before.all)) return true
    if (Date.now() > end) return false
  }
}

// The first line of /proc/stat is the sum over all cores. Its fourth and fifth numbers are idle time.
const cpuTicks = () => {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.match(/\d+/g)?.map(Number) ?? []
  const all = ticks.slice(0, 8).reduce((sum, figure) => sum + figure, 0)
  return { all, used: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) }
}
