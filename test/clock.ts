import type { TestContext } from 'node:test'

/** Stops `performance.now()` until the end of the test. The returned function moves it on by so many milliseconds. */
export const stoppedClock = (t: TestContext) => {
  // Whole milliseconds: with fractions a difference of two times may be a little more than what was added.
  let now = Math.ceil(performance.now())
  t.mock.method(performance, 'now', () => now)
  return (ms: number) => {
    now += ms
  }
}

/** The same with `setTimeout` and `setInterval`, which run when the clock is moved on. Nothing may wait with `until` meanwhile. */
export const stoppedTimers = (t: TestContext) => {
  const passes = stoppedClock(t)
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  return (ms: number) => {
    passes(ms)
    t.mock.timers.tick(ms)
  }
}
