import type { Words } from './words/words.ts'

/** The text of an error in the log. Its message may contain names of people, so only its kind is logged. */
export function kindOf(error: unknown) {
  const { code, name } = error as Error & { code?: string }
  return code ?? name
}

/** A refusal as callers read it. The last sentence says what they can do. */
type Described = readonly [status: number, title: Words, wayOut: Words]

const everywhere = {
  malformed_json: [
    400,
    ['內容不是正確的 JSON', 'Malformed JSON'],
    ['請送出符合 RFC 8259 的 JSON 物件。', 'Send one JSON object that conforms to RFC 8259.'],
  ],
  bad_request: [
    400,
    ['無法理解的請求', 'Bad request'],
    ['請檢查網址與送出的內容。', 'Check the address and what was sent.'],
  ],
  unauthenticated: [
    401,
    ['尚未登入', 'Not signed in'],
    [
      '您尚未登入，或登入已結束；請登入後再試。',
      'You are not signed in, or your session has ended: sign in and try again.',
    ],
  ],
  token_expired: [401, ['登入已逾時', 'Token expired'], ['請重新登入。', 'Sign in again.']],
  invalid_credentials: [
    401,
    ['帳號或密碼不正確', 'Wrong email or password'],
    ['請檢查電子郵件與密碼，或申請重設密碼。', 'Check both, or ask for a password reset.'],
  ],
  forbidden: [
    403,
    ['您的角色不能這麼做', 'Your role may not do this'],
    ['請洽可執行的同仁。', 'Ask a colleague whose role allows it.'],
  ],
  second_factor_required: [
    403,
    ['須先設定兩步驟驗證', 'A second factor must be set up first'],
    [
      '您的角色登入時需要兩步驟驗證；請先在「我的帳號」設定，完成後即可使用。',
      'Your role signs in with a second factor; set one up in your account, then everything is open to you.',
    ],
  ],
  not_found: [
    404,
    ['找不到', 'Not found'],
    ['沒有這筆資料，或您無權知道它是否存在。', 'There is no such record, or you may not know of it.'],
  ],
  method_not_allowed: [
    405,
    ['此網址不接受這個方法', 'Method not allowed'],
    ['可用的方法列在 Allow 標頭。', 'The Allow header lists what is.'],
  ],
  not_acceptable: [
    406,
    ['無法提供所要求的格式', 'Not acceptable'],
    ['本服務以 application/json 回答。', 'We answer in application/json.'],
  ],
  duplicate: [
    409,
    ['已有相同的資料', 'Already exists'],
    ['請改用其他值，或使用既有的資料。', 'Choose another value, or use the existing record.'],
  ],
  in_use: [
    409,
    ['仍有資料使用它', 'Still in use'],
    ['請先移除引用它的資料，或改為停用。', 'Remove what refers to it first, or deactivate it.'],
  ],
  step_not_possible: [
    409,
    ['目前狀態不能進行這一步', 'This step is not possible now'],
    ['請重新整理，看目前可行的步驟。', 'Load the record again to see what can be done now.'],
  ],
  idempotency_in_progress: [
    409,
    ['相同的請求仍在處理中', 'The same request is in progress'],
    ['請稍候再以同一個 Idempotency-Key 重送。', 'Send it again with the same Idempotency-Key in a moment.'],
  ],
  stale: [
    412,
    ['資料已被他人更新', 'Changed by somebody else'],
    ['資料已被他人更新；請重新讀取後再送出。', 'Somebody else has changed it: read it again, then send your change.'],
  ],
  too_large: [
    413,
    ['內容過大', 'Too large'],
    ['內容過大；請縮小後再送出。', 'The content is too large: send less at once.'],
  ],
  unsupported_media_type: [
    415,
    ['不支援的內容格式', 'Unsupported media type'],
    ['請以 application/json 送出。', 'Send application/json.'],
  ],
  range_not_satisfiable: [
    416,
    ['檔案沒有這一段', 'No such range of the file'],
    ['檔案大小列在 Content-Range 標頭。', 'The Content-Range header tells its size.'],
  ],
  invalid_input: [
    422,
    ['有欄位不正確', 'Some fields are not valid'],
    ['請更正標示的欄位。', 'Correct the marked fields.'],
  ],
  idempotency_mismatch: [
    422,
    ['Idempotency-Key 已用於不同的內容', 'The key was used for another body'],
    ['每個新的請求請使用新的 Idempotency-Key。', 'Use a new Idempotency-Key for a new request.'],
  ],
  too_many_requests: [
    429,
    ['請求過於頻繁', 'Too many requests'],
    ['嘗試次數過多；請稍候再試。', 'Too many attempts: wait a moment and try again.'],
  ],
  internal: [
    500,
    ['系統發生錯誤', 'Internal error'],
    [
      '請稍後再試；若持續發生，請將請求編號告知系統人員。',
      'Try again later; if it happens again, tell the operator the number of this request.',
    ],
  ],
  unavailable: [503, ['服務暫時無法使用', 'Unavailable for the moment'], ['請稍後再試。', 'Try again later.']],
} as const satisfies Record<string, Described>

/** The refusal codes of modules, which add theirs by declaration merging and describe them with `describeRefusals`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface ModuleRefusals {}
export type RefusalCode = keyof typeof everywhere | keyof ModuleRefusals

/** All refusals of the service by code. */
export const refusals = { ...everywhere } as Record<RefusalCode, Described>

/** Adds the refusals of modules. */
export function describeRefusals(added: Record<keyof ModuleRefusals, Described>) {
  Object.assign(refusals, added)
}

/** The codes in the order of their statuses. */
export function refusalCodes() {
  const codes = Object.keys(refusals) as RefusalCode[]
  return codes.sort((a, b) => refusals[a][0] - refusals[b][0])
}

export type FieldFaults = Record<string, Words[]>

export type RefusalExtras = {
  /** Replaces the title of the table. */
  title?: Words
  /** Replaces the sentence of the table about what to do. */
  detail?: Words
  errors?: FieldFaults | undefined
  headers?: Record<string, string>
  /** Further members of the answer: `possible`, `conflicts`, `existing_id`, `retry_after` … */
  also?: Record<string, unknown>
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly extras: RefusalExtras
  constructor(code: RefusalCode, extras: RefusalExtras = {}) {
    super(code)
    this.code = code
    this.extras = extras
  }
}

/** A temporary fault: the caller may retry after `seconds`. */
export function unavailable(seconds = 2) {
  return new Refusal('unavailable', { headers: { 'retry-after': String(seconds) }, also: { retry_after: seconds } })
}

export function refuse(code: RefusalCode, extras?: RefusalExtras): never {
  throw new Refusal(code, extras)
}

export function refuseField(field: string, ...words: Words[]): never {
  return refuse('invalid_input', { errors: { [field]: words } })
}

/** Refuses a period in a query that ends before it begins, or has an end alone. */
export function refuseBackwards(from: string | undefined, to: string | undefined) {
  if (to === undefined) return
  if (from === undefined) refuseField('from', ['請一併填寫起日。', 'Give the first day as well.'])
  else if (to < from) refuseField('to', ['不可早於起日。', 'Must not be before the first day.'])
}

export function found<T>(row: T | undefined | null): T {
  return row ?? refuse('not_found')
}
