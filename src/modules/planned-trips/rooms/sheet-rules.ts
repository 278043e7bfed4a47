import { Temporal } from 'temporal-polyfill'
import type { Columns, Kinds } from '../../../kit/http/routes/sheet-formats.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { ofPeople, titled, who } from '../manifests/columns.ts'
import type { plansOf } from './plan.ts'

type Plan = ReturnType<typeof plansOf>[number]
type Guest = Plan['without_room'][number]
/** A stay as its paper shows it; without a hotel the whole trip is one list. */
export type StayOnPaper = {
  hotel: unknown
  check_in: string
  check_out: string
  is_assigned: boolean
  rooms: readonly { number: number; type: string; travelers: readonly Guest[] }[]
  without_room: readonly Guest[]
  totals: readonly { type: string; held: number; used: number }[]
}

type Trip = Parameters<typeof titled>[0] & { leader: object | null }

/** The rooming list per hotel and its nights, as a sheet and as a paper. */
export const roomSheet = (trip: Trip, stays: readonly StayOnPaper[], locale: Locale) => ({
  ...titled(trip, 'rooming-list', locale),
  rows: stays.flatMap(rowsOf),
  columns,
  kinds,
  facts: { trip, stays: stays.map((stay) => ({ ...stay, nights: nightsOf(stay) })) },
})

const rowsOf = (stay: StayOnPaper) => {
  const { hotel, check_in, check_out } = stay
  const at = { hotel: (hotel as { name?: string } | null)?.name, check_in, check_out, nights: nightsOf(stay) }
  const placed = stay.rooms.flatMap(({ number: room, type, travelers }) =>
    travelers.map((guest) => ({ ...at, ...guest, room, type })),
  )
  return [...placed, ...stay.without_room.map((guest) => ({ ...at, ...guest }))]
}

const nightsOf = ({ check_in, check_out }: StayOnPaper) =>
  Temporal.PlainDate.from(check_in).until(Temporal.PlainDate.from(check_out)).days

const columns: Columns = {
  hotel: ['飯店', 'Hotel'],
  check_in: ['入住', 'Check-in'],
  check_out: ['退房', 'Check-out'],
  nights: ['晚數', 'Nights'],
  room: ['房號', 'Room'],
  type: ['房型', 'Type'],
  ...who,
  gender: ['性別', 'Gender'],
  passenger_type: ['旅客類別', 'Passenger'],
  booking_number: ['訂單編號', 'Booking'],
}
const kinds: Kinds = {
  ...ofPeople,
  check_in: 'day',
  check_out: 'day',
  nights: 'whole',
  room: 'whole',
  type: { words: 'room_type' },
}
