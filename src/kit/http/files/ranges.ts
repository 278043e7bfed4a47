import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from '../../errors.ts'
import type { Range } from '../../files/backend.ts'

/** The requested range of bytes (RFC 9110). Undefined, for the whole file, if the header is not one valid range. */
export function rangeOf(headers: IncomingHttpHeaders, size: number, tag: string): Range | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return undefined
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (first > last) refuse('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } })
  return { first, last }
}
