import type { FastifyRequest } from 'fastify'

/**
 * The public address of the service, as a link for others has it. Without `PUBLIC_URL` it is the address at which the
 * request arrived, never its `Host`: whoever asks would choose where the links of a kept page, a QR code or a calendar lead.
 */
export function originOf({ server, protocol, socket }: FastifyRequest) {
  if (server.publicUrl) return server.publicUrl.replace(/\/$/, '')
  const { localAddress = 'localhost', localPort } = socket
  const host = localAddress.replace(/^::ffff:/, '')
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}${localPort ? `:${localPort}` : ''}`
}
