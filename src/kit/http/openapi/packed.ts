import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAmong } from '../routes/answer.ts'

/** A gzipped text that does not change while the process runs. */
export type Packed = { bytes: Buffer; tag: string; plain?: Buffer }

/** Compresses the text at its first use. After a failure, the next use tries again. */
export const packedOnce = (pack: () => Promise<Buffer>) => {
  let packed: Promise<Packed> | undefined
  return () => {
    packed ??= pack().then(
      (bytes) => ({ bytes, tag: `"${hash('sha1', bytes, 'base64url')}"` }),
      (error) => {
        packed = undefined
        throw error
      },
    )
    return packed
  }
}

export const sendPacked = (request: FastifyRequest, reply: FastifyReply, packed: Packed) => {
  const { bytes, tag } = packed
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.headers({ etag: `W/${tag}`, 'cache-control': 'public, no-cache', vary })
  if (isAmong(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    // Decompressed once and cached, so that clients without gzip cannot cause this work again and again.
    packed.plain ??= gunzipSync(bytes)
    return reply.send(packed.plain)
  }
  return reply.header('content-encoding', 'gzip').send(bytes)
}
