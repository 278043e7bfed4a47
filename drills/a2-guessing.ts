import { inParallel } from './kit/concurrency.ts'
import { drill } from './kit/drill.ts'
import { PASSWORD } from './kit/people.ts'

const EMAIL = 'sales@demo.guidon.local'
const HOME = { 'x-forwarded-for': '198.51.100.7' }

export default drill({
  id: 'A2',
  title: 'guesses on one account over two processes, from everywhere, in every spelling',
  target: '≤ 20 of 2,000 evaluated per 15 min; the right password still works from a clean address',
  run: async (context) => {
    const services = [await context.start(), await context.start()] as const
    const login = (n: number, email: string, password: string, headers: Record<string, string>, more = {}) =>
      (services[n % 2] ?? services[0]).ask('POST', '/api/login', { body: { email, password, ...more }, headers })
    const atHome = await login(0, EMAIL, PASSWORD, HOME)

    const seen = new Map<number, number>()
    const guesses = context.times(2_000)
    await inParallel(guesses, 16, async (n) => {
      const more = context.random.chance(0.5) ? { device_name: `device ${n}` } : {}
      const headers = { 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}`, 'user-agent': `agent ${n}` }
      const { status } = await login(n, spelt(context.random.next, EMAIL), `guess ${n}`, headers, more)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    })
    const evaluated = guesses - (seen.get(429) ?? 0)
    const still = await login(1, EMAIL, PASSWORD, HOME)
    context.print(
      `answers: ${[...seen].map(([status, n]) => `${n} × ${status}`).join(', ')}; right password from its home: ${still.status}`,
    )
    return {
      value: `${evaluated} evaluated of ${guesses}; from its home ${still.status === 200 ? 'open' : `closed (${still.status})`}`,
      pass: evaluated <= 20 && atHome.status === 200 && still.status === 200,
    }
  },
})

const spelt = (chance: () => number, email: string) =>
  [...email].map((letter) => (chance() < 0.3 ? letter.toUpperCase() : letter)).join('')
