import type { Route } from './catalogue.ts'
import type { Schema } from './schema.ts'

/** The headers a client may send to a route. */
export const takenHeaders = (route: Route, method: string) =>
  Object.entries(appliesTo)
    .filter(([, applies]) => applies(route, method))
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }))

/** Whether a route supports `Idempotency-Key`. */
export const takesKey = ({ raw }: Route, method: string) => !raw && method !== 'GET'

/** Whether a route answers 304 to a matching `If-None-Match`. */
export const isTagged = ({ raw, bytes }: Route, method: string) => method === 'GET' && (!raw || bytes)

/** The headers of its answer. */
export const givenHeaders = (route: Route, method: string) =>
  shownHeaders(
    'X-Request-Id',
    (isTagged(route, method) || (takesKey(route, method) && method !== 'DELETE')) && 'ETag',
    route.returns.status === '201' && 'Location',
    takesKey(route, method) && 'Idempotency-Replayed',
  )

export const shownHeaders = (...names: (keyof typeof given | false)[]): Schema =>
  Object.fromEntries(names.filter((name) => name !== false).map((name) => [name, ref('headers', name)]))

/** The components of all headers, each described once. */
export const headerComponents = () => ({
  parameters: Object.fromEntries(
    Object.entries(taken).map(([name, header]) => [name, { name, in: 'header', ...described(header) }]),
  ),
  headers: Object.fromEntries(Object.entries(given).map(([name, header]) => [name, described(header)])),
})

type Header = readonly [zh: string, en: string, example: string]

const taken = {
  'Idempotency-Key': [
    '72 小時內以同一鍵重送，只執行一次。',
    'Sent again within 72 hours, it is done once.',
    '5f1c9a52',
  ],
  'If-Match': ['讀到的 ETag；之後若有變更則回 412。', 'The ETag that was read; 412 if it changed since.', '"3"'],
  'If-None-Match': ['讀到的 ETag；若無變更則回 304。', 'The ETag that was read; 304 if nothing changed.', '"3"'],
  Range: ['只取檔案的一段。', 'A part of the file.', 'bytes=0-1023'],
  'Accept-Language': ['語言：zh-TW（預設）或 en。', 'The language of sentences.', 'zh-TW'],
  'X-Request-Id': ['自訂的識別碼，會原樣回傳。', 'A name for this request; it comes back.', 'a1b2c3'],
} as const satisfies Record<string, Header>

const given = {
  'X-Request-Id': ['此請求的識別碼。', 'The name of this request.', 'a1b2c3'],
  ETag: ['版本。', 'For If-Match and If-None-Match.', '"3"'],
  Location: ['新資料的網址。', 'Where the new record is.', '/api/users/7'],
  'Idempotency-Replayed': ['true：先前保存的回答。', 'true: the answer was kept from before.', 'true'],
  'WWW-Authenticate': ['登入方式。', 'How to sign in.', 'Bearer'],
  'Retry-After': ['幾秒後再試。', 'Seconds to wait.', '30'],
  RateLimit: ['剩餘次數。', 'What is left.', '"tries";r=0;t=30'],
  'RateLimit-Policy': ['次數上限。', 'The limit.', '"tries";q=20;w=900'],
} as const satisfies Record<string, Header>

const appliesTo: Record<keyof typeof taken, (route: Route, method: string) => boolean> = {
  'Idempotency-Key': takesKey,
  'If-Match': ({ refuses }) => refuses.includes('stale'),
  'If-None-Match': isTagged,
  Range: ({ bytes }) => bytes,
  'Accept-Language': () => true,
  'X-Request-Id': () => true,
}

const described = ([zh, en, example]: Header) => ({
  description: `${zh} ${en} \`${example}\``,
  schema: { type: 'string' },
})
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
