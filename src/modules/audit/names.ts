import { sql } from 'kysely'
import type { Json } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { type Labels, labelsOf, type OfTable, type RecordLabel } from '../record-labels.ts'

type Row = { table_name: string; record_id: number; changes: Record<string, [was: unknown, is: unknown]> }
type Names = { record: RecordLabel | null; names: Record<string, Record<string, RecordLabel>> }

/** Adds the name of the record to each change of a page, and the names of the records that its fields refer to. */
export async function withNames(db: Db, page: Json): Promise<Json> {
  return { ...page, json: JSON.stringify(await namedChanges<Row>(db, JSON.parse(page.json))) }
}

/** The changes with the name of their record and of the records that their fields refer to. */
export async function namedChanges<R extends Row>(db: Db, rows: R[]): Promise<(R & Names)[]> {
  const targetOf = await references(db)
  const wanted = rows.flatMap((row) => [{ table: row.table_name, id: row.record_id }, ...referredTo(row, targetOf)])
  const labels = await labelsOf(db, wanted)
  return rows.map((row) => ({
    ...row,
    record: labels.of(row.table_name, row.record_id) ?? null,
    names: namesIn(row, targetOf, labels),
  }))
}

type TargetOf = (table: string, field: string) => string | undefined

/**
 * The table that each field refers to, by its foreign key. A change of a link table, such as `country_ids`, is recorded under the
 * parent.
 */
const references = async (db: Db): Promise<TargetOf> => {
  const { rows } = await sql<{ table: string; field: string; target: string }>`
    select c.conrelid::regclass::text as table, a.attname as field, c.confrelid::regclass::text as target
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1`.execute(db)
  const byTable = new Map(rows.map(({ table, field, target }) => [`${table}.${field}`, target]))
  const byField = new Map(rows.map(({ field, target }) => [`${field}s`, target]))
  return (table, field) => byTable.get(`${table}.${field}`) ?? byField.get(field)
}

const idsIn = (values: unknown[]) => values.flat().filter((value) => typeof value === 'number')

const referredTo = ({ table_name, changes }: Row, targetOf: TargetOf): OfTable[] =>
  Object.entries(changes).flatMap(([field, values]) => {
    const table = targetOf(table_name, field)
    return table ? idsIn(values).map((id) => ({ table, id })) : []
  })

const namesIn = ({ table_name, changes }: Row, targetOf: TargetOf, labels: Labels): Names['names'] => {
  const fields = Object.entries(changes).flatMap(([field, values]) => {
    const table = targetOf(table_name, field)
    const known = idsIn(values).flatMap((id) => {
      const label = table && labels.of(table, id)
      return label ? [[String(id), label] as const] : []
    })
    return known.length ? [[field, Object.fromEntries(known)] as const] : []
  })
  return Object.fromEntries(fields)
}
