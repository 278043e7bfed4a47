import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Context } from './context.ts'
import type { RunningProxy } from './proxy-protocol.ts'

export type Colleague = { token: string; address: string; proxies: RunningProxy[] }
export type Worked = { times: number[]; faults: string[] }

/** An employee's requests at a constant rate, sent by a separate thread, so that a busy drill does not delay them. */
export const colleagueAt = ({ people, atEnd }: Context, address: string, proxies: RunningProxy[]) => {
  const workerData: Colleague = { token: people.op.token ?? '', address, proxies }
  const worker = new Worker(new URL('./colleague-worker.ts', import.meta.url), { workerData })
  atEnd(() => worker.terminate())
  return {
    /** Sends requests until `until` has settled, and returns the milliseconds of each. */
    workUntil: async (until: Promise<unknown>): Promise<Worked> => {
      worker.postMessage('begin')
      await until
      worker.postMessage('end')
      const [worked]: Worked[] = await once(worker, 'message')
      return worked ?? { times: [], faults: [] }
    },
  }
}
