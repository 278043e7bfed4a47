import { isIP } from 'node:net'
import type { Words } from '../words/words.ts'
import { isPublic } from './addresses.ts'

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
