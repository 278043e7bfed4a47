import { setTimeout as pause } from 'node:timers/promises'
import { untilCalm } from './calm.ts'
import type { Worked } from './colleague.ts'

const QUIET_MS = 4_000
const CALM_BEFORE_MS = 10_000
// The work that an attack has started, such as mails, is finished first.
const CALM_AFTER_MS = 3_000

type Colleague = { workUntil: (until: Promise<unknown>) => Promise<Worked> }

/**
 * Compares the p99 of a colleague with and without an attack. Both alternate in short rounds. A round counts only if other programs
 * left the machine nearly idle before and after it, because on a fully loaded machine any work makes a service slow. The first
 * round warms up the processes and does not count.
 */
export const roundsOf = (colleague: Colleague) => {
  const [quiet, busy]: [number[], number[]] = [[], []]
  const faults: string[] = []
  let rounds = 0
  const p99Until = async (until: Promise<unknown>) => {
    const worked = await colleague.workUntil(until)
    faults.push(...worked.faults)
    return p99(worked.times)
  }
  return {
    faults,
    run: async (attack: () => Promise<unknown>) => {
      const isWarmUp = rounds === 0
      rounds += 1
      const isCalmBefore = await untilCalm(CALM_BEFORE_MS)
      const measured = [await p99Until(pause(QUIET_MS)), await p99Until(attack())] as const
      if (isWarmUp || !isCalmBefore || !(await untilCalm(CALM_AFTER_MS))) return
      quiet.push(measured[0])
      busy.push(measured[1])
    },
    result: () => ({ quiet: median(quiet), busy: median(busy), rounds, counted: quiet.length }),
    listed: () => `p99 ${listed(busy)} ms, quiet ${listed(quiet)} ms`,
  }
}

const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const listed = (values: number[]) => values.map((value) => value.toFixed(0)).join(' ')
