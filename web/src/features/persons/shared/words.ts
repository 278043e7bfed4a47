import type { getPerson, Person, PersonDouble } from 'guidon-sdk'
import { roleWords } from 'guidon-sdk/words'
import { dayWithYear } from '../../../kit/days.ts'
import { nameOf, plural, type Say } from '../../../kit/words.ts'

export type OnePerson = Awaited<ReturnType<typeof getPerson>>
/** Possible duplicates. */
export type Other = PersonDouble['persons'][number]

type Row = { record: number; subject: { type: string; id: number }; what: string; about: string }

const named = (roles: readonly (keyof typeof roleWords)[], language: 0 | 1) =>
  roles.map((role) => roleWords[role][language])

/** All records of a person as rows: bookings, travelers, accounts, leader profiles. */
export const rowsOf = (say: Say, { bookings, travelers, accounts, leaders }: OnePerson): Row[] => [
  ...bookings.map(({ id, record_id, booking_number, contact_name, trip }) => ({
    record: record_id,
    subject: { type: 'booking', id },
    what: say(`訂購 ${trip.name}`, `Booked ${nameOf(say, trip)}`),
    about: `${booking_number}・${contact_name}・${dayWithYear(trip.departure_date)}`,
  })),
  ...travelers.map(({ id, record_id, name, booking, trip }) => ({
    record: record_id,
    subject: { type: 'traveler', id },
    what: say(`參加 ${trip.name}`, `Travels on ${nameOf(say, trip)}`),
    about: `${booking.booking_number}・${name}・${dayWithYear(trip.departure_date)}`,
  })),
  ...accounts.map(({ id, record_id, name, roles }) => ({
    record: record_id,
    subject: { type: 'account', id },
    what: say(`帳號（${named(roles, 0).join('、')}）`, `Account (${named(roles, 1).join(', ')})`),
    about: name,
  })),
  ...leaders.map(({ id, record_id, name, leader_number }) => ({
    record: record_id,
    subject: { type: 'tour_leader', id },
    what: say('領隊', 'Tour leader'),
    about: `${leader_number}・${name}`,
  })),
]

/** `2 筆訂單、3 次旅行`: kinds without a record are left out. */
export const recordsIn = (say: Say, { bookings, travelers, accounts, leaders }: Person['records']) =>
  [
    bookings > 0 && say(`訂單 ${bookings}`, plural(bookings, 'booking')),
    travelers > 0 && say(`旅行 ${travelers}`, plural(travelers, 'trip')),
    accounts > 0 && say('帳號', 'account'),
    leaders > 0 && say('領隊', 'leader'),
  ]
    .filter(Boolean)
    .join(say('、', ', '))

/** How many people. */
export const peopleIn = (say: Say, count: number) => say(`${count} 位`, plural(count, 'person', 'people'))
