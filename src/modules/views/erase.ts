import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'

type Kind = 'traveler' | 'contact' | 'account' | 'leader'

/** The names by which a search text or the name of a view may refer to a person. */
const calledAs: Record<Kind, (id: number) => RawBuilder<unknown>> = {
  traveler: (id) => sql`
    select array[name, concat_ws(' ', surname_en, given_name_en), concat_ws(' ', given_name_en, surname_en), email, mobile] as words
      from travelers where id = ${id}`,
  contact: (id) => sql`
    select array[contact_name, contact_phone, contact_email, contact_line_id] as words from bookings where id = ${id}`,
  account: (id) => sql`select array[name, name_en, phone, email, line_id] as words from users where id = ${id}`,
  leader: (id) => sql`select array[name, name_en, mobile, email] as words from tour_leaders where id = ${id}`,
}

/** Removes all views that name a person, before this record of the person is erased. */
export async function forgetInViews(tx: Tx, kind: Kind, id: number) {
  const { rows } = await sql<{ words: (string | null)[] }>`${calledAs[kind](id)}`.execute(tx)
  const patterns = rows.flatMap(({ words }) => words.flatMap((word) => patternOf(word ?? '')))
  if (!patterns.length) return
  await sql`delete from saved_views where concat_ws(' ', name, filters::text) ~* any (${patterns})`.execute(tx)
}

/** Removes the views of an erased account. */
export function removeViewsOf(tx: Tx, user_id: number) {
  return tx.deleteFrom('saved_views').where('user_id', '=', user_id).execute()
}

// A telephone number by its last digits, any other text by its letters, with any characters in between.
const patternOf = (word: string): string[] => {
  const parts = word.match(/[\p{L}\p{N}]+/gu) ?? []
  const joined = parts.join('')
  if (/^\d{7,}$/.test(joined)) return [[...joined.slice(-8)].join('\\D*')]
  if (joined.length < 2) return []
  const letters = parts.join('\\W*')
  return [/^\w+$/.test(joined) ? `(^|[^a-z0-9])${letters}($|[^a-z0-9])` : letters]
}
