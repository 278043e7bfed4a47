import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A sheet as browsers need it: without comments and the spaces that people need. */
export function readSheet(url: URL) {
  return readFileSync(url, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
}

const designSheet = (name: string) => readSheet(new URL(import.meta.resolve(`guidon-design/${name}.css`)))

export type StaticText = { type: string; plain: Buffer; gzip: Buffer }

export function staticText(type: string, text: string): StaticText {
  const plain = Buffer.from(text)
  return { type: `${type}; charset=utf-8`, plain, gzip: gzipSync(plain, { level: 9 }) }
}

/** Sends a text whose address changes with its content, so that browsers keep it for ever. */
export function sendImmutable({ headers }: FastifyRequest, reply: FastifyReply, { type, plain, gzip }: StaticText) {
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(type)
  return /\bgzip\b/.test(String(headers['accept-encoding']))
    ? reply.header('content-encoding', 'gzip').send(gzip)
    : reply.send(plain)
}

/** The part of an address that changes with a content. */
export function contentMark(content: Buffer) {
  return hash('sha1', content, 'base64url').slice(0, 12)
}

/** What every sheet of the service begins with: the tokens and parts that the console has too, and the emblem of the agency. */
export const common =
  ['tokens', 'base', 'parts'].map(designSheet).join('') + readSheet(new URL('emblem.css', import.meta.url))

const sheet = staticText('text/css', common + readSheet(new URL('page.css', import.meta.url)))

/** The path below which every page of a mailed link is. */
const PAGES = '/l'
/** The address of the sheet of the pages behind links. */
export const sheetPath = `${PAGES}/${contentMark(sheet.plain)}.css`

export function serveSheet(app: FastifyInstance) {
  app.get(sheetPath, { config: { access: 'public', bytes: true, quiet: true } }, async (request, reply) =>
    sendImmutable(request, reply, sheet),
  )
}
