import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Ask } from './client.ts'
import type { Random } from './random.ts'
import type { Service } from './service.ts'

/** Several processes as one service: each request goes to a random one, as behind a balancer. Faults are collected. */
export const processes = (random: Random) => {
  const underWay = new Map<Service, number>()
  const [faults, answered]: [string[], { count: number }] = [[], { count: 0 }]
  const to = async (service: Service, asking: Parameters<Ask>): Promise<Answer> => {
    underWay.set(service, (underWay.get(service) ?? 0) + 1)
    try {
      const answer = await service.ask(...asking)
      answered.count += 1
      if (answer.status >= 500) faults.push(`${asking[0]} ${asking[1]}: ${answer.status} ${answer.text.slice(0, 300)}`)
      return answer
    } catch (error) {
      faults.push(`${asking[0]} ${asking[1]}: no answer: ${error instanceof Error ? error.message : error}`)
      throw error
    } finally {
      underWay.set(service, (underWay.get(service) ?? 1) - 1)
    }
  }
  const taking: Service[] = []
  return {
    faults,
    answered,
    ask: (async (...asking) => to(random.pick(taking), asking)) satisfies Ask,
    add: (...services: Service[]) => taking.push(...services),
    /** Sends no new requests to it, and resolves when those under way are answered. */
    remove: async (service: Service) => {
      taking.splice(taking.indexOf(service), 1)
      while (underWay.get(service)) await pause(10)
    },
  }
}
