import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { isAmong } from '../routes/answer.ts'
import { securityPolicies } from '../security-policies.ts'
import type { Markup } from './html.ts'

/** What a page shows. It loads nothing but files and pictures of this service. */
export type Page = { title: string; body: Markup }

/** What caches, browsers and search engines may do with a page. */
export type PagePolicy = {
  /** `public`: the same for everybody, kept for 30 seconds. `personal`: for one person, asked for again each time. `secret`: its address is a secret, kept nowhere. */
  caching: 'public' | 'personal' | 'secret'
  /** The origins that may show it in a frame. */
  framedBy: readonly string[]
  /** The origins that its forms may post to; without them, this service alone. */
  postsTo?: readonly string[] | undefined
  hasScript: boolean
  /** Whether a worker of this service keeps the page for when there is no network. */
  hasWorker?: boolean
  /** Whether search engines may list it. */
  isListed: boolean
}

/** A page at an address that contains a secret. */
export const secretPage: PagePolicy = { caching: 'secret', framedBy: [], hasScript: false, isListed: false }

const SECONDS_IN_PUBLIC = 30
const cachingHeaders = {
  public: {
    'cache-control': `public, max-age=${SECONDS_IN_PUBLIC}`,
    'referrer-policy': 'strict-origin-when-cross-origin',
  },
  personal: { 'cache-control': 'private, no-cache', 'referrer-policy': 'same-origin' },
  secret: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
} as const

/** Sends a whole document. Its tag is the hash of its text, so a reader who has it already gets 304. */
export async function sendDocument(reply: FastifyReply, { markup }: Markup, policy: PagePolicy) {
  const { request } = reply
  reply.headers({
    'content-security-policy': securityPolicies.page(policy),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...cachingHeaders[policy.caching],
    ...(!policy.isListed && { 'x-robots-tag': 'noindex' }),
    vary: 'accept-encoding',
  })
  if (policy.caching !== 'secret') {
    const tag = `W/"${hash('sha1', markup, 'base64url')}"`
    reply.header('etag', tag)
    if (reply.statusCode === 200 && isAmong(request.headers['if-none-match'], tag.slice(2)))
      return reply.code(304).send()
  }
  reply.type('text/html; charset=utf-8')
  return /\bgzip\b/.test(String(request.headers['accept-encoding']))
    ? reply.header('content-encoding', 'gzip').send(await zip(markup))
    : reply.send(markup)
}

// Nothing of the address is written into a page with a secret, so the length of the compressed page tells nothing.
const zip = promisify<string, Buffer>(gzip)
