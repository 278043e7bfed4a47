import { fileFormats } from './pages.ts'
import { pause } from './pause.ts'
import { randomKey } from './random-key.ts'
import { type CommonCode, type Problem, Refusal } from './refusal.ts'

export type Settings = {
  /** Where the service is, such as `https://tours.example`. In a browser it may be left out: the page's own host. */
  url?: string
  /** The token of a sign-in, or a personal token. A browser that has signed in by cookie needs none. */
  token?: string | (() => string | undefined)
  /** The language of sentences. */
  language?: Language | (() => Language)
  /** Sends the requests; the platform's own unless given. */
  fetch?: typeof globalThis.fetch
}
export type Language = 'zh-TW' | 'en'

export type Options = {
  signal?: AbortSignal
  /** The version that was read; the change is refused as `stale` if somebody else has changed the record since. */
  version?: number
  /** Two calls with the same key do the work once; a write that names none gets a new one. */
  idempotencyKey?: string
}

/** The answer of an operation, and the codes it may be refused with. */
export type Call<T, Code extends string> = Promise<T> & { readonly codes?: Code | CommonCode }

type Sent = { query?: object; body?: unknown; form?: object }
type Ask<Kind = unknown> = <T extends Kind>(method: string, path: string, options?: Options, sent?: Sent) => Promise<T>

/** A service, and who is calling: the first argument of every operation. */
export type Guidon = {
  /** The `data` of the answer. */
  readonly data: Ask
  /** `data` and `meta`. */
  readonly whole: Ask
  /** An answer without an envelope. */
  readonly bare: Ask
  readonly text: (method: string, path: string, options?: Options, sent?: Sent) => Promise<string>
  readonly file: (method: string, path: string, options?: Options, sent?: Sent) => Promise<Blob>
  /** The answer as it came; a refused one is thrown. */
  readonly answer: (
    method: string,
    path: string,
    options?: Options & { headers?: Record<string, string> },
    sent?: Sent,
  ) => Promise<Response>
}

export const connect = (settings: Settings = {}): Guidon => {
  const send = settings.fetch ?? globalThis.fetch.bind(globalThis)
  const answer: Guidon['answer'] = async (method, path, options = {}, sent = {}) => {
    const ask = () =>
      send((settings.url ?? '') + path + queryOf(sent.query), {
        method,
        headers: headersOf(settings, method, options, sent),
        body: bodyOf(sent) ?? null,
        signal: options.signal ?? null,
      })
    const response = await (method === 'GET' ? patiently(ask, options.signal) : ask())
    if (!response.ok) throw await refusalOf(response, path, options.version)
    return response
  }
  return reading(answer)
}

/** Reads answers in every form in which an operation wants them. */
const reading = (answer: Guidon['answer']): Guidon => {
  const bare: Guidon['bare'] = async (...asked) => JSON.parse(await (await answer(...asked)).text())
  const file: Guidon['file'] = async (...asked) => (await answer(...asked)).blob()
  return {
    answer,
    bare,
    file,
    // Casts, because the type of an operation says what its query makes of the answer.
    whole: async (...asked) => (isFile(asked[3]) ? ((await file(...asked)) as never) : bare(...asked)),
    data: async (...asked) =>
      isFile(asked[3]) ? ((await file(...asked)) as never) : (await bare<{ data: never }>(...asked)).data,
    text: async (...asked) => (await answer(...asked)).text(),
  }
}

const isFile = ({ query = {} }: Sent = {}) => fileFormats.some((format) => 'format' in query && query.format === format)

/** A service whose writes have the key of one intention, and whether one of them had been done already. */
export type Keyed = Guidon & { readonly hadArrived: () => boolean }

/**
 * The same service with one key for what is written through it, in the order of the calls. If an answer got lost, the same calls with
 * the same key are answered from what was done the first time.
 */
export const keyed = (guidon: Guidon, key: string): Keyed => {
  let calls = 0
  let hadArrived = false
  const answer: Guidon['answer'] = async (method, path, options, sent) => {
    if (method === 'GET') return guidon.answer(method, path, options, sent)
    calls += 1
    const response = await guidon.answer(method, path, { idempotencyKey: `${key}-${calls}`, ...options }, sent)
    hadArrived ||= response.headers.get('idempotency-replayed') === 'true'
    return response
  }
  return { ...reading(answer), hadArrived: () => hadArrived }
}

const ATTEMPTS = 3
const LONGEST_WAIT = 10

/** A read that a busy service puts off is asked again when it says, at most twice. */
const patiently = async (ask: () => Promise<Response>, signal?: AbortSignal): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const response = await ask()
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (response.status !== 503 || attempt === ATTEMPTS || !(seconds <= LONGEST_WAIT)) return response
    await response.body?.cancel()
    // Not all at the same moment.
    await pause(1000 * seconds * (1 + Math.random() / 2), signal)
  }
}

/** A text as one part of a path. */
export const part = encodeURIComponent

const headersOf = (
  { token, language }: Settings,
  method: string,
  { version, idempotencyKey, headers }: Options & { headers?: Record<string, string> },
  { body }: Sent,
) => {
  const sent = new Headers(headers)
  const put = (name: string, value: string | undefined) => value !== undefined && sent.set(name, value)
  const bearer = typeof token === 'function' ? token() : token
  put('authorization', bearer && `Bearer ${bearer}`)
  put('accept-language', typeof language === 'function' ? language() : language)
  put('content-type', body === undefined ? undefined : 'application/json')
  put('if-match', version === undefined ? undefined : `"${version}"`)
  put('idempotency-key', method === 'GET' ? undefined : (idempotencyKey ?? randomKey()))
  return sent
}

const queryOf = (query: object = {}) => {
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, String(value))
  return given.size ? `?${given}` : ''
}

const bodyOf = ({ body, form }: Sent) => {
  if (!form) return body === undefined ? undefined : JSON.stringify(body, nanAsText)
  const data = new FormData()
  for (const [key, value] of Object.entries(form))
    if (value !== undefined) data.append(key, value instanceof Blob ? value : String(value))
  return data
}

// JSON writes NaN as null, which often means that there is none. As a text, the service refuses it and names the field.
const nanAsText = (_name: string, value: unknown) => (Number.isNaN(value) ? 'NaN' : value)

const refusalOf = async (response: Response, path: string, version?: number) => {
  const text = await response.text()
  return new Refusal({ status: response.status, ...problemIn(text) }, path, version)
}

// A proxy in front may answer with something else than a problem.
const problemIn = (text: string): Partial<Problem> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
