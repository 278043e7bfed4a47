import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, clientOf } from './client.ts'
import type { Context } from './context.ts'
import { type Outcome, printFaults } from './drill.ts'
import { dayOf, type Fixtures, fixturesFor } from './fixtures.ts'
import { countIs } from './race.ts'
import type { Service } from './service.ts'

const STRANGERS = 1_000
const SEATS = 10
// The usual timeout of a reverse proxy.
const TIMEOUT_MS = 60_000
// If one answer arrived this much earlier than another, it was also sent earlier, with any network delay.
const CERTAIN_MS = 100
const INTERVAL_MS = 250
// Higher than every number of earlier rounds, so that each client has its own address.
const FIRST = 100_000

/**
 * A thousand callers without an account register at once for ten seats, each over its own connection: ten get seats, the others
 * join the waitlist in order, and nobody gets an error.
 */
export const manyRegistrations = async (context: Context, services: Service[]): Promise<Outcome> => {
  const strangers = context.times(STRANGERS)
  const connections = services.map(({ url }) => clientOf(url, strangers))
  const clients = connections.map(({ ask }) => fixturesFor(context, ask))
  const [first] = clients
  if (!first) throw new Error('there is no process')
  const trip = await first.saleOf(await first.package(), dayOf(1), SEATS)

  const began = performance.now()
  const registering = Promise.all(
    Array.from({ length: strangers }, (_, n) => register(clients[n % 2] ?? first, trip, FIRST + n)),
  )
  const others = await otherRequests(first, registering)
  const timed = await registering
  const seconds = (performance.now() - began) / 1_000
  for (const { close } of connections) close()

  const faults = [...judge(timed, strangers), ...(await checkOrder(context, trip)), ...others.faults]
  printFaults(context, faults)
  const said = `${strangers} strangers in ${seconds.toFixed(1)} s, ${faults.length} wrong, others ≤ ${others.longest} ms`
  return { value: said, pass: faults.length === 0 }
}

type TimedAnswer = { answer: Answer | Error; at: number }

const register = async (fixtures: Fixtures, trip: number, n: number): Promise<TimedAnswer> => {
  const answer = await fixtures.register(trip, n, TIMEOUT_MS).catch((error: Error) => error)
  return { answer, at: performance.now() }
}

const judge = (timed: TimedAnswer[], strangers: number) => {
  const turnedAway = timed.flatMap(({ answer }) => {
    if (answer instanceof Error) return [answer.message]
    return answer.status === 201 ? [] : [`${answer.status} ${answer.text.slice(0, 200)}`]
  })
  const told = timed.flatMap(({ answer, at }) => (answer instanceof Error ? [] : [{ ...answer.body?.data, at }]))
  const waiting = told.filter(({ status }) => status === 'waitlisted').sort((a, b) => a.at - b.at)
  const positions: number[] = waiting.map(({ waitlist_position }) => waitlist_position)
  return [
    ...turnedAway,
    ...countIs('seated', told.filter(({ status }) => status === 'held').length, Math.min(SEATS, strangers)),
    ...[...positions].sort((a, b) => a - b).flatMap((position, i) => countIs(`as position ${i + 1}`, position, i + 1)),
    ...waiting.flatMap(({ at, waitlist_position: position }, i) => {
      const before = waiting.slice(0, i).findLast((each) => each.at < at - CERTAIN_MS)
      return before && before.waitlist_position > position
        ? [`position ${position} was told long after ${before.waitlist_position}`]
        : []
    }),
  ]
}

const checkOrder = async ({ query }: Context, trip: number) => {
  const [row] = await query<{ taken: number; overtaken: number }>(
    `select count(*) filter (where status = 'held')::integer as taken,
            count(*) filter (where position <> arrival)::integer as overtaken
       from (select status, row_number() over (order by id) as arrival, row_number() over (order by queued_at, id) as position
               from bookings where planned_trip_id = $1) b`,
    [trip],
  )
  return [...countIs('seats taken', row?.taken ?? 0, SEATS), ...countIs('overtaken', row?.overtaken ?? 0, 0)]
}

// Other requests must be served as usual during the registrations.
const otherRequests = async ({ as }: Fixtures, registering: Promise<unknown>) => {
  let isOver = false
  registering.then(() => {
    isOver = true
  })
  const faults: string[] = []
  let longest = 0
  for (let n = 0; !isOver; n += 1) {
    await pause(INTERVAL_MS)
    const began = performance.now()
    const { status, text } = await as('op')('POST', '/api/seasons', season(n))
    longest = Math.max(longest, Math.round(performance.now() - began))
    if (status !== 201) faults.push(`a colleague got ${status} ${text.slice(0, 160)}`)
  }
  return { faults, longest }
}

const season = (n: number) => ({ code: `RUSH${n}`, name: `季節 ${n}`, starts_on: '2031-03-01', ends_on: '2031-05-31' })
