import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import type { Caller } from './kit/people.ts'
import { openStream } from './kit/stream.ts'

const listeners: Caller[] = ['customer', 'sales', 'ticketing', 'line_control', 'op', 'admin']
// Shorter than the interval at which a stream checks for missed notifications.
const SOON = 5_000

export default drill({
  id: 'D3',
  title: 'the listener lost under open streams of two processes, writes in the gap',
  target: '20 losses: 0 never heard within 5 s, 0 heard twice, all in order, every stream stays open',
  run: async (context) => {
    const services = [await context.start(), await context.start()]
    const people = listeners.map((caller) => context.people[caller])
    const start = await latest(context)
    const streams = await Promise.all(
      services.flatMap(({ url }) => people.map(async ({ id, token }) => ({ id, ...(await openStream(url, token)) }))),
    )
    const losses = context.times(20)
    const write = await writing(context, services)
    const faults: string[] = []
    for (let n = 0; n < losses; n += 1) {
      await lose(context, write)
      faults.push(...(await unheard(context, streams, start)))
    }
    for (const { id, heard, isOpen } of streams) {
      const twice = heard.length - new Set(heard).size
      if (twice) faults.push(`user ${id} heard ${twice} twice`)
      if (heard.some((each, i) => each < (heard[i - 1] ?? 0))) faults.push(`user ${id} heard them out of order`)
      if (!isOpen()) faults.push(`the stream of user ${id} was closed`)
    }
    const made = streams.reduce((sum, { heard }) => sum + heard.length, 0)
    for (const { close } of streams) close()
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; ${made} notifications over ${streams.length} streams, ${losses} losses`,
      pass: faults.length === 0 && made > 0,
    }
  },
})

type Stream = { id: number; heard: number[] }

/** The notifications that a stream did not get. No later write could have triggered the catch-up. */
const unheard = async (context: Context, streams: Stream[], start: number) => {
  const missing = new Map<Stream, number>()
  for (const end = Date.now() + SOON; Date.now() < end; await pause(50)) {
    missing.clear()
    for (const stream of streams) {
      const expected = await notificationsOf(context, stream.id, start)
      const left = expected.filter((each) => !stream.heard.includes(each)).length
      if (left) missing.set(stream, left)
    }
    if (missing.size === 0) return []
  }
  return [...missing].map(([{ id }, left]) => `user ${id} did not hear ${left} within ${SOON / 1_000} s`)
}

type Write = () => Promise<unknown>

/** Messages about one request, by its customer and by sales in turn, one after the other, so that ids are committed in order. */
const writing = async (context: Context, services: Awaited<ReturnType<Context['start']>>[]): Promise<Write> => {
  const [first] = services
  if (!first) throw new Error('there is no process')
  const request = await fixturesFor(context, first.ask).request()
  let n = 0
  return async () => {
    n += 1
    const { ask } = services[n % services.length] ?? first
    const { token } = context.people[n % 3 === 0 ? 'sales' : 'customer']
    const path = `/api/addon-requests/${request}/communications`
    const { status, text } = await ask('POST', path, { token, body: { message: `第 ${n} 則` } })
    if (status !== 201) throw new Error(`a message was refused: ${status} ${text.slice(0, 300)}`)
  }
}

/** Ends the listening connections of all processes between two writes; the next writes come while they are lost. */
const lose = async ({ query, random }: Context, write: Write) => {
  for (let n = random.int(0, 2); n > 0; n -= 1) await write()
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'guidon listener' and datname = current_database()`,
  )
  for (let n = random.int(1, 5); n > 0; n -= 1) {
    await write()
    await pause(random.int(0, 60))
  }
}

const latest = async ({ query }: Context) =>
  (await query<{ id: number }>('select coalesce(max(id), 0)::integer as id from notifications'))[0]?.id ?? 0

const notificationsOf = async ({ query }: Context, user: number, since: number) =>
  (
    await query<{ id: number }>('select id from notifications where user_id = $1 and id > $2 order by id', [
      user,
      since,
    ])
  ).map(({ id }) => id)
