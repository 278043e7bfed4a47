import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Place, storeFaultOf } from './place.ts'

/** Where the bytes of private files are stored. */
export type Store = Place & {
  /** A local directory for uploads that are not checked yet. */
  arrivals: string
  /** Fails with a `StoreFault` if an upload could not be written on this machine: no room, no rights, no folder. */
  checkWritable: () => Promise<void>
  /** Fails if a bucket does not answer. */
  checkAnswering: () => Promise<void>
}

type Where = { directory: string; url?: string | undefined }

/** A directory of this machine, or a bucket: `s3://bucket?region=ap-northeast-1&endpoint=https://storage.example`. */
export async function openStore({ directory, url }: Where): Promise<Store> {
  const arrivals = join(directory, 'arrivals')
  await mkdir(arrivals, { recursive: true, mode: 0o700 })
  const place = url ? await bucketAt(url) : await directoryAt(directory)
  return {
    arrivals,
    ...place,
    checkWritable: oneAtATime(() => writeTrial(arrivals, url ? arrivals : directory)),
    checkAnswering: async () => {
      for await (const _ of place.all()) break
    },
  }
}

// Loaded on demand: the client of a bucket is large.
const bucketAt = async (url: string) => (await import('./bucket.ts')).bucket(new URL(url))
const directoryAt = async (path: string) => (await import('./directory.ts')).directory(path)

/** Writes a file and moves it, as an upload is. */
const writeTrial = async (arrivals: string, directory: string) => {
  const [arrival, kept] = [join(arrivals, randomUUID()), join(directory, 'trial')]
  try {
    await writeFile(arrival, 'trial', { mode: 0o600 })
    await rename(arrival, kept)
  } catch (error) {
    throw storeFaultOf(error)
  } finally {
    await Promise.all([arrival, kept].map((path) => rm(path, { force: true }).catch(() => {})))
  }
}

// A disk that hangs must not hold one thread for each call.
const oneAtATime = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
