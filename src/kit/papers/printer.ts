import type { ChildProcess } from 'node:child_process'
import { type Caller, fairLimiter } from '../async/fair-limiter.ts'
import { answerOf, openPress, PressLost } from './process.ts'
import type { Answer, Shop, Work } from './work.ts'

const REST_MS = 60_000
/** `missing` are the characters that no font has. */
export type Printed = { bytes: Buffer; missing: string[]; used: Answer['used'] }

/** After `rest` without work the print process is ended. */
type Options = { rest?: number }
// WebAssembly never releases memory, so a print process that has grown beyond this is replaced.
const MOST_MEMORY = 56 * 1024 * 1024
const LIMITS = { mostOfOne: 20, most: 200, timeout: 15_000 }
/** For a command, which prints only its own papers. */
const ALONE: Caller = { who: 'command', first: true }

export type Press = ReturnType<typeof printer>

/**
 * Prints PDFs and workbooks one after the other in a separate process, the press, so that the event loop of the service is never
 * blocked. The first paper starts the process, and it is ended after a minute without one. Accounts that print take turns.
 */
export function printer(shop: Shop, { rest = REST_MS }: Options = {}) {
  const limit = fairLimiter(LIMITS)
  const press = replaceable(shop)
  let resting: NodeJS.Timeout | undefined
  const make = async (work: Work): Promise<Printed> => {
    clearTimeout(resting)
    try {
      const { bytes, faults, missing, memory, used } = await press.answer(work)
      if (memory > MOST_MEMORY) press.retire()
      return bytes ? { bytes: Buffer.from(bytes), missing, used } : failPrint(work, faults)
    } finally {
      resting = setTimeout(press.retire, rest).unref()
    }
  }
  const retire = () => {
    clearTimeout(resting)
    press.retire()
  }
  return { make: (work: Work, caller = ALONE) => limit(() => make(work), caller), retire, pid: press.pid }
}

/** Opens a print process for the next work if there is none. */
const replaceable = (shop: Shop) => {
  let press: ChildProcess | undefined
  const retire = () => {
    press?.kill('SIGKILL')
    press = undefined
  }
  const send = async (work: Work) => {
    press ??= await openPress(shop)
    return answerOf(press, work)
  }
  // Printing changes nothing, so the work is repeated once by a new process.
  const again = (error: unknown, work: Work) => {
    retire()
    if (error instanceof PressLost) return send(work)
    throw error
  }
  return { answer: (work: Work) => send(work).catch((error) => again(error, work)), retire, pid: () => press?.pid }
}

/** A template that cannot be printed. The faults name its file and line; they are logged and not shown to callers. */
export class PrintFault extends Error {
  readonly faults: string[]
  constructor(template: string, faults: string[]) {
    super(`${template} cannot be printed: ${faults.join('; ')}`)
    this.faults = faults
  }
}

const failPrint = (work: Work, faults: string[]): never => {
  throw new PrintFault(nameOf(work), faults)
}
const nameOf = (work: Work) => {
  if ('template' in work) return work.template
  return 'papers' in work ? work.papers.map(({ template }) => template).join(', ') : 'a workbook'
}
