import type { TestContext } from 'node:test'

/** Stops `performance.now()` until the end of the test. The returned function advances it by the given milliseconds. */
export const stoppedClock = (t: TestContext) => {
  // Whole milliseconds, because with fractions the difference of two times may be a little more than what was added.
  let now = Math.ceil(performance.now())
  t.mock.method(performance, 'now', () => now)
  return (ms: number) => {
    now += ms
  }
}

/**
 * Like `stoppedClock`, and also stops `setTimeout` and `setInterval`, which run when the clock is advanced. Meanwhile nothing may
 * wait with `until`.
 */
export const stoppedTimers = (t: TestContext) => {
  const passes = stoppedClock(t)
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  return (ms: number) => {
    passes(ms)
    t.mock.timers.tick(ms)
  }
}
