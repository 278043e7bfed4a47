import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { withClient } from '../dataset/cluster.ts'
import { asAdmin } from '../lists.ts'
import { showProgress } from '../progress.ts'
import { as } from '../workloads.ts'

const TIMES = 20
const LOOK_MS = 100
const SEARCH_MS = 50

/** A page that people open in the morning. Calls that wait for each other are steps; calls of a step are sent together. */
type Look = { title: string; most: number; headers: Record<string, string>; times: string[][][] }

/** R5: the calls of one morning: the waiting work, the page of a trip with the calls of the console, and the search. */
export const morning = async (bench: Bench): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const look of await looks(bench)) {
    showProgress(`R5: ${look.title}`)
    figures.push(await figureOf(bench, look))
  }
  return figures
}

const looks = async (bench: Bench): Promise<Look[]> => {
  const trips = await withClient(bench.connection, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select id from planned_trips where departure_date > current_date and status in ('open', 'guaranteed', 'closed')
        order by departure_date, id limit $1`,
      [TIMES],
    )
    return rows.map(({ id }) => `/api/planned-trips/${id}`)
  })
  const sales = as(bench.samples.salesUsers[0] ?? 0)
  const again = (calls: string[][]) => Array.from({ length: TIMES }, () => calls)
  return [
    { title: 'GET /api/work, of sales', most: LOOK_MS, headers: sales, times: again([['/api/work']]) },
    {
      title: 'GET /api/work, of an administrator',
      most: LOOK_MS,
      headers: asAdmin(bench),
      times: again([['/api/work']]),
    },
    {
      title: 'the page of a trip: itself, then readiness and flights',
      most: LOOK_MS,
      headers: sales,
      times: trips.map((trip) => [[trip], [`${trip}/readiness`, `${trip}/flights`]]),
    },
    {
      title: 'GET /api/search?q=…, by name, number, phone and mail address',
      most: SEARCH_MS,
      headers: sales,
      times: terms.flatMap((q) => Array.from({ length: 5 }, () => [[`/api/search?q=${encodeURIComponent(q)}`]])),
    },
  ]
}

/** Common and rare words in both languages. All customers of the data set have one phone number, so another number is searched. */
const terms = ['王大明', '美玲', '林', '東京', 'WANG', 'lead', '0987654321', 'person7@example.com', '2601', 'TL10007']

const figureOf = async (bench: Bench, { title, most, headers, times }: Look): Promise<Figure> => {
  const taken: number[] = []
  // The first pass prepares the statements and does not count.
  for (const steps of [times[0] ?? [], ...times]) taken.push(await timeOf(bench, headers, steps))
  const sorted = taken.slice(1).sort((a, b) => a - b)
  const longest = most * bench.options.slowness
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
  return {
    row: 'R5',
    title,
    value: `p50 ${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    target: `p95 ≤ ${longest.toFixed(0)} ms`,
    isMet: p95 <= longest,
  }
}

const timeOf = async ({ service }: Bench, headers: Record<string, string>, steps: string[][]) => {
  const start = performance.now()
  for (const paths of steps)
    await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(service.url + path, { headers })
        const text = await response.text()
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
      }),
    )
  return performance.now() - start
}
