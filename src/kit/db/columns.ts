import { sql } from 'kysely'

/** The names separated by commas, each with the table or alias `of` before it if that is given. */
export function columnList(names: readonly string[], of?: string) {
  return sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)))
}

/** Selects the columns of those names. */
export function selected(of: string, names: readonly string[]) {
  return names.map((name) => sql.ref(`${of}.${name}`).as(name))
}

/** The members of a JSON object, each under the name of its column. */
export function membersOf(of: string, names: readonly string[]) {
  return sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${of}.${name}`)}`))
}
