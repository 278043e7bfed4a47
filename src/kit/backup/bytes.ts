import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { limiter } from '../async/limiter.ts'

/** A stream that passes bytes on unchanged and computes their size and SHA-256. */
const meter = () => {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, total: () => ({ size, sha256: hash.digest('hex') }) }
}

const fileAt = (path: string) => createWriteStream(path, { mode: 0o600, flags: 'wx' })

export async function writeCompressed(from: Readable, path: string) {
  const { through, total } = meter()
  await pipeline(from, through, createGzip({ level: 6 }), fileAt(path))
  return total()
}

export async function writePlain(from: Readable, path: string) {
  const { through, total } = meter()
  await pipeline(from, through, fileAt(path))
  return total()
}

export async function readCompressed(path: string, into: Writable) {
  const { through, total } = meter()
  await pipeline(createReadStream(path), createGunzip(), through, into)
  return total()
}

export function readPlain(path: string) {
  return createReadStream(path)
}

/**
 * Calls fsync for a directory and everything in it, so that it survives a power failure. 16 calls run at a time, because the system
 * merges them.
 */
export async function syncWhole(directory: string) {
  const limited = limiter(16)
  const paths = await readdir(directory, { recursive: true })
  await Promise.all(['.', ...paths].map((name) => limited(() => sync(join(directory, name)))))
}

export async function sync(path: string) {
  const there = await open(path)
  await there.sync().finally(() => there.close())
}
