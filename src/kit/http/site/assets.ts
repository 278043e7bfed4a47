import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'

/** A built file, kept in memory, because it does not change while the process runs. */
export type Asset = {
  /** Its path below the folder, such as `assets/main-1a2b.js`. */
  path: string
  type: string
  tag: string
  plain: Buffer
  /** The compressed content, if the build wrote it next to the file. */
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** Every file of a folder, read once, except hidden ones and the compressed copies, which belong to their file. */
export const assetsIn = (folder: string): readonly Asset[] => {
  const assets = read.get(folder) ?? readAll(folder)
  read.set(folder, assets)
  return assets
}
const read = new Map<string, readonly Asset[]>()

const readAll = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !relative(folder, file).startsWith('.'))
    .map((file) => assetOf(folder, file))

const assetOf = (folder: string, file: string): Asset => {
  const plain = readFileSync(file)
  return {
    path: relative(folder, file),
    type: typeOf(file),
    tag: `"${hash('sha1', plain, 'base64url')}"`,
    plain,
    br: contentOf(`${file}.br`),
    gzip: contentOf(`${file}.gz`),
  }
}

export const typeOf = (file: string) => types[extname(file)] ?? 'application/octet-stream'

const contentOf = (file: string) => (existsSync(file) ? readFileSync(file) : undefined)

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
