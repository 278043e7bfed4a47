import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Json } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { ref } from '../../kit/fields.ts'
import { conditionsOf, is, parametersOf } from '../../kit/list/filters.ts'
import { cityInArea, countryInArea, regionInArea } from './in-area.ts'

const MOST_CITIES = 10_000

/** Filters of the tree; an area filters its regions and cities too. */
export const treeFilters = {
  continent_id: is('countries.continent_id', ref()),
  country_id: is('countries.id', ref()),
  area_id: countryInArea('countries.id'),
}
type Asked = Record<string, unknown>

/** The active places from continents to cities; a city without a region is listed under its country. */
export async function readTree(db: Db, asked: Asked): Promise<Json> {
  const { json, cities } = found(await tree(db, parametersOf(treeFilters, asked)))
  return { json, meta: { cities, is_complete: cities < MOST_CITIES } }
}

const tree = oneRow((_db, given: Asked) => treeOf(given))

const treeOf = (given: Asked) => {
  const ofCountries = conditionsOf(treeFilters, given)
  const isNarrowed = ofCountries.length > 0
  return sql<{ json: string; cities: number }>`
    with country as (
      select id, continent_id, name, name_en, sort_order from countries where ${activeAnd(ofCountries)}
    ), region as (
      select id, country_id, name, name_en, sort_order from regions
       where ${activeAnd(conditionsOf({ area_id: regionInArea }, given))} and country_id in (select id from country)
    ), city as (
      select cities.id, cities.country_id, region.id as region_id, cities.name, cities.name_en, cities.sort_order
        from cities join country on country.id = cities.country_id left join region on region.id = cities.region_id
       where ${activeAnd(conditionsOf({ area_id: cityInArea }, given), 'cities.')}
       order by cities.sort_order, cities.id limit ${MOST_CITIES}
    ), in_region as (
      select region_id, ${nodes()} as cities from city group by region_id
    ), in_country as (
      select country_id, ${nodes()} as cities from city where region_id is null group by country_id
    ), regions_of as (
      select country_id, ${nodes('cities')} as regions from region left join in_region on region_id = id group by country_id
    ), countries_of as (
      select continent_id, ${nodes('regions', 'cities')} as countries from country
        left join regions_of on regions_of.country_id = id left join in_country on in_country.country_id = id
       group by continent_id
    )
    select coalesce(${nodes('countries')}, '[]')::text as json, (select count(*) from city) as cities
      from continents left join countries_of on continent_id = id
     where ${activeAnd(isNarrowed ? [sql<SqlBool>`continent_id is not null`] : [])}`
}

const activeAnd = (conditions: RawBuilder<SqlBool>[], of = '') =>
  sql.join([sql.ref(`${of}is_active`), ...conditions], sql` and `)

/** Places with the places in them, in order. */
const nodes = (...inner: string[]) => {
  const parts = inner.map((name) => sql`, ${sql.lit(name)}, coalesce(${sql.ref(name)}, '[]')`)
  return sql`json_agg(json_build_object('id', id, 'name', name, 'name_en', name_en${sql.join(parts, sql``)})
    order by sort_order, name, id)`
}
