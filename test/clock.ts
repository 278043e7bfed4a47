import type { TestContext } from 'node:test'

/** Stops `performance.now()` until the end of the test. The returned function moves it on by so many milliseconds. */
export const stoppedClock = (t: TestContext) => {
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  return (ms: number) => {
    now += ms
  }
}
