import { spawnSync } from 'node:child_process'
import { autocannon } from './autocannon.ts'
import { wrk } from './wrk.ts'

export type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
/** What came of it; times in milliseconds. */
export type Load = { requests: number; seconds: number; errors: number; p50: number; p99: number }
export type Generator = (url: string, requests: Request[], connections: number, seconds: number) => Promise<Load>

const isThere = spawnSync('wrk', ['--version']).error === undefined

/** Debian's wrk where it is installed, npm's autocannon elsewhere. */
export const generator = isThere ? 'wrk' : 'autocannon'

/** Sends requests in turn over kept-alive connections, as fast as they are answered. Every answer must be a success. */
export const load: Generator = async (url, requests, connections, seconds) => {
  const came = await (isThere ? wrk : autocannon)(url, requests, connections, seconds)
  if (came.errors > 0) throw new Error(`${came.errors} of ${came.requests} requests to ${url} failed.`)
  return came
}
