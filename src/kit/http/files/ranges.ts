import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { refuse } from '../../errors.ts'

export type Range = { first: number; last: number }

/** The one stretch of bytes a reader asks for (RFC 9110). What is no range, or several, means the whole. */
export const rangeOf = (headers: IncomingHttpHeaders, size: number, tag: string): Range | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return undefined
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (first > last) refuse('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } })
  return { first, last }
}

/** That stretch out of all bytes. */
export async function* stretchOf(bytes: Readable, { first, last }: Range) {
  let at = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const stretch = chunk.subarray(Math.max(first - at, 0), Math.max(last + 1 - at, 0))
    if (stretch.length) yield stretch
    at += chunk.length
    if (at > last) return
  }
}
