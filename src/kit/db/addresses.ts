/** Each host of `postgres://user:secret@a,b:5433/db` in an address of its own, since the driver knows one host only. */
export const addressesIn = (url: string): string[] => {
  const scheme = url.indexOf('://') + 3
  const path = url.slice(scheme).search(/[/?]/)
  const end = path < 0 ? url.length : scheme + path
  const start = Math.max(scheme, url.slice(0, end).lastIndexOf('@') + 1)
  const hosts = url.slice(start, end).split(',')
  return hosts.map((host) => url.slice(0, start) + host + url.slice(end))
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
