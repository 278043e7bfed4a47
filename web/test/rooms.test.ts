import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filled, hasStrangers } from '../src/features/trips/rooms/fill.ts'
import type { Guest, Room } from '../src/features/trips/rooms/plan.ts'

const LEADER = 0
let last = LEADER
const guest = (booking_number: string, more: Partial<Guest> = {}): Guest => {
  last += 1
  return {
    ...{ number: last, traveler_id: last, booking_number, booking_status: 'confirmed', name: `旅客 ${last}` },
    ...{ surname_en: null, given_name_en: null, gender: 'female', nationality: 'TW', passenger_type: 'adult' },
    ...{ mobile: null, roommate_group: null, bed_type: null, bed: true, meal_requirement: null, food_restrictions: [] },
    ...{ has_allergies: false, special_requests: [], needs: [], extras: [] },
    ...{ age: null, emergency_name: null, emergency_phone: null, emergency_relation: null, slept: [] },
    ...more,
  }
}
const fill = (people: Guest[], held: { type: Room['type']; count: number }[] = [], pairsStrangers = true) => {
  const names = new Map(people.map((each) => [each.traveler_id, each]))
  let made = 0
  const key = () => {
    made += 1
    return `n${made}`
  }
  return filled({ rooms: [], people, held, leader: LEADER, key, pairsStrangers }).map(({ type, guests }) => [
    type,
    ...guests.map((id) => names.get(id)?.booking_number || 'leader'),
  ])
}
const count = (rooms: ReturnType<typeof fill>) =>
  Object.fromEntries([...Map.groupBy(rooms, ([type]) => type)].map(([type, those]) => [type, those.length]))

test('a party of five sleeps in a twin and a triple, not in two twins and a single', () => {
  const parties = Array.from({ length: 40 }, (_, n) => Array.from({ length: 5 }, () => guest(`B-${n}`))).flat()
  assert.deepEqual(count(fill(parties)), { twin: 40, triple: 40 })
  const held = [
    { type: 'twin' as const, count: 100 },
    { type: 'triple' as const, count: 10 },
  ]
  // If the hotel has ten triples, the remaining thirty share two by two.
  assert.deepEqual(count(fill(parties, held)), { twin: 10 + 2 * 30 + 15, triple: 10 })
})

test('single travelers share with the same sex, except the leader and those who paid for a single room', () => {
  const people = [
    guest('A'),
    guest('B', { gender: 'male' }),
    guest('C'),
    guest('D', { gender: 'male' }),
    guest('E', { bed_type: 'single' }),
    guest('F', { gender: null }),
    guest('', { traveler_id: LEADER, gender: null, passenger_type: null }),
  ]
  assert.deepEqual(fill(people), [
    ['twin', 'A', 'C'],
    ['twin', 'B', 'D'],
    ['single', 'F'],
    ['single', 'E'],
    ['single', 'leader'],
  ])
  const alone = people.map(({ booking_number }) => ['single', booking_number || 'leader'])
  assert.deepEqual(fill(people, [], false).sort(), alone.sort(), 'strangers are not paired')
})

test('a room in which different bookings sleep is marked, with the leader it is not', () => {
  const [one, two, leader] = [guest('A'), guest('B'), guest('', { traveler_id: LEADER })]
  const guests = new Map([one, two, leader].map((each) => [each.traveler_id, each]))
  const room = (...people: Guest[]): Room => ({
    ...{ key: 'r', type: 'twin', notes: null },
    guests: people.map(({ traveler_id }) => traveler_id),
  })
  assert.equal(hasStrangers(room(one, two), guests, LEADER), true)
  assert.equal(hasStrangers(room(one, leader), guests, LEADER), false)
})

test('a booking that requested who shares is followed, and a child without a bed sleeps with its parents', () => {
  const [dad, mum, son, grandma] = [
    guest('A', { roommate_group: 'R1', bed_type: 'double', gender: 'male' }),
    guest('A', { roommate_group: 'R1', bed_type: 'double' }),
    guest('A', { bed: false, passenger_type: 'child' }),
    guest('A', { roommate_group: 'R2' }),
  ]
  const friend = guest('B')
  assert.deepEqual(fill([dad, mum, son, grandma, friend]), [
    ['double', 'A', 'A', 'A'],
    ['twin', 'A', 'B'],
  ])
})
