import { Type } from 'typebox'
import { found } from '../../kit/errors.ts'
import { anyText, orNull } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Columns } from '../../kit/http/routes/sheet-formats.ts'
import { say } from '../../kit/words/words.ts'
import { readerOf } from '../users/reader.ts'
import {
  extraColumns,
  extrasInWords,
  headingOf,
  type ListedTraveler,
  listHeading,
  listHeadingOf,
  listTitle,
  nameColumns,
  no,
  optionName,
  personKinds,
  ShownTraveler,
  travelersOf,
  yes,
} from './manifest.ts'
import { readers } from './visible.ts'

/** The rooms, and travelers without a room below. */
const RoomingList = Type.Object({
  ...listHeading,
  rooms: Type.Array(
    Type.Object({
      number: Type.Integer(),
      bed_type: orNull(anyText()),
      booking_number: Type.String(),
      roommate_group: orNull(anyText()),
      travelers: Type.Array(ShownTraveler),
    }),
  ),
  without_room: Type.Array(ShownTraveler),
})

type Room = {
  number: number
  bed_type: string | null
  booking_number: string
  roommate_group: string | null
  travelers: ListedTraveler[]
}

/** Travelers of a booking in the same group share a room; a single room is used alone. */
export function roomsOf(travelers: readonly ListedTraveler[]) {
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

const roomKey = ({ traveler_id, booking_number, roommate_group, bed_type }: ListedTraveler) => {
  if (roommate_group !== null) return `${booking_number} ${roommate_group}`
  return bed_type === 'single' ? `${traveler_id}` : ''
}

const roomColumns: Columns = { room: ['房號', 'Room'] }
const guestColumns: Columns = {
  gender: ['性別', 'Gender'],
  passenger_type: ['旅客類別', 'Passenger'],
  bed_type: ['床型', 'Bed type'],
  bed: ['佔床', 'Own bed'],
  roommate_group: ['同房', 'Shares with'],
  booking_number: ['訂單編號', 'Booking'],
  ...extraColumns,
}

/** The list for hotels, from the same query as all lists of a trip. */
export const tripRoomingList = routes((on) => {
  sheet(
    on,
    '/:id/rooming-list',
    { access: readers, summary: 'The rooming list', returns: RoomingList },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [heading, travelers] = await Promise.all([headingOf(db, given), travelersOf(db, given)])
      const trip = found(heading)
      const data = { ...listHeadingOf(trip), ...roomsOf(travelers) }
      const placed = data.rooms.flatMap(({ number, travelers }) =>
        travelers.map((guest) => ({ room: number, ...guest })),
      )
      const rows = [...placed, ...data.without_room].map((guest) => ({
        ...guest,
        bed_type: optionName('bed-type', guest.bed_type, locale),
        bed: say(guest.bed ? yes : no, locale),
        extras: extrasInWords(guest, locale),
      }))
      const columns = { ...roomColumns, ...nameColumns, ...guestColumns }
      return {
        ...listTitle(trip, 'rooming-list', locale),
        data,
        rows,
        columns,
        kinds: { ...personKinds, room: 'whole' },
      }
    },
  )
})
