import { sql } from 'kysely'
import { type TProperties, Type } from 'typebox'
import { membersOf } from '../db/fragments.ts'
import { anyText, orNull, ref } from '../fields.ts'

/**
 * Records whose names are shown beside their ids, by the table they are in: `city: 'cities'` for `city_id`. Modules declare them as
 * `namedIn…`.
 */
export type Named = Readonly<Record<string, string>>

/** The id and the names of a record. */
export const Names = Type.Object({ id: ref(), name: anyText('日本線'), name_en: orNull(anyText('Japan')) })

/** The fields of these names in answers. */
export function shownNames(named: Named): TProperties {
  return Object.fromEntries(Object.keys(named).map((name) => [name, orNull(Names)]))
}

/** The names of each row, as columns; null if there is no such record. */
export function nameColumns(of: string, named: Named) {
  return Object.entries(named).map(([name, table]) =>
    sql<object | null>`(select json_build_object(${membersOf('named', ['id', 'name', 'name_en'])})
      from ${sql.table(table)} named where named.id = ${sql.ref(`${of}.${name}_id`)})`.as(name),
  )
}
