import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'

const SESSION = 'guidon'

/**
 * The token in the cookie of a request. It is accepted only if the browser's header `Sec-Fetch-Site` says that the request comes
 * from a page of this site, so that no other site can use a signed-in browser (CSRF).
 */
export function cookieToken(request: FastifyRequest) {
  return isOwnPage(request) ? sessionIn(request) : undefined
}

/**
 * The same for a page that a person opens, from a bookmark or another site. Opening a page changes nothing, and no page of another
 * site can read it. A form must come from a page of this site.
 */
export function pageToken(request: FastifyRequest) {
  return request.method === 'GET' ? sessionIn(request) : cookieToken(request)
}

const sessionIn = (request: FastifyRequest) => /^[\w-]{20,200}$/.exec(readCookie(request, SESSION) ?? '')?.[0]

/** Refuses a sign-in whose cookie would never be accepted: from another site, or from a browser without `Sec-Fetch-Site`. */
export function requireOwnPage(request: FastifyRequest) {
  if (isOwnPage(request)) return
  refuse('forbidden', {
    detail: [
      '這裡只接受同一網站的頁面登入，且瀏覽器必須送出 Sec-Fetch-Site；除了本機以外，請使用 https。',
      'Only pages of this site sign in here, and the browser must send Sec-Fetch-Site: from any other machine, use https.',
    ],
  })
}

export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expires_at }: { token: string; expires_at: string },
) {
  return writeCookie(request, reply, { name: SESSION, value: token, expires: new Date(expires_at), sameSite: 'Strict' })
}

export function dropSession(request: FastifyRequest, reply: FastifyReply) {
  return dropCookie(request, reply, SESSION)
}

/** The value of a cookie that this service has written. */
export function readCookie(request: FastifyRequest, name: string) {
  const wanted = `${nameFor(request, name)}=`
  return request.headers.cookie
    ?.split(/; */)
    .find((each) => each.startsWith(wanted))
    ?.slice(wanted.length)
}

type Cookie = { name: string; value: string; expires: Date; sameSite: 'Strict' | 'Lax' }

/** Writes a cookie that no script can read. */
export function writeCookie(request: FastifyRequest, reply: FastifyReply, { name, value, expires, sameSite }: Cookie) {
  const secure = isSecure(request) ? '; Secure' : ''
  const kept = `Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=${sameSite}${secure}`
  return reply.header('set-cookie', `${nameFor(request, name)}=${value}; ${kept}`)
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply, name: string) {
  return writeCookie(request, reply, { name, value: '', expires: new Date(0), sameSite: 'Strict' })
}

const isOwnPage = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'same-origin'

// The prefix `__Host-` makes the browser accept a cookie only from this host and over https.
const nameFor = (request: FastifyRequest, name: string) => (isSecure(request) ? `__Host-${name}` : name)

const isSecure = ({ protocol, server }: FastifyRequest) =>
  protocol === 'https' || (server.publicUrl?.startsWith('https:') ?? false)
