import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { runStatement } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { INVARIANTS } from './kit/invariants.ts'
import { mixedWrites } from './kit/mixed-writes.ts'
import { signalServer } from './kit/postmaster.ts'

export default drill({
  id: 'D2',
  title: 'kill -9 of PostgreSQL and its children under writes',
  target: '5 kills: as D1; no API exit; first success ≤ 3 s after it is back',
  run: async (context) => {
    const services = [await context.start(), await context.start()]
    const { one, ledger, faults } = await mixedWrites(context, services)
    const kills = context.times(5)
    const waits: number[] = []
    await repeatWhile(8, one, async () => {
      for (let n = 0; n < kills; n += 1) {
        await pause(context.random.int(1500, 2500))
        killPostgres(context)
        const back = await untilBack(context)
        await untilWritten(ledger)
        waits.push((Date.now() - back) / 1000)
      }
    })
    const exits = services.filter((service) => service.exit() !== undefined).length
    const wrong = await faults()
    const longest = Math.max(...waits)
    if (exits) wrong.push(`${exits} API processes have ended`)
    if (longest > 3) wrong.push(`the first success came ${longest.toFixed(1)} s after PostgreSQL was back`)
    printFaults(context, wrong)
    const { acknowledged, refused, unknown } = ledger.count()
    return {
      value: `${wrong.length} wrong after ${kills} kills, back in ≤ ${longest.toFixed(1)} s: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown; ${INVARIANTS} invariants`,
      pass: wrong.length === 0 && acknowledged > 0,
    }
  },
})

/** Kills only the drill's own cluster: the postmaster named in its lock file, and its child processes. */
const killPostgres = ({ cluster }: Context) => signalServer(cluster.lock, 'SIGKILL')

const untilBack = async ({ connection }: Context) => {
  for (;;) {
    const isBack = await runStatement(connection, 'select 1').then(
      () => true,
      () => false,
    )
    if (isBack) return Date.now()
    await pause(20)
  }
}

const untilWritten = async ({ of }: { of: (verdict: 'acknowledged') => unknown[] }) => {
  const before = of('acknowledged').length
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(20))
    if (of('acknowledged').length > before) return
  throw new Error('nothing was written within a minute after PostgreSQL was back')
}
