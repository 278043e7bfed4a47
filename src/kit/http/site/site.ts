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
  const sendingPage = (asset: Asset) => sending(asset, pageHeaders(policy))
  for (const asset of assets.filter((each) => !isHashed(each)))
    if (asset.path === 'index.html') for (const page of pages) app.get(page, open, sendingPage(asset))
    else app.get(`${at}/${asset.path}`, open, sending(asset, { 'cache-control': 'public, no-cache' }))
  const hashed = new Map(assets.filter(isHashed).map((each) => [each.path, sending(each, immutable)]))
  const kept = keptIn === undefined ? undefined : keeping(app, keptIn, assets)
  // One route for all parts: there are hundreds.
  app.get<{ Params: { name: string } }>(`${at}/${HASHED}:name`, open, async (request, reply) => {
    const { name } = request.params
    const send = hashed.get(`${HASHED}${name}`)
    if (send) return send(request, reply)
    const former = kept?.(name)
    return former ? reply.headers(immutable).type(typeOf(name)).send(former) : reply.callNotFound()
  })
}

/** Finds a part of another release: of the one before, for a page that was opened then, or of the next one, whose process started first. */
const keeping = (app: FastifyInstance, folder: string, assets: readonly Asset[]) => {
  const keep = () => {
    try {
      keepAssets(folder, assets.filter(isHashed))
    } catch (error) {
      // The service can do without: then a page of another release is loaded again.
      app.log.warn({ error }, 'the files of the console could not be kept')
    }
  }
  keep()
  const renewing = setInterval(keep, HOURLY).unref()
  app.addHook('onClose', async () => clearInterval(renewing))
  return (name: string) => keptAsset(folder, name)
}

// The build puts a hash of the content into the names below this folder.
const HASHED = 'assets/'
const isHashed = ({ path }: Asset) => path.startsWith(HASHED)

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

const open = { config: { access: 'public', bytes: true, quiet: true } } as const

// The browser asks again for a page, and gets 304 until the next release.
const pageHeaders = (policy: string) => ({
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'same-origin',
})

const sending =
  (asset: Asset, headers: Record<string, string>) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, etag: `W/${asset.tag}`, vary: 'accept-encoding' }).type(asset.type)
    if (isAmong(request.headers['if-none-match'], asset.tag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding']).split(/[,;\s]+/)
    const encoding = (['br', 'gzip'] as const).find((name) => asset[name] && accepted.includes(name))
    return encoding ? reply.header('content-encoding', encoding).send(asset[encoding]) : reply.send(asset.plain)
  }
