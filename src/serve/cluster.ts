import cluster, { type Worker } from 'node:cluster'
import type { Settings } from '../kit/db/connect.ts'
import type { Api } from './api.ts'

/** Several API processes on one port. One that dies is replaced; all stop together. */
export const startCluster = async (count: number, settings: Settings): Promise<Api> => {
  let stopping = false
  const hire = () => {
    const worker = cluster.fork()
    worker.send({ settings })
    worker.once('exit', () => stopping || setTimeout(hire, 500))
    return worker
  }
  const addresses = await Promise.all(Array.from({ length: count }, () => addressOf(hire())))
  return {
    address: addresses[0] ?? '',
    stop: async () => {
      stopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && dismissed(worker)))
    },
  }
}

/** In a worker: the settings that the first process opened. */
export const settingsFromFirst = () =>
  new Promise<Settings>((resolve) =>
    process.once('message', ({ settings }: { settings: Settings }) => resolve(settings)),
  )

const addressOf = (worker: Worker) =>
  new Promise<string>((resolve, reject) => {
    worker.once('message', ({ address }: { address: string }) => resolve(address))
    worker.once('exit', () => reject(new Error('an API process ended while starting')))
  })

const dismissed = (worker: Worker) =>
  new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
    worker.kill('SIGTERM')
  })
