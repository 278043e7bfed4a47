/** One URL for each host of `postgres://user:secret@a,b:5433/db`, because the driver accepts only one host. */
export const addressesIn = (url: string): string[] => {
  const scheme = url.indexOf('://') + 3
  const path = url.slice(scheme).search(/[/?]/)
  const end = path < 0 ? url.length : scheme + path
  const start = Math.max(scheme, url.slice(0, end).lastIndexOf('@') + 1)
  const hosts = url.slice(start, end).split(',')
  return hosts.map((host) => url.slice(0, start) + host + url.slice(end))
}

/** The same server as another account and another database. */
export const withAccount = (url: string, { user, password, database }: Account) => {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const start = address.indexOf('://') + 3
  const [authority = ''] = address.slice(start).split('/')
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  const rest = new URLSearchParams(query)
  for (const name of ['user', 'password', 'dbname', 'database']) rest.delete(name)
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  return `${url.slice(0, start)}${account}@${hosts}/${encodeURIComponent(database)}${rest.size ? `?${rest}` : ''}`
}
type Account = { user: string; password: string; database: string }

/** Whether the connection must be to a host that accepts writes. */
export const mustWrite = (url: string) =>
  addressesIn(url).length > 1 || /^(read-write|primary)$/.test(target(url) ?? '')

/** The URL, or `undefined` if it cannot be used. */
export const usableUrl = (url: string) => {
  const addresses = addressesIn(url)
  const isKnown = [null, 'any', 'read-write', 'primary'].includes(target(url))
  const areHosts = addresses.length === 1 || addresses.every((address) => URL.parse(address)?.hostname)
  return /^postgres(ql)?:\/\/.+/.test(url) && isKnown && areHosts ? url : undefined
}

const target = (url: string) => new URLSearchParams(url.split('?')[1]).get('target_session_attrs')
