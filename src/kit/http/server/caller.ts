import { isIP } from 'node:net'
import type { Keys } from '../../secrets/keys.ts'

/** The proxies whose `X-Forwarded-For` is trusted: a number of hops in front of the service, or a list of networks. */
export type TrustedProxies = number | string[]

/** The value of `TRUST_PROXY`, or undefined if it is not valid. */
export function trustedProxiesIn(text: string): TrustedProxies | undefined {
  if (/^\d$/.test(text)) return Number(text)
  const networks = text.split(/[\s,]+/).filter(Boolean)
  return networks.length && networks.every(isNetwork) ? networks : undefined
}

/**
 * The same rule as Fastify's option `trustProxy`; hops are counted from the connection. So the caller is the rightmost address of
 * `X-Forwarded-For` that is not a trusted proxy. Addresses that the caller wrote are further left and are ignored.
 */
export function trusting(proxies: TrustedProxies) {
  if (typeof proxies !== 'number') return proxies
  return proxies > 0 && ((_address: string, hop: number) => hop < proxies)
}

/** The fingerprint by which limits count a caller, so that no address is stored. */
export function callerFingerprint(keys: Keys, ip: string) {
  return keys.mac('address', networkOf(ip)).toString('base64url')
}

/** The fingerprint by which limits count a mail address, regardless of upper and lower case. */
export function mailboxFingerprint(keys: Keys, address: string) {
  return keys.mac('mailbox', address.toLowerCase()).toString('base64url')
}

/** The network that a provider assigns to one subscriber: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string) {
  const address = withoutPort(ip)
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  return isMapped(groups) ? asIPv4(groups.slice(6)) : `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

// A prefix of /0 is refused, because it would trust every sender, and so the addresses that callers write.
const isNetwork = (text: string) => {
  const [address = '', prefix] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0
  if (prefix === undefined) return bits > 0
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits
}

// Some proxies add the port to the address.
const withoutPort = (text: string) => /^(?:([\d.]+)|\[([^\]]+)\]):\d+$/.exec(text)?.slice(1).find(Boolean) ?? text

/** The eight numbers of an IPv6 address. */
const groupsOf = (address: string) => {
  const [left = [], right = []] = withoutDots(address.replace(/%.*/, ''))
    .split('::')
    .map((half) => half.split(':').filter(Boolean).map(fromHex))
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right]
}

// Converts ::ffff:192.0.2.1 and similar addresses.
const withoutDots = (address: string) =>
  address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  })

const isMapped = (groups: number[]) => groups.slice(0, 6).every((group, i) => group === (i === 5 ? 0xffff : 0))
const asIPv4 = (groups: number[]) => groups.flatMap((group) => [group >> 8, group & 255]).join('.')
const hex = (n: number) => n.toString(16)
const fromHex = (text: string) => Number.parseInt(text, 16)
