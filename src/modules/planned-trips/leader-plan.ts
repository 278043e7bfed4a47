import { setImmediate } from 'node:timers/promises'
import type { Staffing } from '../leader-calendar/candidates.ts'
import {
  averageOf,
  type Candidate,
  candidateFor,
  type Facts,
  pointsAround,
  type TripFacts,
} from '../leader-calendar/ranking.ts'

/** A trip of a plan with its candidate, whose reasons count the other trips of the plan; or what keeps each leader from it. */
export type PlannedLeader = { trip: number } & ({ candidate: Candidate } | { candidate: null; hindrances: string[] })

/**
 * Proposes leaders for trips without one: as many trips led as possible, then as many points as possible.
 *
 * 1. Trip by trip, the best candidate is taken, as a colleague would do it.
 * 2. A trip without a free leader gets one if the trip in the way can go to another leader, and so on.
 * 3. A trip moves to another leader, or two trips swap theirs, as long as the points of the plan rise.
 * 4. All this is done with the trips in several orders, the first of them that of their departures. The best plan is kept.
 *
 * Steps 2 and 3 only improve a plan, so the result is never worse than step 1 alone. Another seed is another way: a plan that leads
 * as many trips with other leaders, if there is one. Other requests are served between the trips, because a large month takes a second.
 */
export async function planLeaders(staffings: readonly Staffing[], seed: number): Promise<PlannedLeader[]> {
  const known: Known[] = []
  for await (const staffing of onePerTurn(staffings)) known.push(knownOf(staffing))
  // The way that another one differs from is that of the first seed, which is shown first.
  const best = await bestPlan(known, 0)
  const plan = seed === 0 ? best : await anotherWay(known, seed, best)
  return plan?.trips.map(shown) ?? []
}

const bestPlan = async (known: readonly Known[], seed: number) => {
  let best: Plan | undefined
  for (const keyOf of ordersOf(known, seed)) {
    const plan = await planned(known, keyOf)
    if (!best || plan.led > best.led || (plan.led === best.led && plan.worth > best.worth + LEAST)) best = plan
  }
  return best
}

/** A plan for which the points of all leaders are swayed at random, by as little as makes it another one. */
const anotherWay = async (known: readonly Known[], seed: number, best: Plan | undefined) => {
  const random = randomFrom(seed)
  for (const points of SWAYS) {
    const plan = await bestPlan(swayed(known, points, random), seed)
    if (best && plan && plan.led === best.led && leadersIn(plan) !== leadersIn(best)) return plan
  }
  return best
}
const SWAYS = [8, 20, 50]

const swayed = (known: readonly Known[], points: number, random: () => number) =>
  known.map((trip) => {
    const options = [...trip.options].map(([id, { facts, fixed }]): [number, Option] => [
      id,
      { facts, fixed: fixed + (random() - 0.5) * 2 * points },
    ])
    return { ...trip, options: new Map(options) }
  })

const leadersIn = ({ trips }: Plan) => trips.map(({ leader }) => leader?.id ?? '').join()

/** The best plan that is found with the trips in one order. */
const planned = async (known: readonly Known[], keyOf: Order): Promise<Plan> => {
  const { trips, leaders } = emptyPlan(known)
  const inOrder = trips.toSorted((a, b) => keyOf(a) - keyOf(b))
  for await (const trip of onePerTurn(inOrder)) takeBest(trip, trips, leaders)
  for await (const trip of onePerTurn(inOrder)) makeRoom(trip, trips, leaders)
  await improve(trips, leaders)
  const led = trips.filter(({ leader }) => leader).length
  return { trips, led, worth: leaders.reduce((sum, { worth }) => sum + worth, 0) }
}

/** Each in a turn of the event loop of its own. */
const onePerTurn = async function* <Item>(items: readonly Item[]) {
  for (const item of items) yield setImmediate(item)
}

/** A leader who can lead a trip, with the points that no other trip changes. */
type Option = { facts: Facts; fixed: number }
type Known = Staffing & {
  first: number
  last: number
  /** By the ids of the leaders who can lead it. */
  options: Map<number, Option>
  /** The days that all leaders together lead around it. */
  daysLed: number
}
type Trip = Known & { leader: Leader | undefined }
type Leader = { id: number; rest: number; trips: Trip[]; worth: number }
type Plan = { trips: Trip[]; led: number; worth: number }

const knownOf = ({ trip, leaders }: Staffing): Known => {
  const average = averageOf(leaders)
  const options = new Map<number, Option>()
  for (const facts of leaders) {
    const { is_blocked, score } = candidateFor(trip, facts, average)
    if (!is_blocked) options.set(facts.tour_leader.id, { facts, fixed: score - pointsAround(facts, average) })
  }
  const days = { first: dayNumber(trip.departure_date), last: dayNumber(trip.return_date) }
  const daysLed = leaders.reduce((sum, { days_led }) => sum + days_led, 0)
  return { trip, leaders, ...days, options, daysLed }
}
const dayNumber = (day: string) => Date.parse(day) / 86_400_000

/** Trips are sorted by this number. */
type Order = (trip: Known) => number

// By departure, as they are; by how few can lead them; and at random.
const ordersOf = (known: readonly Known[], seed: number): Order[] => {
  const random = randomFrom(seed)
  const shuffled = Array.from({ length: RANDOM_ORDERS }, (): Order => {
    const drawn = new Map(known.map(({ trip }) => [trip.id, random()]))
    return ({ trip }) => drawn.get(trip.id) ?? 0
  })
  return [() => 0, ({ options }) => options.size, ...shuffled]
}
const RANDOM_ORDERS = 2

// mulberry32: small, and the same on every machine.
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const emptyPlan = (known: readonly Known[]) => ({
  trips: known.map((trip): Trip => ({ ...trip, leader: undefined })),
  leaders: (known[0]?.leaders ?? []).map(
    ({ tour_leader, min_rest_days }): Leader => ({ id: tour_leader.id, rest: min_rest_days, trips: [], worth: 0 }),
  ),
})

const takeBest = (trip: Trip, trips: readonly Trip[], leaders: readonly Leader[]) => {
  const leader = byPoints(trip, leaders).find((leader) => isFree(leader, trip))
  if (!leader) return
  put(trip, leader)
  raiseAverages(trip, trips)
}

const makeRoom = (trip: Trip, trips: readonly Trip[], leaders: readonly Leader[]) => {
  if (!trip.leader && assign(trip, leaders, new Set())) raiseAverages(trip, trips)
}

/** Finds a leader who is free, or whose trip in the way can go to somebody else; each trip is moved once at the most. */
const assign = (trip: Trip, leaders: readonly Leader[], moved: Set<Trip>): boolean => {
  for (const leader of byPoints(trip, leaders)) {
    const [other, ...more] = inTheWay(trip, leader)
    if (more.length || (other && moved.has(other))) continue
    if (other) put(other, undefined)
    put(trip, leader)
    if (!other || assign(other, leaders, moved.add(other))) return true
    put(trip, undefined)
    put(other, leader)
  }
  return false
}

const improve = async (trips: readonly Trip[], leaders: readonly Leader[]) => {
  weigh(...leaders)
  let isBetter = true
  while (isBetter) {
    isBetter = false
    for await (const trip of onePerTurn(trips)) if (move(trip, leaders)) isBetter = true
    for await (const one of onePerTurn(trips))
      for (const two of trips) if (one.trip.id < two.trip.id && swap(one, two)) isBetter = true
  }
}

/** Moves a trip to the leader with whom the plan gains most. */
const move = (trip: Trip, leaders: readonly Leader[]) => {
  const from = trip.leader
  if (!from) return false
  const lost = from.worth - worthOf(from, without(from.trips, trip))
  let best = { leader: from, gain: LEAST }
  for (const leader of leaders) {
    if (leader === from || !trip.options.has(leader.id) || !isFree(leader, trip)) continue
    const gain = worthOf(leader, [...leader.trips, trip]) - leader.worth - lost
    if (gain > best.gain) best = { leader, gain }
  }
  if (best.leader === from) return false
  put(trip, best.leader)
  weigh(from, best.leader)
  return true
}

const swap = (one: Trip, two: Trip) => {
  const [a, b] = [one.leader, two.leader]
  if (!a || !b || a === b || !one.options.has(b.id) || !two.options.has(a.id)) return false
  if (!isFree(a, two, one) || !isFree(b, one, two)) return false
  const [ofA, ofB] = [
    [...without(a.trips, one), two],
    [...without(b.trips, two), one],
  ]
  if (worthOf(a, ofA) + worthOf(b, ofB) - a.worth - b.worth <= LEAST) return false
  put(one, b)
  put(two, a)
  weigh(a, b)
  return true
}

const weigh = (...leaders: Leader[]) => {
  for (const leader of leaders) leader.worth = worthOf(leader, leader.trips)
}

const without = (trips: readonly Trip[], trip: Trip) => trips.filter((other) => other !== trip)

const put = (trip: Trip, leader: Leader | undefined) => {
  if (trip.leader) trip.leader.trips = without(trip.leader.trips, trip)
  if (leader) leader.trips = [...leader.trips, trip]
  trip.leader = leader
}

/** The days of a trip that is led now count in the average around all other trips, whoever leads it. */
const raiseAverages = (led: Trip, trips: readonly Trip[]) => {
  for (const trip of trips) if (trip !== led) trip.daysLed += daysAround(trip, led)
}
const averageAround = ({ daysLed, leaders }: Trip) => daysLed / leaders.length

/** Who could lead a trip beside those that they have in the plan, the best first. */
const byPoints = (trip: Trip, leaders: readonly Leader[]) =>
  leaders
    .filter(({ id }) => trip.options.has(id))
    .map((leader) => ({ leader, points: pointsFor(trip, leader, leader.trips) }))
    .sort((a, b) => b.points - a.points || a.leader.id - b.leader.id)
    .map(({ leader }) => leader)

/** Of equal points, fewer days led decide, as among candidates. */
const DAY = 1e-6
/** Points that differ by less are equal. */
const LEAST = DAY / 2

/** What the trips of a leader are worth together. */
const worthOf = (leader: Leader, trips: readonly Trip[]) => {
  let sum = 0
  for (const trip of trips) sum += pointsFor(trip, leader, trips)
  return sum
}

const pointsFor = (trip: Trip, { id }: Leader, trips: readonly Trip[]) => {
  const option = trip.options.get(id)
  if (!option) return Number.NEGATIVE_INFINITY
  const facts = beside(trip, option.facts, trips)
  return option.fixed + pointsAround(facts, averageAround(trip)) - facts.days_led * DAY
}

/** What a leader does around a trip who also leads these trips, which are no experience yet. */
const beside = (trip: Trip, { days_led, gap, earlier_trips, min_rest_days }: Facts, trips: readonly Trip[]) => {
  let days = days_led
  let nearest = gap ?? Number.POSITIVE_INFINITY
  for (const other of trips) {
    if (other === trip) continue
    days += daysAround(trip, other)
    nearest = Math.min(nearest, daysBetween(trip, other))
  }
  return { days_led: days, gap: nearest, earlier_trips, min_rest_days }
}

const inTheWay = (trip: Trip, { rest, trips }: Leader) => trips.filter((other) => daysBetween(trip, other) < rest)
const isFree = ({ rest, trips }: Leader, trip: Trip, except?: Trip) =>
  trips.every((other) => other === except || daysBetween(trip, other) >= rest)
const daysBetween = (a: Known, b: Known) => Math.max(a.first - b.last, b.first - a.last) - 1

// The days of a trip in the three months around another, as the facts about candidates count them.
const daysAround = (trip: Known, { first, last }: Known) =>
  Math.max(0, Math.min(last, trip.last + AROUND) - Math.max(first, trip.first - AROUND) + 1)
const AROUND = 90

const shown = (planned: Trip): PlannedLeader => {
  const { trip, leaders, leader } = planned
  const option = leader && planned.options.get(leader.id)
  if (!option) return { trip: trip.id, candidate: null, hindrances: leaders.map((facts) => hindranceOf(trip, facts)) }
  const facts = { ...option.facts, ...beside(planned, option.facts, leader.trips) }
  return { trip: trip.id, candidate: candidateFor(trip, facts, averageAround(planned)) }
}

/** The first reason that excludes a leader; without one, other trips of the plan need the leader. */
const hindranceOf = (trip: TripFacts, facts: Facts) =>
  candidateFor(trip, facts, 0).reasons.find(({ blocks }) => blocks)?.code ?? 'needed_elsewhere'
