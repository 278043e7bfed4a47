import assert from 'node:assert/strict'
import type { Bench } from '../bench.ts'
import type { Request } from '../load/types.ts'
import type { Workload } from '../workloads.ts'
import { median } from './rounds.ts'

const MOST = 40

/**
 * Throws if the reference and the service do not return the same data for the same requests. Returns the size of an answer in
 * bytes.
 */
export const assertSameAnswers = async (
  { service, reference, samples }: Bench,
  { title, requests, volatile = [] }: Workload,
) => {
  const widths: number[] = []
  for (const request of requests(samples).slice(0, MOST)) {
    const { bytes: _, ...expected } = await ask(reference.url, request, volatile)
    const { bytes, ...actual } = await ask(service.url, request, volatile)
    widths.push(bytes)
    assert.deepEqual(actual, expected, `${title}: the service does not answer ${request.path} as the reference does.`)
    if (expected.status >= 400) throw new Error(`${title}: ${request.path} is answered with ${expected.status}.`)
  }
  return median(widths)
}

const ask = async (url: string, { method, path, headers, body }: Request, volatile: readonly string[]) => {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  const told: { data?: Record<string, unknown> } = text ? JSON.parse(text) : {}
  for (const name of volatile) delete told.data?.[name]
  return { status: response.status, type: response.headers.get('content-type'), told, bytes: Buffer.byteLength(text) }
}
