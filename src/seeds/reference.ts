import type { Tx } from '../kit/db/tables.ts'
import { seedAddonTypes } from '../modules/addon-requests/seed.ts'
import { seedAirlines } from '../modules/airlines/seed.ts'
import { seedCategories } from '../modules/categories.ts'
import { seedGeography } from '../modules/geography/seed.ts'
import { seedDeadlineTemplates } from '../modules/packages/deadline-templates.ts'
import { seedSeasons } from '../modules/seasons.ts'

/** Inserts the initial reference data. Existing rows are not changed, because staff may have edited them. */
export async function seedReference(tx: Tx) {
  await seedGeography(tx)
  await seedAirlines(tx)
  await seedCategories(tx)
  await seedSeasons(tx)
  await seedDeadlineTemplates(tx)
  await seedAddonTypes(tx)
}
