import { codesIn, inOrder, insertMissing, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { countryIds } from '../geography/seed.ts'

/** Airlines with groups from Taiwan, with their hubs; needs the cities. */
export async function seedAirlines(tx: Tx) {
  const countries = await countryIds(tx)
  const rows = inOrder(seedRows('airlines'))
  const airlines = rows.map(({ country = '', hubs, ...airline }) => ({
    ...airline,
    country_id: countries.get(country),
  }))
  const added = await insertMissing(tx, 'airlines', airlines)

  const cities = await tx.selectFrom('cities').select(['id', 'iata_code']).execute()
  const cityIds = new Map(cities.map(({ id, iata_code }) => [iata_code, id]))
  const hubs = added.flatMap(({ id, iata_code }) =>
    codesIn(rows.find((row) => row.iata_code === iata_code)?.hubs).map((city) => ({
      airline_id: id,
      city_id: cityIds.get(city),
      is_hub: true,
    })),
  )
  await insertMissing(tx, 'airline_cities', hubs)
}
