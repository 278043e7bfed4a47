import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf, localDay, noRow } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { ref } from '../../kit/fields.ts'
import { is, openOrDone, reached } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { sqlShortDay } from '../../kit/words/days.ts'
import type { Locale } from '../../kit/words/words.ts'
import { tripCalled } from '../shown-names.ts'
import type { Acting } from '../users/reader.ts'
import { approvalFlow } from './flow.ts'
import { kindsDecidedBy } from './kinds.ts'
import { Approval, approvalStatuses } from './schema.ts'

const { status, kind } = Approval.properties

/** The list; with `to_decide`, only what waits for the caller to decide. */
export const approvalList = list({
  of: 'approvals',
  sort: { status },
  order: '-created_at',
  people: true,
  filters: {
    kind: is('approvals.kind', kind),
    status: is('approvals.status', status),
    group: openOrDone('approvals.status', approvalStatuses, ['approved', 'declined', 'withdrawn']),
    booking_id: is('approvals.booking_id', ref()),
    branch_id: reached('approvals.booking_id', 'bookings', 'id', 'bookings.branch_id'),
    asked_by: is('approvals.asked_by', ref()),
  },
})

const approvals = (db: Db, reader: Acting & ToDecide) =>
  reader.to_decide ? allApprovals(db, reader).where(waitsFor(reader)) : allApprovals(db, reader)

/** SQL: the approval waits, and the reader may decide it. */
export function waitsFor(reader: Acting) {
  return sql<SqlBool>`(approvals.status = 'waiting' and approvals.asked_by <> ${reader.me} and ${isDecidedBy(reader.acts_as)})`
}

export function allApprovals(db: Db, reader: Acting) {
  return db
    .selectFrom('approvals')
    .select(columnsOf('approvals', Approval))
    .select([
      sql<object>`(select json_build_object('id', b.id, 'booking_number', b.booking_number, 'contact_name', b.contact_name,
        'planned_trip_id', t.id, 'serial', t.serial) from bookings b join planned_trips t on t.id = b.planned_trip_id
        where b.id = approvals.booking_id)`.as('booking'),
      aboutWhat.as('about'),
      nameOf('asked_by').as('asker'),
      nameOf('decided_by').as('decider'),
      possibleColumn(approvalFlow, reader.acts_as, 'approvals.status', {
        isOwn: sql`approvals.asked_by = ${reader.me}`,
        mayDecide: isDecidedBy(reader.acts_as),
      }).as('possible'),
    ])
}

const isDecidedBy = (roles: Acting['acts_as']) => {
  const decided = kindsDecidedBy(roles)
  return decided.length > 0 ? isOneOf('approvals.kind', decided) : noRow
}

const nameOf = (column: 'asked_by' | 'decided_by') =>
  sql<object | null>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en)
    from users u where u.id = ${sql.ref(`approvals.${column}`)})`

const param = (name: string) => sql`(approvals.params ->> ${sql.lit(name)})::integer`
const named = (name: Column, name_en: Column, rest: Column) =>
  sql`(select json_build_object('name', ${name}, 'name_en', ${name_en}) from ${rest})`
type Column = RawBuilder<unknown>

const paid = (locale: Locale) =>
  sql`amount_in(approvals.currency, p.amount) || ' ' || ${sqlShortDay(localDay(sql`p.received_at`), locale)}`

// The record that `params` names: the traveler, the trip that the booking would move to, the line or the payment that would be removed.
const aboutWhat = sql<object | null>`coalesce(
  ${named(
    sql`v.name`,
    sql`nullif(concat_ws('/', v.surname_en, v.given_name_en), '')`,
    sql`travelers v where v.id = coalesce(${param('traveler_id')},
      (select c.traveler_id from change_requests c where c.id = ${param('change_request_id')}))`,
  )},
  ${named(
    sql`t.serial || ' ' || t.name`,
    sql`t.serial || ' ' || ${tripCalled('t')}`,
    sql`planned_trips t where t.id = ${param('planned_trip_id')}`,
  )},
  ${named(
    sql`l.description || ' ' || amount_in(l.currency, l.amount)`,
    sql`coalesce(l.description_en, l.description) || ' ' || amount_in(l.currency, l.amount)`,
    sql`booking_price_lines l where l.id = ${param('line_id')}`,
  )},
  ${named(paid('zh-TW'), paid('en'), sql`booking_payments p where p.id = ${param('payment_id')}`)})`

export const approvalPage = approvalList.over(approvals)
export type ToDecide = { to_decide?: boolean }
export const oneApproval = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  approvals(db, reader).where('approvals.id', '=', id),
)

export async function lockedApproval(tx: Tx, id: number) {
  return found(await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}
export type LockedApproval = Awaited<ReturnType<typeof lockedApproval>>
