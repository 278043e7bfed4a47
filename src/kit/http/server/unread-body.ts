import type { FastifyReply, FastifyRequest } from 'fastify'

// As much as a proxy of deploy/ lets pass.
const MOST = 11 * 1024 * 1024

/**
 * Reads and drops the rest of a body that was refused. Closed on unread bytes, a connection is reset, and the refusal is lost
 * with it: a proxy then tells the caller of a failure of ours.
 */
export const dropUnread = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  if (!(Number(raw.headers['content-length']) <= MOST)) return
  reply.removeHeader('connection')
  raw.resume()
}
