import type { ChildProcess } from 'node:child_process'
import { fairLimiter, type Place } from '../async/fair-limiter.ts'
import { answerOf, openPress, PressLost } from './process.ts'
import type { Answer, Shop, Work } from './work.ts'

const REST_MS = 60_000
/** `missing` are characters that no font has. */
export type Printed = { bytes: Buffer; missing: string[]; used: Answer['used'] }

/** After `rest` without work the press is ended. */
type Options = { rest?: number }
// WebAssembly never gives memory back, so a press that has grown beyond this is replaced.
const MOST_MEMORY = 56 * 1024 * 1024
const LIMITS = { mostOfOne: 20, most: 200, timeout: 15_000 }
/** For a command, which prints for itself alone. */
const ALONE: Place = { who: 'command', first: true }

export type Press = ReturnType<typeof printer>

/**
 * Makes PDFs and workbooks one after the other in a process of its own, so that the event loop of the service is never held.
 * The process is started by the first paper and ended after a minute without one. Those who print take turns.
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
  return { make: (work: Work, place = ALONE) => limit(() => make(work), place), retire, pid: press.pid }
}

/** A press that is opened for the next work whenever there is none. */
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
  // A paper changes nothing, so it is made once more by a new press.
  const again = (error: unknown, work: Work) => {
    retire()
    if (error instanceof PressLost) return send(work)
    throw error
  }
  return { answer: (work: Work) => send(work).catch((error) => again(error, work)), retire, pid: () => press?.pid }
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
