import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { rewind } from '../dataset/rewind.ts'
import { load } from '../load/load.ts'
import { showProgress } from '../progress.ts'
import { workloads } from '../workloads.ts'
import { fetchSchedule, importTravelers, pageThrough, type Send, signIn } from './heavy-requests.ts'
import { median } from './rounds.ts'

type Heavy = { row: string; doing: string; clients: number; send: (bench: Bench) => Send | Promise<Send> }

const heavy: Heavy[] = [
  { row: 'R7', doing: 'sign in', clients: 32, send: signIn },
  { row: 'R7', doing: 'import travelers', clients: 2, send: importTravelers },
  { row: 'R7', doing: 'fetch the schedule of a quarter', clients: 2, send: fetchSchedule },
  { row: 'R15', doing: 'page through trips and travelers', clients: 2, send: pageThrough },
]

/** R7 and R15: latency of ordinary reads while other clients repeat a heavy request. */
export const underLoad = async (bench: Bench, isSelected: (row: string) => boolean): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const each of heavy.filter(({ row }) => isSelected(row))) figures.push(await latencyWhile(bench, each))
  if (figures.length) await rewind(bench.connection)
  return figures
}

const latencyWhile = async (bench: Bench, { row, doing, clients, send }: Heavy): Promise<Figure> => {
  const { rounds, seconds } = bench.options
  const requests = workloads.find((workload) => workload.row === 'R2')?.requests(bench.samples) ?? []
  const drive = () => load(bench.service.url, requests, 16, seconds)
  const waits: { quiet: number; busy: number; served: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`${row} quiet and while ${clients} ${doing}, round ${round + 1}`)
    const quiet = await drive()
    const running = startClients(clients, await send(bench))
    const busy = await drive()
    waits.push({ quiet: quiet.p99, busy: busy.p99, served: await running.stop() })
  }
  const of = (pick: (wait: (typeof waits)[number]) => number) => median(waits.map(pick))
  const ratio = of(({ quiet, busy }) => busy / quiet)
  return {
    row,
    title: `p99 of R2 while ${clients} ${doing} at once (${(of(({ served }) => served) / seconds).toFixed(1)}/s)`,
    value: `${of(({ busy }) => busy).toFixed(1)} ms, quiet ${of(({ quiet }) => quiet).toFixed(1)} ms, ${ratio.toFixed(2)} ×`,
    target: '≤ 2 ×',
    isMet: ratio <= 2,
  }
}

// Each client repeats its request until it is stopped.
const startClients = (clients: number, send: Send) => {
  let [served, isOver] = [0, false]
  const one = async () => {
    while (!isOver) {
      await send()
      served += 1
    }
  }
  const done = Promise.all(Array.from({ length: clients }, one))
  return {
    stop: async () => {
      isOver = true
      await done
      return served
    },
  }
}
