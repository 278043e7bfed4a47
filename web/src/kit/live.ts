import { type LiveEvent, type LiveType, liveEvents, Refusal } from 'guidon-sdk'
import { guidon, isSheetOpen, queryClient, refresh } from './api.ts'
import { connection } from './connection.ts'
import { inOneTab } from './one-tab.ts'
import { hearPresence } from './presence.ts'
import { signedInAgain } from './sign-in-again.ts'
import { showToast } from './toasts.ts'

/** When a page was opened, by the clocks of this browser and of the service. */
type Opened = { here: number; there: string | undefined }

type Answer = { to: number; state: ReturnType<typeof connection.now>; missed: string[] }
/** What the tabs of a browser tell each other. */
type Message = { opened: number } | Answer | { heard: LiveEvent } | { isLive: boolean }

const types: readonly LiveType[] = [
  'addon_request',
  'booking',
  'import',
  'line_thread',
  'planned_trip',
  'session_attendance',
]

/** Shows notifications as they come, and reads again what changed, until the returned function is called. */
export const follow = (opened: Opened) => {
  const tabs = new BroadcastChannel('guidon.live')
  const over = new AbortController()
  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('opened' in data) tabs.postMessage(answerTo(data.opened))
    else if ('heard' in data) receive(data.heard)
    else if ('isLive' in data) connect(data.isLive)
    else if (data.to === opened.here) learn(data)
  }
  tabs.postMessage({ opened: opened.here })
  inOneTab('guidon.live', over.signal, (signal) => listenInSession(tabs, opened, signal))
  return () => {
    over.abort()
    tabs.close()
  }
}

/** A tab that has just been opened is told what was heard after it began to read. */
const answerTo = (opened: number): Answer => ({ to: opened, state: connection.now(), missed: heardSince(opened) })

const learn = ({ state, missed }: Answer) => {
  if (state === 'live') connect(true)
  // What changes until it is live again is not told.
  else if (state === 'lost' && connection.now() === 'none') connection.set('lost')
  if (missed.length) readSoon(...missed)
}

/**
 * Without a session nobody listens. The end of a session may be told only after somebody has signed in again: then the new one is used.
 * A page that is left ends the listening too, which is no news.
 */
const listenInSession = async (tabs: BroadcastChannel, opened: Opened, signal: AbortSignal) => {
  for (let session = signedInAgain(); ; session = signedInAgain())
    try {
      return await listen(tabs, opened, signal)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) return
      if (session === signedInAgain()) return connection.set('over')
    }
}

// A person has five streams at most, so one tab listens for all.
const listen = async (tabs: BroadcastChannel, opened: Opened, signal: AbortSignal) => {
  const onConnection = (isLive: boolean) => {
    if (signal.aborted) return
    connect(isLive)
    tabs.postMessage({ isLive })
  }
  // What happened since another tab was listening is not told here.
  connect(false)
  for await (const heard of liveEvents(guidon, { signal, onConnection, types, since: opened.there })) {
    receive(heard)
    tabs.postMessage({ heard })
  }
}

// Changes are not told afterwards, so what is shown is read again when the connection is back.
const connect = (isLive: boolean) => {
  const before = connection.now()
  if (isLive && before === 'lost') readAll()
  if (isLive) connection.set('live')
  else if (before === 'live') connection.set('lost')
}

const readAll = () => {
  if (isSheetOpen()) setTimeout(readAll, TOGETHER_MS)
  else queryClient.invalidateQueries()
}

const receive = (heard: LiveEvent) => {
  if (heard.event === 'presence') return hearPresence(heard.data)
  if (heard.event === 'changed') return note('work', ...(readAgain[heard.data.type] ?? []))
  if (heard.event === 'missed') return note('work', ...heard.data.types.flatMap((type) => readAgain[type] ?? []))
  const { title, body, subject } = heard.data
  showToast({ title, body, subject })
  return note('notifications', 'work', ...(readAgain[subject.type] ?? []))
}

/** For tabs that are opened meanwhile: which keys were made old, and when. */
const lately: { at: number; keys: string[] }[] = []
const REMEMBERED = 500
const heardSince = (moment: number) => lately.filter(({ at }) => at >= moment).flatMap(({ keys }) => keys)

const note = (...keys: string[]) => {
  lately.push({ at: Date.now(), keys })
  if (lately.length > REMEMBERED) lately.shift()
  readSoon(...keys)
}

/** The first words of the query keys that a change of such a record makes old. */
const readAgain: Record<string, string[]> = {
  notification: ['notifications'],
  addon_request: ['requests', 'request', 'offers', 'approvals'],
  planned_trip: ['trips', 'schedule', 'leave'],
  booking: [
    'bookings',
    'trips',
    'travelers',
    'change-requests',
    'cancellation-requests',
    'payment-reports',
    'payment-requests',
    'payment-reminders',
    'refund-orders',
    'legal-receipts',
    'cheques',
    'approvals',
    'feedback',
  ],
  import: ['imports'],
  line_thread: ['line'],
  leader_unavailability: ['schedule', 'leave', 'approvals'],
  session_attendance: ['sessions'],
  traveler_document: ['bookings', 'travelers', 'trips'],
  traveler_request: ['travelers'],
}

const TOGETHER_MS = 400
const waiting = new Set<string>()

/** A step often changes several records; all of them are read again once. */
const readSoon = (...keys: string[]) => {
  if (waiting.size === 0) setTimeout(readNow, TOGETHER_MS)
  for (const key of keys) waiting.add(key)
}

// An own write reads again what it has changed once it ends: the page of a record that it removes is left before.
const readNow = () => {
  if (isSheetOpen() || queryClient.isMutating() > 0) return void setTimeout(readNow, TOGETHER_MS)
  refresh(...waiting)
  return waiting.clear()
}
