import type { ChildProcess } from 'node:child_process'
import { limiter } from '../async/limiter.ts'
import { answerOf, openPress } from './process.ts'
import type { Shop, Work } from './work.ts'

const REST_MS = 60_000
// WebAssembly never gives memory back, so a press that has grown beyond this is replaced.
const MOST_MEMORY = 64 * 1024 * 1024
const MOST_WAITING = 20

/**
 * Makes PDFs and workbooks one after the other in a process of its own, so that the event loop of the service is never held.
 * The process is started by the first paper and ended after a minute without one.
 */
export const printer = (shop: Shop) => {
  const limit = limiter(1, { maxWaiting: MOST_WAITING })
  let press: ChildProcess | undefined
  let resting: NodeJS.Timeout | undefined

  const retire = () => {
    clearTimeout(resting)
    press?.kill('SIGKILL')
    press = undefined
  }
  const opened = async () => {
    press ??= await openPress(shop)
    return press
  }
  const make = async (work: Work) => {
    clearTimeout(resting)
    try {
      const { bytes, faults, missing, memory } = await answerOf(await opened(), work)
      if (memory > MOST_MEMORY) retire()
      return bytes ? { bytes: Buffer.from(bytes), missing } : failPrint(work, faults)
    } catch (error) {
      if (!(error instanceof PrintFault)) retire()
      throw error
    } finally {
      resting = setTimeout(retire, REST_MS).unref()
    }
  }
  return { make: (work: Work) => limit(() => make(work)), retire, pid: () => press?.pid }
}

/** A template that cannot be printed. The faults name its file and line; they are for the log, not for callers. */
export class PrintFault extends Error {
  readonly faults: string[]
  constructor(template: string, faults: string[]) {
    super(`${template} cannot be printed: ${faults.join('; ')}`)
    this.faults = faults
  }
}

const failPrint = (work: Work, faults: string[]): never => {
  throw new PrintFault('template' in work ? work.template : 'a workbook', faults)
}
