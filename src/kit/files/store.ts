import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backend, storeFaultOf } from './backend.ts'
import { bucket } from './bucket.ts'
import { directory } from './directory.ts'

/** The store of private files. */
export type Store = Backend & {
  /** A local directory for uploads that are not checked yet. */
  arrivals: string
  /** Fails with a `StoreFault` if an upload cannot be written on this machine: no space, no permission, no directory. */
  checkWritable: () => Promise<void>
  /** Fails if a bucket does not answer. */
  checkAnswering: () => Promise<void>
}

type Where = { directory: string; url?: string | undefined }

/** A directory of this machine, or a bucket if there is a URL. */
export async function openStore({ directory: path, url }: Where): Promise<Store> {
  const arrivals = join(path, 'arrivals')
  await mkdir(arrivals, { recursive: true, mode: 0o700 })
  const backend = url ? bucket(new URL(url)) : directory(path)
  return {
    arrivals,
    ...backend,
    checkWritable: oneAtATime(() => writeTrial(arrivals, url ? arrivals : path)),
    checkAnswering: async () => {
      for await (const _ of backend.all()) break
    },
  }
}

/** Writes a file and moves it, in the same way as an upload. */
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

// If the disk hangs, only one call waits for it, so that not every thread is blocked.
const oneAtATime = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
