import { isDeepStrictEqual } from 'node:util'
import type { Words } from '../../kit/words/words.ts'
import type { PublishedFacts } from './published-facts.ts'

/** The parts of what a visitor reads of a trip, as the office speaks of them. */
export const partWords = {
  name: ['團名', 'Name'],
  dates: ['日期', 'Dates'],
  introduction: ['介紹', 'Introduction'],
  days: ['每日行程', 'Days'],
  hotels: ['飯店', 'Hotels'],
  meals: ['餐食', 'Meals'],
  flights: ['航班', 'Flights'],
  confirmations: ['航班與飯店是否已確認', 'What of flights and hotels is confirmed'],
  prices: ['價格', 'Prices'],
  payment: ['付款條件', 'Payment terms'],
  cancellation: ['取消條款', 'Cancellation terms'],
  inclusions: ['費用包含', 'Included'],
  exclusions: ['費用不含', 'Not included'],
  notes: ['注意事項', 'Important notes'],
  group_size: ['成團與人數上限', 'Minimum and capacity'],
} as const satisfies Record<string, Words>
export type Part = keyof typeof partWords
export const parts = Object.keys(partWords) as Part[]

/** The parts in which two publications differ. */
export function differingParts(one: PublishedFacts, other: PublishedFacts): Part[] {
  return parts.filter((part) => !isDeepStrictEqual(content[part](one), content[part](other)))
}

const content: Record<Part, (facts: PublishedFacts) => unknown> = {
  name: ({ name, name_en }) => [name, name_en],
  dates: ({ departure_date, return_date }) => [departure_date, return_date],
  introduction: ({ subtitle, subtitle_en, description, description_en, highlights }) => [
    [subtitle, subtitle_en, description, description_en],
    highlights,
  ],
  days: ({ segments }) => segments.map(programOf),
  hotels: ({ segments }) => segments.map(({ hotel }) => hotel && [hotel.name, hotel.name_en]),
  meals: ({ segments }) => segments.map(mealsOf),
  flights: ({ flights }) => flights.map(({ is_confirmed: _is, ...flight }) => flight),
  confirmations: ({ flights, segments }) => [
    flights.map(({ is_confirmed }) => is_confirmed),
    segments.map(({ hotel }) => hotel?.is_confirmed ?? null),
  ],
  prices: ({ currency, prices }) => [currency, prices],
  payment: ({ payment_policy }) => payment_policy,
  cancellation: ({ cancellation_policy }) => cancellation_policy,
  inclusions: ({ inclusions, inclusions_en }) => [inclusions, inclusions_en],
  exclusions: ({ exclusions, exclusions_en }) => [exclusions, exclusions_en],
  notes: ({ important_notes, important_notes_en }) => [important_notes, important_notes_en],
  group_size: ({ min_pax, capacity }) => [min_pax, capacity],
}

type Day = PublishedFacts['segments'][number]

const programOf = ({ day_from, day_to, title, title_en, description, description_en, transport, cities }: Day) => ({
  ...{ day_from, day_to, title, title_en, description, description_en, transport, cities },
})

// Publications from before meals had texts have none.
const mealsOf = ({ breakfast, lunch, dinner, ...texts }: Day) => [
  ...[breakfast, lunch, dinner],
  ...[texts.breakfast_text ?? null, texts.lunch_text ?? null, texts.dinner_text ?? null],
]
