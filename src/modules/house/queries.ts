import { sql } from 'kysely'
import { selected } from '../../kit/db/fragments.ts'
import { jsonRecord, jsonRow } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { refundApprovers } from '../roles.ts'
import { hasRole } from '../users/has-role.ts'
import { House, insurances, publicFields, required } from './schema.ts'

const shared = [
  sql<string | null>`case when house.logo_id is not null then '/api/house/logo' end`.as('logo_url'),
  sql<string>`current_setting('guidon.zone')`.as('timezone'),
  sql<string>`house_currency()`.as('currency'),
] as const

/** The public data of the agency. */
export const publicHouse = jsonRow((db: Db, { sends_mail }: { sends_mail: boolean }) =>
  db
    .selectFrom('house')
    .select(selected('house', publicFields))
    .select(shared)
    .select(sql<boolean>`exists (select from installation where key = 'demo')`.as('is_demo'))
    .select(sql<boolean>`not exists (select from packages) and not exists (select from planned_trips)`.as('is_new'))
    .select(sql<boolean>`${sends_mail}::boolean`.as('sends_mail'))
    .select(sql<boolean>`exists (select from line_channel where is_on)`.as('uses_line')),
)

const isAbsent = (field: string) => sql<boolean>`${sql.ref(`house.${field}`)} is null`
const hasEnded = (insurance: string) => sql<boolean>`(${sql.ref(`house.${insurance}`)} ->> 'ends_on')::date < today()`
const isMissing = (field: string) =>
  insurances.some((each) => each === field) ? sql`(${isAbsent(field)} or ${hasEnded(field)})` : isAbsent(field)
/** The fields that the law requires and the record lacks. An insurance that has ended is none. */
export const missing = sql<(typeof required)[number][]>`array_remove(array[${sql.join(
  required.map((field) => sql`case when ${isMissing(field)} then ${sql.lit(field)}::text end`),
)}], null)`

/**
 * Whether the record was ever filled in. The public site is shown then: on the day after an insurance ends nothing new can be
 * published, but no site disappears overnight.
 */
export const isFilledIn = sql<boolean>`not (${sql.join(required.map(isAbsent), sql` or `)})`

/** The whole record, for staff. */
export const wholeHouse = jsonRecord((db: Db, _given: object) =>
  db.selectFrom('house').select(columnsOf('house', House)).select(shared).select(missing.as('missing')),
)

/** What decides which packages the agency may publish: its kind, and the fields that its record lacks. */
export async function licenceOf(db: Db) {
  return found(
    await db
      .selectFrom('house')
      .select(['kind', missing.as('missing')])
      .executeTakeFirst(),
  )
}

/** Whether a second person approves refunds, and how many accounts there are that may. */
export async function refundApproval(db: Db) {
  return db
    .selectFrom('house')
    .select('refunds_by_two as is_on')
    .select(
      sql<number>`(select count(*)::integer from users u where ${hasRole('u', ...refundApprovers)} and u.status = 'active')`.as(
        'approvers',
      ),
    )
    .executeTakeFirstOrThrow()
}

export async function lockedHouse(tx: Tx) {
  return found(await tx.selectFrom('house').select(['version', 'logo_id']).forUpdate().executeTakeFirst())
}

/** The logo: what changes with its content, and its size in pixels. */
export type Logo = { mark: string; width: number; height: number }
export const logo = sql<Logo | null>`(
  select json_build_object('mark', left(encode(f.sha256, 'hex'), 16), 'width', f.width, 'height', f.height)
    from files f where f.id = house.logo_id and f.deleted_at is null)`

/** Where the bytes of the logo are. */
export const logoFile = oneRow((db: Db, _given: object) =>
  db
    .selectFrom('house')
    .innerJoin('files as f', 'f.id', 'house.logo_id')
    .select('f.place')
    .where('f.deleted_at', 'is', null),
)

export async function logoOf(db: Db) {
  return (await db.selectFrom('house').select('logo_id').executeTakeFirst())?.logo_id ?? undefined
}
