import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAmong } from '../routes/answer.ts'
import { type Asset, assetsIn } from './assets.ts'

type Site = {
  /** The folder that the build wrote. */
  folder: string
  /** The path under which its files are served. */
  at: string
  /** The paths that are answered with `index.html`, whose script reads the path itself. */
  pages: readonly string[]
  /** The `Content-Security-Policy` of the pages. */
  policy: string
}

/** Serves a built site from memory. Only its files and the named pages have a route, so that any other address is a 404. */
export const serveSite = (app: FastifyInstance, { folder, at, pages, policy }: Site) => {
  for (const asset of assetsIn(folder))
    if (asset.path === 'index.html') for (const page of pages) app.get(page, open, sending(asset, pageHeaders(policy)))
    else app.get(`${at}/${asset.path}`, open, sending(asset, headersOf(asset)))
}

const open = { config: { access: 'public', bytes: true, quiet: true } } as const

// The browser asks again for a page, and gets 304 until the next release.
const pageHeaders = (policy: string) => ({
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'same-origin',
})

// The build puts a hash of the content into the names below `assets/`.
const headersOf = ({ path }: Asset) => ({
  'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
})

const sending =
  (asset: Asset, headers: Record<string, string>) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, etag: `W/${asset.tag}`, vary: 'accept-encoding' }).type(asset.type)
    if (isAmong(request.headers['if-none-match'], asset.tag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding']).split(/[,;\s]+/)
    const encoding = (['br', 'gzip'] as const).find((name) => asset[name] && accepted.includes(name))
    return encoding ? reply.header('content-encoding', encoding).send(asset[encoding]) : reply.send(asset.plain)
  }
