import { type Locale, say } from '../../../kit/words/words.ts'
import type { Traveling } from './queries.ts'

export type Room = {
  number: number
  bed_type: string | null
  booking_number: string
  roommate_group: string | null
  travelers: Traveling[]
}

/** Travelers of a booking in the same group share a room; a single room is used alone. */
export const roomsOf = (travelers: readonly Traveling[]) => {
  const shared = Map.groupBy(travelers, roomKey)
  const without_room = shared.get('') ?? []
  shared.delete('')
  const rooms = [...shared.values()].map((guests, i): Room => {
    const [first] = guests
    const beds = new Set(guests.filter(({ bed }) => bed).map(({ bed_type }) => bed_type))
    return {
      number: i + 1,
      bed_type: beds.size === 1 ? ([...beds][0] ?? null) : null,
      booking_number: first?.booking_number ?? '',
      roommate_group: first?.roommate_group ?? null,
      travelers: guests,
    }
  })
  return { rooms, without_room }
}

const roomKey = ({ traveler_id, booking_number, roommate_group, bed_type }: Traveling) => {
  if (roommate_group !== null) return `${booking_number} ${roommate_group}`
  return bed_type === 'single' ? `${traveler_id}` : ''
}

/** Whether a traveler has dietary restrictions or wishes for meals. */
export const isOnDiet = ({ meal_requirement, food_restrictions, has_allergies, wishes }: Traveling) =>
  (meal_requirement !== null && meal_requirement !== 'none') ||
  food_restrictions.length > 0 ||
  has_allergies ||
  wishes.some(({ kind }) => atTable.includes(kind))

/** The wishes for meals in one line. */
export const tableWishes = ({ wishes }: Traveling) =>
  wishes
    .filter(({ kind }) => atTable.includes(kind))
    .map(({ detail }) => detail)
    .join('；')

/** The extras in one line, with what was said about each: `飯店晚餐 × 2（第三晚）`. */
export const extrasInWords = ({ extras }: Traveling, locale: Locale) =>
  extras
    .map(({ name, name_en, quantity, details }) => {
      const said = Object.values(details).filter((value) => typeof value === 'string' || typeof value === 'number')
      return `${say([name, name_en ?? name], locale)} × ${quantity}${said.length ? `（${said.join('、')}）` : ''}`
    })
    .join('；')

const atTable = ['meal', 'medical']
