import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import { jsonArray, type Rows } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { anyText, day, flag, moment, oneOf, orNull, ref } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { hasOneOf } from '../../kit/http/server/guard.ts'
import { Names } from '../../kit/resource/names.ts'
import type { Words } from '../../kit/words/words.ts'
import { approvers } from '../addon-requests/flow.ts'
import { ListedRequest, requestRows } from '../addon-requests/read.ts'
import { isOthers, refundOrders, ShownRefundOrder } from '../bookings/refund-orders/refund-order.ts'
import { types, typeWords } from '../leader-calendar/calendar.ts'
import { conflictRows } from '../leader-calendar/clashes.ts'
import { decisions } from '../leader-calendar/flow.ts'
import { ShownUnavailability, unavailabilities } from '../leader-calendar/unavailability.ts'
import { moneyReaders, type Role, refundApprovers } from '../roles.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { steps } from './flow.ts'
import { kinds } from './kinds.ts'
import { allApprovals, type ToDecide, waitsFor } from './queries.ts'
import { sources } from './schema.ts'
import { ShownApproval } from './shown.ts'

const Named = Type.Object({ name: anyText('王小美'), name_en: orNull(anyText('WANG/HSIAO-MEI')) })

const Waiting = Type.Object({
  source: oneOf(sources),
  id: ref(),
  title: anyText('超過上限的優惠'),
  title_en: anyText('Discount above the limit'),
  about: Named,
  number: anyText('CNX270128A-001'),
  subject: Type.Object({ type: anyText('booking'), id: ref() }),
  reason: orNull(anyText('老客戶第三次參團')),
  asker: orNull(Names),
  created_at: moment(),
  due_on: orNull(day()),
  possible: Type.Array(oneOf(namesOf(steps))),
  approval: orNull(ShownApproval),
  refund_order: orNull(ShownRefundOrder),
  addon_request: orNull(ListedRequest),
  leader_unavailability: orNull(ShownUnavailability),
})

/** More than anybody decides in a day. */
const MOST = 500

/** What waits for a decision of the reader, or was asked by the reader; with `to_decide`, only the first. The oldest comes first. */
const waitingRows = jsonArray((db, reader: Acting & ToDecide) => {
  const each = [ofBookings(db, reader), ofRefunds(db, reader), ofAddons(db, reader), ofLeaders(db, reader)]
  return db
    .selectFrom(sql`(${sql.join(each, sql` union all `)})`.as('waiting'))
    .selectAll()
    .orderBy(sql`created_at`)
    .orderBy(sql`source`)
    .orderBy(sql`id`)
    .limit(sql.lit(MOST))
})

const ofBookings = (db: Db, reader: Acting & ToDecide) => {
  const isAsked = sql<SqlBool>`(approvals.status = 'waiting' and approvals.asked_by = ${reader.me})`
  const rows = allApprovals(db, reader).where(waiting(reader, waitsFor(reader), isAsked))
  return columns('approval', rows, {
    title: wordsOf(
      'kind',
      namesOf(kinds).map((name) => [name, kinds[name].words]),
    ),
    about: sql`json_build_object('name', "row".booking ->> 'contact_name', 'name_en', null)`,
    subject: sql`json_build_object('type', 'booking', 'id', "row".booking_id)`,
    number: sql`"row".booking ->> 'booking_number'`,
    reason: sql`"row".reason`,
    asker: sql`"row".asker`,
    possible: sql`"row".possible`,
  })
}

const ofRefunds = (db: Db, reader: Acting & ToDecide) => {
  const mayDecide = roleIn(reader, refundApprovers)
  const isAsked = sql<SqlBool>`refund_orders.asked_by = ${reader.me}`
  const rows = refundOrders(db, reader)
    .where('refund_orders.status', '=', 'waiting')
    .where(waiting(reader, sql`(${mayDecide} and ${isOthers(reader.me)})`, isAsked))
  return columns('refund_order', rows, {
    title: [sql`'退款'`, sql`'Refund'`],
    about: sql`json_build_object('name', "row".booking ->> 'contact_name', 'name_en', null)`,
    subject: sql`json_build_object('type', 'booking', 'id', "row".booking_id)`,
    number: sql`"row".booking ->> 'booking_number'`,
    reason: sql`"row".payee || ' ' || amount_in("row".currency, "row".amount)`,
    asker: sql`"row".asker`,
    possible: stepsOf([
      ['approve', sql`(${mayDecide} and ${isOthers(reader.me)})`],
      ['decline', sql`(${mayDecide} and ${isOthers(reader.me)})`],
      ['withdraw', sql`"row".asked_by = ${reader.me}`],
    ]),
  })
}

const ofAddons = (db: Db, reader: Acting & ToDecide) => {
  const mayDecide = roleIn(reader, approvers)
  const isAsked = sql<SqlBool>`${reader.me} in (r.created_by, r.sales_user_id)`
  const rows = requestRows(db, reader)
    .where('r.status', '=', 'pending_approval')
    .where(waiting(reader, mayDecide, isAsked))
  return columns('addon_request', rows, {
    title: [
      sql`'加購：' || ("row".type ->> 'name')`,
      sql`'Add-on: ' || coalesce("row".type ->> 'name_en', "row".type ->> 'name')`,
    ],
    about: sql`json_build_object('name', "row".traveler ->> 'name', 'name_en', null)`,
    subject: sql`json_build_object('type', 'addon_request', 'id', "row".id)`,
    number: sql`"row".request_number`,
    reason: sql`(select c.message from addon_communications c where c.addon_request_id = "row".id and c.message is not null order by c.id limit 1)`,
    asker: nameOfAccount(sql`(select r.created_by from addon_requests r where r.id = "row".id)`),
    due_on: sql`"row".needed_by`,
    possible: stepsOf([
      ['approve', mayDecide],
      ['decline', mayDecide],
    ]),
  })
}

/** Whoever may only override a conflict, as a manager, decides where there is one. */
const ofLeaders = (db: Db, reader: Acting & ToDecide) => {
  const { approve, decline } = decisions
  const [mayApprove, mayDecline] = [roleIn(reader, approve.by), roleIn(reader, decline.by)]
  const isBlocked = (row: string) => sql<SqlBool>`(${mayApprove} and ${sql.ref(`${row}.firmness`)} = 'hard'
    and exists (${conflictRows('leader_unavailability', sql.ref(`${row}.id`))}))`
  const isDecided = (row: string) => (mayDecline === everyRow ? everyRow : isBlocked(row))
  const isOwn = (row: string) => sql<SqlBool>`coalesce(${sql.ref(`${row}.requested_by`)} = ${reader.me}, false)`
  const table = 'leader_unavailabilities'
  const rows = unavailabilities(db, reader)
    .where('leader_unavailabilities.status', '=', 'requested')
    .where(waiting(reader, sql`(${isDecided(table)} and not ${isOwn(table)})`, isOwn(table)))
  return columns('leader_unavailability', rows, {
    title: wordsOf(
      'type',
      types.map((type) => [type, [`請假：${typeWords[type][0]}`, `Days off: ${typeWords[type][1]}`]]),
    ),
    about: sql`json_build_object('name', "row".tour_leader ->> 'name', 'name_en', "row".tour_leader ->> 'name_en')`,
    subject: sql`json_build_object('type', 'tour_leader', 'id', "row".tour_leader_id)`,
    number: sql`"row".tour_leader ->> 'leader_number'`,
    reason: sql`"row".reason`,
    asker: nameOfAccount(sql`"row".requested_by`),
    due_on: sql`"row".starts_on`,
    possible: stepsOf([
      ['approve', sql`(${isDecided('row')} and not ${isOwn('row')})`],
      ['decline', sql`(${mayDecline} and not ${isOwn('row')})`],
    ]),
  })
}

const waiting = ({ to_decide }: ToDecide, isToDecide: Condition, isAsked: Condition): Condition =>
  to_decide ? isToDecide : sql`(${isToDecide} or ${isAsked})`

const roleIn = ({ acts_as }: Acting, by: readonly Role[]) => (hasOneOf(acts_as, by) ? everyRow : noRow)

const stepsOf = (steps: [name: string, is: Condition][]) =>
  sql`array_to_json(array_remove(array[${sql.join(
    steps.map(([name, is]) => sql`case when ${is} then ${sql.lit(name)} end`),
  )}]::text[], null))`

const wordsOf = (column: string, words: readonly (readonly [code: string, Words])[]) => {
  const inLanguage = (language: 0 | 1) =>
    sql`case ${sql.ref(`row.${column}`)} ${sql.join(
      words.map(([code, both]) => sql`when ${sql.lit(code)} then ${sql.lit(both[language])}`),
      sql` `,
    )} end`
  return [inLanguage(0), inLanguage(1)] as const
}

const nameOfAccount = (id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${id})`

type Columns = Record<'about' | 'number' | 'subject' | 'reason' | 'asker' | 'possible', RawBuilder<unknown>> & {
  title: readonly [RawBuilder<unknown>, RawBuilder<unknown>]
  due_on?: RawBuilder<unknown>
}

/** The rows of a source in the one shape, with the record itself as its own list shows it. */
const columns = (
  source: (typeof sources)[number],
  rows: Rows,
  { title: [title, title_en], about, number, subject, reason, asker, possible, due_on = sql`null::date` }: Columns,
) => {
  const records = sources.map((each) => (each === source ? sql`to_json("row")` : sql`null::json`))
  return sql`select ${sql.lit(source)} as source, "row".id, ${title} as title, ${title_en} as title_en, ${about} as about,
      ${number} as number, ${subject} as subject,
      ${reason} as reason, ${asker} as asker, "row".created_at, ${due_on} as due_on, ${possible} as possible,
      ${sql.join(records.map((record, nth) => sql`${record} as ${sql.ref(sources[nth] ?? '')}`))}
    from (${rows}) "row"`
}

export function waitingRoute(on: On) {
  on.get(
    '/waiting',
    {
      name: 'listWaitingApprovals',
      access: moneyReaders,
      summary:
        'Everything that waits for a decision of the caller or was asked by the caller, whatever it is about, the oldest first (up to 500); with `to_decide`, what the caller decides',
      slow: true,
      query: Type.Object({ to_decide: Type.Optional(flag()) }, { additionalProperties: false }),
      returns: Type.Array(Waiting),
      columns: ['title', 'about.name', 'number', 'reason', 'asker.name', 'created_at', 'due_on'],
      people: true,
      etag: 'none',
    },
    ({ db, actor, query: { to_decide } }) =>
      waitingRows(db, { ...actingOf(actor), ...(to_decide === true && { to_decide }) }),
  )
}
