import type { Site } from './site.ts'

/** What a drill found. `pass` is undefined where it could not be run, and `value` then says what is missing. */
export type Found = { value: string | number; pass: boolean | undefined }

export type Drill = {
  id: string
  /** The figure in a few words. */
  says: string
  target: string
  run: (site: Site) => Promise<Found>
}

export const drill = (given: Drill): Drill => given

/** The first few of what went wrong, so that a failure can be followed. */
export const showSome = (site: Pick<Site, 'tell'>, faults: readonly string[], most = 12) => {
  for (const fault of faults.slice(0, most)) site.tell(fault)
  if (faults.length > most) site.tell(`… and ${faults.length - most} more`)
}
