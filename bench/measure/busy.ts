import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { rewind } from '../dataset/rewind.ts'
import { load } from '../load/load.ts'
import { tell } from '../tell.ts'
import { workloads } from '../workloads.ts'
import { type Ask, exporting, importing, signingIn } from './crowds.ts'
import { median } from './rounds.ts'

const crowds: Record<string, { people: number; ask: (bench: Bench) => Ask | Promise<Ask> }> = {
  'sign in': { people: 32, ask: signingIn },
  'import travelers': { people: 2, ask: importing },
  'fetch the schedule of a quarter': { people: 2, ask: exporting },
}

/** R7: what others wait for while a crowd asks for something heavy, again and again. */
export const busy = async (bench: Bench): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [doing, { people, ask }] of Object.entries(crowds))
    figures.push(await besides(bench, doing, people, await ask(bench)))
  await rewind(bench.place)
  return figures
}

const besides = async (bench: Bench, doing: string, people: number, ask: Ask): Promise<Figure> => {
  const { rounds, seconds } = bench.options
  const requests = workloads.find(({ row }) => row === 'R2')?.requests(bench.samples) ?? []
  const drive = () => load(bench.service.url, requests, 16, seconds)
  const waits: { quiet: number; busy: number; served: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    tell(`R7 quiet and while ${people} ${doing}, round ${round + 1}`)
    const quiet = await drive()
    const crowd = gather(people, ask)
    const busy = await drive()
    waits.push({ quiet: quiet.p99, busy: busy.p99, served: await crowd.leave() })
  }
  const of = (pick: (wait: (typeof waits)[number]) => number) => median(waits.map(pick))
  const ratio = of(({ quiet, busy }) => busy / quiet)
  return {
    row: 'R7',
    says: `p99 of R2 while ${people} ${doing} at once (${(of(({ served }) => served) / seconds).toFixed(1)}/s)`,
    seen: `${of(({ busy }) => busy).toFixed(1)} ms, quiet ${of(({ quiet }) => quiet).toFixed(1)} ms, ${ratio.toFixed(2)} ×`,
    target: '≤ 2 ×',
    isMet: ratio <= 2,
  }
}

// Whoever was served asks again.
const gather = (people: number, ask: Ask) => {
  let [served, isOver] = [0, false]
  const one = async () => {
    while (!isOver) {
      await ask()
      served += 1
    }
  }
  const crowd = Promise.all(Array.from({ length: people }, one))
  return {
    leave: async () => {
      isOver = true
      await crowd
      return served
    },
  }
}
