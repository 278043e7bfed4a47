import type { Context } from './context.ts'

/** The result of a drill. `pass` is undefined if the drill could not run; `value` then says what is missing. */
export type Outcome = { value: string | number; pass: boolean | undefined }

export type Drill = {
  id: string
  /** What is measured, in a few words. */
  title: string
  target: string
  run: (context: Context) => Promise<Outcome>
}

export const drill = (given: Drill): Drill => given

/** Prints the first faults, so that a failure can be investigated. */
export const printFaults = (context: Pick<Context, 'print'>, faults: readonly string[], most = 12) => {
  for (const fault of faults.slice(0, most)) context.print(fault)
  if (faults.length > most) context.print(`… and ${faults.length - most} more`)
}
