import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Allowed, faultOf, hostOf, isAllowed, isPublic } from './targets.ts'

/** The reason why there is no answer. */
export type Unsent = 'not_resolved' | 'not_public' | 'not_connected' | 'not_trusted' | 'too_slow' | 'broken_off'
/** A file of a receiver: the status, the media type that it names, and whether the file is larger than allowed; or the fault. */
export type Loaded = { status: number | null; fault: Unsent | null; media_type: string; isTooLarge: boolean }
/** The answer of the receiver: its status, the first 64 KB of its body, and `Retry-After` in seconds if given; or the fault. */
export type Heard = { status: number | null; fault: Unsent | null; words: string; retryAfter?: number }
export type Resolve = (host: string) => Promise<LookupAddress[]>

declare module '../jobs/jobs.ts' {
  interface JobTools {
    outbound: Outbound
  }
}

export type Outbound = ReturnType<typeof outbound>

/**
 * Sends HTTP requests to URLs that users chose, and never into a private network (SSRF). All addresses that the host resolves to
 * are checked, and the connection uses exactly these, so that a second look-up cannot return others. Redirects are not followed.
 */
export function outbound(allowed: Allowed, resolve: Resolve = resolved, timeout = tenSeconds) {
  const send = async <T>(address: string, asked: Asked<T>, late: AbortSignal): Promise<T | Failed> => {
    const url = new URL(address)
    // Checked again, because the allowed targets may have changed since the URL was stored.
    if (faultOf(address, allowed)) return failed('not_public')
    try {
      const addresses = await inTime(resolve(hostOf(url)), late)
      if (!isAllowed(url, allowed) && !addresses.every(({ address }) => isPublic(address))) return failed('not_public')
      return await ask(url, addresses, asked, late)
    } catch (error) {
      return failed(late.aborted ? 'too_slow' : reasonOf(error))
    }
  }
  const hear = async (address: string, asked: Omit<Asked<Heard>, 'take'>): Promise<Heard> => ({
    words: '',
    ...(await send(address, { ...asked, take: heardFrom }, timeout())),
  })
  return {
    /** The fault of a URL, found without resolving its host. */
    faultOf: (url: string) => faultOf(url, allowed),
    get: (address: string, headers: Headers) => hear(address, { method: 'GET', headers, body: null }),
    post: (address: string, headers: Headers, body: string) => hear(address, { method: 'POST', headers, body }),
    /** Writes a file of at most so many bytes to a path. It may take longer than a word. */
    load: async (address: string, headers: Headers, to: { path: string; most: number }): Promise<Loaded> => ({
      ...{ media_type: '', isTooLarge: false },
      ...(await send(
        address,
        { method: 'GET', headers, body: null, take: (answer) => loadedFrom(answer, to) },
        AbortSignal.timeout(LONGEST_LOAD),
      )),
    }),
  }
}
type Headers = Record<string, string>
/** `take` reads the answer. */
type Asked<T> = {
  method: 'GET' | 'POST'
  headers: Headers
  body: string | null
  take: (answer: IncomingMessage) => Promise<T>
}
type Failed = { status: null; fault: Unsent }
const failed = (fault: Unsent): Failed => ({ status: null, fault })

const MOST_READ = 65_536
const tenSeconds = () => AbortSignal.timeout(10_000)
const LONGEST_LOAD = 60_000

const resolved: Resolve = async (host) => {
  const family = isIP(host)
  return family ? [{ address: host, family }] : lookup(host, { all: true })
}

const inTime = <T>(work: Promise<T>, late: AbortSignal) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason), { once: true })),
  ])

const ask = async <T>(
  url: URL,
  addresses: LookupAddress[],
  { method, headers, body, take }: Asked<T>,
  late: AbortSignal,
) => {
  // Imported on demand, because the HTTP client takes ten megabytes of memory that a service without webhooks does not need.
  const { request: to } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise<T>((resolve, reject) => {
    const [first] = addresses
    const request = to(url, {
      method,
      headers: { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
      // A new connection for each request, without a proxy.
      agent: false,
      lookup: (_host, { all }, done) => (all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)),
      signal: late,
    })
    request.once('error', reject)
    request.once('response', (answer) => {
      request.off('error', reject).on('error', () => {})
      take(answer).then(resolve, reject)
    })
    request.end(body ?? undefined)
  })
}

/** Reads the body until its end, the timeout or 64 KB. A failure is ignored, because the status is already known. */
const read = async (answer: IncomingMessage) => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MOST_READ) break
    }
  } catch {}
  answer.destroy()
  return Buffer.concat(chunks).subarray(0, MOST_READ).toString()
}

const heardFrom = async (answer: IncomingMessage): Promise<Heard> => ({
  status: answer.statusCode ?? 0,
  fault: null,
  words: await read(answer),
  ...retryAfterIn(answer.headers),
})

/** A file that breaks off is a fault, and one that is too large is not read to its end. */
const loadedFrom = async (answer: IncomingMessage, { path, most }: { path: string; most: number }): Promise<Loaded> => {
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > most ? new TooLarge() : null, chunk)
    },
  })
  const loaded = { status: answer.statusCode ?? 0, fault: null, media_type: answer.headers['content-type'] ?? '' }
  try {
    await pipeline(answer, counted, createWriteStream(path, { mode: 0o600 }))
    return { ...loaded, isTooLarge: false }
  } catch (error) {
    if (error instanceof TooLarge) return { ...loaded, isTooLarge: true }
    throw error
  }
}
class TooLarge extends Error {}

// `Retry-After` is a number of seconds, or a date, which is compared with the `Date` of the receiver.
const retryAfterIn = ({ 'retry-after': retryAfter = '', date = '' }: IncomingMessage['headers']) => {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.parse(date)) / 1_000
  return seconds > 0 ? { retryAfter: seconds } : {}
}

const reasonOf = (error: unknown): Unsent => {
  const { code = '', syscall = '', errors } = error as { code?: string; syscall?: string; errors?: unknown[] }
  if (errors?.length) return reasonOf(errors[0])
  if (syscall.startsWith('getaddrinfo')) return 'not_resolved'
  if (syscall === 'connect') return 'not_connected'
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'not_trusted' : 'broken_off'
}
