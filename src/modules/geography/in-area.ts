import { either, type Filter, reached } from '../../kit/list/filters.ts'

// An area has countries and cities. A city is in an area directly or by its country; a country or region is in it directly or by
// one of its cities.

const countries = 'geographical_area_countries'
const cities = 'geographical_area_cities'
const byCountry = (column: string) => reached(column, countries, 'country_id', 'area_id')
const byCity = (column: string, pick: string) =>
  reached(column, 'cities', pick, reached('cities.id', cities, 'city_id', 'area_id'))

export function countryInArea(column: string) {
  return either(byCountry(column), byCity(column, 'country_id'))
}
export const regionInArea = either(byCountry('regions.country_id'), byCity('regions.id', 'region_id'))
export const cityInArea = either(byCountry('cities.country_id'), reached('cities.id', cities, 'city_id', 'area_id'))

const areaOver = (link: string, by: string | Filter) => reached('geographical_areas.id', link, 'area_id', by)

export const areaOfContinent = areaOver(
  countries,
  reached(`${countries}.country_id`, 'countries', 'id', 'continent_id'),
)
export const areaOfCountry = either(
  areaOver(countries, 'country_id'),
  areaOver(cities, reached(`${cities}.city_id`, 'cities', 'id', 'country_id')),
)
export const areaOfCity = either(
  areaOver(cities, 'city_id'),
  areaOver(countries, reached(`${countries}.country_id`, 'cities', 'country_id', 'id')),
)
