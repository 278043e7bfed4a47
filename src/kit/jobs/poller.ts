import { setTimeout as pause } from 'node:timers/promises'
import { kindOf } from '../errors.ts'
import type { JobTools, Poller } from './jobs.ts'

/** Runs a poller at each notification, and every few seconds in case one was missed. Returns how to stop it. */
export const startPoller = async ({ channel, work }: Poller, tools: JobTools, seconds: number) => {
  const bell = doorbell()
  let isStopped = false
  const some = async () => {
    const begun = performance.now()
    const found = await work(tools).catch((error) => {
      tools.log.warn({ poller: channel, fault: kindOf(error) }, 'a poller failed')
      return false
    })
    if (found) await restAfter(begun)
    return found
  }
  const run = async () => {
    while (!isStopped) if (!(await some())) await bell.rung(seconds * 1_000)
  }
  const unsubscribe = await tools.database.listener.hear(channel, { hear: bell.ring, missed: bell.ring })
  const running = run()
  return async () => {
    isStopped = true
    unsubscribe()
    bell.ring()
    await Promise.race([running, pause(LONGEST_END_MS, undefined, { ref: false })])
  }
}

const LONGEST_END_MS = 10_000

// Remembers a ring for whoever waits next, so that none is missed between two waits.
const doorbell = () => {
  let isRung = false
  let answer = () => {}
  return {
    ring: () => {
      isRung = true
      answer()
    },
    /** Waits until it rings, at most so long. */
    rung: async (ms: number) => {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        answer = resolve
        const late = setTimeout(resolve, ms)
        await promise
        clearTimeout(late)
      }
      isRung = false
    },
  }
}

const REST = 4
const LONGEST_REST_MS = 400

/** Requests have priority over many jobs at once: after a batch its worker pauses, and what comes collects for the next one. */
export const restAfter = (begun: number) => pause(Math.min(REST * (performance.now() - begun), LONGEST_REST_MS))
