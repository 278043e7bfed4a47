import type { Pocket } from '../../on-the-road/pocket.ts'
import { forgetTrips, type Kept, keep, keepTrips, kept, keptTrips } from './store.ts'

/** After so long without an answer of the service the trips are deleted: nobody knows who has the phone. */
const DAYS_WITHOUT_CONTACT = 14

/** What the phone knows, and whether the service has just confirmed it. */
export type Contact = {
  state: 'fresh' | 'no-answer' | 'signed-out' | 'not-a-leader'
  read: Kept | undefined
}

/** What was kept by an earlier visit, unless it is too old. */
export async function keptContact(): Promise<Kept | undefined> {
  const read = await keptTrips()
  if (!read) return undefined
  const days = (Date.now() + read.offset - read.contacted_at) / 86_400_000
  if (days <= DAYS_WITHOUT_CONTACT) return read
  await forgetTrips()
  return undefined
}

const TIMEOUT_MS = 15_000

/** Reads the trips anew. They are deleted when the session has ended, and those that somebody else leads now are gone with the read. */
export async function readTrips(): Promise<Contact> {
  const read = await keptContact()
  if (await kept<boolean>(LEAVING)) return finishSignOut()
  try {
    const begun = Date.now()
    const headers = { accept: 'application/json', ...(read && { 'if-none-match': read.tag }) }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch('/api/me/pocket', { headers, signal, cache: 'no-store', redirect: 'error' })
    const { status } = response
    if (status === 401 || status === 403) {
      await forgetTrips()
      return { state: status === 401 ? 'signed-out' : 'not-a-leader', read: undefined }
    }
    const clock = clockOf(response, begun)
    const fresh = status === 304 && read ? { ...read, ...clock } : await answered(response, clock)
    if (!fresh) return { state: 'no-answer', read }
    await keepTrips(fresh)
    return { state: 'fresh', read: fresh }
  } catch {
    return { state: 'no-answer', read }
  }
}

const answered = async (response: Response, clock: Pick<Kept, 'contacted_at' | 'offset'>) => {
  const tag = response.headers.get('etag')
  if (!response.ok || !tag) return undefined
  const { data } = (await response.json()) as { data: Pocket }
  return { pocket: data, tag, ...clock }
}

/** The clock of the service, from the head of its answer. It counts whole seconds. */
const clockOf = ({ headers }: Response, begun: number) => {
  const there = Date.parse(headers.get('date') ?? '') + 500
  const here = (begun + Date.now()) / 2
  const offset = Number.isNaN(there) || Math.abs(there - here) < 2_000 ? 0 : Math.round(there - here)
  return { offset, contacted_at: Math.round(here + offset) }
}

const LEAVING = 'leaving'

/** Signs out: the trips are deleted at once. Without a network the session is ended at the next contact, before anything is read. */
export async function signOut(): Promise<Contact> {
  await keep(LEAVING, true)
  await forgetTrips()
  return finishSignOut()
}

const finishSignOut = async (): Promise<Contact> => {
  await forgetTrips()
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status } = await fetch('/api/me/session', { method: 'DELETE', signal, redirect: 'error' })
    if (status === 200 || status === 401) await keep(LEAVING, undefined)
  } catch {
    // It is tried again at the next contact.
  }
  return { state: 'signed-out', read: undefined }
}
