import { Refusal, type RefusalCode, type RefusalExtras, refusalCodes, refusals } from '../../errors.ts'
import { KEY_KEPT } from '../../terms.ts'
import type { Access } from '../server/guard.ts'
import { problem } from '../server/problem.ts'
import type { Route } from './catalogue.ts'
import { isAlias, operationIdOf, pascal, recordNameOf } from './names.ts'
import { exampleOf, type NameSchema, type Schema, standard } from './schema.ts'

type Context = { tag: string; named: NameSchema; refused: Record<string, Schema> }

/** The OpenAPI operation of one method of a route. */
export function operation(route: Route, method: string, { tag, named, refused }: Context): Schema {
  return {
    operationId: operationIdOf(route, method),
    tags: [tag],
    summary: route.summary,
    description: [whoMay(route.access), isAlias(route, method) && 'PUT 的別名。An alias of PUT.']
      .filter(Boolean)
      .join('\n\n'),
    'x-roles': rolesOf(route.access),
    ...(isAlias(route, method) && { 'x-alias-of': operationIdOf(route, 'PUT') }),
    security: route.access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route), ...requestHeadersOf(route, method)],
    ...requestBodyOf(route, method, named),
    responses: {
      [route.returns.status]: answerOf(route, method, named),
      ...(route.otherwise && { [route.otherwise.status]: otherAnswerOf(route.otherwise, route, method, named) }),
      ...(route.bytes && { 206: { $ref: '#/components/responses/part_of_file' } }),
      ...(hasETag(route, method) && { 304: { $ref: '#/components/responses/not_modified' } }),
      ...refusedAnswers(refusalsOf(route, method), refused),
    },
  }
}

/** The roles, or `public` or `signed-in`. */
export function rolesOf(access: Access): readonly string[] {
  return typeof access === 'string' ? [access] : access
}

const whoMay = (access: Access) => {
  if (access === 'public') return '**任何人 Anybody**'
  if (access === 'signed-in') return '**登入即可 Whoever is signed in**'
  return `**限 Only:** ${access.join(', ')}`
}

const pathParameters = ({ path, params }: Route) =>
  [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => {
    const { description, ...schema } = standard(params?.properties?.[name] ?? { type: 'string' })
    return { name, in: 'path', required: true, ...(description && { description }), schema }
  })

// Without examples, because the reference page would fill them in and thereby filter a list that is tried there.
const queryParameters = ({ query: { properties = {}, required = [] } = {} }: Route) =>
  Object.entries(properties).map(([name, field]) => {
    const { description, examples, separator, day, digits, ...schema } = standard(field)
    const example = schema.type === 'string' && examples && `\`${examples[0]}\``
    const said = [description, day && dayAlone[day as 'start' | 'end'], example].filter(Boolean).join(' ')
    const written = separator === ',' && { style: 'form', explode: false }
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(said && { description: said }),
      ...written,
      schema: day ? momentOrDay : schema,
    }
  })

const momentOrDay = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}
const dayAlone = {
  start: '只給日期時，指當天的開始。A day alone means its start.',
  end: '只給日期時，指當天的結束。A day alone means its end.',
}

const requestBodyOf = (route: Route, method: string, named: NameSchema) => {
  const { path, body, takes } = route
  if (!body) return {}
  const suffix = method === 'POST' ? 'Input' : 'Change'
  const schema = named(standard(body), recordNameOf(path) + suffix, pascal(operationIdOf(route, method)) + suffix)
  const example = takes === 'application/json' && { example: exampleOf(body) }
  return { requestBody: { required: true, content: { [takes]: { schema, ...example } } } }
}

const answerOf = (route: Route, method: string, named: NameSchema) => {
  const { status, media, schema } = route.returns
  const names = [recordNameOf(route.path), pascal(operationIdOf(route, method))]
  const answer = { [media]: { schema: enveloped(standard(schema), (record) => named(record, ...names)) } }
  const files = Object.fromEntries(route.otherMedia.map((type) => [type, { schema: schemaOfFile(type) }]))
  return {
    description: status === '201' ? '已建立 Created' : '成功 Done',
    headers: answerHeadersOf(route, method),
    // A generated client takes all media types of an answer for one type, and then no field of the JSON can be read without a check.
    ...(media === 'application/json' && route.otherMedia.length
      ? { content: answer, 'x-files': files }
      : { content: { ...answer, ...files } }),
  }
}

// Only text is a JSON string; all other content is bytes.
const schemaOfFile = (type: string) =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }

const otherAnswerOf = ({ media, schema }: Route['returns'], route: Route, method: string, named: NameSchema) => ({
  description: '尚未完成 One more step',
  headers: headerRefs('X-Request-Id'),
  content: {
    [media]: {
      schema: enveloped(standard(schema), (record) =>
        named(record, `${pascal(operationIdOf(route, method))}Unfinished`),
      ),
    },
  },
})

// The record inside the envelope gets the name, because the envelope is the same everywhere.
const enveloped = (answer: Schema, named: (record: Schema) => Schema): Schema => {
  const { data, ...others } = answer.properties ?? {}
  if (!data) return answer
  const shown = data.items ? { ...data, items: named(data.items) } : named(data)
  return { ...answer, properties: { ...others, data: shown } }
}

/** The headers a client may send to a route. */
const requestHeadersOf = (route: Route, method: string) =>
  Object.entries(appliesTo)
    .filter(([, applies]) => applies(route, method))
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }))

/** Whether a route supports `Idempotency-Key`. */
const supportsKey = ({ raw }: Route, method: string) => !raw && method !== 'GET'

/** Whether a route answers 304 to a matching `If-None-Match`. */
const hasETag = ({ raw, bytes }: Route, method: string) => method === 'GET' && (!raw || bytes)

/** The headers of its answer. */
const answerHeadersOf = (route: Route, method: string) =>
  headerRefs(
    'X-Request-Id',
    (hasETag(route, method) || (supportsKey(route, method) && method !== 'DELETE')) && 'ETag',
    route.returns.status === '201' && 'Location',
    supportsKey(route, method) && 'Idempotency-Replayed',
  )

const headerRefs = (...names: (keyof typeof answerHeaders | false)[]): Schema =>
  Object.fromEntries(names.filter((name) => name !== false).map((name) => [name, refOf('headers', name)]))

/** The components of all headers, each described once. */
export function headerComponents() {
  return {
    parameters: Object.fromEntries(
      Object.entries(requestHeaders).map(([name, header]) => [name, { name, in: 'header', ...described(header) }]),
    ),
    headers: Object.fromEntries(Object.entries(answerHeaders).map(([name, header]) => [name, described(header)])),
  }
}

type Header = readonly [zh: string, en: string, example: string]

const requestHeaders = {
  'Idempotency-Key': [
    `${KEY_KEPT.zh}內以同一鍵重送，只執行一次。`,
    `Sent again within ${KEY_KEPT.en}, it is done once.`,
    '5f1c9a52',
  ],
  'If-Match': ['讀到的 ETag；之後若有變更則回 412。', 'The ETag that was read; 412 if it changed since.', '"3"'],
  'If-None-Match': ['讀到的 ETag；若無變更則回 304。', 'The ETag that was read; 304 if nothing changed.', '"3"'],
  Range: ['只取檔案的一段。', 'A part of the file.', 'bytes=0-1023'],
  'Accept-Language': ['語言：zh-TW（預設）或 en。', 'The language of sentences.', 'zh-TW'],
  'X-Request-Id': ['自訂的識別碼，會原樣回傳。', 'A name for this request; it comes back.', 'a1b2c3'],
} as const satisfies Record<string, Header>

const answerHeaders = {
  'X-Request-Id': ['此請求的識別碼。', 'The name of this request.', 'a1b2c3'],
  ETag: ['版本。', 'For If-Match and If-None-Match.', '"3"'],
  Location: ['新資料的網址。', 'Where the new record is.', '/api/users/7'],
  'Idempotency-Replayed': ['true：先前保存的回答。', 'true: the answer was kept from before.', 'true'],
  'WWW-Authenticate': ['登入方式。', 'How to sign in.', 'Bearer'],
  'Retry-After': ['幾秒後再試。', 'Seconds to wait.', '30'],
  RateLimit: ['剩餘次數。', 'What is left.', '"tries";r=0;t=30'],
  'RateLimit-Policy': ['次數上限。', 'The limit.', '"tries";q=20;w=900'],
} as const satisfies Record<string, Header>

const appliesTo: Record<keyof typeof requestHeaders, (route: Route, method: string) => boolean> = {
  'Idempotency-Key': supportsKey,
  'If-Match': ({ refuses }) => refuses.includes('stale'),
  'If-None-Match': hasETag,
  Range: ({ bytes }) => bytes,
  'Accept-Language': () => true,
  'X-Request-Id': () => true,
}

const described = ([zh, en, example]: Header) => ({
  description: `${zh} ${en} \`${example}\``,
  schema: { type: 'string' },
})
const refOf = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/**
 * All refusals of a route: those that follow from its declaration, and those that it declares. Every route may refuse an unreadable
 * or too large body or header, because these are read before the route is known.
 */
export function refusalsOf(route: Route, method: string): RefusalCode[] {
  const { access, params, takes, bytes, refuses, duringEnrolment } = route
  const isClosed = access !== 'public'
  const isWrite = method !== 'GET'
  const keeps = supportsKey(route, method)
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
  return refusalCodes().filter((code) => possible.has(code))
}

/** The refusals of a route by status, each a reference to one description. */
const refusedAnswers = (codes: RefusalCode[], refused: Record<string, Schema>) => {
  const perStatus = Map.groupBy(codes, (code) => refusals[code][0])
  return Object.fromEntries(
    [...perStatus].map(([status, sameStatus]) => {
      const name = sameStatus.join('_or_')
      refused[name] ??= refusedAnswer(status, sameStatus)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

const refusedAnswer = (status: number, codes: RefusalCode[]): Schema => ({
  description: codes.map((code) => `\`${code}\` ${titleOf(code)}`).join(' · '),
  headers: headerRefs('X-Request-Id', ...(extraHeaders[status] ?? [])),
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: titleOf(code), value: problem(exampleFor(code), 'zh-TW', REQUEST_ID) }]),
      ),
    },
  },
})

const titleOf = (code: RefusalCode) => refusals[code][1].join(' ')
const REQUEST_ID = '7d0f6c1e-2b1a-4f0e-9a55-0c1d2e3f4a5b'
const extraHeaders: Record<number, Parameters<typeof headerRefs>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

const exampleFor = (code: RefusalCode) => new Refusal(code, exampleExtras[code])
const exampleExtras: Partial<Record<RefusalCode, RefusalExtras>> = {
  invalid_input: { errors: { name: [['此欄位必填。', 'This field is required.']] } },
  too_many_requests: { also: { retry_after: 30 } },
  stale: { also: { version: 4 } },
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
