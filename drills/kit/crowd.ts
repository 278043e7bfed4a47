import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, clientOf } from './client.ts'
import { type Found, showSome } from './drill.ts'
import { countIs } from './rush.ts'
import { dayOf, type Scene, sceneOf } from './scene.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'

const STRANGERS = 1_000
const SEATS = 10
// The usual timeout of a reverse proxy.
const PATIENCE_MS = 60_000
// If one answer arrived so much earlier than another, it was also sent earlier, whatever the network delay.
const SURELY_MS = 100
const NOW_AND_THEN_MS = 250
// Above every number used by earlier rounds, so that each client has its own address.
const FIRST = 100_000

/**
 * A thousand strangers register at once for ten seats, each over its own connection: ten get seats, the others join the
 * waitlist in order, and nobody gets an error.
 */
export const crowd = async (site: Site, services: Service[]): Promise<Found> => {
  const strangers = site.times(STRANGERS)
  const doors = services.map(({ url }) => clientOf(url, strangers))
  const scenes = doors.map(({ ask }) => sceneOf(site, ask))
  const [first] = scenes
  if (!first) throw new Error('there is no process')
  const trip = await first.saleOf(await first.package(), dayOf(1), SEATS)

  const began = performance.now()
  const coming = Promise.all(Array.from({ length: strangers }, (_, n) => come(scenes[n % 2] ?? first, trip, FIRST + n)))
  const others = await meanwhile(first, coming)
  const heard = await coming
  const seconds = (performance.now() - began) / 1_000
  for (const { hangUp } of doors) hangUp()

  const faults = [...judge(heard, strangers), ...(await inLine(site, trip)), ...others.faults]
  showSome(site, faults)
  const said = `${strangers} strangers in ${seconds.toFixed(1)} s, ${faults.length} wrong, others ≤ ${others.longest} ms`
  return { value: said, pass: faults.length === 0 }
}

type Heard = { answer: Answer | Error; at: number }

const come = async (scene: Scene, trip: number, n: number): Promise<Heard> => {
  const answer = await scene.register(trip, n, PATIENCE_MS).catch((error: Error) => error)
  return { answer, at: performance.now() }
}

const judge = (heard: Heard[], strangers: number) => {
  const turnedAway = heard.flatMap(({ answer }) => {
    if (answer instanceof Error) return [answer.message]
    return answer.status === 201 ? [] : [`${answer.status} ${answer.text.slice(0, 200)}`]
  })
  const told = heard.flatMap(({ answer, at }) => (answer instanceof Error ? [] : [{ ...answer.body?.data, at }]))
  const waiting = told.filter(({ status }) => status === 'waitlisted').sort((a, b) => a.at - b.at)
  const places: number[] = waiting.map(({ waitlist_position }) => waitlist_position)
  return [
    ...turnedAway,
    ...countIs('seated', told.filter(({ status }) => status === 'held').length, Math.min(SEATS, strangers)),
    ...[...places].sort((a, b) => a - b).flatMap((place, i) => countIs(`as place ${i + 1}`, place, i + 1)),
    ...waiting.flatMap(({ at, waitlist_position: place }, i) => {
      const before = waiting.slice(0, i).findLast((each) => each.at < at - SURELY_MS)
      return before && before.waitlist_position > place
        ? [`place ${place} was told long after ${before.waitlist_position}`]
        : []
    }),
  ]
}

const inLine = async ({ query }: Site, trip: number) => {
  const [row] = await query<{ taken: number; overtaken: number }>(
    `select count(*) filter (where status = 'held')::integer as taken,
            count(*) filter (where place <> turn)::integer as overtaken
       from (select status, row_number() over (order by id) as turn, row_number() over (order by queued_at, id) as place
               from bookings where planned_trip_id = $1) b`,
    [trip],
  )
  return [...countIs('seats taken', row?.taken ?? 0, SEATS), ...countIs('overtaken', row?.overtaken ?? 0, 0)]
}

// Meanwhile other requests must be served as usual.
const meanwhile = async ({ as }: Scene, coming: Promise<unknown>) => {
  let isOver = false
  coming.then(() => {
    isOver = true
  })
  const faults: string[] = []
  let longest = 0
  for (let n = 0; !isOver; n += 1) {
    await pause(NOW_AND_THEN_MS)
    const began = performance.now()
    const { status, text } = await as('op')('POST', '/api/seasons', season(n))
    longest = Math.max(longest, Math.round(performance.now() - began))
    if (status !== 201) faults.push(`a colleague got ${status} ${text.slice(0, 160)}`)
  }
  return { faults, longest }
}

const season = (n: number) => ({ code: `RUSH${n}`, name: `季節 ${n}`, starts_on: '2031-03-01', ends_on: '2031-05-31' })
