import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Colleague, Worked } from './colleague.ts'
import { clientFrom } from './proxy-protocol.ts'

const INTERVAL_MS = 25
const lists = ['/api/planned-trips', '/api/bookings', '/api/seasons']

const { token, address, proxies }: Colleague = workerData
const clients = proxies.map((proxy) => clientFrom(address, proxy))
const faults: string[] = []
let requests: Promise<number>[] = []
let isWorking = false

parentPort?.on('message', async (message: 'begin' | 'end') => {
  isWorking = message === 'begin'
  if (isWorking) return void work()
  const worked: Worked = { times: await Promise.all(requests), faults: faults.splice(0) }
  requests = []
  parentPort?.postMessage(worked)
})

// One after the other at a constant rate, independent of the time that answers take.
const work = async () => {
  for (let n = 0; isWorking; n += 1) {
    requests.push(timeOf(n))
    await pause(INTERVAL_MS)
  }
}

const timeOf = async (n: number) => {
  const ask = clients[n % clients.length]?.ask
  const began = performance.now()
  const answer = await (n % 4
    ? ask?.('GET', lists[n % lists.length] ?? '', { token })
    : ask?.('POST', '/api/seasons', { token, body: season() })
  )?.catch((error: Error) => error)
  if (answer instanceof Error) faults.push(`a colleague: ${answer.message}`)
  else if (!answer || answer.status >= 300) faults.push(`a colleague: ${answer?.status} ${answer?.text.slice(0, 160)}`)
  return performance.now() - began
}

const season = () => ({
  code: `S${randomBytes(6).toString('hex').toUpperCase()}`,
  name: '季',
  starts_on: '2027-01-01',
  ends_on: '2027-01-02',
  level: 'low',
})
