import type { Bench } from '../bench.ts'
import type { Figure } from '../board.ts'
import { PASSWORD } from '../dataset/build.ts'
import { rewind } from '../dataset/rewind.ts'
import { load } from '../load/load.ts'
import { tell } from '../tell.ts'
import { workloads } from '../workloads.ts'
import { median } from './rounds.ts'

const AT_ONCE = 32

/** R7: what others wait for while many sign in at once, again and again. */
export const logins = async (bench: Bench): Promise<Figure> => {
  const { rounds, seconds } = bench.options
  const requests = workloads.find(({ row }) => row === 'R2')?.requests(bench.samples) ?? []
  const drive = () => load(bench.service.url, requests, 16, seconds)
  const waits: { quiet: number; busy: number; signedIn: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    tell(`R7 quiet and while ${AT_ONCE} sign in, round ${round + 1}`)
    const quiet = await drive()
    const crowd = signingIn(bench)
    const busy = await drive()
    waits.push({ quiet: quiet.p99, busy: busy.p99, signedIn: await crowd.stop() })
  }
  await rewind(bench.place)
  const ratio = median(waits.map(({ quiet, busy }) => busy / quiet))
  const of = (pick: (wait: (typeof waits)[number]) => number) => median(waits.map(pick))
  return {
    row: 'R7',
    says: `p99 of R2 while ${AT_ONCE} sign in at once (${Math.round(of(({ signedIn }) => signedIn / seconds))} sign-ins/s)`,
    seen: `${of(({ busy }) => busy).toFixed(1)} ms, quiet ${of(({ quiet }) => quiet).toFixed(1)} ms, ${ratio.toFixed(2)} ×`,
    target: '≤ 2 ×',
    isMet: ratio <= 2,
  }
}

// Each signs in from an address of its own, and when it is in, the next one comes.
const signingIn = ({ service }: Bench) => {
  let [next, signedIn, isOver] = [0, 0, false]
  const one = async () => {
    while (!isOver) {
      next += 1
      const person = 1 + (next % 1000)
      const response = await fetch(`${service.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${person >> 8}.${person & 255}` },
        body: JSON.stringify({ email: `person${person}@example.com`, password: PASSWORD }),
      })
      if (!response.ok) throw new Error(`A sign-in was answered with ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
      signedIn += 1
    }
  }
  const crowd = Promise.all(Array.from({ length: AT_ONCE }, one))
  return {
    stop: async () => {
      isOver = true
      await crowd
      return signedIn
    },
  }
}
