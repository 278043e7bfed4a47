import type { Readable } from 'node:stream'

/** A range of bytes, including the last one. */
export type Range = { first: number; last: number }

/** A directory or a bucket with files, each under a path that reveals nothing; the column `files.place` has it. */
export type Backend = {
  /** Moves a complete local file into the store. When this resolves, the file survives a power failure. */
  keep: (path: string, name: string) => Promise<void>
  has: (name: string) => Promise<boolean>
  read: (name: string, range?: Range) => Promise<Readable>
  remove: (name: string) => Promise<void>
  /** All stored files. Anything else in the directory or bucket is ignored. */
  all: () => AsyncGenerator<{ path: string; keptAt: Date }>
  /** The id of this store. The database stores it too, so that a wrong store is noticed. */
  identity: { read: () => Promise<string | undefined>; write: (id: string) => Promise<void> }
}

/** The name under which a store contains its id. It is moved together with the files. */
export const IDENTITY = 'store-id'

/** The name of a file's thumbnail in the store. */
export function thumbnailOf(path: string) {
  return `${path}.thumbnail`
}

/** The path of a file in its store, from its name or the name of its thumbnail; undefined for names of other programs. */
export function pathIn(name: string) {
  return OURS.exec(name)?.[1]
}
const OURS = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.thumbnail)?$/

/** The store answers, but has no such file. */
export class MissingFile extends Error {
  constructor(name: string, cause?: unknown) {
    super(`the file store has no ${name}`, { cause })
  }
}

const DISK_FAULTS = 'EROFS EACCES EPERM ENOENT ENOTDIR ENOSPC EDQUOT EIO EMFILE ENFILE ESTALE'.split(' ')
/** A fault of the disk or its permissions, as a `StoreFault`. Any other error is returned unchanged. */
export function storeFaultOf(error: unknown) {
  return DISK_FAULTS.includes((error as NodeJS.ErrnoException).code ?? '') ? new StoreFault(error) : error
}

/** The store is unreachable or refuses access. This is temporary, so it is answered with 503. */
export class StoreFault extends Error {
  constructor(cause: unknown) {
    super(`the file store failed: ${(cause as Error).name} ${(cause as Error).message}`, { cause })
  }
}
