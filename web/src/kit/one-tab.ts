import { randomKey } from 'guidon-sdk'

type Work = (signal: AbortSignal) => Promise<void>

/** Runs `work` in one tab of the browser; when that tab closes, another takes over. */
export const inOneTab = (name: string, signal: AbortSignal, work: Work) =>
  navigator.locks
    ? navigator.locks.request(name, { signal }, () => work(signal)).catch(() => {})
    : underLease(name, signal, work)

const LEASE_MS = 90_000
// Browsers run the timers of hidden tabs at least once a minute.
const RENEWED_MS = 20_000

/**
 * Without TLS there is no Web Locks API. Then the tab whose key is in localStorage works, until it closes or stops renewing the
 * key.
 */
const underLease = (name: string, signal: AbortSignal, work: Work) => {
  const own = randomKey()
  let working: AbortController | undefined

  const holder = () => {
    const [tab, until] = localStorage.getItem(name)?.split(' ') ?? []
    return Number(until) > Date.now() ? tab : undefined
  }
  const stop = () => {
    working?.abort()
    working = undefined
  }
  const takePart = () => {
    if ((holder() ?? own) !== own) return stop()
    localStorage.setItem(name, `${own} ${Date.now() + LEASE_MS}`)
    if (working) return
    working = new AbortController()
    work(working.signal).catch(() => {})
  }
  // If two tabs claim it at once, both read the value that was written later.
  const onStorage = ({ key }: StorageEvent) => key === name && takePart()
  const release = () => {
    stop()
    if (holder() === own) localStorage.removeItem(name)
  }

  const timer = setInterval(takePart, RENEWED_MS)
  addEventListener('storage', onStorage)
  addEventListener('pagehide', release)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    removeEventListener('storage', onStorage)
    removeEventListener('pagehide', release)
    release()
  })
  takePart()
}
