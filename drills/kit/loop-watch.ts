import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** CPU time of the main thread in one iteration of the event loop, and the requests that were open in it. */
export type Iteration = { ms: number; requests: string[] }
/** The report of a watched process: everything since its first request, and the longest iterations. */
export type LoopReport = { requests: number; iterations: number; longest: Iteration[] }

// Loaded into the service by `--import`; the report is written to LOOP_REPORT when the process exits.
const KEPT = 40
const report: LoopReport = { requests: 0, iterations: 0, longest: [] }
const open = new Set<IncomingMessage>()
let closed: IncomingMessage[] = []
let cpuBefore = 0

// The time in which this thread worked. Waiting for the CPU, because other processes use it, does not count.
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  open.add(request)
  response.once('close', () => {
    open.delete(request)
    closed.push(request)
  })
  report.requests += 1
  if (report.requests > 1) return
  cpuBefore = cpuMs()
  measureNext()
})

// Immediates run once in each iteration, after the callbacks of sockets and files. An unreferenced one does not keep the loop from
// waiting.
const measureNext = () => {
  setImmediate(() => {
    const now = cpuMs()
    note(now - cpuBefore)
    cpuBefore = now
    closed = []
    measureNext()
  }).unref()
}

const note = (ms: number) => {
  report.iterations += 1
  if (report.longest.length === KEPT && ms <= (report.longest.at(-1)?.ms ?? 0)) return
  const requests = [...open, ...closed].map(({ method, url }) => `${method} ${url?.slice(0, 120)}`)
  report.longest = [...report.longest, { ms, requests }].sort((a, b) => b.ms - a.ms).slice(0, KEPT)
}

process.on('exit', () => {
  if (process.env.LOOP_REPORT) writeFileSync(process.env.LOOP_REPORT, JSON.stringify(report))
})
