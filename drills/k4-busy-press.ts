import { setTimeout as pause } from 'node:timers/promises'
import { inParallel, repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import type { Person } from './kit/people.ts'
import type { Service } from './kit/service.ts'

const GREEDY = 40

export default drill({
  id: 'K4',
  title: '40 connections of one account print without pause; colleagues print meanwhile',
  target: 'every paper of the colleagues printed, none answered 503; no 500; the greedy account prints too',
  run: async (context) => {
    const service = await context.start()
    const bookings = await context.query<{ id: number }>('select id from bookings order by id limit 40')
    const counts = { greedy: 0, refused: 0, colleagues: 0, longest: 0 }
    const faults: string[] = []
    const paperOf = async (n: number, { token }: Person) => {
      const { id } = bookings[n % bookings.length] ?? { id: 0 }
      const began = performance.now()
      const { status } = await service.ask('GET', `/api/bookings/${id}/quotation`, { token, timeout: 60_000 })
      return { status, ms: performance.now() - began }
    }
    const greedy = async (n: number) => {
      const { status } = await paperOf(n, context.people.ticketing)
      if (status === 200) counts.greedy += 1
      else if (status === 503) counts.refused += 1
      else faults.push(`the greedy account was answered ${status}`)
      if (status !== 200) await pause(20)
    }
    await firstPaper(context, service, bookings)
    await repeatWhile(GREEDY, greedy, () =>
      inParallel(context.times(120), 3, async (n) => {
        const { sales, op, manager } = context.people
        const { status, ms } = await paperOf(n, [sales, op, manager][n % 3] ?? sales)
        if (status === 200) counts.colleagues += 1
        else faults.push(`a colleague's paper was answered ${status}`)
        counts.longest = Math.max(counts.longest, ms)
      }),
    )
    printFaults(context, faults)
    const { colleagues, longest, refused } = counts
    return {
      value: `${faults.length} wrong; ${colleagues} papers of colleagues, the longest ${(longest / 1000).toFixed(1)} s; ${counts.greedy} of the greedy account, ${refused} × 503`,
      pass: faults.length === 0 && colleagues > 0 && counts.greedy > 0,
    }
  },
})

/** The first paper starts the print process, which takes longer than all others. */
const firstPaper = async ({ people }: Context, { ask }: Service, [booking]: { id: number }[]) => {
  const { status } = await ask('GET', `/api/bookings/${booking?.id}/quotation`, {
    token: people.sales.token,
    timeout: 60_000,
  })
  if (status !== 200) throw new Error(`the first paper was answered ${status}`)
}
