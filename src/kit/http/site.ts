import { hash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

type Site = {
  /** The folder with the built files. The names in its `assets` contain a hash of the content. */
  folder: string
  /** The path under which its files are served. */
  at: string
  /** The paths that are answered with `index.html`, whose script reads the path. */
  pages: readonly string[]
  /** The `Content-Security-Policy` of the pages. */
  policy: string
  /** The folder with the assets of earlier releases. */
  keptIn?: string | undefined
}

/** Serves a built site. Only its files and the named pages have a route, so that any other address is a 404. */
export function serveSite(app: FastifyInstance, { folder, at, pages, policy, keptIn }: Site) {
  for (const page of pages)
    app.get(page, open, async (_request, reply) => reply.headers(pageHeaders(policy)).sendFile('index.html', folder))

  for (const name of filesIn(folder).filter((name) => name !== 'index.html'))
    app.get(`${at}/${name}`, open, async (_request, reply) =>
      reply.header('cache-control', 'public, no-cache').sendFile(name, folder),
    )

  const assets = join(folder, 'assets')
  if (keptIn) keep(app, keptIn, folder)
  app.get<{ Params: { name: string } }>(`${at}/assets/:name`, open, async ({ params: { name } }, reply) => {
    const holder = isAsset(name) && [assets, ...releasesIn(keptIn)].find((each) => existsSync(join(each, name)))
    if (!holder) return reply.callNotFound()
    return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(name, holder)
  })
}

const open = { config: { access: 'public', bytes: true, quiet: true } } as const

// The browser revalidates a page, and gets 304 until the next release.
const pageHeaders = (policy: string) => ({
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'same-origin',
})

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isFile() && isAsset(each.name))
    .map(({ name }) => name)

// A file name without a path that is not a compressed copy. Compressed copies are sent in place of their file.
const isAsset = (name: string) => /^[\w-][\w.-]*$/.test(name) && !/\.(br|gz)$/.test(name)

/** The number of releases whose assets are kept, counted from the one that started last. */
const RELEASES = 5

/**
 * Copies the assets into a folder that is kept over upgrades. So a page that was opened before an upgrade finds its parts, and so
 * does a page of the next release that asks a process of this one.
 */
const keep = ({ journal }: FastifyInstance, keptIn: string, folder: string) => {
  try {
    mkdirSync(keptIn, { recursive: true, mode: 0o700 })
    const own = join(keptIn, hash('sha1', readFileSync(join(folder, 'index.html'))))
    if (!existsSync(own)) copyWhole(join(folder, 'assets'), own)
    utimesSync(own, new Date(), new Date())
    for (const old of releasesIn(keptIn).slice(RELEASES)) rmSync(old, { recursive: true })
  } catch (error) {
    // The console works without them: a page whose parts are missing reloads itself.
    journal.warn({ error }, 'the files of the console could not be kept')
  }
}

// Other processes may start at the same time and serve from this folder, so it is renamed into place when it is complete.
const copyWhole = (from: string, to: string) => {
  const copy = mkdtempSync(`${to}.`)
  cpSync(from, copy, { recursive: true })
  try {
    renameSync(copy, to)
  } catch (error) {
    rmSync(copy, { recursive: true })
    if (!existsSync(to)) throw error
  }
}

/** The folders of the kept releases, the last started first. */
const releasesIn = (keptIn: string | undefined) =>
  keptIn === undefined || !existsSync(keptIn)
    ? []
    : readdirSync(keptIn)
        .filter((name) => /^[0-9a-f]{40}$/.test(name))
        .map((name) => join(keptIn, name))
        .sort((a, b) => startedAt(b) - startedAt(a))

const startedAt = (release: string) => statSync(release, { throwIfNoEntry: false })?.mtimeMs ?? 0
