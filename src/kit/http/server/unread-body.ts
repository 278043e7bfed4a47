import type { FastifyReply, FastifyRequest } from 'fastify'
import { MOST_OF_UPLOAD } from '../../constants.ts'

/**
 * Reads and discards the rest of a refused body. Closing a connection with unread bytes resets it, and the refusal is lost: a proxy
 * would then answer the caller with 502.
 */
export function dropUnread({ raw }: FastifyRequest, reply: FastifyReply) {
  if (!(Number(raw.headers['content-length']) <= MOST_OF_UPLOAD)) return
  reply.removeHeader('connection')
  raw.resume()
}
