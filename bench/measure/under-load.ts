import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { rewind } from '../dataset/rewind.ts'
import { load } from '../load/load.ts'
import { showProgress } from '../progress.ts'
import { requestsById } from '../workloads.ts'
import { fetchSchedule, importTravelers, pageThrough, type Send, signIn } from './heavy-requests.ts'
import { median } from './rounds.ts'

type Heavy = { doing: string; clients: number; send: (bench: Bench) => Send | Promise<Send> }

const heavy: Heavy[] = [
  { doing: 'sign in', clients: 32, send: signIn },
  { doing: 'import travelers', clients: 2, send: importTravelers },
  { doing: 'fetch the schedule of a quarter', clients: 2, send: fetchSchedule },
  { doing: 'page through trips and travelers', clients: 2, send: pageThrough },
]

/** R7: latency of a small read while other clients repeat a heavy request. */
export const underLoad = async (bench: Bench): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const each of heavy) figures.push(await latencyWhile(bench, each))
  await rewind(bench.connection)
  return figures
}

const latencyWhile = async (bench: Bench, { doing, clients, send }: Heavy): Promise<Figure> => {
  const { rounds, seconds } = bench.options
  const requests = requestsById.requests(bench.samples)
  const drive = () => load(bench.service.url, requests, 16, seconds)
  const waits: { quiet: number; busy: number; served: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`R7 quiet and while ${clients} ${doing}, round ${round + 1}`)
    const quiet = await drive()
    const running = startClients(clients, await send(bench))
    const busy = await drive()
    waits.push({ quiet: quiet.p99, busy: busy.p99, served: await running.stop() })
  }
  const of = (pick: (wait: (typeof waits)[number]) => number) => median(waits.map(pick))
  const ratio = of(({ quiet, busy }) => busy / quiet)
  return {
    row: 'R7',
    title: `p99 of a request by id while ${clients} ${doing} at once (${(of(({ served }) => served) / seconds).toFixed(1)}/s)`,
    value: `${of(({ busy }) => busy).toFixed(1)} ms, quiet ${of(({ quiet }) => quiet).toFixed(1)} ms, ${ratio.toFixed(2)} ×`,
    target: '≤ 3 ×',
    isMet: ratio <= 3,
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
