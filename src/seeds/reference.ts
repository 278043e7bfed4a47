import type { Tx } from '../kit/db/tables.ts'
import { seedAddonTypes } from '../modules/addon-requests/seed.ts'
import { seedAirlines } from '../modules/airlines/seed.ts'
import { seedCategories } from '../modules/categories.ts'
import { seedGeography } from '../modules/geography/seed.ts'
import { seedSeasons } from '../modules/seasons.ts'

/** The reference data every operator begins with. What is there already, staff may have changed: it is left alone. */
export const seedReference = async (tx: Tx) => {
  await seedGeography(tx)
  await seedAirlines(tx)
  await seedCategories(tx)
  await seedSeasons(tx)
  await seedAddonTypes(tx)
}
