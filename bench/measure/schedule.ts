import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { showProgress } from '../progress.ts'
import { as } from '../workloads.ts'
import { median } from './rounds.ts'

const TIMES = 20
const LEADERS = 500
const MOST = 60

/** R11: the schedule of all leaders for a quarter, one request at a time. */
export const schedule = async ({ service, samples }: Bench): Promise<Figure> => {
  showProgress('R11: the schedule of all leaders')
  const url = `${service.url}/api/tour-leaders/schedule/list?from=${day(0)}&to=${day(90)}`
  const headers = as(samples.salesUsers[0] ?? 0)
  const times: number[] = []
  let size = 0
  for (let time = -3; time < TIMES; time += 1) {
    const start = performance.now()
    const text = await (await fetch(url, { headers })).text()
    if (time >= 0) times.push(performance.now() - start)
    size = text.length
    const { data } = JSON.parse(text) as { data: unknown[] }
    if (data.length !== LEADERS) throw new Error(`The schedule names ${data.length} of ${LEADERS} leaders.`)
  }
  return {
    row: 'R11',
    title: `GET /api/tour-leaders/schedule/list, ${LEADERS} leaders, one quarter`,
    value: `median ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms, ${Math.round(size / 1024)} KB`,
    target: `≤ ${MOST} ms`,
    isMet: median(times) <= MOST,
  }
}

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
