/** Each host of `postgres://user:secret@a,b:5433/db` in an address of its own, since the driver knows one host only. */
export const addressesIn = (url: string): string[] => {
  const [, scheme = '', authority = '', after = ''] = /^(\w+:\/\/)([^/?]*)(.*)$/.exec(url) ?? []
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  return hosts.map((host) => scheme + authority.slice(0, at) + host + after)
}

/** Whether only a host that takes writes will do. */
export const mustWrite = (url: string) =>
  addressesIn(url).length > 1 || /^(read-write|primary)$/.test(target(url) ?? '')

/** An address that can be used; `undefined` if it cannot. */
export const usableUrl = (url: string) => {
  const addresses = addressesIn(url)
  const isKnown = [null, 'any', 'read-write', 'primary'].includes(target(url))
  const areHosts = addresses.length === 1 || addresses.every((address) => URL.parse(address)?.hostname)
  return /^postgres(ql)?:\/\/.+/.test(url) && isKnown && areHosts ? url : undefined
}

const target = (url: string) => new URLSearchParams(url.split('?')[1]).get('target_session_attrs')
