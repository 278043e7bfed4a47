import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { list } from '../../kit/list/list.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { kinds } from './kinds.ts'
import { newReport } from './report.ts'
import type { Report } from './schema.ts'

export const importList = list({
  of: 'imports',
  sort: {},
  order: '-created_at',
  filters: {},
})

const imports = (db: Db) =>
  db
    .selectFrom('imports')
    .leftJoin('users as u', 'u.id', 'imports.imported_by')
    .select(['imports.id', 'imports.kind', 'imports.file_name', 'imports.status', 'imports.is_rehearsed'])
    .select(['imports.rows', 'imports.created', 'imports.unchanged', 'imports.refused', 'imports.done_rows'])
    .select(['imports.imported_by', 'imports.finished_at', 'u.name as imported_by_name'])
    .select(sql<boolean>`imports.status = 'checked' and imports.refused = 0 and imports.rows > 0`.as('may_run'))
    .select(mayUndo.as('may_undo'))
    .select(['imports.created_at', 'imports.updated_at', 'imports.version'])

const mayUndo = sql<boolean>`coalesce(imports.status = 'done' and imports.created > 0
  and imports.finished_at > now() - ${sql.lit(terms.undoImport.interval)}::interval, false)`

export const importPage = importList.over(imports)

/** An import with what its report says, in one language. */
export async function oneImport(db: Db, id: number, locale: Locale) {
  const { report, ...row } = found(
    await imports(db).select('imports.report').where('imports.id', '=', id).executeTakeFirst(),
  )
  const { sheets, problems, more, doubles, shared_references = 0, ...told }: Report = report ?? newReport()
  const causes = [...(told.causes ?? [])].sort((one, other) => other.lines - one.lines)
  return {
    ...row,
    sheets: sheets.map((sheet) => ({ waiting: 0, ...sheet })),
    is_unmapped: told.is_unmapped ?? false,
    causes: causes.map(({ message, ...cause }) => ({ ...cause, message: say(message, locale) })),
    repairs: told.repairs ?? [],
    problems: problems.map(({ message, ...problem }) => ({ ...problem, message: say(message, locale) })),
    more_problems: more,
    possible_doubles: doubles,
    shared_references,
  }
}

/** How many records of each table there are. */
export async function countsOf(db: Db) {
  const each = kinds.map(({ of }) => sql`select ${of} as name, (select count(*) from ${sql.table(of)})::integer as n`)
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, n }) => [name, n]))
}
