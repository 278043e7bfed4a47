import type { Site } from './site.ts'

/** The result of a drill. `pass` is undefined if the drill could not run; `value` then says what is missing. */
export type Found = { value: string | number; pass: boolean | undefined }

export type Drill = {
  id: string
  /** What is measured, in a few words. */
  says: string
  target: string
  run: (site: Site) => Promise<Found>
}

export const drill = (given: Drill): Drill => given

/** Prints the first faults, so that a failure can be investigated. */
export const showSome = (site: Pick<Site, 'tell'>, faults: readonly string[], most = 12) => {
  for (const fault of faults.slice(0, most)) site.tell(fault)
  if (faults.length > most) site.tell(`… and ${faults.length - most} more`)
}
