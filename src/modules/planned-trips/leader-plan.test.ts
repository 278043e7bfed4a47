import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Staffing } from '../leader-calendar/candidates.ts'
import { type Facts, ranked, type TripFacts } from '../leader-calendar/ranking.ts'
import { planLeaders } from './leader-plan.ts'

const countries = [
  { id: 1, iso_alpha2: 'JP', name: '日本', name_en: 'Japan', needs_visa: false },
  { id: 2, iso_alpha2: 'KR', name: '韓國', name_en: 'Korea', needs_visa: false },
  { id: 3, iso_alpha2: 'VN', name: '越南', name_en: 'Vietnam', needs_visa: true },
]
const dayOf = (day: number) => new Date(Date.UTC(2083, 2, 1 + day)).toISOString().slice(0, 10)
const tripOn = (id: number, first: number, last: number, more: Partial<TripFacts> = {}): TripFacts => ({
  id,
  departure_date: dayOf(first),
  return_date: dayOf(last),
  area_id: null,
  area: null,
  area_en: null,
  passport_until: dayOf(last),
  countries: countries.slice(0, 1),
  ...more,
})
const somebody: Omit<Facts, 'tour_leader'> = {
  grade: 'junior',
  status: 'active',
  languages: [],
  licenses: [{ type: '外語領隊', expires_on: null }],
  passport_expires_on: '2090-01-01',
  min_rest_days: 1,
  countries: [],
  area: null,
  earlier_trips: 0,
  days_led: 0,
  gap: null,
  conflicts: [],
}
const leaderOf = (id: number, more: Partial<Facts> = {}): Facts => ({
  ...somebody,
  tour_leader: { id, leader_number: `TL${id}`, name: `領隊${id}`, name_en: null },
  ...more,
})
const knows = (country_id: number, priority: number) => ({
  countries: [
    { country_id, by: 'country' as const, priority, proficiency: 'qualified' as const, visa_valid_until: null },
  ],
})
const blocked = [
  {
    ...{ kind: 'trip' as const, subject: { type: 'planned_trip', id: 99 }, title: '別團', title_en: 'Another' },
    ...{ starts_on: dayOf(0), ends_on: dayOf(9), starts_at: null, ends_at: null, place: null, place_en: null },
    ...{ is_firm: true, is_override: false, override_reason: null, clash: 'overlap' as const, blocks: true },
  },
]

/** What a plan is worth: the score that each leader gets from the rules of candidates, with all other trips of the plan in the facts. */
type Choice = { staffing: Staffing; leader: number }
const number = (day: string) => Date.parse(day) / 86_400_000
const factsBeside = ({ trip, leaders }: Staffing, chosen: readonly Choice[]): Facts[] =>
  leaders.map((facts) => {
    const own = chosen.filter(({ leader, staffing }) => leader === facts.tour_leader.id && staffing.trip !== trip)
    const { days_led, gap, conflicts } = own.reduce<Pick<Facts, 'days_led' | 'gap' | 'conflicts'>>(
      (known, { staffing: { trip: other } }) => {
        const [first, last] = [number(trip.departure_date), number(trip.return_date)]
        const [from, to] = [number(other.departure_date), number(other.return_date)]
        const between = Math.max(first - to, from - last) - 1
        return {
          days_led: known.days_led + Math.max(0, Math.min(to, last + 90) - Math.max(from, first - 90) + 1),
          gap: Math.min(known.gap ?? between, between),
          conflicts: between < facts.min_rest_days ? blocked : known.conflicts,
        }
      },
      facts,
    )
    return { ...facts, days_led, gap, conflicts }
  })
const worthOf = (chosen: readonly Choice[]) =>
  chosen.map(({ staffing, leader }) => {
    const all = ranked(staffing.trip, factsBeside(staffing, chosen))
    const one = all.find(({ tour_leader }) => tour_leader.id === leader)
    assert.ok(one && !one.is_blocked, `leader ${leader} cannot lead trip ${staffing.trip.id}`)
    return one.score
  })
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** Takes the best candidate trip by trip, as a colleague does who looks at one trip after the other. */
const oneByOne = (staffings: readonly Staffing[]) => {
  const chosen: Choice[] = []
  for (const staffing of staffings) {
    const best = ranked(staffing.trip, factsBeside(staffing, chosen)).find(({ is_blocked }) => !is_blocked)
    if (best) chosen.push({ staffing, leader: best.tour_leader.id })
  }
  return chosen
}
/** The most trips that can be led, by trying everything. */
const mostLed = (staffings: readonly Staffing[], chosen: readonly Choice[] = []): number => {
  const [staffing, ...others] = staffings
  if (!staffing) return chosen.length
  const free = factsBeside(staffing, chosen).filter(
    ({ conflicts, status }) => !conflicts.some(({ blocks }) => blocks) && status === 'active',
  )
  return Math.max(
    mostLed(others, chosen),
    ...free.map(({ tour_leader }) => mostLed(others, [...chosen, { staffing, leader: tour_leader.id }])),
  )
}
const planned = async (staffings: readonly Staffing[], seed = 0): Promise<Choice[]> =>
  (await planLeaders(staffings, seed)).flatMap(({ candidate }, nth) => {
    const staffing = staffings[nth]
    return staffing && candidate ? [{ staffing, leader: candidate.tour_leader.id }] : []
  })

// A linear congruential generator, so that every run has the same cases.
const chanceOf = (seed: number) => {
  let state = seed * 7919 + 17
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}
const someMonth = (seed: number, { trips, leaders }: { trips: number; leaders: number }): Staffing[] => {
  const chance = chanceOf(seed)
  const people = Array.from({ length: leaders }, (_, nth) =>
    leaderOf(nth + 1, {
      ...(chance(3) > 0 && knows(1 + chance(3), 1 + chance(4))),
      grade: (['trainee', 'junior', 'senior', 'expert'] as const)[chance(4)] ?? 'junior',
      min_rest_days: chance(3),
      status: chance(8) ? 'active' : 'on_leave',
    }),
  )
  return Array.from({ length: trips }, () => chance(31))
    .sort((a, b) => a - b)
    .map((first, nth) => {
      const visited = 1 + chance(3)
      const trip = tripOn(nth + 1, first, first + 2 + chance(6), {
        area_id: chance(2) ? 1 : null,
        countries: countries.filter(({ id }) => id === visited),
      })
      const facts = people.map((one) => ({
        ...one,
        days_led: chance(20),
        gap: chance(3) ? null : 2 + chance(8),
        earlier_trips: chance(4),
        conflicts: chance(6) ? [] : blocked,
      }))
      return { trip, leaders: facts }
    })
}

test('a plan is never worse than the best candidate trip by trip: first in trips that are led, then in points', async () => {
  const won = { trips: 0, points: 0 }
  for (let seed = 1; seed <= 150; seed++) {
    const month = someMonth(seed, { trips: 4 + (seed % 21), leaders: 2 + (seed % 9) })
    const [plan, simple] = [await planned(month), oneByOne(month)]
    const [points, simplePoints] = [sum(worthOf(plan)), sum(worthOf(simple))]
    assert.ok(plan.length >= simple.length, `case ${seed}: ${plan.length} of ${simple.length} trips`)
    if (plan.length === simple.length) assert.ok(points >= simplePoints, `case ${seed}: ${points} of ${simplePoints}`)
    won.trips += plan.length - simple.length
    won.points += plan.length === simple.length ? points - simplePoints : 0
  }
  assert.ok(won.trips > 0 && won.points > 0, JSON.stringify(won))
})

test('the score and the reasons of a plan are those of the candidates beside the other trips of the plan', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const month = someMonth(seed, { trips: 12, leaders: 6 })
    const plan = await planLeaders(month, 0)
    assert.deepEqual(
      plan.flatMap(({ candidate }) => (candidate ? [candidate.score] : [])),
      worthOf(await planned(month)),
    )
    for (const { candidate } of plan)
      if (candidate) assert.equal(candidate.score, sum(candidate.reasons.map(({ points }) => points)))
  }
})

test('small months are led as far as anybody could lead them', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const month = someMonth(seed, { trips: 6, leaders: 3 })
    assert.equal((await planned(month)).length, mostLed(month), `case ${seed}`)
  }
})

test('a trip that only one leader may lead gets this leader, although another trip was first', async () => {
  const [both, japanese] = [leaderOf(1, knows(1, 1)), leaderOf(2)]
  const korean = { ...japanese, conflicts: blocked }
  const month = [
    { trip: tripOn(1, 0, 4), leaders: [both, japanese] },
    { trip: tripOn(2, 2, 6), leaders: [both, korean] },
  ]
  assert.deepEqual(
    oneByOne(month).map(({ leader }) => leader),
    [1],
  )
  assert.deepEqual(
    (await planned(month)).map(({ leader }) => leader),
    [2, 1],
  )
})

test('leaders who are alike lead equally many days', async () => {
  const leaders = Array.from({ length: 5 }, (_, nth) => leaderOf(nth + 1))
  const month = Array.from({ length: 15 }, (_, nth) => ({ trip: tripOn(nth + 1, nth * 4, nth * 4 + 4), leaders }))
  const counts = Map.groupBy(await planned(month), ({ leader }) => leader)
  assert.deepEqual(
    [...counts.values()].map(({ length }) => length),
    [3, 3, 3, 3, 3],
  )
})

test('a seed always gives the same plan', async () => {
  const month = someMonth(5, { trips: 30, leaders: 9 })
  for (const seed of [0, 1, 99]) assert.deepEqual(await planLeaders(month, seed), await planLeaders(month, seed))
})

test('a trip without a leader says what keeps each of them from it', async () => {
  const leaders = [leaderOf(1), leaderOf(2, { status: 'on_leave' }), leaderOf(3, { licenses: [] })]
  const month = [
    { trip: tripOn(1, 0, 4), leaders },
    { trip: tripOn(2, 1, 5), leaders },
  ]
  const [led, unled] = (await planLeaders(month, 0)).sort((a, b) => Number(!a.candidate) - Number(!b.candidate))
  assert.equal(led?.candidate?.tour_leader.id, 1)
  assert.deepEqual(unled?.candidate === null && unled.hindrances, ['needed_elsewhere', 'on_leave', 'license_missing'])
  assert.deepEqual(await planLeaders([], 0), [])
})

test('another seed is another way: as many trips, with other leaders, wherever leaders can be exchanged', async () => {
  const leadersOf = async (month: readonly Staffing[], seed: number) =>
    (await planned(month, seed)).map(({ leader }) => leader)
  for (let nth = 1; nth <= 20; nth++) {
    const month = someMonth(nth, { trips: 12, leaders: 8 })
    const [best, other] = [await leadersOf(month, 0), await leadersOf(month, 1)]
    assert.equal(other.length, best.length, `case ${nth}`)
    assert.notDeepEqual(other, best, `case ${nth}`)
  }
  const alone = [{ trip: tripOn(1, 0, 4), leaders: [leaderOf(1)] }]
  assert.deepEqual(await leadersOf(alone, 1), [1], 'there is no other way')
})
