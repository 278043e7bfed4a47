import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { inOrder, insertMissing, seedRows } from '../../kit/db/seeds.ts'
import type { Table, Tx } from '../../kit/db/tables.ts'
import { defaulted, labelled, line, nullable, oneOf, whole } from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { referenceFields } from '../reference-data.ts'
import { moneyReaders } from '../roles.ts'
import { owners, usualDeadlines } from './schema.ts'

/** A deadline that every new package gets. */
const fields = Type.Object({
  name: line(100, '送出分房表'),
  name_en: nullable(line(100, 'Send the rooming lists')),
  kind: labelled(nullable(oneOf(usualDeadlines)), ['種類', 'Kind']),
  days_before: labelled(whole(0, 365), ['出發前天數', 'Days before']),
  owner: defaulted(oneOf(owners)),
  ...referenceFields,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    deadline_templates: Table<typeof fields>
  }
}

constraint('deadline_templates_kind', 'kind', [
  '這個種類已有範本；請改用其他種類，或不選種類。',
  'There is a template of this kind already; choose another kind, or none.',
])

export default resource({
  table: 'deadline_templates',
  noun: ['期限範本', 'deadline template'],
  fields,
  search: ['name', 'name_en'],
  filter: ['owner', 'is_active'],
  sort: ['sort_order', 'days_before', 'name'],
  order: 'sort_order',
  option: ['days_before', 'owner'],
  access: { read: moneyReaders, write: ['department', 'admin'] },
})

/** The default deadlines of a package. */
export async function deadlinesOfHouse(tx: Tx) {
  const templates = await tx
    .selectFrom('deadline_templates')
    .select(['id', 'kind', 'name', 'name_en', 'days_before', 'owner'])
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return templates.map(({ id, kind, ...rule }) => ({ key: kind ?? `own_${id}`, ...rule }))
}

export function seedDeadlineTemplates(tx: Tx) {
  return insertMissing(tx, 'deadline_templates', inOrder(seedRows('deadline-templates')))
}
