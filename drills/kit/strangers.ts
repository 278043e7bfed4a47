import { registrationOf } from './fixtures.ts'
import type { Random } from './random.ts'

/** The addresses that the limits count as one caller: an IPv4 address in any notation, or the 64 bits of an IPv6 network. */
export type Network = { name: string; addresses: string[] }

/** Every second network is an IPv6 one. Different `nth` give different networks. */
export const networksOf = (nth: number, count: number): Network[] =>
  Array.from({ length: count }, (_, n) =>
    (nth + n) % 2 ? ipv6(`2001:db8:${hex(nth)}:${hex(n)}`) : ipv4(`10.${nth}.${n >> 8}.${n & 255}`),
  )

const ipv4 = (address: string): Network => ({ name: address, addresses: [address, `::ffff:${address}`] })
const ipv6 = (prefix: string): Network => ({
  name: `${prefix}::/64`,
  addresses: [':0:0:0:1', ':0:0:0:2', ':ffff:0:0:3', ':8000:1:2:3'].map((host) => prefix + host),
})
const hex = (n: number) => n.toString(16)

/** A route that limits anonymous callers, and the number of requests that it admits from one network. */
export type LimitedRoute = { path: string; most: number; body: (n: number) => object }

export const limitedRoutes = (trip: number, session: number): LimitedRoute[] => [
  { path: '/api/trip-registrations', most: 20, body: (n) => registrationOf(trip, n) },
  {
    path: `/api/public/sessions/${session}/attendances`,
    most: 20,
    body: (n) => ({ name: `客 ${n}`, email: `guest${n}@example.com`, privacy_consent: true }),
  },
  { path: '/api/forgot-password', most: 30, body: (n) => ({ email: `nobody${n}@example.com` }) },
  { path: '/api/sign-in-links', most: 30, body: (n) => ({ email: `nobody${n}@example.com` }) },
  { path: '/api/login', most: 100, body: (n) => ({ email: `nobody${n}@example.com`, password: `guess ${n}` }) },
]

/** Headers in which a caller claims another address: that of another person, a random one, or that of the proxy. */
export const forgedHeaders = (random: Random, others: string[]): Record<string, string> => {
  const claimed = () =>
    random.pick([random.pick(others), `203.0.${random.int(0, 255)}.${random.int(1, 254)}`, '127.0.0.1'])
  const all = {
    'x-forwarded-for': random.pick([claimed(), `${claimed()}, ${claimed()}`, `${claimed()}, 127.0.0.1`]),
    forwarded: `for="${claimed()}";proto=http;by=127.0.0.1`,
    'x-real-ip': claimed(),
    'x-client-ip': claimed(),
    'true-client-ip': claimed(),
    'cf-connecting-ip': claimed(),
    'x-forwarded-host': 'evil.example',
    'x-forwarded_for': claimed(),
    connection: 'keep-alive, x-forwarded-for',
  }
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.5)))
}
