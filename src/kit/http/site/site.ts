import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAmong } from '../routes/answer.ts'
import { type Asset, assetsIn, typeOf } from './assets.ts'
import { HOURLY, keepAssets, keptAsset } from './kept-assets.ts'

type Site = {
  /** The folder that the build wrote. */
  folder: string
  /** The path under which its files are served. */
  at: string
  /** The paths that are answered with `index.html`, whose script reads the path itself. */
  pages: readonly string[]
  /** The `Content-Security-Policy` of the pages. */
  policy: string
  /** The folder that keeps the hashed files of earlier releases for a day. */
  keptIn?: string | undefined
}

/** Serves a built site from memory. Only its files and the named pages have a route, so that any other address is a 404. */
export const serveSite = (app: FastifyInstance, { folder, at, pages, policy, keptIn }: Site) => {
  const assets = assetsIn(folder)
  for (const asset of assets)
    if (asset.path === 'index.html') for (const page of pages) app.get(page, open, sending(asset, pageHeaders(policy)))
    else app.get(`${at}/${asset.path}`, open, sending(asset, headersOf(asset)))
  if (keptIn !== undefined) serveKept(app, at, keptIn, assets)
}

// A part of another release: of the one before, for a page that was opened then, or of the next one, whose process started first.
const serveKept = (app: FastifyInstance, at: string, folder: string, assets: readonly Asset[]) => {
  const keep = () => {
    try {
      keepAssets(folder, assets)
    } catch (error) {
      // The service can do without: then a page of another release is loaded again.
      app.log.warn({ error }, 'the files of the console could not be kept')
    }
  }
  keep()
  const renewing = setInterval(keep, HOURLY).unref()
  app.addHook('onClose', async () => clearInterval(renewing))
  app.get<{ Params: { name: string } }>(`${at}/assets/:name`, open, async ({ params: { name } }, reply) => {
    const plain = keptAsset(folder, name)
    if (!plain) return reply.callNotFound()
    return reply.header('cache-control', immutable).type(typeOf(name)).send(plain)
  })
}

const immutable = 'public, max-age=31536000, immutable'

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
  'cache-control': path.startsWith('assets/') ? immutable : 'public, no-cache',
})

const sending =
  (asset: Asset, headers: Record<string, string>) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, etag: `W/${asset.tag}`, vary: 'accept-encoding' }).type(asset.type)
    if (isAmong(request.headers['if-none-match'], asset.tag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding']).split(/[,;\s]+/)
    const encoding = (['br', 'gzip'] as const).find((name) => asset[name] && accepted.includes(name))
    return encoding ? reply.header('content-encoding', encoding).send(asset[encoding]) : reply.send(asset.plain)
  }
