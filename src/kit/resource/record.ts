import { type AliasedRawBuilder, sql } from 'kysely'
import { type Static, type TObject, type TProperties, type TUnsafe, Type } from 'typebox'
import { moment, ref, shown, whole } from '../fields.ts'
import { maskAt, personalIn } from '../secrets/personal-fields.ts'

const stamps = shown(Type.Object({ id: ref(), version: whole(1), created_at: moment(), updated_at: moment() }))

/** The schema of a record in answers: its id, its fields, and the stamps. */
export function RecordOf<F extends TObject>(fields: F, more: TProperties = {}) {
  return Type.Object({
    id: stamps.properties.id,
    ...shown(fields).properties,
    ...more,
    created_at: stamps.properties.created_at,
    updated_at: stamps.properties.updated_at,
    version: stamps.properties.version,
  }) as unknown as TUnsafe<Static<ReturnType<typeof shown<F>>> & Static<typeof stamps>> & TObject
}

/** Selects the columns of a record in the order of its schema: encrypted ones as their masks, hidden ones as null. */
export function columnsOf<F extends TObject>(
  of: string,
  fields: F,
  hidden: readonly (keyof F['properties'])[] = [],
): AliasedRawBuilder<unknown, string>[] {
  const sealed = personalIn(fields)
  return ['id', ...Object.keys(shown(fields).properties), 'created_at', 'updated_at', 'version'].map((name) => {
    if (hidden.includes(name)) return sql`null`.as(name)
    return sealed.includes(name) ? maskAt(of, name) : sql.ref(`${of}.${name}`).as(name)
  })
}
