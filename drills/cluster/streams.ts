import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../kit/context.ts'
import type { Caller } from '../kit/people.ts'
import type { Service } from '../kit/service.ts'
import { lastingStream } from '../kit/stream.ts'

const listeners: Caller[] = ['customer', 'sales', 'op', 'admin']
const SOON_MS = 20_000

/**
 * Opens notification streams of several people on each process, and opens them again as browsers do. Afterwards returns the
 * notifications that never arrived. A stream that was opened again may repeat some.
 */
export const hearing = async ({ people, query }: Context, services: readonly Service[]) => {
  const [last] = await query<{ id: number }>('select coalesce(max(id), 0)::integer as id from notifications')
  const persons = listeners.map((caller) => people[caller])
  const streams = await Promise.all(
    services.flatMap(({ url }) => persons.map(async ({ id, token }) => ({ id, ...(await lastingStream(url, token)) }))),
  )
  const text = 'select id from notifications where user_id = $1 and id > $2'
  const madeFor = async (user: number) => (await query<{ id: number }>(text, [user, last?.id])).map(({ id }) => id)
  const missing = async () => {
    const lacking: string[] = []
    for (const { id, heard } of streams) {
      const unheard = (await madeFor(id)).filter((each) => !heard.includes(each))
      if (unheard.length) lacking.push(`user ${id} never heard ${unheard.length}, the first is ${unheard[0]}`)
    }
    return lacking
  }
  return {
    faults: async () => {
      for (const end = Date.now() + SOON_MS; (await missing()).length && Date.now() < end; ) await pause(500)
      const faults = await missing()
      await Promise.all(streams.map(({ end }) => end()))
      return streams.every(({ heard }) => !heard.length) ? ['nobody heard anything', ...faults] : faults
    },
  }
}
