import { setTimeout as pause } from 'node:timers/promises'
import { drill, showSome } from './kit/drill.ts'
import { INVARIANTS } from './kit/invariants.ts'
import { meanwhile } from './kit/pool.ts'
import { mixedWrites } from './kit/writing.ts'

export default drill({
  id: 'D1',
  says: 'kill -9 of an API process, again and again, under mixed writes',
  target: '10 kills: 0 acknowledged lost, 0 half-written, ≥ 20 invariants hold',
  run: async (site) => {
    const services = [await site.start(), await site.start()]
    const { one, ledger, faults } = await mixedWrites(site, services)
    const kills = site.times(10)
    await meanwhile(8, one, async () => {
      for (let n = 0; n < kills; n += 1) {
        const service = services[n % 2]
        await pause(site.random.int(200, 1200))
        await service?.kill('SIGKILL')
        await service?.again()
      }
    })
    const wrong = await faults()
    showSome(site, wrong)
    const { acknowledged, refused, unknown } = ledger.count()
    return {
      value: `${wrong.length} wrong after ${kills} kills: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown; ${INVARIANTS} invariants`,
      pass: wrong.length === 0 && acknowledged > 0,
    }
  },
})
