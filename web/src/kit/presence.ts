import { announcePresence, type NotificationPresenceInput, type Presence } from 'guidon-sdk'
import { useEffect, useRef } from 'react'
import { guidon } from './api.ts'
import { connection } from './connection.ts'
import { store } from './store.ts'

const AGAIN_MS = 20_000
/** A colleague who was silent for two intervals is gone. */
const GONE_AFTER_MS = 45_000
const STILL_TYPES_MS = 6_000

type Colleague = { id: number; name: string; doing: 'looks' | 'types'; heard: number }
/** The pages that show presence: add-on requests and threads of LINE. */
type Subject = { type: NotificationPresenceInput['type']; id: number }

const colleagues = store<ReadonlyMap<string, Colleague>>(new Map())
/** Answers a colleague who has just opened the page, so that both see each other at once. */
let answer: (subject: Pick<Presence, 'type' | 'id'>) => void = () => {}

const keyOf = ({ type, id }: Pick<Presence, 'type' | 'id'>, user: number) => `${type} ${id} ${user}`

export const hearPresence = ({ user, doing, ...subject }: Presence) => {
  const key = keyOf(subject, user.id)
  const next = new Map(colleagues.now())
  if (doing === 'leaves') next.delete(key)
  else next.set(key, { ...user, doing, heard: Date.now() })
  if (doing === 'looks' && !colleagues.now().has(key)) answer(subject)
  colleagues.set(next)
}

/**
 * Announces repeatedly that this page is open, until it is left. Returns the colleagues who are here, and a function to call on
 * each key press.
 */
export const usePresence = (subject: Subject) => {
  const { type, id } = subject
  const typed = useRef<() => void>(() => {})
  useEffect(() => staying({ type, id }, typed), [type, id])
  const here = [...colleagues.use()].filter(([key]) => key.startsWith(`${type} ${id} `)).map(([, each]) => each)
  return { here, typed: () => typed.current() }
}

const staying = (subject: Subject, typed: { current: () => void }) => {
  let last = 0
  const say = (doing: Presence['doing']) => announcePresence(guidon, { ...subject, doing }).catch(() => {})
  const looks = () => {
    dropSilent()
    if (!document.hidden) say(Date.now() - last < STILL_TYPES_MS ? 'types' : 'looks')
  }
  const leaves = () => say('leaves')
  let calmed: ReturnType<typeof setTimeout> | undefined
  typed.current = () => {
    clearTimeout(calmed)
    calmed = setTimeout(looks, STILL_TYPES_MS)
    if (Date.now() - last < STILL_TYPES_MS / 2) return
    last = Date.now()
    say('types')
  }
  answer = (other) => other.type === subject.type && other.id === subject.id && looks()
  // Announced only once the stream is open, because each colleague answers a newcomer only once.
  let isListening = false
  const lookOnceListening = () => {
    const wasListening = isListening
    isListening = connection.now() === 'live'
    if (isListening && !wasListening) looks()
  }
  lookOnceListening()
  const unfollow = connection.follow(lookOnceListening)
  const again = setInterval(looks, AGAIN_MS)
  document.addEventListener('visibilitychange', looks)
  addEventListener('pagehide', leaves)
  return () => {
    unfollow()
    clearInterval(again)
    clearTimeout(calmed)
    document.removeEventListener('visibilitychange', looks)
    removeEventListener('pagehide', leaves)
    leaves()
  }
}

const dropSilent = () => {
  const there = [...colleagues.now()].filter(([, { heard }]) => Date.now() - heard < GONE_AFTER_MS)
  if (there.length < colleagues.now().size) colleagues.set(new Map(there))
}
