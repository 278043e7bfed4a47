import { withBench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { load } from '../load/load.ts'
import type { Options } from '../options.ts'
import { showProgress } from '../progress.ts'
import { requestsById } from '../workloads.ts'

/** The requests by id that the reference answers in a second on the machine on which the limits in milliseconds were set. */
const READS = 10_700

/** The rows with limits in milliseconds. */
export const inMilliseconds = ['R4', 'R5', 'R6', 'R11']

/** The factor by which this machine is slower than that one. */
export const slownessOf = (options: Options) =>
  withBench({ ...options, against: '' }, options.scale, async ({ reference, samples }) => {
    showProgress('how fast this machine is')
    const requests = requestsById.requests(samples)
    await load(reference.url, requests, 16, 1)
    const read = await load(reference.url, requests, 16, options.seconds)
    return Math.max(1, (READS * read.seconds) / read.requests)
  })

export const pace = ({ slowness }: Options): Figure => ({
  row: 'R1',
  title: 'requests by id that the reference reads a second; limits in milliseconds are so many times longer here',
  value: `${Math.round(READS / slowness).toLocaleString('en')}, ${slowness.toFixed(2)} ×`,
  target: `${READS.toLocaleString('en')}, 1 ×`,
})
