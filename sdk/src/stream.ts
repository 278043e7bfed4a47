import type { Guidon } from './client.ts'
import type { Notification } from './generated/records.ts'
import { pause } from './pause.ts'
import { Refusal } from './refusal.ts'

/** The types of records whose changes can be heard. */
export type LiveType = 'addon_request' | 'booking' | 'planned_trip' | 'session_attendance'

/** What happens: something that the caller is told, a record that changed, or what a colleague does with one. */
export type LiveEvent =
  | { event: 'notification'; data: Notification }
  | { event: 'changed'; data: { type: LiveType; id: number; version: number } }
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
  /** Milliseconds without a sign of the service after which the connection counts as lost; 40 s unless given. */
  silence?: number
}

/** The service says every 15 s that it is still there. */
const SILENCE_MS = 40_000

/** The caller's notifications as they come, for ever: a lost connection is opened again, and what was missed comes first. */
export async function* notifications(guidon: Guidon, watching: Watching = {}): AsyncGenerator<Notification> {
  for await (const { event, data } of liveEvents(guidon, watching)) if (event === 'notification') yield data
}

/**
 * Notifications, and what happens to records of these types, over one connection. A change or a presence that happens while the
 * connection is lost is not told: read again what is shown when `onConnection` is called.
 */
export async function* liveEvents(
  guidon: Guidon,
  { signal, onConnection, silence = SILENCE_MS, types = [] }: Watching & { types?: readonly LiveType[] } = {},
): AsyncGenerator<LiveEvent> {
  let last: string | undefined
  while (!signal?.aborted) {
    let wait = 2_000
    try {
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
      const query = types.length ? `?types=${types}` : ''
      const path = `/api/notifications/stream${query}`
      const answer = await guidon.answer('GET', path, { headers, ...(signal && { signal }) })
      onConnection?.(true)
      for await (const { id, event, data } of eventsIn(answer, silence)) {
        last = id ?? last
        if (event === 'notification' || event === 'changed' || event === 'presence')
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

// A person without a token will not get one by asking again.
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

// Not every browser iterates a stream. After a silence it has ended: nobody tells that a network is gone.
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
