import { spawnSync } from 'node:child_process'
import { autocannon } from './autocannon.ts'
import type { Generator } from './types.ts'
import { wrk } from './wrk.ts'

const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/**
 * Sends the requests round robin over keep-alive connections, each when the previous one is answered. Throws if any answer is not a
 * success.
 */
export const load: Generator = async (url, requests, connections, seconds) => {
  const result = await (hasWrk ? wrk : autocannon)(url, requests, connections, seconds)
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} requests to ${url} failed.`)
  return result
}
