import { type Notification, notifications } from 'guidon-sdk'
import { useEffect } from 'react'
import { guidon, refresh } from './api.ts'
import { store } from './store.ts'
import { showToast } from './toasts.ts'

/** What the tabs of a browser tell each other. */
type Message = 'is it live?' | { notification: Notification } | { isLive: boolean }

const live = store(false)
export const useIsLive = live.use

/** While somebody is signed in, notifications are shown as they come, and what they concern is read again. */
export const useLiveUpdates = () =>
  useEffect(() => {
    const tabs = new BroadcastChannel('guidon.live')
    const over = new AbortController()
    tabs.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'is it live?') tabs.postMessage({ isLive: live.now() })
      else if ('notification' in data) receive(data.notification)
      else live.set(data.isLive)
    }
    tabs.postMessage('is it live?')
    inOneTab(over.signal, () => listen(tabs, over.signal))
    return () => {
      over.abort()
      tabs.close()
    }
  }, [])

/** A person has five streams at most, so one tab listens for all: the one that has the lock. */
const inOneTab = (signal: AbortSignal, work: () => Promise<void>) =>
  (navigator.locks ? navigator.locks.request('guidon.live', { signal }, work) : work()).catch(() => {})

const listen = async (tabs: BroadcastChannel, signal: AbortSignal) => {
  const onConnection = (isLive: boolean) => {
    if (signal.aborted) return
    live.set(isLive)
    tabs.postMessage({ isLive })
  }
  for await (const notification of notifications(guidon, { signal, onConnection })) {
    receive(notification)
    tabs.postMessage({ notification })
  }
}

const receive = ({ title, body, subject }: Notification) => {
  showToast({ title, body, subject })
  refresh('notifications', 'work', ...(readAgain[subject.type] ?? []))
}

/** The first words of the query keys that a notification about such a record makes old. */
const readAgain: Record<string, string[]> = {
  addon_request: ['requests', 'request', 'offers'],
  planned_trip: ['trips', 'schedule'],
  booking: ['bookings', 'trips'],
  leader_unavailability: ['schedule'],
  traveler_document: ['bookings', 'travelers', 'trips'],
  traveler_request: ['travelers'],
}
