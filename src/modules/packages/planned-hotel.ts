import { type RawBuilder, sql } from 'kysely'

// `一家／另一家 或同級`, in English `one / other or similar`.
const SIMILAR = { zh: ' 或同級', en: ' or similar' } as const

/**
 * SQL: the hotels that an itinerary names for a night, as the trade writes them. In English it is null if there is nothing to
 * translate; the names are then shown as they are. `s` is the segment.
 */
export const plannedHotel: { name: RawBuilder<string | null>; name_en: RawBuilder<string | null> } = {
  name: sql`nullif(concat_ws('／', s.hotel_name, s.other_hotel_name), '') || case when s.or_similar then ${SIMILAR.zh}::text else '' end`,
  name_en: sql`case when s.or_similar or s.other_hotel_name is not null then
    concat_ws(' / ', s.hotel_name, s.other_hotel_name) || case when s.or_similar then ${SIMILAR.en}::text else '' end end`,
}

/** SQL: the same as a hotel of which nothing is booked yet. */
export const plannedHotelOfNight = sql`case when num_nonnulls(s.hotel_name, s.other_hotel_name) > 0 then
  json_build_object('name', ${plannedHotel.name}, 'name_en', ${plannedHotel.name_en}, 'is_confirmed', false) end`

/** SQL: what each meal of a day is, beside who provides it. */
export const mealTexts = sql`'breakfast_text', s.breakfast_text, 'lunch_text', s.lunch_text, 'dinner_text', s.dinner_text`
