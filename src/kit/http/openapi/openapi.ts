import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAmong } from '../routes/answer.ts'
import { securityPolicies } from '../security-policies.ts'
import { keepCatalogue } from './catalogue.ts'
import { type About, documentOf, jsonOf } from './document.ts'
import { guideOf, pageOf, startOf } from './page.ts'

/**
 * The routes of the API reference: the OpenAPI document, an HTML page, and a guide in plain text. The build writes the script of the
 * page, `program.js`, into `folder`.
 */
export function reference(app: FastifyInstance, about: About, folder: string) {
  keepCatalogue(app)
  const show = (url: string, type: string, compress: () => Promise<Buffer>, headers: Record<string, string> = {}) => {
    const compressed = compressedOnce(compress)
    app.get(url, { config: { access: 'public' } }, async (request, reply) =>
      sendCompressed(request, reply.type(`${type}; charset=utf-8`).headers(headers), await compressed()),
    )
  }

  show('/api/openapi.json', 'application/json', async () => zip(await jsonOf(await documentOf(about, app.catalogue))))
  show('/llms.txt', 'text/plain', () => zip(guideOf(about, app.catalogue)))
  show('/docs', 'text/html', () => zip(pageOf(about)), { 'content-security-policy': securityPolicies.apiReference })
  show('/docs/start.js', 'text/javascript', () => zip(startOf(about)))
  app.get('/docs/program.js', { config: { access: 'public', bytes: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, no-cache').sendFile('program.js', folder),
  )
}

const zip = promisify<string, Buffer>(gzip)

/** A gzipped text that does not change while the process runs. */
type Compressed = { bytes: Buffer; tag: string; plain?: Promise<Buffer> }

/** Compresses the text at its first use. After a failure, the next use tries again. */
const compressedOnce = (compress: () => Promise<Buffer>) => {
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

const sendCompressed = async (request: FastifyRequest, reply: FastifyReply, compressed: Compressed) => {
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
