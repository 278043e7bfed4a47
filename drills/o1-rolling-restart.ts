import { setTimeout as pause } from 'node:timers/promises'
import { openBalancer } from './kit/balancer.ts'
import { clientOf } from './kit/client.ts'
import { drill, printFaults } from './kit/drill.ts'

const PER_SECOND = 100

export default drill({
  id: 'O1',
  title: 'rolling restart of two processes under 100 requests a second, keep-alive',
  target: '0 failed requests',
  run: async (context) => {
    const services = [await context.start(), await context.start()]
    const balancer = await openBalancer(context, services)
    const { ask, close } = clientOf(balancer.url, 16)
    context.atEnd(close)
    const { token } = context.people.admin
    const failed: string[] = []
    const under: Promise<unknown>[] = []
    let isOver = false
    const once = async (n: number) => {
      const body = {
        code: `O${context.random.text(9).toUpperCase()}`,
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
    for (let round = 0; round < context.times(3); round += 1)
      for (const service of services) {
        await pause(1_000)
        await service.stop()
        if (service.exit() !== 0) failed.push(`a process left with ${service.exit()}`)
        await service.restart()
      }
    await pause(1_000)
    isOver = true
    await traffic
    await Promise.all(under)
    printFaults(context, failed)
    return {
      value: `${failed.length} of ${under.length} failed in ${context.times(3)} rounds, behind ${balancer.name}`,
      pass: failed.length === 0,
    }
  },
})
