import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isPublic } from './addresses.ts'
import { type Allowed, faultOf, hostOf, isAllowed } from './targets.ts'

/** Why nothing was answered. */
export type Unsent = 'not_resolved' | 'not_public' | 'not_connected' | 'not_trusted' | 'too_slow' | 'broken_off'
/** What the other side said: its status, the beginning of its words, when to come again if it asks for that; or why it said nothing. */
export type Heard = { status: number | null; fault: Unsent | null; words: string; retryAfter?: number }
export type Resolve = (host: string) => Promise<LookupAddress[]>

declare module '../jobs/jobs.ts' {
  interface JobTools {
    outbound: Outbound
  }
}

export type Outbound = ReturnType<typeof outbound>

/**
 * Sends to addresses that others chose, and to none in a private network: every address a name leads to is looked at,
 * and the connection goes to those very addresses, so that a name cannot lead elsewhere in between. No redirects.
 */
export const outbound = (allowed: Allowed, resolve: Resolve = resolved, seconds = 10) => ({
  /** What is wrong with an address as it is written. */
  faultOf: (url: string) => faultOf(url, allowed),
  post: async (address: string, headers: Record<string, string>, body: string): Promise<Heard> => {
    const url = new URL(address)
    const late = AbortSignal.timeout(seconds * 1_000)
    // What is allowed may have changed since the address was taken.
    if (faultOf(address, allowed)) return unsent('not_public')
    try {
      const places = await inTime(resolve(hostOf(url)), late)
      if (!isAllowed(url, allowed) && !places.every(({ address }) => isPublic(address))) return unsent('not_public')
      return await ask(url, places, headers, body, late)
    } catch (error) {
      return unsent(late.aborted ? 'too_slow' : reasonOf(error))
    }
  },
})

const MOST_READ = 65_536

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
  places: LookupAddress[],
  headers: Record<string, string>,
  body: string,
  late: AbortSignal,
) => {
  // Imported by name it brings a second client with it, ten megabytes that a quiet service is not burdened with.
  const { request: to } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise<Heard>((resolve, reject) => {
    const [first] = places
    const request = to(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own, over no proxy.
      agent: false,
      lookup: (_host, { all }, done) => (all ? done(null, places) : done(null, first?.address ?? '', first?.family)),
      signal: late,
    })
    request.once('error', reject)
    request.once('response', (answer) => {
      request.off('error', reject).on('error', () => {})
      read(answer).then((words) => resolve(heard(answer, words)))
    })
    request.end(body)
  })
}

/** The status is the answer. Of its words as much is read as comes in time and has room. */
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

const heard = ({ statusCode = 0, headers }: IncomingMessage, words: string): Heard => ({
  status: statusCode,
  fault: null,
  words,
  ...retryAfterIn(headers),
})
const unsent = (fault: Unsent): Heard => ({ status: null, fault, words: '' })

// Seconds: told as such, or as a moment by the other side's own clock.
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
