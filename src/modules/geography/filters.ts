import { type Filter, reached } from '../../kit/list/filters.ts'
import { cityInArea } from './in-area.ts'

// Filters for records in a city or a country. A continent, region or area includes all places below it.

const countryOfContinent = (column: string) => reached(column, 'countries', 'id', 'continent_id')
const city = (column: string, by: string | Filter) => reached(column, 'cities', 'id', by)

/** The filters of records with a city. */
export function cityFilters(column: string) {
  return {
    country_id: city(column, 'country_id'),
    continent_id: city(column, countryOfContinent('cities.country_id')),
    region_id: city(column, 'region_id'),
    area_id: city(column, cityInArea),
  }
}

/** The filters of records with several countries, which are in a table of links. */
export function countryFilters(column: string, links: string, pick: string) {
  return {
    country_id: reached(column, links, pick, 'country_id'),
    continent_id: reached(column, links, pick, countryOfContinent(`${links}.country_id`)),
  }
}

/** The filters of records with days that lead through cities: the table of the days, and that of the cities of a day. */
export function dayFilters(column: string, days: string, pick: string, cities: string) {
  const through = (by: string | Filter) => reached(column, days, pick, reached(`${days}.id`, cities, 'segment_id', by))
  return { city_id: through('city_id'), region_id: through(city(`${cities}.city_id`, 'region_id')) }
}
