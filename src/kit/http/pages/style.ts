import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** The path below which every page of a mailed link is. */
const PAGES = '/l'

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
// The console is built from the same tokens.
const plain = Buffer.from(textOf('tokens.css') + textOf('page.css'))
const gzip = gzipSync(plain, { level: 9 })

/** The address of the sheet of all pages. It changes with its content, so that browsers keep it for ever. */
export const sheetPath = `${PAGES}/${hash('sha1', plain, 'base64url').slice(0, 12)}.css`

export function serveSheet(app: FastifyInstance) {
  app.get(sheetPath, { config: { access: 'public', bytes: true, quiet: true } }, async ({ headers }, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
    reply.type('text/css; charset=utf-8')
    return /\bgzip\b/.test(String(headers['accept-encoding']))
      ? reply.header('content-encoding', 'gzip').send(gzip)
      : reply.send(plain)
  })
}
