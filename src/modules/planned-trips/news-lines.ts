import { isDeepStrictEqual } from 'node:util'
import { momentInWords, spanInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'

/** What people know of a trip. Times are local, as `2027-03-10 06:00`. */
export type TripFacts = {
  from: string
  to: string
  is_certain: boolean
  leader_id: number | null
  assembly: Assembly | null
  flights: Flight[]
}
type Assembly = {
  time: string | null
  place: string | null
  place_en: string | null
  contact: string | null
  contact_en: string | null
  /** The first flight departs at this time or before. */
  is_late: boolean
}
type Flight = {
  id: number
  number: string
  origin: string
  destination: string
  departs: string
  arrives: string
  is_off: boolean
}

/** The names of what is new, and a line for each new value. */
export type News = { topics: Words[]; lines: Words[] }

/** What differs between the facts that somebody knows of a trip and those of now. Its leader and new flights are news for travelers alone. */
export function newsIn(knew: TripFacts, now: TripFacts, { leader }: { leader?: Words | undefined } = {}): News {
  const isForTravelers = leader !== undefined
  const flights = flightLines(knew.flights, now.flights, isForTravelers)
  const topics = [
    { topic: ['出團日期', 'dates'], lines: dateLines(knew, now) },
    { topic: ['集合', 'assembly'], lines: assemblyLines(knew.assembly, now.assembly) },
    { topic: ['航班', 'flights'], lines: [...flights, ...(flights.length ? besideFlights(knew, now) : [])] },
    ...(leader ? travelersAlone(knew, now, leader) : []),
  ] satisfies { topic: Words; lines: Words[] }[]
  const told = topics.filter(({ lines }) => lines.length > 0)
  return { topics: told.map(({ topic }) => topic), lines: told.flatMap(({ lines }) => lines) }
}

const dateLines = (knew: TripFacts, now: TripFacts): Words[] => {
  if (knew.from === now.from && knew.to === now.to) return []
  const [was, is] = [spanInWords(knew.from, knew.to), spanInWords(now.from, now.to)]
  return [[`出團日期：${was[0]} → ${is[0]}`, `Dates: ${was[1]} → ${is[1]}`]]
}

// Nobody is told that a meeting point is removed: they are told the next one. It is always told as a whole.
const assemblyLines = (knew: Assembly | null, now: Assembly | null): Words[] => {
  if (!now || isDeepStrictEqual({ ...knew, is_late: null }, { ...now, is_late: null })) return []
  return [
    changed(['集合時間', 'Assembly'], timeOf(knew), timeOf(now)),
    changed(['集合地點', 'Meeting point'], meetingPointOf(knew), meetingPointOf(now)),
    changed(['集合聯絡', 'Contact there'], contactOf(knew), contactOf(now)),
  ].flat()
}

type Value = readonly [string | null | undefined, string | null | undefined]
const timeOf = (assembly: Assembly | null): Value => (assembly?.time ? momentInWords(assembly.time) : [null, null])
const meetingPointOf = (assembly: Assembly | null): Value => eitherOf(assembly?.place, assembly?.place_en)
const contactOf = (assembly: Assembly | null): Value => eitherOf(assembly?.contact, assembly?.contact_en)
// A text that was written in one language alone stands in both.
const eitherOf = (zh: string | null | undefined, en: string | null | undefined): Value => [zh ?? en, en ?? zh]

const changed = (label: Words, was: Value, is: Value): Words[] => {
  if (!is[0] || !is[1]) return []
  const from = (n: 0 | 1) => (was[n] && was[n] !== is[n] ? `${was[n]} → ` : '')
  return [[`${label[0]}：${from(0)}${is[0]}`, `${label[1]}: ${from(1)}${is[1]}`]]
}

const flightLines = (knew: Flight[], now: Flight[], withNew: boolean): Words[] => [
  ...now.flatMap((flight) => {
    const was = knew.find(({ id }) => id === flight.id)
    if (!was || was.is_off) return withNew && !flight.is_off ? [lineOf(flight, ['', ''])] : []
    if (flight.is_off) return [offLine(was)]
    const before = nameOf(was) === nameOf(flight) ? '' : `${nameOf(was)} `
    const isSame = !before && was.departs === flight.departs && was.arrives === flight.arrives
    const [span, spanEn] = spanOf(was)
    return isSame ? [] : [lineOf(flight, [`${before}${span} → `, `${before}${spanEn} → `])]
  }),
  ...knew.filter(({ id, is_off }) => !is_off && now.every((flight) => flight.id !== id)).map(offLine),
]

const lineOf = (flight: Flight, [was, wasEn]: Words): Words => {
  const [span, spanEn] = spanOf(flight)
  return [`航班 ${nameOf(flight)}：${was}${span}`, `Flight ${nameOf(flight)}: ${wasEn}${spanEn}`]
}
const offLine = (flight: Flight): Words => {
  const [span, spanEn] = spanOf(flight)
  return [`航班 ${nameOf(flight)}：${span} 取消`, `Flight ${nameOf(flight)}: ${spanEn}, cancelled`]
}
const nameOf = ({ number, origin, destination }: Flight) => `${number} ${origin}–${destination}`
// The date of the arrival is written only if it differs from that of the departure.
const spanOf = ({ departs, arrives }: Flight): Words => {
  const [leaves, leavesEn] = momentInWords(departs)
  const isSameDay = departs.slice(0, 10) === arrives.slice(0, 10)
  const [lands, landsEn] = isSameDay ? [arrives.slice(11), arrives.slice(11)] : momentInWords(arrives)
  return [`${leaves}–${lands}`, `${leavesEn}–${landsEn}`]
}

/** Nobody hears of another flight without the assembly: it is named also where it stays. */
const besideFlights = (knew: TripFacts, now: TripFacts): Words[] => {
  const { assembly } = now
  if (!assembly?.time) return []
  const [at, atEn] = momentInWords(assembly.time)
  if (assembly.is_late)
    return [
      [
        `集合時間 ${at} 不早於起飛時間，新的集合時間會另行通知。`,
        `The assembly at ${atEn} is not before the departure; you will be told its new time.`,
      ],
    ]
  if (assemblyLines(knew.assembly, assembly).length) return []
  return [[`集合時間不變：${at}`, `Assembly as before: ${atEn}`]]
}

const travelersAlone = (knew: TripFacts, now: TripFacts, leader: Words) => [
  {
    topic: ['領隊', 'tour leader'] as const,
    lines:
      now.leader_id === null || now.leader_id === knew.leader_id
        ? []
        : [[`領隊：${leader[0]}`, `Tour leader: ${leader[1]}`] as const],
  },
  {
    topic: ['確定出發', 'certain to depart'] as const,
    lines:
      now.is_certain && !knew.is_certain
        ? [['本團確定出發，期待與您同行。', 'The trip is guaranteed to depart. We look forward to it.'] as const]
        : [],
  },
]
