import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'
import { INVARIANTS } from './kit/invariants.ts'
import { mixedWrites } from './kit/mixed-writes.ts'

export default drill({
  id: 'D1',
  title: 'kill -9 of an API process, again and again, under mixed writes',
  target: '10 kills: 0 acknowledged lost, 0 half-written, ≥ 20 invariants hold',
  run: async (context) => {
    const services = [await context.start(), await context.start()]
    const { one, ledger, faults } = await mixedWrites(context, services)
    const kills = context.times(10)
    await repeatWhile(8, one, async () => {
      for (let n = 0; n < kills; n += 1) {
        const service = services[n % 2]
        await pause(context.random.int(200, 1200))
        await service?.kill('SIGKILL')
        await service?.restart()
      }
    })
    const wrong = await faults()
    printFaults(context, wrong)
    const { acknowledged, refused, unknown } = ledger.count()
    return {
      value: `${wrong.length} wrong after ${kills} kills: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown; ${INVARIANTS} invariants`,
      pass: wrong.length === 0 && acknowledged > 0,
    }
  },
})
