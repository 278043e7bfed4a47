import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { showProgress } from '../progress.ts'
import { as, type Workload } from '../workloads.ts'
import { alternatingRounds, median } from './rounds.ts'
import { assertSameAnswers } from './same-answers.ts'

const LEADERS = 500
const MOST = 1.2

const workload: Workload = {
  row: 'R11',
  title: `GET /api/tour-leaders/schedule/list, ${LEADERS} leaders, one quarter`,
  target: 1 / MOST,
  requests: ({ salesUsers }) => [
    {
      method: 'GET',
      path: `/api/tour-leaders/schedule/list?from=${day(0)}&to=${day(90)}`,
      headers: as(salesUsers[0] ?? 0),
    },
  ],
}

/** R11: the schedule of all leaders for a quarter, beside a hand-written statement for the same JSON, one request at a time. */
export const schedule = async (bench: Bench): Promise<Figure> => {
  showProgress('R11: the schedule of all leaders')
  await assertSameAnswers(bench, workload)
  const size = await sizeOf(bench)
  const { reference, service } = await alternatingRounds(bench, workload.requests(bench.samples), 1)
  const times = service.map((each, i) => each.p50 / (reference[i]?.p50 ?? 0))
  const cpus = service.map((each, i) => each.cpu / (reference[i]?.cpu ?? 0))
  const p50 = median(service.map((each) => each.p50))
  return {
    row: workload.row,
    title: workload.title,
    value: `p50 ${p50.toFixed(1)} ms, ${median(times).toFixed(2)} × the reference; CPU ${median(cpus).toFixed(2)} ×; ${Math.round(size / 1024)} KB`,
    target: `≤ ${MOST} ×`,
    isMet: median(cpus) <= MOST && median(times) <= MOST,
  }
}

const sizeOf = async ({ service, samples }: Bench) => {
  const [request] = workload.requests(samples)
  const response = await fetch(`${service.url}${request?.path}`, { headers: request?.headers ?? {} })
  const text = await response.text()
  const { data } = JSON.parse(text) as { data: unknown[] }
  if (data.length !== LEADERS) throw new Error(`The schedule names ${data.length} of ${LEADERS} leaders.`)
  return text.length
}

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
