import type { FastifyReply, FastifyRequest } from 'fastify'

// The body limit of the proxies in deploy/.
const MAX_BYTES = 11 * 1024 * 1024

/**
 * Reads and discards the rest of a refused body. Closing a connection with unread bytes resets it, and the refusal is lost: a proxy
 * would then answer the caller with 502.
 */
export function dropUnread({ raw }: FastifyRequest, reply: FastifyReply) {
  if (!(Number(raw.headers['content-length']) <= MAX_BYTES)) return
  reply.removeHeader('connection')
  raw.resume()
}
