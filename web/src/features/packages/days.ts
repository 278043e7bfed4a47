import { type PackageInputSegment, randomKey } from 'guidon-sdk'
import type { Given } from '../../ui/forms/form.tsx'
import type { Segment } from './queries.ts'
import { transportOf } from './shared/transport-words.ts'

type Told = Omit<PackageInputSegment, 'day_from' | 'day_to' | 'sequence'>

/** A segment in the editor. Its days follow from its position, so that the editor leaves no gap. */
export type Row = Told & {
  key: string
  /** The number of its days. */
  length: number
  /** How many of them it shares with the segment before. */
  shared: number
  /** Whether all its fields are rendered. */
  isOpen: boolean
}

/** The initial rows of the editor: the stored segments, and an empty one for each day without a segment. */
export const rowsOf = ({ segments, days }: { segments: readonly Segment[]; days: number }): Row[] => {
  const written = Math.max(0, ...segments.map(({ day_to }) => day_to))
  const open = Array.from({ length: Math.max(0, days - written) }, (_, nth) => newRow(`day-${written + nth + 1}`))
  return [...writtenRows(segments), ...open]
}

const writtenRows = (segments: readonly Segment[]): Row[] =>
  segments.map(({ id, package_id, sequence, day_from, day_to, created_at, updated_at, version, ...told }, nth) => ({
    ...told,
    key: String(id),
    length: day_to - day_from + 1,
    shared: Math.max(0, (segments[nth - 1]?.day_to ?? 0) - day_from + 1),
    isOpen: false,
  }))

export const newRow = (key = randomKey()): Row => ({ key, title: '', length: 1, shared: 0, isOpen: false })

/** The first and the last day of each row. */
export const spansOf = (rows: readonly Row[]) => {
  let last = 0
  return rows.map(({ length, shared }) => {
    const day_from = Math.max(1, last + 1 - shared)
    last = day_from + length - 1
    return { day_from, day_to: last }
  })
}

const meals = ['included', 'own', 'onboard', 'none'] as const
const mealIn = (text: string) => meals.find((meal) => meal === text) ?? 'none'

/** The fields of an open row, by its key. */
const openIn = (given: Given, key: string) => {
  const of = (name: string) => given(`${name}_${key}`)
  return {
    title_en: of('title_en') || null,
    description: of('description') || null,
    description_en: of('description_en') || null,
    overnight_city_id: Number(of('overnight_city_id')) || null,
    hotel_name: of('hotel_name') || null,
    transport: transportOf(of('transport')),
    city_ids: of('city_ids').split(',').filter(Boolean).map(Number),
    breakfast: mealIn(of('breakfast')),
    lunch: mealIn(of('lunch')),
    dinner: mealIn(of('dinner')),
    breakfast_text: of('breakfast_text') || null,
    lunch_text: of('lunch_text') || null,
    dinner_text: of('dinner_text') || null,
    other_hotel_name: of('other_hotel_name') || null,
    or_similar: of('or_similar') === 'yes',
  }
}

/** The values of the editor as a body of the API. */
export const segmentsIn = (given: Given): PackageInputSegment[] => {
  const rows: Row[] = JSON.parse(given('days'))
  const spans = spansOf(rows)
  return rows.map(({ key, length, shared, isOpen, ...told }, nth) => ({
    ...told,
    ...(isOpen && openIn(given, key)),
    ...(spans[nth] ?? { day_from: 1 }),
  }))
}
