import { codesIn, inOrder, insertMissing, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { countryName } from '../../kit/words/countries.ts'

type Ids = Map<string, number>

/** The geography of a new installation, from Taiwan's point of view. */
export async function seedGeography(tx: Tx) {
  await insertMissing(tx, 'continents', seedRows('continents'))
  await seedCountries(tx)
  const countries = await countryIds(tx)
  await seedRegions(tx, countries)
  await seedCities(tx, countries)
  await seedAirports(tx, countries)
  await seedAreas(tx, countries)
}

export async function countryIds(tx: Tx): Promise<Ids> {
  const rows = await tx.selectFrom('countries').select(['id', 'iso_alpha2']).execute()
  return new Map(rows.map(({ id, iso_alpha2 }) => [iso_alpha2, id]))
}

const seedCountries = async (tx: Tx) => {
  const continents = await tx.selectFrom('continents').select(['id', 'code']).execute()
  const ids = new Map(continents.map(({ id, code }) => [code, id]))
  const countries = seedRows('countries').map(({ iso_alpha2 = '', continent = '', ...country }) => {
    const [name, name_en] = countryName(iso_alpha2)
    return { ...country, iso_alpha2, name, name_en, continent_id: ids.get(continent) }
  })
  await insertMissing(tx, 'countries', countries)
}

const seedRegions = async (tx: Tx, countries: Ids) => {
  const regions = inOrder(seedRows('regions')).map(({ country = '', ...region }) => ({
    ...region,
    country_id: countries.get(country),
  }))
  await insertMissing(tx, 'regions', regions)
}

// Not every city has a code. A city that was renamed in one language is found by its other name.
const seedCities = async (tx: Tx, countries: Ids) => {
  const regions = await tx.selectFrom('regions').select(['id', 'country_id', 'code']).execute()
  const regionIds = new Map(regions.map(({ id, country_id, code }) => [`${country_id} ${code}`, id]))
  const there = await tx.selectFrom('cities').select(['country_id', 'name', 'name_en']).execute()
  const known = new Set(there.flatMap(namesOf))
  const cities = inOrder(seedRows('cities')).map(({ country = '', region_code, aliases = '', ...city }) => {
    const country_id = countries.get(country)
    const region_id = regionIds.get(`${country_id} ${region_code}`)
    return { ...city, country_id, region_id, aliases: aliases.split('|').filter(Boolean) }
  })
  const missing = cities.filter((city) => !namesOf(city).some((name) => known.has(name)))
  await insertMissing(tx, 'cities', missing)
}

// Airports whose city was removed or renamed in English are left out, because they would have no time zone.
const seedAirports = async (tx: Tx, countries: Ids) => {
  const there = await tx.selectFrom('cities').select(['id', 'country_id', 'name_en', 'timezone']).execute()
  const cities = new Map(there.map((city) => [`${city.country_id} ${city.name_en}`, city]))
  const airports = inOrder(seedRows('airports')).flatMap(({ country = '', city = '', ...airport }) => {
    const home = cities.get(`${countries.get(country)} ${city}`)
    return home ? [{ ...airport, city_id: home.id, timezone: home.timezone }] : []
  })
  await insertMissing(tx, 'airports', airports)
}

const namesOf = ({ country_id, name, name_en }: { country_id?: number; name?: string; name_en?: string | null }) => [
  `${country_id} ${name}`,
  `${country_id} ${name_en}`,
]

const seedAreas = async (tx: Tx, countries: Ids) => {
  const rows = inOrder(seedRows('areas'))
  const areas = rows.map(({ countries, ...area }) => area)
  const added = await insertMissing(tx, 'geographical_areas', areas)
  const links = added.flatMap(({ id, code }) =>
    codesIn(rows.find((row) => row.code === code)?.countries).map((country) => ({
      area_id: id,
      country_id: countries.get(country),
    })),
  )
  await insertMissing(tx, 'geographical_area_countries', links)
}
