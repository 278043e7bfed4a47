/** One URL for each host of `postgres://user:secret@a,b:5433/db`, because the driver accepts only one host. */
export function addressesIn(url: string): string[] {
  const scheme = url.indexOf('://') + 3
  const path = url.slice(scheme).search(/[/?]/)
  const end = path < 0 ? url.length : scheme + path
  const start = Math.max(scheme, url.slice(0, end).lastIndexOf('@') + 1)
  const hosts = url.slice(start, end).split(',')
  return hosts.map((host) => url.slice(0, start) + host + url.slice(end))
}

/** Whether the connection must be to a host that accepts writes. */
export function mustWrite(url: string) {
  return addressesIn(url).length > 1 || /^(read-write|primary)$/.test(target(url) ?? '')
}

/** The URL, or `undefined` if it cannot be used. */
export function usableUrl(url: string) {
  const addresses = addressesIn(url)
  const isKnown = [null, 'any', 'read-write', 'primary'].includes(target(url))
  const areHosts = addresses.length === 1 || addresses.every((address) => URL.parse(address)?.hostname)
  return /^postgres(ql)?:\/\/.+/.test(url) && isKnown && areHosts ? url : undefined
}

const target = (url: string) => new URLSearchParams(url.split('?')[1]).get('target_session_attrs')
