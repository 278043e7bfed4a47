import { type Bench, withBench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { asAdmin, listsOf } from '../lists.ts'
import { load } from '../load/load.ts'
import type { Options } from '../options.ts'
import { showProgress } from '../progress.ts'
import { workloads } from '../workloads.ts'
import { median } from './rounds.ts'

const TIMES = 10
const MOST = 1.2

/** R8: the reads of R1 and the first pages of R4 on ten times the data. Both data sets are open, and the rounds alternate between them. */
export const growth = (options: Options): Promise<Figure[]> =>
  withBench(options, options.scale, (small) =>
    withBench(options, options.scale * TIMES, async (large) => [
      ...(await reads(small, large)),
      ...(await lists(small, large)),
    ]),
  )

const reads = async (small: Bench, large: Bench) => {
  const { rounds, seconds } = small.options
  const figures: Figure[] = []
  for (const { title, requests } of workloads.filter(({ row }) => row === 'R1')) {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      showProgress(`R8: ${title}, round ${round + 1}`)
      const few = await load(small.service.url, requests(small.samples), 1, seconds)
      const many = await load(large.service.url, requests(large.samples), 1, seconds)
      ratios.push(many.p50 / few.p50)
    }
    figures.push(figure(title, median(ratios)))
  }
  return figures
}

const lists = async (small: Bench, large: Bench) => {
  const figures: Figure[] = []
  for (const { path } of await listsOf(large)) {
    showProgress(`R8: ${path}`)
    const [few, many] = [await timeOf(small, path), await timeOf(large, path)]
    if (few && many) figures.push(figure(`GET ${path}`, many / few))
  }
  return figures
}

/** The median time of some requests; undefined if the path names a record that is not in this data set. */
const timeOf = async (bench: Bench, path: string) => {
  const taken: number[] = []
  for (let time = 0; time < 20; time += 1) {
    const start = performance.now()
    const response = await fetch(bench.service.url + path, { headers: asAdmin(bench) })
    await response.text()
    if (!response.ok) return undefined
    taken.push(performance.now() - start)
  }
  return median(taken)
}

const figure = (title: string, ratio: number): Figure => ({
  row: 'R8',
  title: `${title} on ${TIMES} × the data, p50 at one connection`,
  value: `${ratio.toFixed(2)} ×`,
  target: `≤ ${MOST} ×`,
  isMet: ratio <= MOST,
})
