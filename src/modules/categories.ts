import { Type } from 'typebox'
import { constraint } from '../kit/db/faults.ts'
import { inOrder, insertMissing, type SeedRow, seedRows } from '../kit/db/seeds.ts'
import type { Table, Tx } from '../kit/db/tables.ts'
import { code, color, labelled, line, nullable, ref } from '../kit/fields.ts'
import { resource } from '../kit/resource/resource.ts'
import { countryFilters } from './geography/filters.ts'
import { referenceAccess, referenceFields } from './reference-data.ts'

const fields = Type.Object({
  code: code(30, 'SKI'),
  name: line(100, '滑雪'),
  name_en: nullable(line(100, 'Skiing')),
  parent_id: labelled(nullable(ref()), ['上層', 'Parent']),
  color: nullable(color()),
  ...referenceFields,
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    categories: Table<typeof fields>
    category_countries: { category_id: number; country_id: number }
  }
}

constraint('categories_ring', 'parent_id', [
  '上層不可以是自己，也不可以是自己的下層。',
  'Must be neither the category itself nor one below it.',
])

export default resource({
  table: 'categories',
  noun: ['類別', 'category'],
  fields,
  links: { country_ids: { table: 'category_countries', from: 'category_id', to: 'country_id' } },
  search: ['code', 'name', 'name_en'],
  filter: ['parent_id', 'is_active'],
  filters: countryFilters('categories.id', 'category_countries', 'category_id'),
  sort: ['sort_order', 'code', 'name'],
  order: 'sort_order',
  option: ['code', 'parent_id', 'color'],
  named: { parent: 'categories' },
  access: referenceAccess,
})

export function seedCategories(tx: Tx) {
  return seedBelow(tx, new Map([['', null]]), inOrder(seedRows('categories')))
}

// A statement does not see the rows it inserts, so children are inserted after their parents, level by level.
const seedBelow = async (tx: Tx, parents: Map<string, number | null>, rows: SeedRow[]): Promise<void> => {
  const level = rows.filter(({ parent = '' }) => parents.has(parent))
  if (!level.length) return
  const categories = level.map(({ parent = '', ...category }) => ({ ...category, parent_id: parents.get(parent) }))
  await insertMissing(tx, 'categories', categories)
  const codes = level.map(({ code = '' }) => code)
  const there = await tx.selectFrom('categories').select(['id', 'code']).where('code', 'in', codes).execute()
  await seedBelow(tx, new Map(there.map(({ id, code }) => [code, id])), rows)
}
