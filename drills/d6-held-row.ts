import { setTimeout as pause } from 'node:timers/promises'
import { pg } from '../src/kit/db/client.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { mixedWrites } from './kit/mixed-writes.ts'
import { outageFault } from './kit/outage-faults.ts'

// A request may take 15 s, and its answer comes at most 2 s later.
const TIMEOUT = 18_000

export default drill({
  id: 'D6',
  title: 'rows that another session holds for 40 s, under writes of 48 clients',
  target:
    'every answer a success, or 503 with Retry-After ≤ 18 s; none cut; 0 acknowledged lost; well ≤ 3 s after the rows are free',
  run: async (context) => {
    const services = [await context.start(), await context.start()]
    const { one, ledger, parents, faults } = await mixedWrites(context, services, { timeout: 30_000 })
    const wrong: string[] = []
    let [longest, recovered] = [0, 0]
    const timed = async (n: number) => {
      const began = Date.now()
      const { answer } = await one(n)
      const took = Date.now() - began
      longest = Math.max(longest, took)
      const fault = outageFault(answer, took, TIMEOUT)
      if (fault) wrong.push(fault)
      else if (answer && answer.status >= 400 && answer.status !== 503) wrong.push(`answered ${answer.status}`)
    }
    await repeatWhile(48, timed, async () => {
      await pause(1_000)
      const release = await hold(context, parents)
      await pause(Math.max(20_000, 40_000 * context.scale))
      await release()
      const began = Date.now()
      recovered = await untilWritten(ledger).then(() => Date.now() - began)
    })
    if (recovered > 3_000) wrong.push(`well again only after ${recovered} ms`)
    wrong.push(...(await faults()))
    const refused = ledger.lines.filter(({ answer }) => answer?.status === 503).length
    if (refused === 0) wrong.push('nobody was refused')
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong; ${refused} × 503, longest ${(longest / 1000).toFixed(1)} s, ${ledger.of('acknowledged').length} acknowledged, well after ${(recovered / 1000).toFixed(1)} s`,
      pass: wrong.length === 0,
    }
  },
})

/** Locks one row of each table, like a forgotten transaction. */
const hold = async ({ connection }: Context, rows: Record<string, number>) => {
  const client = new pg.Client({ ...connection, application_name: 'drill' })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  for (const [table, id] of Object.entries(rows))
    await client.query(`select from ${table} where id = $1 for update`, [id])
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

const untilWritten = async ({ of }: { of: (verdict: 'acknowledged') => unknown[] }) => {
  const before = of('acknowledged').length
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(20))
    if (of('acknowledged').length > before) return
}
