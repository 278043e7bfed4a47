import { CommanderError } from 'commander'
import { guidon } from './guidon.ts'
import type { Io } from './io.ts'

/** Runs a command line. Returns the exit code: 0 done, 1 refused or failed (the reason is printed), 2 wrong usage. */
export async function run(words: string[], io: Io): Promise<0 | 1 | 2> {
  let isFine = true
  const program = guidon(io, (is) => {
    isFine = is
  })
  try {
    await program.parseAsync(words, { from: 'user' })
    return isFine ? 0 : 1
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    // Imported on demand, because most commands are not refused.
    const { explain } = await import('./refused.ts')
    io.err(`${explain(error, io.locale)}\n`)
    return 1
  }
}
