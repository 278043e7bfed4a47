import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { load, type Request } from '../load/load.ts'
import { tell } from '../tell.ts'
import { as } from '../workloads.ts'
import { median } from './rounds.ts'

const DEEP = 100_000
const PAGES = 50
const path = (cursor: string, perPage = 20) => `/api/addon-requests?per_page=${perPage}&cursor=${cursor}`

/** R8: a list by cursor costs the same wherever one is in it. */
export const deepCursor = async (bench: Bench): Promise<Figure> => {
  const [first, deep] = await pages(bench)
  const { rounds, seconds } = bench.options
  const times: { first: number; deep: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    tell(`R8 by cursor, round ${round + 1}`)
    const one = await load(bench.service.url, [first], 16, seconds)
    const other = await load(bench.service.url, deep, 16, seconds)
    times.push({ first: one.p50, deep: other.p50 })
  }
  const ratio = median(times.map((time) => time.deep / time.first))
  return {
    row: 'R8',
    says: `by cursor, ${DEEP.toLocaleString('en')} rows deep, beside its first page`,
    seen: `p50 ${median(times.map((time) => time.deep)).toFixed(2)} ms, ${ratio.toFixed(2)} × the first page`,
    target: '≤ 1.1 ×',
    isMet: ratio <= 1.1,
  }
}

/** The first page, and some far behind it, reached as a reader reaches them; several, since no twenty rows hold what twenty others do. */
export const pages = async ({ service, samples }: Bench): Promise<[first: Request, deep: Request[]]> => {
  const headers = as(samples.people[0] ?? 0)
  const page = (cursor: string): Request => ({ method: 'GET', path: path(cursor), headers })
  const deep: Request[] = []
  let cursor = ''
  for (let seen = 0; seen < DEEP + PAGES * 100; seen += 100) {
    if (seen % 5_000 === 0) tell(`R8: reading ${seen} rows deep`)
    if (seen >= DEEP) deep.push(page(cursor))
    const response = await fetch(service.url + path(cursor, 100), { headers })
    const { meta } = (await response.json()) as { meta: { next_cursor: string } }
    cursor = meta.next_cursor
  }
  return [page(''), deep]
}
