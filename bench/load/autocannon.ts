import cannon from 'autocannon'
import type { Generator } from './types.ts'

export const autocannon: Generator = async (url, requests, connections, seconds) => {
  const result = await cannon({ url, requests, connections, duration: seconds, timeout: 30 })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    errors: result.errors + result.timeouts + result['4xx'] + result['5xx'],
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}
