import type { Refused } from '../view/shown.ts'
import { alone } from './alone.ts'
import { allEntries, changeEntry, type Entry, removeEntry } from './store.ts'

/** Why sending ended: nothing is left to send, no answer came, the session is over, or another account is signed in. */
export type Ended = { why: 'done' | 'no-answer' | 'signed-out' | 'other-account'; sent: number; pauseMs?: number }

/**
 * Sends what an account has written, in order: first all words, then the photographs. What the service refuses stays, with its sentence,
 * and the next one is sent. Anything else than a yes or a no ends it, so that the order is kept.
 */
export async function sendEntries(account: number): Promise<Ended> {
  let ended: Ended = { why: 'no-answer', sent: 0 }
  await alone(async () => {
    ended = await sendAll(account)
  })
  return ended
}

const sendAll = async (account: number): Promise<Ended> => {
  for (let sent = 0; ; sent++) {
    const entry = await nextOf(account)
    if (!entry) return { why: 'done', sent }
    const answer = await (entry.record === undefined ? sendWords(entry) : sendPhoto(entry))
    if ('why' in answer) return { ...answer, sent }
    await changeEntry({ ...entry, ...answer })
    if (!answer.refused && isSent({ ...entry, ...answer })) await removeEntry(entry)
  }
}

/** The next entry is read after each answer, because entries are written meanwhile. */
const nextOf = async (account: number) => {
  const own = (await allEntries()).filter((entry) => entry.account.id === account && !entry.refused)
  return own.find(({ record }) => record === undefined) ?? own[0]
}

const isSent = ({ record, photos }: Entry) => record !== undefined && photos.length === 0

type Stop = Omit<Ended, 'sent'>
type Step = Stop | Partial<Entry>

const sendWords = async ({ trip, kind, body }: Entry): Promise<Step> => {
  const answer = await ask(`/api/planned-trips/${trip.id}/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if ('why' in answer || 'refused' in answer) return answer
  // A network that asks for a sign-in of its own answers anything.
  return answer.data.entry_id === body.entry_id && answer.data.id ? { record: answer.data.id } : { why: 'no-answer' }
}

/** Uploads a photograph, and adds it to its record. The key lets the service take an upload once whose answer was lost. */
const sendPhoto = async ({ kind, record, photos }: Entry): Promise<Step> => {
  const [photo, ...others] = photos
  if (!photo) return {}
  if (photo.attachment === undefined) {
    const form = new FormData()
    form.append('file', photo.blob, `${photo.key}.jpg`)
    const answer = await ask('/api/attachments', {
      method: 'POST',
      headers: { 'idempotency-key': photo.key },
      body: form,
    })
    if ('why' in answer || 'refused' in answer) return answer
    return answer.data.id ? { photos: [{ ...photo, attachment: answer.data.id }, ...others] } : { why: 'no-answer' }
  }
  const answer = await ask(`/api/${kind}/${record}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attachment_ids: [photo.attachment] }),
  })
  if ('why' in answer || 'refused' in answer) return answer
  return answer.data.id === record ? { photos: others } : { why: 'no-answer' }
}

type Kept = { data: { id?: number; entry_id?: string } }
type Problem = { code?: string; detail?: string; title?: string; errors?: Record<string, string[]> }

const TIMEOUT_MS = 30_000

/** A yes with its record, a no with its reason, or why there is neither. */
const ask = async (path: string, options: RequestInit): Promise<Kept | { refused: Refused } | Stop> => {
  const language = document.documentElement.lang
  const headers = { ...options.headers, accept: 'application/json', 'accept-language': language }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(path, { ...options, headers, signal, redirect: 'error', cache: 'no-store' })
    if (response.ok) return (await response.json()) as Kept
    const { status } = response
    if (status === 401) return { why: 'signed-out' }
    const pause = Number(response.headers.get('retry-after'))
    if (status >= 500 || status === 429 || status === 408)
      return { why: 'no-answer', ...(pause > 0 && { pauseMs: pause * 1_000 }) }
    return refusalIn((await response.json()) as Problem)
  } catch {
    return { why: 'no-answer' }
  }
}

const refusalIn = ({ code, detail, title, errors = {} }: Problem): { refused: Refused } | Stop => {
  if (!code || code === 'idempotency_in_progress') return { why: 'no-answer' }
  if (errors.entered_by) return { why: 'other-account' }
  return { refused: { code, says: detail ?? title ?? code, faults: errors } }
}
