import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { load } from '../load/load.ts'
import { showProgress } from '../progress.ts'
import { as, pagedLists } from '../workloads.ts'
import { median } from './rounds.ts'

const DEEP = 50
const MOST = 2

/** R12: the time of page 50 of a list beside that of its first page, at one connection. */
export const deepPages = async (bench: Bench): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const list of pagedLists) figures.push(await compared(bench, list))
  return figures
}

const compared = async ({ service, samples, options }: Bench, list: string): Promise<Figure> => {
  const pathAt = (page: number) => `/api/${list}per_page=20&page=${page}`
  const timeOf = async (page: number) => {
    const headers = as(samples.salesUsers[0] ?? 0)
    const { p50 } = await load(service.url, [{ method: 'GET', path: pathAt(page), headers }], 1, options.seconds)
    return p50
  }
  const times: { first: number; deep: number }[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    showProgress(`R12: ${pathAt(DEEP)} beside page 1, round ${round + 1}`)
    times.push({ first: await timeOf(1), deep: await timeOf(DEEP) })
  }
  const ratio = median(times.map(({ first, deep }) => deep / first))
  return {
    row: 'R12',
    title: `GET ${pathAt(DEEP)} beside page 1`,
    value: `p50 ${median(times.map(({ deep }) => deep)).toFixed(2)} ms, ${ratio.toFixed(2)} × page 1`,
    target: `≤ ${MOST} ×`,
    isMet: ratio <= MOST,
  }
}
