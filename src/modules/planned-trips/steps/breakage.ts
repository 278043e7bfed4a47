import { sql } from 'kysely'
import type { Db } from '../../../kit/db/tables.ts'
import { type Locale, say } from '../../../kit/words/words.ts'
import { seatedTravelers } from '../../travelers/checks.ts'
import type { Light } from '../../travelers/labels.ts'
import type { Asked, Check, Happening } from './checks.ts'
import { moveChecks } from './move-checks.ts'
import { stepChecks } from './step-checks.ts'

type Records = { count: number; subjects: { type: string; id: number }[] }
export type Found = Records & { check: Check }
export type Breakage = Records & { kind: string; says: string; light: Exclude<Light, 'green'>; blocks: boolean }

const SHOWN = 50
const checks = [...stepChecks, ...moveChecks]

/** What a change would break, computed before it. */
export const breakages = async (db: Db, what: Happening, asked: Asked): Promise<Found[]> => {
  const due = checks.filter(({ when }) => when.includes(what))
  if (!due.length) return []
  const each = due.map(
    ({ rows }, place) =>
      sql`select ${sql.lit(place)}::integer as place, type, id from (${rows(asked)}) found (type, id)`,
  )
  const { rows } = await sql<Records & { place: number }>`
    with ready as materialized (${seatedTravelers(db, asked)})
    select place, count(*) as count,
           json_agg(json_build_object('type', type, 'id', id) order by id) filter (where n <= ${SHOWN}) as subjects
      from (select *, row_number() over (partition by place order by id) as n from (${sql.join(each, sql` union all `)}) all_found) numbered
     group by place order by place`.execute(db)
  return rows.flatMap(({ place, ...records }) => {
    const check = due[place]
    return check ? [{ check, ...records }] : []
  })
}

/** The same in the words of its reader. */
export const shownBreakages = (found: readonly Found[], locale: Locale): Breakage[] =>
  found.map(({ check: { kind, says, light = 'amber', passedBy }, count, subjects }) => ({
    kind,
    says: say(says, locale),
    light,
    blocks: passedBy !== undefined,
    count,
    subjects,
  }))
