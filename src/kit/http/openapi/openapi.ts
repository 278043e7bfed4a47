import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { About } from './about.ts'
import { keepCatalogue } from './catalogue.ts'
import { compressedOnce, sendCompressed } from './compressed.ts'
import { documentOf, jsonOf } from './document.ts'
import { guideOf } from './guide.ts'
import { pageOf, policy, startOf } from './page.ts'

/**
 * The routes of the API reference: the OpenAPI document, an HTML page, and a guide in plain text. The build writes the script of the
 * page, `program.js`, into `folder`.
 */
export const reference = (app: FastifyInstance, about: About, folder: string) => {
  keepCatalogue(app)
  const show = (url: string, type: string, compress: () => Promise<Buffer>, headers: Record<string, string> = {}) => {
    const compressed = compressedOnce(compress)
    app.get(url, { config: { access: 'public' } }, async (request, reply) =>
      sendCompressed(request, reply.type(`${type}; charset=utf-8`).headers(headers), await compressed()),
    )
  }

  show('/api/openapi.json', 'application/json', async () => zip(await jsonOf(await documentOf(about, app.catalogue))))
  show('/llms.txt', 'text/plain', () => zip(guideOf(about, app.catalogue)))
  show('/docs', 'text/html', () => zip(pageOf(about)), { 'content-security-policy': policy })
  show('/docs/start.js', 'text/javascript', () => zip(startOf(about)))
  app.get('/docs/program.js', { config: { access: 'public', bytes: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, no-cache').sendFile('program.js', folder),
  )
}

const zip = promisify<string, Buffer>(gzip)
