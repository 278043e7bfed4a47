import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'

/** The names of the cookie with a browser's token. The prefix `__Host-` makes the browser accept it only from this host and over https. */
const names = { https: '__Host-guidon', http: 'guidon' } as const

/**
 * The token in the cookie of a request. It is accepted only if the browser's header `Sec-Fetch-Site` says that the request comes
 * from a page of this site, so that no other site can use a signed-in browser (CSRF).
 */
export function cookieToken(request: FastifyRequest) {
  if (!isOwnPage(request)) return undefined
  const wanted = `${nameFor(request)}=`
  const pair = request.headers.cookie?.split(/; */).find((each) => each.startsWith(wanted))
  return /^[\w-]{20,200}$/.exec(pair?.slice(wanted.length) ?? '')?.[0]
}

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
  return setCookie(request, reply, token, new Date(expires_at))
}

export function dropSession(request: FastifyRequest, reply: FastifyReply) {
  return setCookie(request, reply, '', new Date(0))
}

const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string, expires: Date) => {
  const secure = isSecure(request) ? '; Secure' : ''
  const kept = `Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Strict${secure}`
  return reply.header('set-cookie', `${nameFor(request)}=${token}; ${kept}`)
}

const isOwnPage = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'same-origin'

const nameFor = (request: FastifyRequest) => names[isSecure(request) ? 'https' : 'http']

const isSecure = ({ protocol, server }: FastifyRequest) =>
  protocol === 'https' || (server.publicUrl?.startsWith('https:') ?? false)
