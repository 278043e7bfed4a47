import cluster, { type Worker } from 'node:cluster'
import type { Settings } from '../kit/db/connect.ts'
import type { Api } from './api.ts'

/** Starts several API processes on one port. A process that dies is replaced after 500 ms; all stop together. */
export async function startCluster(count: number, settings: Settings): Promise<Api> {
  let stopping = false
  const startWorker = () => {
    const worker = cluster.fork()
    worker.send({ settings })
    worker.once('exit', () => stopping || setTimeout(startWorker, 500))
    return worker
  }
  const addresses = await Promise.all(Array.from({ length: count }, () => addressOf(startWorker())))
  return {
    address: addresses[0] ?? '',
    stop: async () => {
      stopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopWorker(worker)))
    },
  }
}

/** In a worker process: the database settings that the first process sends. */
export function settingsFromFirst() {
  return new Promise<Settings>((resolve) =>
    process.once('message', ({ settings }: { settings: Settings }) => resolve(settings)),
  )
}

const addressOf = (worker: Worker) =>
  new Promise<string>((resolve, reject) => {
    worker.once('message', ({ address }: { address: string }) => resolve(address))
    worker.once('exit', () => reject(new Error('an API process ended while starting')))
  })

const stopWorker = (worker: Worker) =>
  new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
    worker.kill('SIGTERM')
  })
