import { type Static, Type } from 'typebox'
import type { Columns, Table } from '../../kit/db/tables.ts'
import {
  currency,
  day,
  decimal,
  defaulted,
  described,
  flag,
  formed,
  labelled,
  line,
  list,
  money,
  nullable,
  oneOf,
  ref,
  refs,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'

export const packageStatuses = ['draft', 'published', 'archived'] as const
export type PackageStatus = (typeof packageStatuses)[number]
const MOST_DAYS = 120

const packageKinds = ['group', 'mini_group', 'private', 'incentive'] as const
/** Whether trips of a kind of package are open to strangers, unless staff say otherwise for a single trip. */
export function isPublicKind(kind: (typeof packageKinds)[number]) {
  return kind === 'group' || kind === 'mini_group'
}

/** Who is responsible for a deadline: the trip's person in charge of that kind. */
export const owners = ['op', 'sales', 'ticketing'] as const
export type Owner = (typeof owners)[number]
/** The deadlines that have words of their own. */
export const usualDeadlines = [
  ...['balance', 'briefing', 'deposit', 'guarantee', 'hotel_confirmation', 'insurance', 'name_list'],
  ...['passports', 'rooming_list', 'ticketing', 'visa'],
] as const
export function deadlineKey() {
  return formed('^[a-z][a-z0-9_]{0,39}$', 'rooming_list')
}

const PaymentPolicy = Type.Object({
  deposit: money(),
  balance_days_before: labelled(whole(0, 365), ['尾款期限（出發前天數）', 'Balance due, days before departure']),
})

/** A step with this number of days applies from the conclusion of the contract. */
const FROM_THE_CONTRACT = 3650
const daysBefore = `從出發前幾天起適用，到下一級為止；${FROM_THE_CONTRACT} 表示自簽約起。From so many days before the departure on, until the next step begins; ${FROM_THE_CONTRACT} is from the contract on.`
const feePercent = '取消時收取團費的百分比。What a cancellation costs, in percent of the price.'
const CancellationStep = Type.Object({
  days_before: described(whole(0, FROM_THE_CONTRACT), daysBefore),
  fee_percent: described(decimal(0, 100), feePercent),
})
/** The names of a deadline; a usual key has its own. */
export const deadlineNames = { name: nullable(line(100, '分房表')), name_en: nullable(line(100, 'Rooming list')) }
// Without a key it is known by its name.
const DeadlineRule = Type.Object({
  key: defaulted(deadlineKey()),
  ...deadlineNames,
  days_before: whole(0, 365),
  owner: defaulted(oneOf(owners)),
})

export const Package = Type.Object({
  package_code: formed('^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$', 'CNX'),
  name: line(200, '清邁古城五日'),
  name_en: nullable(line(200, 'Chiang Mai, five days')),
  slug: labelled(nullable(formed('^[a-z0-9][a-z0-9-]{0,78}[a-z0-9]$', 'hokkaido-in-the-snow')), [
    '網址名稱',
    'Name in the address',
  ]),
  subtitle: labelled(nullable(line(200, '洞爺湖畔住宿・小樽運河')), ['副標題', 'Subtitle']),
  subtitle_en: labelled(nullable(line(200, 'A lakeside stay and the canal of Otaru')), [
    '英文副標題',
    'Subtitle in English',
  ]),
  kind: defaulted(oneOf(packageKinds)),
  category_id: nullable(ref()),
  area_id: nullable(ref()),
  days: whole(1, MOST_DAYS),
  nights: defaulted(whole(0, MOST_DAYS)),
  departure_city_id: labelled(nullable(ref()), ['出發城市', 'Departure city']),
  highlights: defaulted(list(text(500, '入住古城精品旅館'), 50)),
  description: nullable(text(10_000)),
  description_en: nullable(text(10_000)),
  inclusions: defaulted(list(text(500, '全程早餐'), 100)),
  inclusions_en: defaulted(list(text(500, 'Breakfast every day'), 100)),
  exclusions: defaulted(list(text(500, '個人消費'), 100)),
  exclusions_en: defaulted(list(text(500, 'Personal expenses'), 100)),
  important_notes: labelled(nullable(text(10_000)), ['注意事項', 'Important notes']),
  important_notes_en: labelled(nullable(text(10_000)), ['英文注意事項', 'Important notes in English']),
  min_pax: defaulted(whole(1, 999)),
  max_pax: labelled(defaulted(whole(1, 999)), ['最多人數', 'Maximum group size']),
  leader_required_from_pax: labelled(nullable(whole(1, 999)), ['幾人起派領隊', 'Leader required from (people)']),
  payment_policy: nullable(PaymentPolicy),
  cancellation_policy: defaulted(list(CancellationStep, 20)),
  deadline_template: labelled(defaulted(list(DeadlineRule, 30)), ['期限範本', 'Deadline templates']),
  notes: nullable(text(2000)),
})
export const PackageRow = Type.Object({ ...Package.properties, status: defaulted(oneOf(packageStatuses)) })

export const PackageCountry = Type.Object({
  country_id: ref(),
  nights: nullable(whole(0, MOST_DAYS)),
  sequence: defaulted(whole()),
})
/** The fields of a country of a package. */
export const { properties: ofCountry } = without(PackageCountry, ['country_id'])
const PackageCopy = Type.Pick(Type.Partial(Package), ['package_code', 'name', 'name_en'])
export const Clone = Type.Object({ ...PackageCopy.properties, package_code: Package.properties.package_code })
export type Clone = Static<typeof Clone>

const meals = ['included', 'own', 'onboard', 'none'] as const

/** The fields of a segment, of a package and of a trip. */
export const Stretch = Type.Object({
  title: line(200, '清邁古城巡禮'),
  title_en: nullable(line(200, 'The old city')),
  description: nullable(text(10_000)),
  description_en: nullable(text(10_000)),
  overnight_city_id: labelled(nullable(ref()), ['住宿城市', 'Overnight city']),
  hotel_name: labelled(nullable(line(200, '塔瑪琳村')), ['飯店名稱', 'Name of the hotel']),
  /** A second hotel, one of which it will be. */
  other_hotel_name: labelled(nullable(line(200, '清邁麗絲卡爾頓')), ['第二家飯店', 'Second hotel']),
  or_similar: labelled(defaulted(flag()), ['或同級', 'Or similar']),
  breakfast: labelled(defaulted(oneOf(meals)), ['早餐', 'Breakfast']),
  lunch: labelled(defaulted(oneOf(meals)), ['午餐', 'Lunch']),
  dinner: labelled(defaulted(oneOf(meals)), ['晚餐', 'Dinner']),
  /** What the meal is; without it only who provides it is told. */
  breakfast_text: labelled(nullable(line(200, '飯店自助早餐')), ['早餐內容', 'What breakfast is']),
  lunch_text: labelled(nullable(line(200, '泰北風味餐')), ['午餐內容', 'What lunch is']),
  dinner_text: labelled(nullable(line(200, '帝王餐')), ['晚餐內容', 'What dinner is']),
  transport: labelled(nullable(line(200, 'coach')), ['交通', 'Transport']),
})
export const Segment = Type.Object({
  package_id: ref(),
  sequence: whole(1),
  day_from: labelled(whole(1, MOST_DAYS), ['起始天', 'First day']),
  day_to: whole(1, MOST_DAYS),
  ...Stretch.properties,
})
const { package_id: _package, sequence: _sequence, day_to, ...segmentFields } = Segment.properties
export const NewSegment = Type.Object({
  ...segmentFields,
  day_to: Type.Optional(day_to),
  sequence: Type.Optional(whole(1)),
  city_ids: defaulted(refs(50)),
})
export type NewSegment = Static<typeof NewSegment>
export const Itinerary = Type.Object({ segments: Type.Array(NewSegment, { maxItems: 200 }) })

/** A package; its days may be written in the same call, so that a published one can change its length. */
export const NewPackage = Type.Object({
  ...Package.properties,
  season_ids: labelled(defaulted(refs()), ['季節', 'Seasons']),
  countries: defaulted(list(PackageCountry, 60)),
  segments: Type.Optional(Type.Array(NewSegment, { maxItems: 200 })),
})
export type NewPackage = Static<typeof NewPackage>
export const PackageChange = Type.Partial(NewPackage)
export type PackageChange = Static<typeof PackageChange>
/** The price of one traveler, by case. */
export const Amounts = Type.Object({
  adult: money(),
  child_with_bed: labelled(nullable(money()), ['小孩佔床價', 'Child with bed']),
  child_no_bed: labelled(nullable(money()), ['小孩不佔床價', 'Child without bed']),
  infant: labelled(nullable(money()), ['嬰兒價', 'Infant price']),
  single_supplement: labelled(nullable(money()), ['單人房差', 'Single supplement']),
  land_only: labelled(nullable(money()), ['僅當地團費', 'Land only']),
  deposit: nullable(money()),
})
export const Price = Type.Object({
  season_id: nullable(ref()),
  valid_from: nullable(day()),
  valid_to: labelled(nullable(day()), ['適用至', 'Valid until']),
  currency: defaulted(currency()),
  ...Amounts.properties,
  notes: nullable(text(2000)),
})
export type Price = Static<typeof Price>
export const PriceChange = Type.Partial(Price)
export type PriceChange = Static<typeof PriceChange>
export const OwnedPrice = Type.Object({ package_id: ref(), ...Price.properties })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    packages: Table<typeof PackageRow>
    package_countries: { package_id: number } & Columns<typeof PackageCountry>
    package_seasons: { package_id: number; season_id: number }
    package_segments: Table<typeof Segment>
    package_segment_cities: { segment_id: number; city_id: number; sequence: number }
    package_prices: Table<typeof OwnedPrice>
  }
}

const city_ids = Type.Array(ref())
export const ShownSegment = RecordOf(Segment, { city_ids })
export const ShownPrice = RecordOf(OwnedPrice)
