import { Refusal, type RefusalCode, type RefusalExtras, refusals } from '../../errors.ts'
import { problem } from '../server/problem.ts'
import type { Route } from './catalogue.ts'
import { shownHeaders, takesKey } from './headers.ts'
import type { Schema } from './schema.ts'

/**
 * All refusals of a route: those that follow from its declaration, and those it declares itself. Every route may refuse an
 * unreadable or too large body or header: they are read before the route is known.
 */
export const refusalsOf = (route: Route, method: string): RefusalCode[] => {
  const { access, params, takes, bytes, refuses, duringEnrolment } = route
  const isClosed = access !== 'public'
  const isWrite = method !== 'GET'
  const keeps = takesKey(route, method)
  const possible = new Set<RefusalCode | false | undefined>([
    isWrite && takes === 'application/json' && 'malformed_json',
    'bad_request',
    isClosed && 'unauthenticated',
    isClosed && 'token_expired',
    isClosed && !duringEnrolment && 'second_factor_required',
    Array.isArray(access) && 'forbidden',
    params && 'not_found',
    'not_acceptable',
    keeps && 'idempotency_in_progress',
    'too_large',
    isWrite && 'unsupported_media_type',
    bytes && 'range_not_satisfiable',
    'invalid_input',
    keeps && 'idempotency_mismatch',
    'too_many_requests',
    'internal',
    'unavailable',
    ...refuses,
  ])
  return all.filter((code) => possible.has(code))
}

/** The refused answers of a route by status, each a reference to one that is described once. */
export const refusedBy = (codes: RefusalCode[], described: Record<string, Schema>) => {
  const perStatus = Map.groupBy(codes, (code) => refusals[code][0])
  return Object.fromEntries(
    [...perStatus].map(([status, sameStatus]) => {
      const name = sameStatus.join('_or_')
      described[name] ??= refusedAnswer(status, sameStatus)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** The body of every refusal. */
export const Problem: Schema = {
  type: 'object',
  description: 'RFC 9457, 並保留 success / message / errors。RFC 9457, with success / message / errors beside it.',
  required: ['success', 'type', 'title', 'status', 'detail', 'code', 'message', 'request_id'],
  properties: {
    success: { const: false },
    type: { type: 'string', format: 'uri-reference', description: '說明此代碼的網址。Where the code is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: '怎麼辦。What to do about it.' },
    code: { type: 'string', description: '永不改變。Never changes.' },
    message: { type: 'string', description: '與 detail 相同。The same as detail.' },
    errors: {
      type: 'object',
      description: '每個錯誤的欄位與原因。Every wrong field, and why.',
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
    request_id: { type: 'string' },
  },
}

const all = Object.keys(refusals) as RefusalCode[]
const titleOf = (code: RefusalCode) => refusals[code][1].join(' ')

const refusedAnswer = (status: number, codes: RefusalCode[]): Schema => ({
  description: codes.map((code) => `\`${code}\` ${titleOf(code)}`).join(' · '),
  headers: shownHeaders('X-Request-Id', ...(extraHeaders[status] ?? [])),
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: titleOf(code), value: problem(exampleFor(code), 'zh-TW', REQUEST) }]),
      ),
    },
  },
})

const REQUEST = '7d0f6c1e-2b1a-4f0e-9a55-0c1d2e3f4a5b'
const extraHeaders: Record<number, Parameters<typeof shownHeaders>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

const exampleFor = (code: RefusalCode) => new Refusal(code, extras[code])
const extras: Partial<Record<RefusalCode, RefusalExtras>> = {
  invalid_input: { errors: { name: [['此欄位必填。', 'This field is required.']] } },
  too_many_requests: { also: { retry_after: 30 } },
  stale: { also: { version: 4 } },
}
