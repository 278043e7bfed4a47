import { setTimeout as pause } from 'node:timers/promises'
import { openBalancer } from './kit/balancer.ts'
import { clientOf } from './kit/client.ts'
import { drill, showSome } from './kit/drill.ts'

const PER_SECOND = 100

export default drill({
  id: 'O1',
  says: 'rolling restart of two processes under 100 requests a second, keep-alive',
  target: '0 failed requests',
  run: async (site) => {
    const services = [await site.start(), await site.start()]
    const balancer = await openBalancer(site, services)
    const { ask, hangUp } = clientOf(balancer.url, 16)
    site.atEnd(hangUp)
    const { token } = site.people.admin
    const failed: string[] = []
    const under: Promise<unknown>[] = []
    let isOver = false
    const once = async (n: number) => {
      const body = {
        code: `O${site.random.text(9).toUpperCase()}`,
        name: '季',
        starts_on: '2027-01-01',
        ends_on: '2027-01-02',
        level: 'low',
      }
      const asking = n % 5 ? ask('GET', '/api/seasons', { token }) : ask('POST', '/api/seasons', { token, body })
      const answer = await asking.catch((error: Error) => error)
      if (answer instanceof Error) failed.push(answer.message)
      else if (answer.status >= 300) failed.push(`${answer.status} ${answer.text.slice(0, 120)}`)
    }
    const traffic = (async () => {
      for (let n = 0; !isOver; n += 1) {
        under.push(once(n))
        await pause(1000 / PER_SECOND)
      }
    })()
    for (let round = 0; round < site.times(3); round += 1)
      for (const service of services) {
        await pause(1_000)
        await service.stop()
        if (service.exit() !== 0) failed.push(`a process left with ${service.exit()}`)
        await service.again()
      }
    await pause(1_000)
    isOver = true
    await traffic
    await Promise.all(under)
    showSome(site, failed)
    return {
      value: `${failed.length} of ${under.length} failed in ${site.times(3)} rounds, behind ${balancer.name}`,
      pass: failed.length === 0,
    }
  },
})
