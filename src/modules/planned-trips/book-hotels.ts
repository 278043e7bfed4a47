import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { day, defaulted, flag, labelled, line, list, oneOf, whole } from '../../kit/fields.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { enterHotel } from '../hotels.ts'
import { daysLater } from './rules.ts'
import { addStay, HotelOfStay, RoomBlock } from './stays.ts'
import type { LockedTrip } from './trip.ts'

/** How the nights that an itinerary names are booked, and what else may be done for it. */
export const HotelBooking = Type.Object({
  /** Rooms of this type are held for all seats; without it none are. */
  room_type: labelled(Type.Optional(oneOf(['twin', 'double', 'triple'])), ['房型', 'Room']),
  singles: labelled(defaulted(whole(0, 50)), ['單人房', 'Single rooms']),
  add_hotels: labelled(defaulted(flag()), ['新增飯店', 'Add hotels']),
})
type HotelBooking = Static<typeof HotelBooking>

const days = { check_in: day(), check_out: day() }
/** The stays that were booked, and the nights that were not, with the reason. */
export const StaysBooked = Type.Object({
  stays: Type.Array(Type.Object({ ...days, hotel: HotelOfStay, rooms: list(RoomBlock, 6), is_new_hotel: flag() })),
  unbooked: Type.Array(Type.Object({ ...days, hotel_name: line(200), reason: Type.String() })),
})
export type StaysBooked = Static<typeof StaysBooked>

/**
 * Books what the itinerary of a trip names: one stay for each series of nights in the same hotel, as requested. Nights that are booked
 * stay as they are, and so do those whose hotel cannot be told.
 */
export async function bookNamedHotels(
  tx: Tx,
  trip: LockedTrip,
  book: HotelBooking,
  locale: Locale,
): Promise<StaysBooked> {
  const rooms = roomsFor(trip.capacity, book)
  const booked: StaysBooked = { stays: [], unbooked: [] }
  for (const series of seriesIn(await nightsNamed(tx, trip.id))) {
    const { check_in, check_out, hotel_name, booked_as } = series
    const found = booked_as === null ? await hotelFor(tx, series, book) : bookedElsewhere(series)
    if (!found) continue
    if ('reason' in found) {
      booked.unbooked.push({ check_in, check_out, hotel_name, reason: say(found.reason, locale) })
      continue
    }
    await addStay(tx, trip.id, { hotel_id: found.hotel.id, check_in, check_out, rooms })
    booked.stays.push({ check_in, check_out, rooms, ...found })
  }
  return booked
}

// Two people share a room, and three a room of three; children without a bed are not known yet.
const roomsFor = (
  capacity: number,
  { room_type, singles = 0 }: HotelBooking,
): StaysBooked['stays'][number]['rooms'] => [
  ...(singles ? [{ type: 'single' as const, count: singles }] : []),
  ...(room_type ? [{ type: room_type, count: Math.ceil(capacity / bedsIn[room_type]) }] : []),
]
const bedsIn = { twin: 2, double: 2, triple: 3 }

type Named = { hotel_name: string; city_id: number | null }
type Night = Named & { night: string; booked_as: string | null }

/** The nights of a trip with the hotel that the itinerary names, and the one that is booked. */
const nightsNamed = async (tx: Tx, id: number) => {
  const { rows } = await sql<Night>`
    select night::date::text as night, s.hotel_name, s.overnight_city_id as city_id,
           (select h.name from planned_trip_stays y join hotels h on h.id = y.hotel_id
             where y.planned_trip_id = t.id and y.status <> 'cancelled' and y.check_in <= night and night < y.check_out
             order by y.id limit 1) as booked_as
      from planned_trips t join planned_trip_segments s on s.planned_trip_id = t.id
     cross join lateral generate_series(s.starts_on, least(s.ends_on, t.return_date - 1), interval '1 day') night
     where t.id = ${id} and s.hotel_name is not null
     order by night, s.sequence`.execute(tx)
  return rows
}

type Series = Named & { check_in: string; check_out: string; booked_as: string | null }

/** Consecutive nights in the same hotel are one stay. */
const seriesIn = (nights: readonly Night[]) => {
  const found: Series[] = []
  for (const { night, ...named } of nights) {
    const last = found.at(-1)
    const goesOn =
      last?.check_out === night &&
      last.hotel_name === named.hotel_name &&
      last.city_id === named.city_id &&
      last.booked_as === named.booked_as
    if (goesOn) last.check_out = daysLater(night, 1)
    else found.push({ ...named, check_in: night, check_out: daysLater(night, 1) })
  }
  return found
}

type Found = { hotel: Static<typeof HotelOfStay>; is_new_hotel: boolean } | { reason: Words }

/** The hotel of the list that is named; one that is missing is added to the list if that is asked for. */
const hotelFor = async (tx: Tx, { hotel_name, city_id }: Named, { add_hotels }: HotelBooking): Promise<Found> => {
  const names = namesIn(hotel_name)
  const listed = await hotelsNamed(tx, { names, city_id })
  const [hotel, ...others] = listed.filter(({ is_active }) => is_active)
  if (others.length) return { reason: several }
  if (hotel) return { hotel: hotel.hotel, is_new_hotel: false }
  if (listed.length) return { reason: inactive }
  if (!add_hotels) return { reason: notListed }
  if (city_id === null) return { reason: withoutCity }
  const [, name = hotel_name] = names
  const id = await enterHotel(tx, { name, city_id })
  return { hotel: { id, name, name_en: null, city_id }, is_new_hotel: true }
}

/** The whole text, then each hotel of it: 「太陽宮飯店或同級」, 「甲飯店／乙飯店」. */
const namesIn = (text: string) => {
  const each = text
    .split(/[／/]|或| or /)
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('同') && name !== 'similar')
  return [text, ...each]
}

/** The hotels with the first of the names that the list has. */
const hotelsNamed = async (tx: Tx, { names, city_id }: { names: string[]; city_id: number | null }) => {
  const { rows } = await sql<{ hotel: Static<typeof HotelOfStay>; is_active: boolean; n: number }>`
    select json_build_object('id', h.id, 'name', h.name, 'name_en', h.name_en, 'city_id', h.city_id) as hotel, h.is_active, n::integer
      from unnest(${names}::text[]) with ordinality as named (name, n)
      join hotels h on named.name in (h.name, h.name_en)
     where h.city_id = coalesce(${city_id}::integer, h.city_id)
     order by n, h.id`.execute(tx)
  return rows.filter(({ n }) => n === rows[0]?.n)
}

const several: Words = [
  '清單裡有幾家同名的飯店；請在行程填寫住宿城市，或到團裡訂房。',
  'Several hotels of the list have this name: enter the overnight city in the itinerary, or book it on the trip.',
]
const inactive: Words = ['這家飯店在清單裡已停用。', 'This hotel of the list is no longer in use.']
const notListed: Words = [
  '飯店清單裡沒有這個名稱；可勾選「新增清單裡沒有的飯店」。',
  'No hotel of the list has this name: tick “Add hotels that the list lacks”.',
]
const withoutCity: Words = [
  '飯店清單裡沒有這個名稱，行程也沒有住宿城市，無法新增；請先填寫住宿城市。',
  'No hotel of the list has this name, and it cannot be added because the itinerary names no overnight city: enter the city first.',
]

/** A night with another hotel than the itinerary names is reported, and one with the same hotel is done. */
const bookedElsewhere = ({ hotel_name, booked_as }: Series) => {
  if (booked_as === null || namesIn(hotel_name).includes(booked_as)) return null
  const reason: Words = [`已訂「${booked_as}」，維持不變。`, `“${booked_as}” is booked and stays.`]
  return { reason }
}
