import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type Allowed, faultOf, hostOf, isAllowed, isPublic } from './targets.ts'

/** The reason why there is no answer. */
export type Unsent = 'not_resolved' | 'not_public' | 'not_connected' | 'not_trusted' | 'too_slow' | 'broken_off'
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
  return {
    /** The fault of a URL, found without resolving its host. */
    faultOf: (url: string) => faultOf(url, allowed),
    post: async (address: string, headers: Record<string, string>, body: string): Promise<Heard> => {
      const url = new URL(address)
      const late = timeout()
      // Checked again, because the allowed targets may have changed since the URL was stored.
      if (faultOf(address, allowed)) return unsent('not_public')
      try {
        const addresses = await inTime(resolve(hostOf(url)), late)
        if (!isAllowed(url, allowed) && !addresses.every(({ address }) => isPublic(address)))
          return unsent('not_public')
        return await ask(url, addresses, headers, body, late)
      } catch (error) {
        return unsent(late.aborted ? 'too_slow' : reasonOf(error))
      }
    },
  }
}

const MOST_READ = 65_536
const tenSeconds = () => AbortSignal.timeout(10_000)

const resolved: Resolve = async (host) => {
  const family = isIP(host)
  return family ? [{ address: host, family }] : lookup(host, { all: true })
}

const inTime = <T>(work: Promise<T>, late: AbortSignal) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason), { once: true })),
  ])

const ask = async (
  url: URL,
  addresses: LookupAddress[],
  headers: Record<string, string>,
  body: string,
  late: AbortSignal,
) => {
  // Imported on demand, because the HTTP client takes ten megabytes of memory that a service without webhooks does not need.
  const { request: to } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise<Heard>((resolve, reject) => {
    const [first] = addresses
    const request = to(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A new connection for each request, without a proxy.
      agent: false,
      lookup: (_host, { all }, done) => (all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)),
      signal: late,
    })
    request.once('error', reject)
    request.once('response', (answer) => {
      request.off('error', reject).on('error', () => {})
      read(answer).then((words) => resolve(heardFrom(answer, words)))
    })
    request.end(body)
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

const heardFrom = ({ statusCode = 0, headers }: IncomingMessage, words: string): Heard => ({
  status: statusCode,
  fault: null,
  words,
  ...retryAfterIn(headers),
})
const unsent = (fault: Unsent): Heard => ({ status: null, fault, words: '' })

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
