import cannon from 'autocannon'
import type { Generator } from './load.ts'

export const autocannon: Generator = async (url, requests, connections, seconds) => {
  const came = await cannon({ url, requests, connections, duration: seconds, timeout: 30 })
  return {
    requests: came.requests.total,
    seconds: came.duration,
    errors: came.errors + came.timeouts + came['4xx'] + came['5xx'],
    p50: came.latency.p50,
    p99: came.latency.p99,
  }
}
