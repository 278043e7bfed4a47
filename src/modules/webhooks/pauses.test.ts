import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGone, isTaken, pauseAfter, retryAfterPause } from './deliver.ts'

test('failed deliveries are retried after growing pauses, for the last time after three days', () => {
  const tried: number[] = []
  let elapsed = 0
  for (let tries = 1; ; tries += 1) {
    const pause = pauseAfter(tries, elapsed, 0.5, 0)
    if (pause === undefined) break
    elapsed += pause
    tried.push(elapsed)
  }
  // After 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, and at the end of the third day.
  assert.deepEqual(tried, [5, 65, 365, 2_165, 9_365, 27_365, 63_365, 113_765, 185_765, 257_765, 259_200])
})

test('jitter changes a pause by a fifth at most, never beyond the three days', () => {
  assert.deepEqual([pauseAfter(5, 0, 0, 0), pauseAfter(5, 0, 1, 0)], [5_760, 8_640])
  assert.equal(pauseAfter(20, 259_190, 1, 0), 10)
  assert.equal(pauseAfter(1, 259_200, 0, 0), undefined)
})

test('Retry-After of a busy receiver: never earlier, at most a day later, and within the three days', () => {
  assert.deepEqual(
    [429, 503, 500, 200, null].map((status) => retryAfterPause(status, 3_600)),
    [3_600, 3_600, 0, 0, 0],
  )
  assert.equal(retryAfterPause(503, 999_999), 86_400)
  assert.deepEqual([pauseAfter(1, 0, 0.5, 3_600), pauseAfter(4, 0, 0.5, 60)], [3_600, 1_800])
  assert.equal(pauseAfter(1, 259_000, 0.5, 3_600), 200)
})

test('any 2xx is a success, and nothing else is; 410 means unsubscribed', () => {
  assert.deepEqual([200, 204, 299, 199, 300, 301, 410, 500, null].map(isTaken), [
    true,
    true,
    true,
    ...Array(6).fill(false),
  ])
  assert.deepEqual([410, 404, null].map(isGone), [true, false, false])
})
