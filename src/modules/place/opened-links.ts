import type { FastifyReply, FastifyRequest } from 'fastify'
import { dropCookie, readCookie, writeCookie } from '../../kit/http/server/session-cookie.ts'

/** A mailed link that was opened in this browser. */
export type OpenedLink = { kind: 'booking' | 'traveler'; token: string }

const COOKIE = 'guidon-links'
/** The newest links are kept, at most so many. */
const MOST = 6
const DAYS = 90

/** The links that were opened in this browser, the newest first. What each may do is looked up for every page. */
export function openedLinks(request: FastifyRequest): OpenedLink[] {
  const texts = (readCookie(request, COOKIE) ?? '').split('.').slice(0, MOST)
  return texts.flatMap((text) => {
    const [, letter, token = ''] = /^([bt])([\w-]{43})$/.exec(text) ?? []
    return letter ? [{ kind: kinds[letter === 't' ? 't' : 'b'], token }] : []
  })
}
const kinds = { b: 'booking', t: 'traveler' } as const

/**
 * Keeps a link in the browser, so that the addresses of the place contain no secret. The cookie is sent with links from mails and
 * other sites (`Lax`); a form is taken from pages of this site alone.
 */
export function keepLink(request: FastifyRequest, reply: FastifyReply, link: OpenedLink) {
  const others = openedLinks(request).filter(({ token }) => token !== link.token)
  return keep(request, reply, [link, ...others].slice(0, MOST))
}

/** Forgets the link that was opened last, because it is not meant for this person. */
export function forgetNewestLink(request: FastifyRequest, reply: FastifyReply) {
  return keep(request, reply, openedLinks(request).slice(1))
}

const keep = (request: FastifyRequest, reply: FastifyReply, links: OpenedLink[]) => {
  const value = links.map(({ kind, token }) => `${kind === 'traveler' ? 't' : 'b'}${token}`).join('.')
  const expires = new Date(Date.now() + DAYS * 86_400_000)
  return writeCookie(request, reply, { name: COOKIE, value, expires, sameSite: 'Lax' })
}

export function forgetLinks(request: FastifyRequest, reply: FastifyReply) {
  return dropCookie(request, reply, COOKIE)
}
