import { rm, writeFile } from 'node:fs/promises'
import { thumbnailOf } from './backend.ts'
import type { Store } from './store.ts'

/** Stores a file that was inspected, with its thumbnail. Unless a transaction keeps it (`keepFile`), it is removed again. */
export async function storeArrival(files: Store, arrival: string, place: string, thumbnail: Buffer | undefined) {
  await files.keep(arrival, place)
  if (!thumbnail) return
  await writeFile(thumbnailAt(arrival), thumbnail, { mode: 0o600, flush: true })
  await files.keep(thumbnailAt(arrival), thumbnailOf(place))
}

/** Removes what is left of a file that has arrived. */
export async function removeArrival(arrival: string) {
  await rm(arrival, { force: true })
  await rm(thumbnailAt(arrival), { force: true })
}

const thumbnailAt = (arrival: string) => `${arrival}.thumbnail`
