import { Type } from 'typebox'
import { anyText, day, orNull, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { sheet } from '../../kit/http/routes/sheet.ts'
import type { Columns } from '../../kit/http/routes/sheet-formats.ts'
import { say } from '../../kit/words/words.ts'
import { readerOf } from '../users/reader.ts'
import {
  extraColumns,
  extrasInWords,
  type ListedTraveler,
  listHeading,
  listHeadingOf,
  no,
  optionName,
  ShownTraveler,
  yes,
} from './manifest.ts'
import { roomSheet, StayRooms, staysOnPaper } from './rooms.ts'
import { HotelOfStay } from './stays.ts'
import { readers } from './visible.ts'

const { type, has_leader, notes } = StayRooms.properties.rooms.items.properties

/** The rooms of all hotels except empty ones, and the travelers without a room in a hotel. */
const RoomingList = Type.Object({
  ...listHeading,
  leader: StayRooms.properties.leader,
  rooms: Type.Array(
    Type.Object({
      stay_id: orNull(ref()),
      hotel: orNull(HotelOfStay),
      check_in: day(),
      check_out: day(),
      number: Type.Integer(),
      ...{ type, has_leader, notes },
      /** The bed type of all travelers in the room; null if they differ. */
      bed_type: orNull(anyText()),
      booking_number: orNull(Type.String()),
      roommate_group: orNull(anyText()),
      travelers: Type.Array(ShownTraveler),
    }),
  ),
  without_room: Type.Array(ShownTraveler),
})

type Stay = Awaited<ReturnType<typeof staysOnPaper>>['stays'][number]

const roomsAt = ({ id: stay_id, hotel, check_in, check_out, rooms }: Stay) =>
  rooms.map(({ number, type, has_leader, notes, travelers }) => ({
    ...{ stay_id, hotel, check_in, check_out, number, type, has_leader, notes },
    bed_type: common(travelers.filter(({ bed }) => bed).map(({ bed_type }) => bed_type)),
    booking_number: common(travelers.map(({ booking_number }) => booking_number)),
    roommate_group: common(travelers.map(({ roommate_group }) => roommate_group)),
    travelers,
  }))

const common = <V>(values: readonly V[]) => (new Set(values).size === 1 ? (values[0] ?? null) : null)

const withoutRoom = (stays: readonly Stay[]) => {
  const people = stays.flatMap(({ without_room }) => without_room)
  return [...new Map(people.map((one) => [one.traveler_id, one])).values()].sort((a, b) => a.number - b.number)
}

const guestColumns: Columns = {
  bed_type: ['床型', 'Bed type'],
  bed: ['佔床', 'Own bed'],
  roommate_group: ['同房', 'Shares with'],
  ...extraColumns,
}

/** The list for hotels: the rooms of `/rooms`, as one list for the whole trip. */
export const tripRoomingList = routes((on) => {
  sheet(
    on,
    '/:id/rooming-list',
    { access: readers, summary: 'The rooming list', returns: RoomingList, paper: 'rooming-list' },
    async ({ db, actor, id, locale }) => {
      const { trip, stays } = await staysOnPaper(db, { ...readerOf(actor), id })
      const leader = stays[0]?.leader ?? null
      const data = { ...listHeadingOf(trip), leader, rooms: stays.flatMap(roomsAt), without_room: withoutRoom(stays) }
      const list = roomSheet(trip, stays, locale)
      const inWords = (guest: Omit<ListedTraveler, 'needs'>) => ({
        ...guest,
        bed_type: optionName('bed-type', guest.bed_type, locale),
        bed: say(guest.bed ? yes : no, locale),
        extras: extrasInWords(guest, locale),
      })
      const rows = list.rows.map((row) => ('traveler_id' in row ? inWords(row) : row))
      return { ...list, rows, columns: { ...list.columns, ...guestColumns }, data }
    },
  )
})
