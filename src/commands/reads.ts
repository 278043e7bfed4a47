import { sql } from 'kysely'
import { Type } from 'typebox'
import { refuse } from '../kit/errors.ts'
import { day } from '../kit/fields.ts'
import { textParser } from '../kit/http/routes/validators.ts'
import type { Words } from '../kit/words/words.ts'
import type { Arguments } from './command.ts'
import { withMigrated } from './installation.ts'
import { answer, type Io, table } from './io.ts'

const Asked = Type.Object({ since: day(), until: day() })
const columns = ['at', 'who', 'what', 'record', 'fields', 'rows', 'filter', 'request_id', 'reason'] as const

// One day alone means that day.
const daysOf = ({ since, until }: Pick<Arguments, 'since' | 'until'>) =>
  since || until ? { since: since ?? until, until: until ?? since } : refuse('bad_request', { detail: whichDays })
const whichDays: Words = ['請以 --since 或 --until 說明是哪一天。', 'Say which day: --since, --until, or both.']

/**
 * Lists which personal data was decrypted, which private files were opened, which lists of people were exported and which lines of imports
 * were downloaded, by whom and why; for the report of a data breach.
 */
export function reads(io: Io, { json, email, ...asked }: Arguments) {
  return withMigrated(io, async ({ config, database: { db } }) => {
    const { since, until } = textParser(Asked, config.zone)(daysOf(asked))
    const by = email || null
    const { rows } = await sql<object>`
      with read as (
        select created_at, actor_id, table_name as what, record_id as record, array_to_string(fields, ' ') as fields,
               null::integer as rows, '' as filter, request_id, reason
          from personal_data_reads
         union all
        select created_at, actor_id, 'files', file_id, '', null, '', request_id, '' from file_reads
         union all
        select created_at, actor_id, list, null, array_to_string(columns, ' '), row_count, filter::text, request_id, '' from list_exports
         union all
        select created_at, actor_id, 'imports', import_id, 'refused lines', rows, '', request_id, '' from import_reads
      )
      select to_char(r.created_at at time zone ${config.zone}, 'YYYY-MM-DD HH24:MI:SS') as at, coalesce(u.email, '') as who,
             what, record, fields, r.rows, filter, request_id, reason
        from read r left join users u on u.id = r.actor_id
       where r.created_at >= ${since}::date::timestamp at time zone ${config.zone}
         and r.created_at < (${until}::date + 1)::timestamp at time zone ${config.zone}
         and (${by}::text is null or lower(u.email) = lower(${by}))
       order by r.created_at, what, record`.execute(db)
    answer(io, json, rows, table(columns, rows))
  })
}
