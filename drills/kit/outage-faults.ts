import type { Answer } from './client.ts'

/** The fault of an answer during an outage. A 503 with Retry-After in time is allowed; no other status above 500 is. */
export const outageFault = (answer: Answer | undefined, took: number, timeout = Number.POSITIVE_INFINITY) => {
  if (!answer) return 'a request got no answer'
  if (answer.status >= 500 && answer.status !== 503) return `answered ${answer.status} ${answer.text.slice(0, 120)}`
  if (answer.status === 503 && !answer.headers['retry-after']) return 'a 503 without Retry-After'
  return took > timeout ? `answered ${answer.status} after ${took} ms` : undefined
}
