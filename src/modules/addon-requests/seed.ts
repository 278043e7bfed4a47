import { codesIn, inOrder, insertMissing, type SeedRow, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type DetailsField, writeTypeCountries } from './types.ts'

/** The add-on types of a new installation. A category is created if a missing type needs it. */
export async function seedAddonTypes(tx: Tx) {
  const there = await tx.selectFrom('addon_request_types').select('type_code').execute()
  const known = new Set(there.map(({ type_code }) => type_code))
  const missing = seedRows('addon-types').filter(({ type_code = '' }) => !known.has(type_code))
  const categories = await categoriesOf(tx, new Set(missing.map(({ category }) => category)))
  const types = missing.map(({ category, details = '', country_codes: _, ...type }) => ({
    ...type,
    category_id: categories.get(category),
    details_schema: fieldsIn(details),
  }))
  const added = await insertMissing(tx, 'addon_request_types', types)
  const codes = new Map(missing.map(({ type_code, country_codes }) => [type_code, codesIn(country_codes)]))
  for (const { id, type_code } of added) await addCountries(tx, id, codes.get(type_code) ?? [])
}

const addCountries = async (tx: Tx, id: number, codes: readonly string[]) => {
  if (!codes.length) return
  const there = await tx.selectFrom('countries').select('id').where('iso_alpha2', 'in', codes).execute()
  await writeTypeCountries(
    tx,
    id,
    there.map((country) => country.id),
  )
}

/** Parses the details in one cell: `flight=航班/Flight|sector=航段/Sector`. */
const fieldsIn = (cell: string): DetailsField[] =>
  (cell ? cell.split('|') : []).map((field) => {
    const [key = '', labels = ''] = field.split('=')
    const [label = '', label_en = ''] = labels.split('/')
    return { key, label, label_en, kind: 'text', is_required: false }
  })

// The categories by both names, so that one renamed in one language is still found by the other.
const categoriesOf = async (tx: Tx, needed: Set<string | undefined>) => {
  const rows = inOrder(seedRows('addon-categories')).filter(({ code }) => needed.has(code))
  const there = await tx.selectFrom('addon_categories').select(['id', 'name', 'name_en']).execute()
  const found = (row: SeedRow) => there.find(({ name, name_en }) => name === row.name || name_en === row.name_en)
  const added = await insertMissing(
    tx,
    'addon_categories',
    rows.filter((row) => !found(row)).map(({ code, ...category }) => category),
  )
  there.push(...added)
  return new Map(rows.map((row) => [row.code, found(row)?.id]))
}
