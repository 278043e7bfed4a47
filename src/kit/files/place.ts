import type { Readable } from 'node:stream'

/** A stretch of bytes, the last one included. */
export type Range = { first: number; last: number }

/** A directory or a bucket that holds files, each under a name that reveals nothing. */
export type Place = {
  /** Takes over a complete local file; when this returns, the file survives a power cut. */
  keep: (path: string, name: string) => Promise<void>
  has: (name: string) => Promise<boolean>
  read: (name: string, range?: Range) => Promise<Readable>
  remove: (name: string) => Promise<void>
  /** Every stored file; whatever else lies there is ignored. */
  all: () => AsyncGenerator<{ place: string; keptAt: Date }>
  /** The id of this store, which the database knows too. */
  identity: { read: () => Promise<string | undefined>; write: (id: string) => Promise<void> }
}

/** The id of a store is stored in it under this name. Whoever moves the files moves it too. */
export const IDENTITY = 'store-id'

/** The small picture of a file lies beside it. */
export const thumbnailOf = (place: string) => `${place}.thumbnail`

/** The place of one of our files, from its name or the name of its small picture. */
export const placeIn = (name: string) => OURS.exec(name)?.[1]
const OURS = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.thumbnail)?$/

/** The store is unreachable or refuses us. This may pass. */
export class StoreFault extends Error {
  constructor(cause: unknown) {
    super(`the file store failed: ${(cause as Error).name} ${(cause as Error).message}`, { cause })
  }
}
