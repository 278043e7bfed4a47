import { Type } from 'typebox'
import { constraint } from '../kit/db/faults.ts'
import { inOrder, insertMissing, seedRows } from '../kit/db/seeds.ts'
import type { Table, Tx } from '../kit/db/tables.ts'
import { code, day, defaulted, line, nullable, oneOf } from '../kit/fields.ts'
import { from, until } from '../kit/list/filters.ts'
import { linkRoutes } from '../kit/resource/link-routes.ts'
import { resource } from '../kit/resource/resource.ts'
import { countryFilters } from './geography/filters.ts'
import { referenceAccess, referenceFields } from './reference-data.ts'

const fields = Type.Object({
  code: code(30, 'SAKURA_2027'),
  name: line(100, '櫻花季'),
  name_en: nullable(line(100, 'Cherry blossom')),
  starts_on: day(),
  ends_on: day(),
  level: defaulted(oneOf(['low', 'shoulder', 'high', 'peak'])),
  ...referenceFields,
})

const countries = { table: 'season_countries', from: 'season_id', to: 'country_id' }

declare module '../kit/db/tables.ts' {
  interface Tables {
    seasons: Table<typeof fields>
    season_countries: { season_id: number; country_id: number; starts_on: string | null; ends_on: string | null }
  }
}

constraint('seasons_span', 'ends_on', ['不可早於開始日。', 'Must not be before the first day.'])
constraint('season_countries_span', 'countries', [
  '結束日不可早於開始日。',
  'The last day must not be before the first.',
])
constraint('season_countries_dates', 'countries', [
  '開始日與結束日必須同時填寫或同時省略。',
  'Give both the first and the last day, or neither.',
])

export default resource(
  {
    table: 'seasons',
    noun: ['季節', 'season'],
    fields,
    links: { country_ids: countries },
    search: ['code', 'name', 'name_en'],
    filter: ['level', 'is_active'],
    filters: {
      from: from('seasons.ends_on', day()),
      to: until('seasons.starts_on', day()),
      ...countryFilters('seasons.id', 'season_countries', 'season_id'),
    },
    sort: ['sort_order', 'starts_on', 'name'],
    order: 'sort_order',
    option: ['starts_on', 'ends_on', 'level'],
    access: referenceAccess,
  },
  (on) =>
    linkRoutes(on, {
      of: 'seasons',
      name: 'countries',
      summary: 'The countries of a season, some with dates of their own',
      link: countries,
      carries: { starts_on: nullable(day()), ends_on: nullable(day()) },
      access: referenceAccess,
    }),
)

export function seedSeasons(tx: Tx) {
  return insertMissing(tx, 'seasons', inOrder(seedRows('seasons')))
}
