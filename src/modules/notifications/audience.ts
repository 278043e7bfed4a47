import type { FastifyInstance } from 'fastify'

type Listener = { catchUp: () => unknown; end: () => unknown }

/** Whoever has a stream open in this process, and hears there what any process writes for them. */
export const audience = (app: FastifyInstance) => {
  const people = new Map<number, Set<Listener>>()
  const everybody = () => [...people.values()].flatMap((listeners) => [...listeners])
  const listen = () =>
    app.database.listener.hear('notifications', {
      hear: (payload) => {
        const { user_id } = JSON.parse(payload)
        for (const { catchUp } of people.get(user_id) ?? []) catchUp()
      },
      missed: () => {
        for (const { catchUp } of everybody()) catchUp()
      },
    })
  let heard: Promise<unknown> | undefined

  // What stays open would hold up a stop.
  app.addHook('preClose', async () => {
    for (const { end } of everybody()) end()
  })
  return {
    countOf: (person: number) => people.get(person)?.size ?? 0,
    listening: () => {
      heard ??= listen()
      return heard
    },
    /** Hears until the returned function is called. */
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
