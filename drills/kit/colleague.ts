import { setTimeout as pause } from 'node:timers/promises'
import type { Ask } from './client.ts'
import type { Context } from './context.ts'

const INTERVAL_MS = 25
const lists = ['/api/planned-trips', '/api/bookings', '/api/seasons']

/** An employee's requests at a constant rate, however long the answers take. Returns the durations of the answers, and the faults. */
export const colleagueWith = ({ people, random }: Context, asks: Ask[]) => {
  const { token } = people.op
  const faults: string[] = []
  const requestOnce = async (n: number) => {
    const ask = asks[n % asks.length]
    const [method, path] = n % 4 ? ['GET', lists[n % lists.length] ?? ''] : ['POST', '/api/seasons']
    const began = performance.now()
    const answer = await ask?.(method ?? '', path ?? '', {
      token,
      ...(n % 4 === 0 && { body: season(random.text(9)) }),
    })
    if (!answer || answer.status >= 300) faults.push(`a colleague got ${answer?.status} ${answer?.text.slice(0, 160)}`)
    return performance.now() - began
  }
  return {
    faults,
    /** Works until `until` has settled. */
    workUntil: async (until: Promise<unknown>) => {
      let isOver = false
      until.finally(() => {
        isOver = true
      })
      const requests: Promise<number>[] = []
      for (let n = 0; !isOver; n += 1) {
        requests.push(requestOnce(n))
        await pause(INTERVAL_MS)
      }
      return Promise.all(requests)
    },
  }
}

const season = (text: string) => ({
  code: `S${text.toUpperCase()}`,
  name: '季',
  starts_on: '2027-01-01',
  ends_on: '2027-01-02',
  level: 'low',
})
