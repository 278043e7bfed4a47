import { Type } from 'typebox'
import { list, nullable, oneOf, orNull, ref, shown, shownFields } from '../../kit/fields.ts'
import { shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { Amounts, OwnedPrice, PackageCountry, PackageRow, ShownPrice, ShownSegment } from './schema.ts'

const { countries } = shownFields({ countries: list(PackageCountry) })
export const namedInPackages = { category: 'categories', area: 'geographical_areas', departure_city: 'cities' }
const links = { season_ids: Type.Array(ref()), countries }

/** A package in lists, and a single package with its days and prices. */
export const ListedPackage = RecordOf(PackageRow, { ...links, ...shownNames(namedInPackages) })
export const ShownPackage = RecordOf(PackageRow, {
  ...links,
  segments: Type.Array(ShownSegment),
  prices: Type.Array(ShownPrice),
})

const priceSources = ['trip', 'dated', 'season', 'default'] as const
const { valid_from, valid_to, currency } = shown(OwnedPrice).properties
const amounts = Object.entries(Amounts.properties).map(([name, amount]) => [name, nullable(amount)])

/** The price of a departure and its source. Without a price the source is null. */
export const ResolvedPrice = Type.Object({
  ...shownFields({ source: nullable(oneOf(priceSources)), price_id: nullable(ref()), season_id: nullable(ref()) }),
  valid_from,
  valid_to,
  currency: orNull(currency),
  ...shownFields(Object.fromEntries(amounts)),
})
