import { exchange } from './store.ts'

/** So long a tab may hold the lock. One that the phone has put to sleep while it was sending keeps nobody from it. */
const LONGEST_MS = 60_000

/**
 * Does something in one tab at a time; the others wait. A tab that comes after a sleeping one takes its lock: the service keeps each
 * entry once, so two that send the same do no harm.
 */
export async function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return withLease(work)
  const signal = AbortSignal.timeout(LONGEST_MS)
  try {
    await navigator.locks.request(NAME, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
    await navigator.locks.request(NAME, { steal: true }, work)
  }
}
const NAME = 'guidon-pocket-sending'

// Browsers before 2022 have no locks: a row says until when a tab sends.
type Lease = { by: string; until: number }
const tab = crypto.randomUUID()

const withLease = async (work: () => Promise<void>) => {
  while (!(await taken(Date.now() + LONGEST_MS))) await new Promise((again) => setTimeout(again, 500))
  try {
    await work()
  } finally {
    await taken(0)
  }
}

const taken = (until: number) =>
  exchange<Lease>('lease', (lease) =>
    !lease || lease.by === tab || lease.until < Date.now() ? { by: tab, until } : undefined,
  )
