import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** Where the bytes of private files are stored. */
export type Store = Place & {
  /** A local directory for uploads that are not checked yet. */
  arrivals: string
}

type Where = { directory: string; url?: string | undefined }

/** A directory of this machine, or a bucket: `s3://bucket?region=ap-northeast-1&endpoint=https://storage.example`. */
export const openStore = async ({ directory, url }: Where): Promise<Store> => {
  const arrivals = join(directory, 'arrivals')
  await mkdir(arrivals, { recursive: true, mode: 0o700 })
  return { arrivals, ...(url ? await bucketAt(url) : await directoryAt(directory)) }
}

// Loaded on demand: the client of a bucket is large.
const bucketAt = async (url: string) => (await import('./bucket.ts')).bucket(new URL(url))
const directoryAt = async (path: string) => (await import('./directory.ts')).directory(path)
