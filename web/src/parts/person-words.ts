import type { Person } from 'guidon-sdk'
import { plural, type Say } from '../kit/words.ts'

/** `2 筆訂單、3 次旅行`: without those that are none. */
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
