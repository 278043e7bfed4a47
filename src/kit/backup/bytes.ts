import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { limiter } from '../async/limiter.ts'

/** Bytes on their way, weighed as they pass. */
const scales = () => {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, weight: () => ({ size, sha256: hash.digest('hex') }) }
}

const fileAt = (path: string) => createWriteStream(path, { mode: 0o600, flags: 'wx' })

export const writePacked = async (from: Readable, path: string) => {
  const { through, weight } = scales()
  await pipeline(from, through, createGzip({ level: 6 }), fileAt(path))
  return weight()
}

export const writePlain = async (from: Readable, path: string) => {
  const { through, weight } = scales()
  await pipeline(from, through, fileAt(path))
  return weight()
}

export const readPacked = async (path: string, into: Writable) => {
  const { through, weight } = scales()
  await pipeline(createReadStream(path), createGunzip(), through, into)
  return weight()
}

export const readPlain = (path: string) => createReadStream(path)

/** A directory with everything in it outlives a power cut. Many at once, so that the disk is asked few times. */
export const syncWhole = async (directory: string) => {
  const limited = limiter(16)
  const paths = await readdir(directory, { recursive: true })
  await Promise.all(['.', ...paths].map((name) => limited(() => sync(join(directory, name)))))
}

export const sync = async (path: string) => {
  const there = await open(path)
  await there.sync().finally(() => there.close())
}
