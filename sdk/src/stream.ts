import type { Guidon } from './client.ts'
import type { Notification } from './generated/records.ts'
import { pause } from './pause.ts'
import { Refusal } from './refusal.ts'

/** The types of records whose changes can be streamed. */
export type LiveType = 'addon_request' | 'booking' | 'import' | 'line_thread' | 'planned_trip' | 'session_attendance'

/**
 * An event: a notification of the caller, a changed record, types of records some of which may have changed during a lost
 * connection, or the presence of a colleague on a record.
 */
export type LiveEvent =
  | { event: 'notification'; data: Notification }
  | { event: 'changed'; data: { type: LiveType; id: number; version: number } }
  | { event: 'missed'; data: { types: (LiveType | 'notification')[] } }
  | { event: 'presence'; data: Presence }

export type Presence = {
  type: LiveType
  id: number
  doing: 'looks' | 'types' | 'leaves'
  user: { id: number; name: string }
}

type Watching = {
  signal?: AbortSignal
  /** Called when the connection opens and when it is lost. */
  onConnection?: (isOpen: boolean) => void
  /** Milliseconds without data after which the connection counts as lost; 40 s by default. */
  silence?: number
}

type Following = Watching & {
  types?: readonly LiveType[]
  /**
   * The time at which the caller began to read the data that it shows, by the clock of the service (the header `Date` of an
   * answer).
   */
  since?: string | undefined
}

/** The service sends a sign of life every 15 s. */
const SILENCE_MS = 40_000

/** The caller's notifications as they come, without end: a lost connection is opened again, and missed notifications come first. */
export async function* notifications(guidon: Guidon, watching: Watching = {}): AsyncGenerator<Notification> {
  for await (const { event, data } of liveEvents(guidon, watching)) if (event === 'notification') yield data
}

/**
 * Notifications and the events of records of these types, over one connection. Changes after `since` and before the connection was
 * open come first. Changes and presence during a lost connection are not repeated: read the shown data again when `onConnection` is
 * called.
 */
export async function* liveEvents(
  guidon: Guidon,
  { signal, onConnection, silence = SILENCE_MS, types = [], since }: Following = {},
): AsyncGenerator<LiveEvent> {
  let last: string | undefined
  let from = since
  while (!signal?.aborted) {
    let wait = 2_000
    try {
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
      const query = { types: types.length ? types.join() : undefined, since: from }
      const options = { headers, ...(signal && { signal }) }
      const answer = await guidon.answer('GET', '/api/notifications/stream', options, { query })
      from = undefined
      onConnection?.(true)
      for await (const { id, event, data } of eventsIn(answer, silence)) {
        last = id ?? last
        if (event === 'notification' || event === 'changed' || event === 'missed' || event === 'presence')
          yield { event, data: JSON.parse(data) }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Refusal) wait = waitAfter(error)
    }
    onConnection?.(false)
    await pause(wait, signal)
  }
}

// Repeating the request does not help a caller without a valid token.
const waitAfter = (refusal: Refusal) => {
  if (refusal.status < 500 && refusal.status !== 429) throw refusal
  return refusal.status === 429 ? 15_000 : 5_000
}

type ServerEvent = { id?: string; event: string; data: string }

async function* eventsIn({ body }: Response, silence: number): AsyncGenerator<ServerEvent> {
  if (!body) return
  let rest = ''
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()), silence)) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield eventOf(block)
  }
}

// Not every browser can iterate a stream. After a silence the stream has ended, because nothing reports a lost network.
async function* chunksOf<T>(stream: ReadableStream<T>, silence: number) {
  const reader = stream.getReader()
  const read = async () => {
    const heard = new AbortController()
    const nothing = pause(silence, heard.signal).then(() => undefined)
    return Promise.race([reader.read(), nothing]).finally(() => heard.abort())
  }
  try {
    for (let next = await read(); next && !next.done; next = await read()) yield next.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const eventOf = (block: string): ServerEvent => {
  const found: ServerEvent = { event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const [, key, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? []
    if (key === 'data') found.data += value
    else if (key === 'id' || key === 'event') found[key] = value
  }
  return found
}
