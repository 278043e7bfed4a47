import { type Bench, withBench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { load } from '../load/load.ts'
import type { Request } from '../load/types.ts'
import type { Options } from '../options.ts'
import { showProgress } from '../progress.ts'
import { workloads } from '../workloads.ts'
import { pages } from './cursor.ts'
import { median } from './rounds.ts'

const ROWS = ['R2', 'R3', 'R4']

/** G: sends the same requests to a larger data set. Both data sets are open, and the rounds alternate between them. */
export const growth = (options: Options): Promise<Figure[]> =>
  withBench(options, 1, (small) =>
    withBench(options, options.scale, async (large) => {
      const [few, many] = [await questions(small), await questions(large)]
      const figures: Figure[] = []
      for (const [row, requests] of few)
        figures.push(await compared(row, [small, requests], [large, many.get(row) ?? []]))
      return figures
    }),
  )

const questions = async (bench: Bench) => {
  const [first, deep] = await pages(bench)
  const plain = workloads
    .filter(({ row }) => ROWS.includes(row))
    .map(({ row, requests }) => [row, requests(bench.samples)] as const)
  // Unfiltered lists of both data sets have more rows than are counted exactly.
  const all = { ...first, path: '/api/addon-requests?per_page=20' }
  return new Map<string, Request[]>([...plain, ['R3 without a filter', [all]], ['R8', deep]])
}

type Asked = [bench: Bench, requests: Request[]]

const compared = async (row: string, [small, few]: Asked, [large, many]: Asked): Promise<Figure> => {
  const { rounds, seconds, scale } = small.options
  const times: { small: number; large: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`G ${row}, round ${round + 1}`)
    const one = await load(small.service.url, few, 1, seconds)
    const other = await load(large.service.url, many, 1, seconds)
    times.push({ small: one.p50, large: other.p50 })
  }
  const ratio = median(times.map((time) => time.large / time.small))
  return {
    row: 'G',
    title: `${row} at ${scale} × the data, p50 at one connection`,
    value: `${median(times.map((time) => time.large)).toFixed(2)} ms, ${ratio.toFixed(2)} ×`,
    target: '≤ 1.2 ×',
    isMet: ratio <= 1.2,
  }
}
