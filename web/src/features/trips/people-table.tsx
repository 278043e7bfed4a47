import { useQuery } from '@tanstack/react-query'
import { telephoneAddress } from 'guidon-design/formats'
import {
  type Booking,
  getPlannedTripManifest,
  listPlannedTripRooms,
  type PlannedTripManifest,
  type PlannedTripRoom,
  type TripRegistrationTraveler as Traveler,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { roomTypeWords } from 'guidon-sdk/words'
import { useState } from 'react'
import Search from '~icons/lucide/search'
import { guidon } from '../../kit/api.ts'
import { price } from '../../kit/money.ts'
import { plural, type Say, useSay, type Words } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { passengerWords } from '../bookings/shared/passenger-type.ts'
import { needsIn } from './needs.ts'
import css from './people-table.module.css'

type Props = { trip: number; bookings: readonly Booking[]; travelers: readonly Traveler[] }
type Person = {
  traveler: Traveler
  booking: Booking
  /** The room in each stay; empty if no room is assigned. */
  rooms: Slept[]
  needs: Listed['needs']
}
type Listed = PlannedTripManifest['travelers'][number]
type Slept = { hotel: string; number: number; type: PlannedTripRoom['rooms'][number]['type'] } | undefined

/** Everybody with a seat in one table, to find missing data. */
export default function PeopleTable({ trip, bookings, travelers }: Props) {
  const say = useSay()
  const [typed, type] = useState('')
  const [order, setOrder] = useState<keyof typeof orders>('booking')
  const [lacking, setLacking] = useState<keyof typeof filters>('all')
  const { data: plans = [] } = useQuery({
    queryKey: ['trips', trip, 'rooms'],
    queryFn: () => listPlannedTripRooms(guidon, trip),
  })
  const { data: manifest } = useQuery({
    queryKey: ['trips', trip, 'manifest'],
    queryFn: () => getPlannedTripManifest(guidon, trip),
  })
  const people = peopleOf(bookings, travelers, plans, manifest?.travelers ?? [])
  const shown = people
    .filter((person) => filters[lacking].holds(person) && isTyped(person, typed))
    .toSorted((a, b) => orders[order].compare(a, b))
  return (
    <>
      <div className={css.peopleFilters}>
        <input
          className="input"
          type="search"
          aria-label={say('找人', 'Find somebody')}
          placeholder={say('姓名、電話、訂單編號', 'Name, phone or booking')}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <fieldset className="switch" aria-label={say('只看', 'Show only')}>
          {Object.entries(filters).map(([name, { words, holds }]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === lacking}
              onClick={() => setLacking(name as keyof typeof filters)}
            >
              {say(...words)} <span className="soft">{people.filter(holds).length}</span>
            </button>
          ))}
        </fieldset>
        <select
          className="input"
          aria-label={say('排序', 'Sort')}
          value={order}
          onChange={({ target }) => setOrder(target.value as keyof typeof orders)}
        >
          {Object.entries(orders).map(([name, { words }]) => (
            <option key={name} value={name}>
              {say(...words)}
            </option>
          ))}
        </select>
      </div>
      {shown.length === 0 && <Empty icon={Search}>{say('沒有這樣的旅客', 'No matching travelers')}</Empty>}
      {shown.length > 0 && (
        <ListTable columns={columns} rows={shown}>
          {(person) => <Row key={person.traveler.id} person={person} />}
        </ListTable>
      )}
    </>
  )
}

const columns: Column[] = [
  { words: label.traveler },
  { words: label.phone },
  { words: label.passenger_type },
  { words: ['房間', 'Room'] },
  { words: ['餐食與需求', 'Meals and requests'] },
  { words: ['付款', 'Paid'] },
  { words: ['證件', 'Papers'] },
]

const seated = ['held', 'confirmed', 'completed']

const peopleOf = (
  bookings: readonly Booking[],
  travelers: readonly Traveler[],
  plans: readonly PlannedTripRoom[],
  listed: readonly Listed[],
): Person[] =>
  travelers.flatMap((traveler) => {
    const booking = bookings.find(({ id }) => id === traveler.booking_id)
    if (!booking || traveler.status === 'cancelled' || !seated.includes(booking.status)) return []
    const needs = listed.find(({ traveler_id }) => traveler_id === traveler.id)?.needs ?? []
    return [{ traveler, booking, rooms: plans.map((plan) => roomIn(plan, traveler.id)), needs }]
  })

const roomIn = ({ hotel, is_assigned, rooms }: PlannedTripRoom, id: number): Slept => {
  const room = is_assigned && rooms.find(({ travelers }) => travelers.some(({ traveler_id }) => traveler_id === id))
  return room ? { hotel: hotel.name, number: room.number, type: room.type } : undefined
}

const hasNoRoom = ({ rooms, traveler: { bed } }: Person) => bed && (rooms.length === 0 || rooms.includes(undefined))
const hasDiet = ({ needs }: Person) => needs.some(({ is_diet }) => is_diet)

const filters: Record<
  'all' | 'owes' | 'papers' | 'rooms' | 'meals',
  { words: Words; holds: (one: Person) => boolean }
> = {
  all: { words: ['全部', 'Everybody'], holds: () => true },
  owes: { words: ['未付清', 'Not fully paid'], holds: ({ booking }) => booking.balance > 0 },
  papers: { words: ['證件未齊', 'Papers missing'], holds: ({ traveler }) => traveler.checks.length > 0 },
  rooms: { words: ['沒有房間', 'Without a room'], holds: hasNoRoom },
  meals: { words: ['特殊餐食', 'Special meals'], holds: hasDiet },
}

const nameOfPerson = ({ traveler: { surname_en, given_name_en, name } }: Person) =>
  [surname_en, given_name_en].filter(Boolean).join(' ') || name
const ageOf = ({ traveler }: Person) => traveler.age ?? Number.POSITIVE_INFINITY
const roomOf = ({ rooms }: Person) => rooms.find((room) => room)?.number ?? Number.POSITIVE_INFINITY
const byNumber = (one: number, other: number) => (one === other ? 0 : one - other)

const orders: Record<'booking' | 'name' | 'age' | 'room', { words: Words; compare: (a: Person, b: Person) => number }> =
  {
    booking: { words: ['依訂單', 'By booking'], compare: () => 0 },
    name: { words: ['依英文姓名', 'By name'], compare: (a, b) => nameOfPerson(a).localeCompare(nameOfPerson(b)) },
    age: { words: ['依年齡', 'By age'], compare: (a, b) => byNumber(ageOf(a), ageOf(b)) },
    room: { words: ['依房間', 'By room'], compare: (a, b) => byNumber(roomOf(a), roomOf(b)) },
  }

const isTyped = ({ traveler, booking }: Person, typed: string) => {
  const plain = (text: string) => text.toLowerCase().replace(/[\s/-]/g, '')
  const { name, surname_en, given_name_en, mobile } = traveler
  const text = [name, `${surname_en ?? ''}${given_name_en ?? ''}`, mobile ?? '', booking.booking_number].map(plain)
  return text.some((each) => each.includes(plain(typed)))
}

const Row = ({ person }: { person: Person }) => {
  const say = useSay()
  const { traveler, booking } = person
  const { id, name, surname_en, given_name_en, mobile, passenger_type, age, is_minor, checks } = traveler
  const kind = passengerWords(passenger_type)
  const needs = needsIn(say, person.needs)
  return (
    <tr>
      <td>
        <SubjectLink subject={{ type: 'traveler', id }}>{name}</SubjectLink>
        <span className="sub">{[surname_en, given_name_en].filter(Boolean).join('/')}</span>
      </td>
      <td>{mobile && <a href={telephoneAddress(mobile)}>{mobile}</a>}</td>
      <td>
        {kind && say(...kind)} {age !== null && <span className="soft">{say(`${age} 歲`, `${age}`)}</span>}
        {is_minor && passenger_type === 'adult' && say('（未成年）', ' (minor)')}
      </td>
      <td className={hasNoRoom(person) ? 'late' : ''}>{roomsInWords(say, person)}</td>
      <td>{needs || <span className="soft">–</span>}</td>
      <td>
        {booking.balance > 0 ? (
          <span className={booking.is_overdue ? 'late' : ''}>
            {say('欠 ', 'owes ')}
            {price(booking.balance, booking.currency)}
          </span>
        ) : (
          say('已付清', 'Paid')
        )}
        <span className="sub">
          <SubjectLink subject={{ type: 'booking', id: booking.id }}>{booking.booking_number}</SubjectLink>
        </span>
      </td>
      <td className={checks.length > 0 ? 'late' : ''}>
        {checks.length > 0
          ? say(`缺 ${checks.length} 項`, `${plural(checks.length, 'item')} missing`)
          : say('齊全', 'Complete')}
      </td>
    </tr>
  )
}

/** One room number if it is the same in all hotels, else the number in each. */
const roomsInWords = (say: Say, person: Person) => {
  const { rooms, traveler } = person
  if (hasNoRoom(person) && rooms.every((room) => room === undefined)) return say('還沒有', 'None yet')
  if (!traveler.bed && rooms.every((room) => room === undefined)) return say('不佔床', 'No bed')
  const words = rooms.map((room) =>
    room
      ? say(`${room.number} 號 ${roomTypeWords[room.type][0]}`, `${room.number}, ${roomTypeWords[room.type][1]}`)
      : say('沒有', 'none'),
  )
  return [...new Set(words)].join(' → ')
}
