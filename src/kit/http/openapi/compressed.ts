import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAmong } from '../routes/answer.ts'

/** A gzipped text that does not change while the process runs. */
export type Compressed = { bytes: Buffer; tag: string; plain?: Promise<Buffer> }

/** Compresses the text at its first use. After a failure, the next use tries again. */
export const compressedOnce = (compress: () => Promise<Buffer>) => {
  let compressed: Promise<Compressed> | undefined
  return () => {
    compressed ??= compress().then(
      (bytes) => ({ bytes, tag: `"${hash('sha1', bytes, 'base64url')}"` }),
      (error) => {
        compressed = undefined
        throw error
      },
    )
    return compressed
  }
}

export const sendCompressed = async (request: FastifyRequest, reply: FastifyReply, compressed: Compressed) => {
  const { bytes, tag } = compressed
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.headers({ etag: `W/${tag}`, 'cache-control': 'public, no-cache', vary })
  if (isAmong(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    // Decompressed once and cached, so that clients without gzip cannot cause this work again and again.
    compressed.plain ??= unzip(bytes)
    return reply.send(await compressed.plain)
  }
  return reply.header('content-encoding', 'gzip').send(bytes)
}

const unzip = promisify<Buffer, Buffer>(gunzip)
