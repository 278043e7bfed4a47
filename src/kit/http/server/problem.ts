import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusalOf } from '../../db/faults.ts'
import { type FieldFaults, Refusal, type RefusalCode, refusals, unavailable } from '../../errors.ts'
import { MissingFile, StoreFault } from '../../files/backend.ts'
import { MOST_OF_UPLOAD } from '../../sizes.ts'
import { wordsOf } from '../../words/code-words.ts'
import { type Locale, say, type Words } from '../../words/words.ts'
import { faultsOf } from '../routes/validation-sentences.ts'

/** The body of a refusal. It serves clients of both conventions: RFC 9457, and `success`/`message`/`errors`. */
export function problem(refusal: Refusal, locale: Locale, requestId: string) {
  const { code, extras } = refusal
  const [status, title, wayOut] = refusals[code]
  const detail = say(extras.detail ?? firstFault(extras.errors) ?? wayOut, locale)
  const errors =
    extras.errors &&
    Object.fromEntries(
      Object.entries(extras.errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]),
    )
  return {
    success: false,
    type: `/api/problems/${code}`,
    title: say(extras.title ?? title, locale),
    status,
    detail,
    code,
    message: detail,
    ...(errors && { errors }),
    request_id: requestId,
    ...extras.also,
  }
}

// The sentence for a form that cannot show faults at its fields: the first wrong field by name, and the number of the others.
const firstFault = (errors: FieldFaults = {}): Words | undefined => {
  const [first, ...others] = Object.entries(errors)
  const [field, [sentence] = []] = first ?? []
  if (field === undefined || sentence === undefined) return
  const [zh, en] = fieldInWords(field)
  const more: Words = others.length ? [`（另有 ${others.length} 項）`, ` (and ${others.length} more)`] : ['', '']
  return [`${zh && `${zh}：`}${sentence[0]}${more[0]}`, `${en && `${en}: `}${sentence[1]}${more[1]}`]
}

// `travelers.0.birth_date` is the birth date of the first traveler. A field without words was invented by the caller.
const fieldInWords = (path: string): Words => {
  const parts = path === 'body' ? [] : path.split('.')
  const words: Words[] = []
  for (const part of parts) {
    const row = /^\d{1,6}$/.test(part) ? Number(part) + 1 : undefined
    if (row) words.push(numbered(row, words.pop()))
    else words.push(wordsOf('field', part) ?? [part.slice(0, LONGEST), part.slice(0, LONGEST)])
  }
  return [words.map(([zh]) => zh).join(' '), words.map(([, en]) => en).join(', ')]
}

// Of a list, the one with this number: `第 1 個航班`, `第 1 位旅客`; `Flight 1`.
const numbered = (row: number, [zh, en]: Words = ['項目', 'Entry']): Words => [
  `第 ${row} ${/[客人員隊]$/.test(zh) ? '位' : '個'}${zh}`,
  /^[A-Z][a-z]+[a-rt-z]s$/.test(en) ? `${en.slice(0, -1)} ${row}` : `${en}, no. ${row}`,
]
const LONGEST = 60

/** Converts an error to a refusal: validation faults, and errors of Fastify, PostgreSQL and the file store. Any other is `internal`. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StoreFault) return unavailable()
  if (error instanceof MissingFile) return new Refusal('not_found', { detail: FILE_IS_MISSING })
  const { validation, validationContext, code = '' } = error as FastifyError
  if (validation)
    return validationContext === 'params'
      ? new Refusal('not_found')
      : new Refusal('invalid_input', { errors: faultsOf(validation) })
  return fastifyRefusals[code] ? new Refusal(fastifyRefusals[code]) : (refusalOf(error) ?? new Refusal('internal'))
}

const FILE_IS_MISSING: Words = [
  '這個檔案已不在儲存處；請重新上傳，並告知系統人員。',
  'The contents of this file are no longer in the file store; upload it again, and tell the operator.',
]

/**
 * Answers every request that is refused, whoever refused it: a browser that asks for a page gets one in words, and a program a problem.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const refusal = isConstraint(error) ? namingSentFields(error, asRefusal(error), request) : asRefusal(error)
  logFault(error, refusal, request)
  request.refusedAs = refusal.code
  const [status] = refusals[refusal.code]
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 413 || status === 415) dropUnread(request, reply)
  reply.code(status).headers({ 'cache-control': 'no-store', ...refusal.extras.headers })
  if (isForPerson(request)) {
    const triesAgain = request.method === 'GET' && refusal.code === 'unavailable'
    if (triesAgain) reply.header('refresh', '5')
    return request.server.sendRefusedPage(request, reply, (locale) => inWords(refusal, locale, request.id, triesAgain))
  }
  return reply
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem(refusal, request.locale, request.id)))
}

/**
 * Whether a person opens an address in a browser, and no program asks for an answer. Whatever is refused then is told on a page. Papers and
 * files are addresses of the API that people open: the browser says that it navigates there.
 */
export function isForPerson({ url, headers }: FastifyRequest) {
  return /\btext\/html\b/.test(headers.accept ?? '') && (!isOfApi(url) || headers['sec-fetch-mode'] === 'navigate')
}

/** Whether an address belongs to the API, and not to a page. */
export function isOfApi(url: string) {
  return /^\/api(\/|\?|$)/.test(url)
}

/** What a person is told instead of the page that was asked for. */
export type Refused = { title: string; says: string; request_id: string | undefined }

/** Sends the page of a refusal, whose status is set. It must be sent also if the database does not answer. */
export type SendRefusedPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  told: (locale: Locale) => Refused,
) => Promise<unknown>

/** A refusal for somebody who opened a page: what programs are told of headers and formats says nothing to people. */
const inWords = (refusal: Refusal, locale: Locale, request_id: string, triesAgain: boolean): Refused => {
  const { code, extras } = refusal
  const { title, detail } = problem(refusal, locale, request_id)
  const own = code === 'not_found' && extras.detail ? undefined : onPages[code]
  return {
    title: own ? say(own[0], locale) : title,
    says: triesAgain ? say(again, locale) : own ? say(own[1], locale) : detail,
    request_id: code === 'internal' ? request_id : undefined,
  }
}
const notTaken = [
  ['這個頁面不接受送出的內容', 'This page does not take what was sent'],
  ['請回到上一頁，重新整理後再送出。', 'Go back, load the page again, and send it once more.'],
] as const
const signInAgain = [
  ['登入已結束', 'Your session has ended'],
  ['請重新登入後，再開這一頁。', 'Sign in again, and open this page once more.'],
] as const
const onPages: { [code in RefusalCode]?: readonly [title: Words, says: Words] } = {
  not_found: [
    ['找不到這個頁面', 'There is no such page'],
    ['網址可能打錯了，或這個頁面已經不在。', 'The address may be mistyped, or the page is gone.'],
  ],
  bad_request: notTaken,
  method_not_allowed: notTaken,
  unsupported_media_type: notTaken,
  unauthenticated: signInAgain,
  token_expired: signInAgain,
}
const again = ['請稍候，這一頁會自動再試。', 'Please wait: this page tries again by itself.'] as const

/**
 * Reads and discards the rest of a refused body. Closing a connection with unread bytes resets it, and the refusal is lost: a proxy
 * would then answer the caller with 502.
 */
export function dropUnread({ raw }: FastifyRequest, reply: FastifyReply) {
  if (!(Number(raw.headers['content-length']) <= MOST_OF_UPLOAD)) return
  reply.removeHeader('connection')
  raw.resume()
}

// Logs the errors on which an operator must act. The database is monitored by metrics and probes.
const logFault = (error: unknown, { code }: Refusal, { server, id: request_id }: FastifyRequest) => {
  if (code === 'internal') server.journal.error({ err: error, request_id }, 'unexpected')
  if (error instanceof StoreFault || error instanceof MissingFile)
    server.journal.error({ fault: error.message, request_id }, 'file store')
}

type Violation = { code: string; detail?: string }
const isConstraint = (error: unknown): error is Violation => /^23...$/.test((error as { code?: string }).code ?? '')

const MISSING = '23503'

// PostgreSQL names columns, but a caller can only correct fields that it sent. If a missing row was referred to only by the
// service, it was deleted meanwhile: 503, because a retry sees the current rows. Any other fault is reported for `body`.
const namingSentFields = (fault: Violation, refusal: Refusal, request: FastifyRequest): Refusal => {
  const { code, extras } = refusal
  const sent = fieldsOf(request)
  const named = Object.entries(extras.errors ?? {})
  if (named.length === 0) return refusal
  const own = named.flatMap(([field, words]) => {
    // A list of ids is stored as one row for each id: `city_ids` as `city_id`.
    const name = [field, `${field}s`].find((each) => sent.has(each.split('.')[0] ?? ''))
    return name ? pathsOf(name, fault, request.body).map((path) => [path, words] as const) : []
  })
  if (own.length === 0 && fault.code === MISSING) return unavailable(1)
  const errors = own.length > 0 ? Object.fromEntries(own) : { body: named.flatMap(([, words]) => words) }
  return new Refusal(code, { ...extras, errors })
}

// A field inside a list is reported with the index of its row, at every place where the refused value was sent, such as
// `segments.3.city_ids.1`.
const pathsOf = (field: string, { detail = '' }: Violation, body: unknown): string[] => {
  const value = detail.match(/^Key \(\w+\)=\((.*?)\)/)?.[1]
  const isTop = typeof body !== 'object' || body === null || field in body
  const paths = isTop || value === undefined ? [] : pathsIn(body, field, value)
  return paths.length > 0 ? paths : [field]
}

const pathsIn = (sent: unknown, field: string, value: string, path: string[] = []): string[] => {
  if (typeof sent === 'object' && sent !== null)
    return Object.entries(sent).flatMap(([key, inner]) => pathsIn(inner, field, value, [...path, key]))
  return path.slice(-2).includes(field) && `${sent}` === value ? [path.join('.')] : []
}

/** The fields that a route accepts in its body, form or query, including those of nested objects. */
const fieldsOf = ({ route }: FastifyRequest) => {
  const { body, querystring } = (route.schema ?? {}) as Record<string, Fields | undefined>
  const form = route.config.form as Fields | undefined
  return new Set([body, querystring, form].flatMap(namesIn))
}
type Fields = { properties?: Record<string, Fields>; items?: Fields; anyOf?: Fields[] }
const namesIn = ({ properties = {}, items, anyOf = [] }: Fields = {}): string[] => [
  ...Object.keys(properties),
  ...[...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap(namesIn),
]

const fastifyRefusals: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: 'bad_request',
}
