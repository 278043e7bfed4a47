import { codesIn, insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Calendar } from './calendar.ts'

export type Ids = Map<string, number>

/** Creates the packages with their days and prices. Returns their ids by code. */
export async function addPackages(tx: Tx, calendar: Calendar): Promise<Ids> {
  const rows = seedRows('demo/packages')
  const texts = new Map(seedRows('demo/package-texts').map((row) => [row.package, row]))
  const known = await geographyOf(tx)
  const packages = await insertMissing(
    tx,
    'packages',
    rows.map((row) => ({ ...packageOf(row, known), ...textsOf(texts.get(row.code)) })),
  )
  const ids = new Map(packages.map(({ package_code, id }) => [package_code, id]))
  const countries = rows.flatMap(({ code = '', countries }) =>
    codesIn(countries).map((country, sequence) => ({
      package_id: ids.get(code),
      country_id: known.countries.get(country),
      sequence,
    })),
  )
  await insertMissing(tx, 'package_countries', countries)
  await insertMissing(
    tx,
    'package_prices',
    rows.flatMap((row) => pricesOf(row, ids.get(row.code ?? ''), calendar)),
  )
  await writeItineraries(tx, ids, known.cities)
  return ids
}

const packageOf = (row: SeedRow, { areas, categories, cities }: Geography) => {
  const { code: package_code, name, name_en, kind, min_pax, max_pax, leader_from, status, slug, subtitle_en } = row
  return {
    package_code,
    name,
    name_en,
    slug,
    subtitle_en,
    kind,
    min_pax,
    max_pax,
    status,
    leader_required_from_pax: leader_from,
    days: row.days,
    nights: Number(row.days) - 1,
    departure_city_id: cities.get('Taipei'),
    category_id: categories.get(row.category ?? ''),
    area_id: areas.get(row.area ?? ''),
    highlights: row.highlights?.split('|') ?? [],
    ...promised,
    payment_policy: { deposit: Number(row.deposit), balance_days_before: 30 },
    notes: null,
  }
}

/** What a package says in its own words; one without a row has the usual sentences. */
const textsOf = (row: SeedRow | undefined) => {
  if (!row) return { subtitle: null, description: null, description_en: null }
  const lists = ['inclusions', 'inclusions_en', 'exclusions', 'exclusions_en'].map((name) => [
    name,
    row[name]?.split('|') ?? [],
  ])
  const { subtitle, description, description_en, important_notes, important_notes_en } = row
  return { subtitle, description, description_en, important_notes, important_notes_en, ...Object.fromEntries(lists) }
}

// The usual keys have names of their own.
const unnamed = { name: null, name_en: null }
const promised = {
  inclusions: ['來回機票與稅金', '全程住宿與行程所列餐食', '領隊與當地導遊', '旅遊責任險'],
  inclusions_en: [
    'Flights with taxes',
    'All hotels, and meals as in the itinerary',
    'Tour leader and local guide',
    'Travel liability insurance',
  ],
  exclusions: ['護照與簽證費', '個人消費', '小費'],
  exclusions_en: ['Passport and visa fees', 'Personal expenses', 'Tips'],
  important_notes: '出發前請查看當地天氣，準備合適衣物與好走的鞋。\n自由活動時請隨身攜帶飯店名片與領隊電話。',
  important_notes_en:
    'Look at the weather there before you leave; bring clothes for it and comfortable shoes.\nIn your free time, carry the card of the hotel and the number of your leader.',
  cancellation_policy: [
    { days_before: 3650, fee_percent: 5 },
    { days_before: 40, fee_percent: 10 },
    { days_before: 30, fee_percent: 20 },
    { days_before: 20, fee_percent: 30 },
    { days_before: 1, fee_percent: 50 },
    { days_before: 0, fee_percent: 100 },
  ],
  deadline_template: [
    { ...unnamed, key: 'guarantee', days_before: 21, owner: 'sales' },
    { ...unnamed, key: 'balance', days_before: 30, owner: 'sales' },
    { ...unnamed, key: 'hotel_confirmation', days_before: 25, owner: 'op' },
    { ...unnamed, key: 'rooming_list', days_before: 10, owner: 'op' },
    { ...unnamed, key: 'name_list', days_before: 7, owner: 'ticketing' },
  ],
}

const pricesOf = (
  { adult, child_no_bed, infant, single, deposit, peak }: SeedRow,
  package_id: number | undefined,
  { day }: Calendar,
) => {
  const price = { package_id, adult, child_with_bed: adult, child_no_bed, infant, single_supplement: single, deposit }
  const usual = { ...price, valid_from: null, valid_to: null }
  const dear = { ...price, adult: peak, child_with_bed: peak, valid_from: `${day('40')}`, valid_to: `${day('75')}` }
  return peak ? [usual, dear] : [usual]
}

const writeItineraries = async (tx: Tx, ids: Ids, cities: Ids) => {
  const rows = seedRows('demo/segments')
  const segments = await insertMissing(
    tx,
    'package_segments',
    rows.map((row, i) => segmentOf(row, i + 1 - rows.findIndex((first) => first.package === row.package), ids, cities)),
  )
  const visited = segments.flatMap(({ id: segment_id }, i) =>
    (rows[i]?.cities ?? '').split('|').map((city, sequence) => ({ segment_id, city_id: cities.get(city), sequence })),
  )
  await insertMissing(tx, 'package_segment_cities', visited)
}

const segmentOf = (row: SeedRow, sequence: number, ids: Ids, cities: Ids) => {
  const {
    package: code = '',
    days = '',
    title,
    title_en,
    overnight = '',
    hotel: hotel_name,
    meals = '',
    transport,
    description,
    description_en,
    lunch_text,
    dinner_text,
    other_hotel: other_hotel_name,
    or_similar,
  } = row
  const [day_from, day_to = day_from] = days.split('-')
  const [breakfast, lunch, dinner] = [...meals].map((letter) => mealOf[letter])
  return {
    package_id: ids.get(code),
    sequence,
    day_from,
    day_to,
    title,
    title_en,
    description,
    description_en,
    overnight_city_id: cities.get(overnight),
    hotel_name,
    breakfast,
    lunch,
    dinner,
    lunch_text,
    dinner_text,
    other_hotel_name,
    or_similar: or_similar === 'yes',
    transport,
  }
}
const mealOf: Record<string, string> = { i: 'included', o: 'own', a: 'onboard', '-': 'none' }

type Geography = Awaited<ReturnType<typeof geographyOf>>

/** The ids of records that the files name by code or English name. */
const geographyOf = async (tx: Tx) => {
  const areas = await tx.selectFrom('geographical_areas').select(['code', 'id']).execute()
  const categories = await tx.selectFrom('categories').select(['code', 'id']).execute()
  const countries = await tx.selectFrom('countries').select(['iso_alpha2 as code', 'id']).execute()
  const cities = await tx.selectFrom('cities').select(['name_en as code', 'id']).orderBy('id', 'desc').execute()
  return { areas: byCode(areas), categories: byCode(categories), countries: byCode(countries), cities: byCode(cities) }
}
const byCode = (rows: { code: string | null; id: number }[]): Ids =>
  new Map(rows.map(({ code, id }) => [code ?? '', id]))
