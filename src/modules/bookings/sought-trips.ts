import { sql } from 'kysely'
import type { Condition } from '../../kit/db/fragments.ts'
import { type Filter, queryText } from '../../kit/list/filters.ts'
import { wordsOf } from '../../kit/list/search.ts'
import { countriesCalled } from '../../kit/words/countries.ts'

// What a visitor types to find a trip: words in any order, each of which must be said of the trip.

/** A word that is sought, and how it is recognized: a month or a year of the departure, a country, else a text. */
export type SoughtWord = {
  word: string
  month?: number | undefined
  year?: number | undefined
  countries?: string[]
  pattern?: string
  /** A regular expression in place of the pattern. */
  shape?: string
}

// Each word is looked for in all trips.
const MOST_WORDS = 8

/** The words of what was typed. */
export function soughtWords(typed: string): SoughtWord[] {
  const plain = typed.normalize('NFKC').toLowerCase().replaceAll('臺', '台')
  const words = wordsOf(plain.replace(YEAR_AND_MONTH, ' $1年$2月 ').replace(MONTH, ' $& '))
  const all = words.length ? words : [plain.trim()]
  return [...new Set(all)].slice(0, MOST_WORDS).map(meant)
}

const YEAR_AND_MONTH = /(?<!\d)(20\d\d)[-/.](0?[1-9]|1[0-2])(?![\d/.-])/g
// 十二月 is no 二月, and 12月 no 2月.
const MONTH = /(?:20\d\d年)?(?<![\d十])(?:1[0-2]|0?[1-9]|十一|十二|[一二三四五六七八九十])月份?/g
const ONE_MONTH = /^(?:(20\d\d)年)?(\d+|十一|十二|[一二三四五六七八九十])月份?$/

const meant = (word: string): SoughtWord => {
  const [, year, month] = ONE_MONTH.exec(word) ?? []
  if (month) return { word, month: monthNumber(month), year: year ? Number(year) : undefined }
  const [, yearAlone] = /^(20\d\d)年$/.exec(word) ?? []
  if (yearAlone) return { word, year: Number(yearAlone) }
  const named = monthsInEnglish.findIndex((names) => names.includes(word))
  if (named >= 0) return { word, month: named + 1 }
  const countries = countriesCalled(word)
  // `ci` is the airline of CI130 and no part of "city"; `5` is no part of 15.
  if (/^[a-z]{1,2}$/.test(word)) return { word, countries, shape: `(^|[^a-z0-9])${word}($|[^a-z])` }
  if (/^\d{1,2}$/.test(word)) return { word, shape: `(^|[^0-9])${word}($|[^0-9])` }
  return { word, countries, pattern: `%${word.replace(/[\\%_]/g, '\\$&')}%` }
}

const monthNumber = (text: string) => Number(text) || numerals.indexOf(text) + 1
const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const monthsInEnglish = Array.from({ length: 12 }, (_, month) => {
  const long = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2027, month, 1))
  return [long.toLowerCase(), long.slice(0, 3).toLowerCase(), ...(month === 8 ? ['sept'] : [])]
})

// Everything by which a trip is found, in lower case as the words are. Only a text with full-width letters or digits is normalized,
// because that is slow. `offset 0` keeps the planner from putting the text together once for each mention.
const textOfTrip = sql`(select case when said ~ '[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]' then lower(normalize(said, nfkc)) else said end
  from (select lower(replace(concat_ws(' ', planned_trips.serial, planned_trips.name, planned_trips.name_en,
    (select concat_ws(' ', p.package_code, p.name, p.name_en, p.subtitle, p.subtitle_en, p.description, array_to_string(p.highlights, ' '))
       from packages p where p.id = planned_trips.package_id),
    (select concat_ws(' ', a.name, a.name_en) from geographical_areas a where a.id = planned_trips.area_id),
    (select concat_ws(' ', c.name, c.name_en) from categories c where c.id = planned_trips.category_id),
    (select string_agg(concat_ws(' ', s.title, s.title_en, s.description), ' ') from planned_trip_segments s where s.planned_trip_id = planned_trips.id),
    (select string_agg(concat_ws(' ', c.name, c.name_en, array_to_string(c.aliases, ' ')), ' ')
       from planned_trip_segments s join planned_trip_segment_cities v on v.segment_id = s.id join cities c on c.id = v.city_id
      where s.planned_trip_id = planned_trips.id),
    (select string_agg(concat_ws(' ', n.name, n.name_en), ' ') from trip_countries tc join countries n on n.id = tc.country_id
      where tc.planned_trip_id = planned_trips.id),
    (select string_agg(concat_ws(' ', f.flight_number, a.iata_code, a.icao_code, a.name, a.name_en), ' ')
       from planned_trip_flights f left join airlines a on a.id = f.airline_id
      where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled')), '臺', '台')) as said offset 0) texts)`

/** SQL over `planned_trips`: for each word, in their order, whether it is said of the trip. `words` is the JSON of `soughtWords`. */
export function saidOfTrip(words: unknown) {
  return sql<boolean[]>`(
  with texts as materialized (select ${textOfTrip} as said)
  select coalesce(array_agg(
      case when w ? 'month' or w ? 'year' then
        (not w ? 'month' or extract(month from planned_trips.departure_date) = (w ->> 'month')::integer)
        and (not w ? 'year' or extract(year from planned_trips.departure_date) = (w ->> 'year')::integer)
      else coalesce(case when w ? 'shape' then texts.said ~ (w ->> 'shape') else texts.said like (w ->> 'pattern') end, false)
        or (jsonb_array_length(coalesce(w -> 'countries', '[]')) > 0 and exists (
          select from trip_countries tc join countries n on n.id = tc.country_id
           where tc.planned_trip_id = planned_trips.id and w -> 'countries' ? n.iso_alpha2)) end order by nr), '{}')
    from texts, jsonb_array_elements(${words}::text::jsonb) with ordinality as sought (w, nr))`
}

/** The filter of open trips by what a visitor types. */
export const saidOfOpenTrip: Filter = {
  isOfFew: true,
  schema: queryText,
  parameter: (typed) => JSON.stringify(soughtWords(String(typed))),
  where: (words): Condition => sql`(not ${saidOfTrip(words)} @> '{false}'::boolean[])`,
}
