import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { asAdmin, type List, listsOf } from '../lists.ts'
import { showProgress } from '../progress.ts'

const MOST_MS = 50
const TIMES = 20
const LOOKS = 3

/** R4: every list of the API, its first page and page 10, in its default order and with its costliest filter. */
export const allLists = async (bench: Bench): Promise<Figure[]> => {
  const lists = await listsOf(bench)
  const figures: Figure[] = []
  for (const list of lists) {
    showProgress(`R4: ${list.path}`)
    figures.push(await slowestOf(bench, list))
  }
  const slow = figures.filter(({ isMet }) => !isMet)
  const all: Figure = {
    row: 'R4',
    title: `all ${lists.length} lists of the API, pages 1 and 10, default order and costliest filter`,
    value: `${lists.length - slow.length} of ${lists.length} within ${(MOST_MS * bench.options.slowness).toFixed(0)} ms (p95 of ${TIMES} requests)`,
    target: 'all',
    isMet: slow.length === 0,
  }
  return [all, ...slow]
}

const slowestOf = async (bench: Bench, { path, filters }: List): Promise<Figure> => {
  const asked = filters.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
  const looks: { query: string; ms: number }[] = []
  for (const query of asked) looks.push({ query, ms: (await timesOf(bench, `${path}?${query}`, LOOKS)).at(1) ?? 0 })
  const costliest = looks.toSorted((a, b) => b.ms - a.ms)[0]?.query ?? ''
  const pages: { at: string; ms: number }[] = []
  for (const query of new Set(['', costliest]))
    for (const page of [1, 10]) {
      const at = `${path}?page=${page}${query}`
      const times = await timesOf(bench, at, TIMES)
      pages.push({ at, ms: times[Math.ceil(TIMES * 0.95) - 1] ?? 0 })
    }
  const slowest = pages.toSorted((a, b) => b.ms - a.ms)[0] ?? { at: path, ms: 0 }
  const most = MOST_MS * bench.options.slowness
  return {
    row: 'R4',
    title: `GET ${slowest.at}`,
    value: `p95 ${slowest.ms.toFixed(1)} ms`,
    target: `≤ ${most.toFixed(0)} ms`,
    isMet: slowest.ms <= most,
  }
}

/** The times of `times` requests, sorted. */
const timesOf = async (bench: Bench, path: string, times: number) => {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const start = performance.now()
    const response = await fetch(bench.service.url + path, { headers: asAdmin(bench) })
    const text = await response.text()
    taken.push(performance.now() - start)
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  }
  return taken.sort((a, b) => a - b)
}
