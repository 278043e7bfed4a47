import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/kit/db/tables.ts'
import type { Locale } from '../src/kit/words/words.ts'
import { type Params, storedInWords } from '../src/modules/languages/languages.ts'

type Row = {
  id: number
  user_id: number
  event: string
  locale: Locale
  sentence: string | null
  params: Params | null
}

/** The notifications `n` that match a condition, oldest first, each in the language of its account. */
export const toldWhere = async (db: Db, where: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`
    select n.id, n.user_id, n.event, n.sentence, n.params, u.locale
      from notifications n join users u on u.id = n.user_id where ${where} order by n.id`.execute(db)
  return rows.map(({ locale, sentence, params, ...row }) => ({
    ...row,
    ...storedInWords({ sentence, params }, locale),
  }))
}
