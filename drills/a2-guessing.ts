import { codeOf } from '../test/fixtures/second-factor.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill } from './kit/drill.ts'
import { openSession, PASSWORD } from './kit/people.ts'
import type { Service } from './kit/service.ts'

const EMAIL = 'sales@demo.guidon.local'
const HOME = { 'x-forwarded-for': '198.51.100.7' }

export default drill({
  id: 'A2',
  title: 'guesses at the password and at the second factor of one account over two processes, from everywhere',
  target: '≤ 20 of 2,000 evaluated per 15 min, of each; the right one still works from a clean address',
  run: async (context) => {
    const services: Pair = [await context.start(), await context.start()]
    const passwords = await guessPasswords(context, services)
    const codes = await guessCodes(context, services)
    return {
      value: `passwords: ${said(passwords)}; codes: ${said(codes)}`,
      pass: [passwords, codes].every(({ evaluated, isOpen }) => evaluated <= 20 && isOpen),
    }
  },
})

type Pair = readonly [Service, Service]
type Outcome = { evaluated: number; guesses: number; isOpen: boolean }
const said = ({ evaluated, guesses, isOpen }: Outcome) =>
  `${evaluated} evaluated of ${guesses}, from its home ${isOpen ? 'open' : 'closed'}`

const guessPasswords = async (context: Context, services: Pair): Promise<Outcome> => {
  const login = loginAt(services)
  const atHome = await login(0, EMAIL, PASSWORD, HOME)
  const { guesses, evaluated } = await guessing(context, (n) => {
    const more = context.random.chance(0.5) ? { device_name: `device ${n}` } : {}
    const headers = { ...from('203.0', n), 'user-agent': `agent ${n}` }
    return login(n, spelt(context.random.next, EMAIL), `guess ${n}`, headers, more)
  })
  const still = await login(1, EMAIL, PASSWORD, HOME)
  return { guesses, evaluated, isOpen: atHome.status === 200 && still.status === 200 }
}

/** The attacker knows the password and guesses codes, with one of five challenges each time. */
const guessCodes = async (context: Context, services: Pair): Promise<Outcome> => {
  const [service] = services
  const [{ id = 0 } = {}] = await context.query<{ id: number }>('select id from users where email = $1', [EMAIL])
  const token = await openSession(context.query, id)
  const begun = await service.ask('POST', '/api/me/second-factor', { token })
  const recovery = await confirmed(service, token, begun.body.data.secret)
  await context.query("delete from throttles where key like 'login account %' or key like 'code %'")
  const login = loginAt(services)
  const challenges = await Promise.all(
    [0, 1, 2, 3, 4].map(async (n) => (await login(n, EMAIL, PASSWORD, from('198.18', n))).body.data.challenge),
  )
  const answer = (n: number, challenge: string, code: string, headers: Record<string, string>) =>
    (services[n % 2] ?? services[0]).ask('POST', '/api/login/second-factor', { body: { challenge, code }, headers })
  const { guesses, evaluated } = await guessing(context, (n) =>
    answer(n, challenges[n % 5], String(n).padStart(6, '0'), from('203.1', n)),
  )
  const { body } = await login(0, EMAIL, PASSWORD, HOME)
  const still = await answer(1, body.data.challenge, recovery, HOME)
  return { guesses, evaluated, isOpen: still.status === 200 }
}

const guessing = async (context: Context, guess: (n: number) => Promise<{ status: number }>) => {
  const seen = new Map<number, number>()
  const guesses = context.times(2_000)
  await inParallel(guesses, 16, async (n) => {
    const { status } = await guess(n)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  })
  context.print(`answers: ${[...seen].map(([status, n]) => `${n} × ${status}`).join(', ')}`)
  return { guesses, evaluated: guesses - (seen.get(429) ?? 0) }
}

const loginAt =
  (services: Pair) =>
  (n: number, email: string, password: string, headers: Record<string, string>, more = {}) =>
    (services[n % 2] ?? services[0]).ask('POST', '/api/login', { body: { email, password, ...more }, headers })

/** Confirms the second factor with its code. Returns the first recovery code. */
const confirmed = async (service: Service, token: string, secret: string): Promise<string> => {
  const code = codeOf(secret, Math.floor(Date.now() / 30_000))
  const { body } = await service.ask('POST', '/api/me/second-factor/confirm', { token, body: { code } })
  return body.data.recovery_codes[0]
}

const from = (network: string, n: number) => ({ 'x-forwarded-for': `${network}.${n >> 8}.${n & 255}` })

const spelt = (chance: () => number, email: string) =>
  [...email].map((letter) => (chance() < 0.3 ? letter.toUpperCase() : letter)).join('')
