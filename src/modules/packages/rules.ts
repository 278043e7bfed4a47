import { constraint } from '../../kit/db/faults.ts'
import type { FieldFaults } from '../../kit/errors.ts'
import { plural, type Words } from '../../kit/words/words.ts'

type Span = { day_from: number; day_to: number }

/** What prevents publishing a package, by field; empty if nothing does. */
export function publishFaults(days: number, segments: Span[], prices: Prices): FieldFaults {
  const itinerary = itineraryFaults(days, segments)
  return {
    ...(itinerary.length && { segments: itinerary }),
    ...(!prices.hasValid && { prices: [noPrice] }),
    ...(prices.hasValid && prices.lacksInfant && { prices: [noInfantPrice] }),
  }
}
type Prices = { hasValid: boolean; lacksInfant: boolean }

export const noInfantPrice: Words = [
  '每個價格都須有嬰兒價（不收費請填 0）。',
  'Each price needs one for infants: enter it, or 0 if they travel free.',
]

/** Every day must have a segment, in order, and none may lie after the last day. */
const itineraryFaults = (days: number, segments: Span[]): Words[] => {
  const isCovered = (day: number) => segments.some(({ day_from, day_to }) => day_from <= day && day <= day_to)
  const missing = Array.from({ length: days }, (_, i) => i + 1).filter((day) => !isCovered(day))
  const beyond = segments.filter(({ day_to }) => day_to > days)
  const early = segments.filter(({ day_from }, i) => day_from < (segments[i - 1]?.day_from ?? 0))
  return [
    ...missing.map((day): Words => [`第 ${day} 天沒有行程。`, `Day ${day} has no segment.`]),
    ...beyond.map(
      ({ day_to }): Words => [
        `行程共 ${days} 天，卻排到第 ${day_to} 天。`,
        `It lasts ${plural(days, 'day')}, yet a segment reaches day ${day_to}.`,
      ],
    ),
    ...early.map(
      ({ day_from }): Words => [`第 ${day_from} 天排在後面的日子之後。`, `Day ${day_from} stands behind a later day.`],
    ),
  ]
}

const noPrice: Words = ['從今天起沒有任何適用的價格。', 'There is no price that holds on any day from today on.']

/** A key must be unique in a template, because it identifies a deadline of a trip. */
export function templateFaults(template: Rule[] = []): FieldFaults {
  const nameless = template.findIndex(({ key, name }) => !key && !name)
  if (nameless >= 0) return { [`deadline_template.${nameless}.name`]: [namelessDeadline] }
  const keys = template.flatMap(({ key }) => key ?? [])
  return new Set(keys).size < keys.length
    ? { deadline_template: [['同一個期限只能出現一次。', 'Each key may stand here only once.']] }
    : {}
}
type Rule = { key?: string | undefined; name?: string | null | undefined }

const namelessDeadline: Words = ['請填寫期限的名稱。', 'Give the deadline a name.']

/** Gives every deadline a key that no other of the package has. */
export function withKeys<R extends Rule>(template: R[] | undefined) {
  const taken = new Set(template?.map(({ key }) => key))
  return template?.map((rule) => {
    if (rule.key) return { ...rule, key: rule.key }
    let number = 1
    while (taken.has(`own_${number}`)) number += 1
    taken.add(`own_${number}`)
    return { ...rule, key: `own_${number}` }
  })
}

constraint('packages_nights', 'nights', ['不可多於天數。', 'Must not be more than the days.'])
constraint('packages_slug', 'slug', ['另一個行程已使用這個網址。', 'Another package has this address.'])
constraint('packages_pax', 'max_pax', ['不可少於最低成團人數。', 'Must not be less than the minimum.'])
constraint('package_segments_days', 'segments', [
  '每一段的最後一天不可早於第一天。',
  'The last day of a segment must not be before its first.',
])
constraint('package_prices_dates', 'valid_to', [
  '生效日與失效日必須同時填寫或同時省略。',
  'Give both the first and the last day, or neither.',
])
constraint('package_prices_span', 'valid_to', ['不可早於生效日。', 'Must not be before the first day it applies.'])
constraint('package_prices_kind', 'season_id', [
  '價格只能依季節或依日期，不能兩者兼有。',
  'A price holds in a season or on certain days, not both.',
])
constraint('package_prices_overlap', 'valid_from', [
  '與另一個價格的日期重疊。',
  'The days overlap with those of another price.',
])
