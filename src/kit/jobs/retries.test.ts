import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../wiring.ts'
import { retryOptions } from './retries.ts'

/** The shortest pauses of pg-boss before each retry, in seconds: half of each is random. */
const shortestPauses = (retries: number) => {
  const { retryDelay, retryDelayMax } = retryOptions
  return Array.from({ length: retries }, (_, n) => Math.min(retryDelayMax, (retryDelay * 2 ** Math.min(16, n + 1)) / 2))
}

test('a mail that cannot be sent is tried for three days', () => {
  for (const name of ['notifications.send', 'bookings.mail', 'auth.sign-in']) {
    const seconds = shortestPauses(jobs.get(name)?.retryLimit ?? 0).reduce((sum, pause) => sum + pause, 0)
    const hours = seconds / 3_600
    assert.ok(hours >= 72 && hours < 76, `${name}: ${hours} hours`)
  }
})
