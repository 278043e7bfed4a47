import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { load } from '../load/load.ts'
import { showProgress } from '../progress.ts'
import { memoryOf } from '../servers/cpu.ts'
import { startService } from '../servers/start.ts'
import { workloads } from '../workloads.ts'

const IDLE_MS = 150_000

/** R9: the resident memory of an idle service, and its maximum under pages of requests at 64 connections. */
export const memory = async ({ connection, samples, options }: Bench): Promise<Figure[]> => {
  showProgress('R9: idle for some minutes, then pages of requests at 64 connections')
  const service = await startService(connection)
  try {
    // The memory that a start needs is released by the first garbage collection, which comes late in an idle process.
    await pause(IDLE_MS)
    const idle = memoryOf(service.pid)
    let most = idle
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(service.pid))
    }, 100)
    const requests = workloads.find(({ title }) => title === 'page 1 of requests')?.requests(samples) ?? []
    await load(service.url, requests, 64, Math.max(options.seconds, 5) * 2)
    clearInterval(watch)
    return [figure('idle', idle, 160), figure('at most under pages of requests at 64 connections', most, 260)]
  } finally {
    await service.stop()
  }
}

const figure = (title: string, megabytes: number, most: number): Figure => ({
  row: 'R9',
  title: `resident memory, ${title}`,
  value: `${Math.round(megabytes)} MB`,
  target: `≤ ${most} MB`,
  isMet: megabytes <= most,
})
