import type { FastifyInstance } from 'fastify'
import type { Change } from './changes.ts'
import type { Presence } from './presence.ts'

export type Listener = {
  catchUp: () => unknown
  changed: (change: Change) => unknown
  met: (presence: Presence) => unknown
  /** Ends the stream if its token or account is no longer what it was when it was opened. */
  check: () => unknown
  end: () => unknown
}

/** The open streams of this process, which get what any process writes for their person. */
export const audience = (app: FastifyInstance) => {
  const listeners = register()
  const { of: listenersOf, all, join } = listeners
  let heard: Promise<unknown> | undefined

  // Open streams would delay a shutdown.
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const { end } of all()) end()
  })
  return {
    isClosing: () => isClosing,
    countOf: (person: number) => listenersOf(person).size,
    listening: () => {
      heard ??= listen(app, listeners)
      return heard
    },
    join,
  }
}

const listen = ({ database: { listener } }: FastifyInstance, { of: listenersOf, all }: ReturnType<typeof register>) =>
  Promise.all([
    listener.hear('notifications', {
      hear: (payload) => {
        const { user_id } = JSON.parse(payload)
        for (const { catchUp } of listenersOf(user_id)) catchUp()
      },
      missed: () => {
        for (const { catchUp } of all()) catchUp()
      },
    }),
    listener.hear('rights', {
      hear: (payload) => {
        for (const { check } of listenersOf(Number(payload))) check()
      },
      missed: () => {
        for (const { check } of all()) check()
      },
    }),
    listener.hear('changes', {
      hear: (payload) => {
        const change: Change = JSON.parse(payload)
        for (const { changed } of all()) changed(change)
      },
    }),
    listener.hear('presence', {
      hear: (payload) => {
        const presence: Presence = JSON.parse(payload)
        for (const { met } of all()) met(presence)
      },
    }),
  ])

const register = () => {
  const people = new Map<number, Set<Listener>>()
  return {
    of: (person: number): ReadonlySet<Listener> => people.get(person) ?? new Set(),
    all: () => [...people.values()].flatMap((listeners) => [...listeners]),
    /** Calls the listener until the returned function is called. */
    join: (person: number, listener: Listener) => {
      const there = people.get(person) ?? new Set()
      people.set(person, there.add(listener))
      return () => {
        there.delete(listener)
        if (!there.size && people.get(person) === there) people.delete(person)
      }
    },
  }
}
