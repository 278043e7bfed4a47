import { BlockList, isIP } from 'node:net'
import type { Words } from '../words/words.ts'

/** The private targets that the configuration allows: `127.0.0.1:9000`, `crm.internal:443`. */
export type Allowed = readonly string[]

export function isAllowed(url: URL, allowed: Allowed) {
  return allowed.includes(`${url.hostname}:${portOf(url)}`)
}

/** The host for sockets and resolvers: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL) {
  return hostname.replace(/^\[|\]$/g, '')
}

/** The fault of a URL, found without resolving its host. The host is resolved and checked at each request. */
export function faultOf(text: string, allowed: Allowed): Words | undefined {
  const url = new URL(text)
  if (url.username || url.password) return ['網址不可含帳號或密碼。', 'Must hold no user name and no password.']
  if (url.hash) return ['網址不可含 # 之後的部分。', 'Must hold no # part.']
  if (isAllowed(url, allowed)) return undefined
  if (url.protocol !== 'https:') return ['必須是 https:// 開頭的網址。', 'Must be an https:// address.']
  return isPrivate(hostOf(url)) ? ['不可指向內部網路的位址。', 'Must not lead into a private network.'] : undefined
}

// A host name without a dot is a name in a local network.
const isPrivate = (host: string) =>
  isIP(host)
    ? !isPublic(host)
    : !host.replace(/\.$/, '').includes('.') || /(^|\.)(localhost|local|internal)\.?$/.test(host)

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

/** Whether an address is a public Internet address, and not one of a private or special network. */
export function isPublic(address: string) {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

// For IPv6 only 2000::/3, the global unicast addresses: loopback, link-local, unique local, multicast, mapped IPv4 and NAT64 are
// outside.
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

const closed = new BlockList()
const close = (family: 'ipv4' | 'ipv6', ranges: string) => {
  for (const range of ranges.split(' ')) {
    const [net = '', prefix] = range.split('/')
    closed.addSubnet(net, Number(prefix), family)
  }
}
// The special-purpose networks of IANA, and 168.63.129.16, the public address of Azure's metadata service.
close('ipv4', '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16')
close('ipv4', '192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24')
close('ipv4', '224.0.0.0/4 240.0.0.0/4 168.63.129.16/32')
// Teredo and other protocol assignments, documentation, and 6to4, which can contain any IPv4 address.
close('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')
