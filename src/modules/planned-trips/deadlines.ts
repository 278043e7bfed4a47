import { amountIn } from 'guidon-design/formats'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { type Condition, isOneOf } from '../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { remove } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import {
  day,
  defaulted,
  flag,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  shownFields,
  whole,
  without,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { type Filter, from, is, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { notify } from '../notifications/notify.ts'
import { deadlineKey, deadlineNames, type Owner, owners, type usualDeadlines } from '../packages/schema.ts'
import { staff } from '../roles.ts'
import { StandingTrip, tripNames } from '../shown-names.ts'
import { endedStatuses } from '../trip-statuses.ts'
import { askedForMine, type Owned, ownOf, readerOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import { daysLater } from './rules.ts'
import { type LockedTrip, lockedTrip } from './trip.ts'
import { tripSeen } from './visible.ts'

/** A deadline of a trip: of its package, of a flight, or added by hand. @public */
export const TripDeadline = Type.Object({
  planned_trip_id: ref(),
  key: deadlineKey(),
  ...deadlineNames,
  owner: defaulted(oneOf(owners)),
  due_on: day(),
  done_at: nullable(moment()),
  done_by: nullable(ref()),
})

// Without a key it is known by its name.
const NewDeadline = Type.Object({
  ...without(TripDeadline, ['planned_trip_id', 'done_at', 'done_by']).properties,
  key: defaulted(deadlineKey()),
})
type NewDeadline = Static<typeof NewDeadline>
const { properties: changeable } = without(NewDeadline, ['key'])
const DeadlineChange = Type.Partial(Type.Object({ ...changeable, done: flag() }), { minProperties: 1 })
type DeadlineChange = Static<typeof DeadlineChange>

/** A time that only the service sets. */
type SetBySql = ColumnType<string | null, unknown, unknown>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_deadlines: Omit<Table<typeof TripDeadline>, 'done_at' | 'owner' | 'key'> & {
      key: Generated<string>
      owner: Generated<Owner>
      done_at: SetBySql
      reminded_at: SetBySql
      escalated_at: SetBySql
    }
  }
}

const ticketing: Words = ['開票', 'Ticketing']

/** The usual deadlines. Any other key has the name that the agency gave it. */
// biome-ignore format: a table is read in rows.
export const deadlineWords: Readonly<Record<(typeof usualDeadlines)[number], Words>> = {
  balance:            ['尾款', 'Balance'],
  briefing:           ['說明會', 'Briefing'],
  deposit:            ['訂金', 'Deposit'],
  guarantee:          ['成團決定', 'Decision to depart'],
  hotel_confirmation: ['住宿確認', 'Hotels confirmed'],
  insurance:          ['保險', 'Insurance'],
  name_list:          ['名單', 'Name list'],
  passports:          ['護照', 'Passports'],
  rooming_list:       ['分房表', 'Rooming list'],
  ticketing,
  visa:               ['簽證', 'Visas'],
}

/** The deadline of a flight has its number in its key: `ticketing_br198`. */
const flightDeadlines = { prefix: 'ticketing_', words: ticketing }

const shownToo = shownFields({
  is_open: flag(),
  is_overdue: flag(),
  label: line(100, '分房表'),
  label_en: line(100, 'Rooming list'),
})
export const ShownDeadline = RecordOf(TripDeadline, shownToo)

/** In the list of all trips: with its trip and the person who is in charge of it there. */
const ListedDeadline = RecordOf(TripDeadline, { ...shownToo, trip: StandingTrip, owner_user: orNull(Names) })

/** The name of a deadline: its own name, the usual name of its key, or else the key as words. */
export function deadlineLabel(row: string, language: 0 | 1) {
  const [key, own] = [sql.ref(`${row}.key`), sql.ref(`${row}.${language ? 'name_en' : 'name'}`)]
  const usual = Object.entries(deadlineWords).map(
    ([name, words]) => sql`when ${sql.lit(name)} then ${sql.lit(words[language])}`,
  )
  return sql<string>`coalesce(${own}, case ${key} ${sql.join(usual, sql` `)} end,
    case when starts_with(${key}, ${sql.lit(flightDeadlines.prefix)}) then ${sql.lit(`${flightDeadlines.words[language]} `)}
      || upper(substr(${key}, ${sql.lit(flightDeadlines.prefix.length + 1)})) end, replace(${key}, '_', ' '))`
}

/** SQL: whether a deadline still has to be done. A trip that is cancelled or settled has no open ones. */
export function isOpenDeadline(deadline: string, trip: string): Condition {
  return sql`(${sql.ref(`${deadline}.done_at`)} is null and not ${isOneOf(`${trip}.status`, endedStatuses)})`
}

const isOpen = sql`exists (select from planned_trips t where t.id = trip_deadlines.planned_trip_id and ${isOpenDeadline('trip_deadlines', 't')})`

export function deadlineRows(db: Db) {
  return db
    .selectFrom('trip_deadlines')
    .select(columnsOf('trip_deadlines', TripDeadline))
    .select([isOpen.as('is_open'), sql`(trip_deadlines.due_on < today() and ${isOpen})`.as('is_overdue')])
    .select([deadlineLabel('trip_deadlines', 0).as('label'), deadlineLabel('trip_deadlines', 1).as('label_en')])
}

const inCharge = sql<
  number | null
>`(case trip_deadlines.owner when 'op' then t.op_user_id when 'sales' then t.sales_user_id else t.ticketing_user_id end)`

const owner = sql<
  object | null
>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${inCharge})`

// Yes and no are two statements, so that an index serves both.
const isDone: Filter = {
  schema: flag(),
  where: (asked) => sql`((trip_deadlines.done_at is not null) = ${asked})`,
  split: (asked) => ({ [asked]: true }),
  whereSplit: (asked) =>
    'true' in asked ? sql`(trip_deadlines.done_at is not null)` : isOpenDeadline('trip_deadlines', 't'),
}

const { due_on } = TripDeadline.properties

const deadlineList = list({
  of: 'trip_deadlines',
  sort: { due_on },
  order: 'due_on',
  columns: [
    'trip.serial',
    'trip.name',
    'trip.departure_date',
    'label',
    'owner',
    'owner_user.name',
    'due_on',
    'done_at',
    'is_overdue',
  ],
  filters: {
    planned_trip_id: is('trip_deadlines.planned_trip_id', ref()),
    branch_id: reached('trip_deadlines.planned_trip_id', 'planned_trips', 'id', 'branch_id'),
    owner: is('trip_deadlines.owner', oneOf(owners)),
    due_from: from('trip_deadlines.due_on', due_on),
    due_until: until('trip_deadlines.due_on', due_on),
    done: isDone,
  },
})

// `mine` are the deadlines that the caller is in charge of.
const listedDeadlines = deadlineList.asking(ListedDeadline, askedForMine)

const readDeadlines = (db: Db, actor: Actor, { mine, ...query }: { mine?: boolean }) =>
  deadlinePage(db, ownOf(actor, mine), query)

const deadlinePage = deadlineList.over((db, { own_of }: Owned) => {
  const rows = deadlineRows(db)
    .leftJoin('planned_trips as t', 't.id', 'trip_deadlines.planned_trip_id')
    .select([tripNames('t', 'return_date', 'status').as('trip'), owner.as('owner_user')])
  return own_of === undefined ? rows : rows.where(inCharge, '=', own_of)
})

const deadlineArray = jsonArrayOf(tripSeen, (db, { id }) =>
  deadlineRows(db).where('planned_trip_id', '=', id).orderBy('due_on').orderBy('id'),
)

const oneDeadline = jsonRecord((db, { id, deadline }: OneDeadline) =>
  deadlineRows(db).where('planned_trip_id', '=', id).where('trip_deadlines.id', '=', deadline),
)

const addDeadline = async (tx: Tx, planned_trip_id: number, body: NewDeadline) => {
  await lockedTrip(tx, planned_trip_id)
  if (!body.key && !body.name) refuseField('name', ['請填寫期限的名稱。', 'Give the deadline a name.'])
  const { id } = await tx
    .insertInto('trip_deadlines')
    .values({ ...body, planned_trip_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A deadline of many trips, so many days before the departure of each. A trip that does not have it gets it. */
export const DeadlineOfMany = Type.Object({
  key: deadlineKey(),
  days_before: Type.Optional(whole(0, 730)),
  owner: Type.Optional(oneOf(owners)),
  done: Type.Optional(flag()),
})
type DeadlineOfMany = Static<typeof DeadlineOfMany>

/** Sets deadlines of one of many trips; says whether anything is other than before. */
export async function setDeadlines(
  tx: Tx,
  actor: Actor,
  { id, departure_date }: Pick<LockedTrip, 'id' | 'departure_date'>,
  asked: readonly DeadlineOfMany[],
) {
  let isChanged = false
  for (const { key, days_before, owner, done } of asked) {
    const due_on = days_before === undefined ? undefined : daysLater(departure_date, -days_before)
    const there = await tx
      .selectFrom('trip_deadlines')
      .select(['id', 'due_on', 'owner', 'done_at'])
      .where('planned_trip_id', '=', id)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!there && due_on === undefined) continue
    const deadline =
      there?.id ?? (await addDeadline(tx, id, { key, due_on: due_on ?? departure_date, ...(owner && { owner }) }))
    const change = {
      ...(there && due_on !== undefined && due_on !== there.due_on && { due_on }),
      ...(there && owner !== undefined && owner !== there.owner && { owner }),
      ...(done !== undefined && done !== !!there?.done_at && { done }),
    }
    if (Object.keys(change).length) await changeDeadline(tx, actor, { id, deadline }, change, undefined)
    isChanged ||= !there || Object.keys(change).length > 0
  }
  return isChanged
}

/** All staff may mark a deadline as done; its date and owner are set by the departments. */
const changeDeadline = async (
  tx: Tx,
  actor: Actor,
  given: OneDeadline,
  { done, ...change }: DeadlineChange,
  expected: Expected,
) => {
  const deadline = await lockedDeadline(tx, given)
  guardVersion(deadline, expected)
  if (done === true && deadline.done_at === null) await refuseOpenMoney(tx, given.id, deadline.key)
  if (!hasOneOf(actor.roles, editors) && Object.keys(change).length)
    refuse('forbidden', { detail: ['業務只能標示完成。', 'Sales may only say what is done.'] })
  await tx
    .updateTable('trip_deadlines')
    .set({
      ...change,
      ...(change.due_on !== undefined && { reminded_at: null, escalated_at: null }),
      ...(done === true && {
        done_at: sql`coalesce(done_at, now())`,
        done_by: sql<number>`coalesce(done_by, ${actor.id})`,
      }),
      ...(done === false && { done_at: null, done_by: null }),
      updated_at: sql`now()`,
    })
    .where('id', '=', given.deadline)
    .execute()
}

/** A deadline for a payment can be marked as done only when the payments are recorded. */
const refuseOpenMoney = async (tx: Tx, trip: number, key: string) => {
  const open = moneyOpenAt(key)
  if (!open) return
  const { rows } = await sql<{ booking_number: string; open: number; currency: string }>`
    select b.booking_number, ${open} as open, b.currency from bookings b
     where b.planned_trip_id = ${trip} and ${isOneOf('b.status', seatedStatuses)} and ${open} > 0 order by b.id`.execute(
    tx,
  )
  if (!rows.length) return
  const [first, ...others] = rows.map(
    ({ booking_number, open, currency }) => `${booking_number} ${amountIn(currency, open)}`,
  )
  refuseField('done', [
    `還有 ${rows.length} 筆訂單的款項未收齊（${first}${others.length ? ' 等' : ''}）；請先登錄收款再標示完成。`,
    `Bookings that are not fully paid: ${rows.length} (${first}${others.length ? ' and others' : ''}). Record their payments before the deadline is done.`,
  ])
}

const moneyOpenAt = (key: string) => {
  if (key === 'balance') return sql`b.balance`
  return key === 'deposit' ? sql`(b.deposit - b.paid)` : undefined
}

const removeDeadline = async (tx: Tx, given: OneDeadline, expected: Expected) => {
  guardVersion(await lockedDeadline(tx, given), expected)
  await remove(tx, 'trip_deadlines', given.deadline)
}

const lockedDeadline = async (tx: Tx, { id, deadline }: OneDeadline) =>
  found(
    await tx
      .selectFrom('trip_deadlines')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', deadline)
      .forUpdate()
      .executeTakeFirst(),
  )

type OneDeadline = { id: number; deadline: number }

/** The ticketing date of a flight is a deadline of its trip until the flight is ticketed. */
export async function keepTicketingDeadlines(tx: Tx, changed: Events['trip-flights.changed']) {
  const { planned_trip_id, flight_numbers } = changed
  for (const number of flight_numbers) {
    const due_on = await dueOn(tx, planned_trip_id, number)
    await keepDeadline(tx, planned_trip_id, `ticketing_${number.toLowerCase()}`, due_on, 'ticketing')
  }
}

const dueOn = async (tx: Tx, planned_trip_id: number, flight_number: string) => {
  const { due_on } = await tx
    .selectFrom('planned_trip_flights')
    .select(({ fn }) => fn.min('ticketing_due_on').as('due_on'))
    .where('planned_trip_id', '=', planned_trip_id)
    .where('flight_number', '=', flight_number)
    .where('status', '<>', 'cancelled')
    .where(({ eb, or, ref }) => or([eb('seats_blocked', 'is', null), eb('seats_ticketed', '<', ref('seats_blocked'))]))
    .executeTakeFirstOrThrow()
  return due_on
}

/** Sets, moves or removes a deadline that is derived from something else of the trip. */
const keepDeadline = (tx: Tx, planned_trip_id: number, key: string, due_on: string | null, owner: Owner) =>
  due_on === null
    ? tx.deleteFrom('trip_deadlines').where('planned_trip_id', '=', planned_trip_id).where('key', '=', key).execute()
    : tx
        .insertInto('trip_deadlines')
        .values({ planned_trip_id, key, due_on, owner })
        .onConflict((there) =>
          there
            .columns(['planned_trip_id', 'key'])
            .doUpdateSet({ due_on, reminded_at: null, escalated_at: null })
            .where('trip_deadlines.due_on', '<>', due_on),
        )
        .execute()

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'planned-trips.deadlines': object
  }
}

/** The daily job. */
export function remindOwners(_nothing: object, { database }: JobTools) {
  return database.transaction({}, remindOfDeadlines)
}

const DAYS_BEFORE = 3

/** Reminds the owner of a deadline some days before it, and the manager once it is missed; each once. */
export async function remindOfDeadlines(tx: Tx) {
  for (const { id, owner_id, managers, ...due } of await stamped(tx, 'escalated_at', sql`d.due_on < today()`))
    await notifyAll(tx, id, owner_id === null ? managers : [owner_id, ...managers], 'overdue', due)
  for (const { id, owner_id, managers, ...due } of await stamped(
    tx,
    'reminded_at',
    sql`d.due_on between today() and today() + ${DAYS_BEFORE}::integer`,
  ))
    await notifyAll(tx, id, owner_id === null ? managers : [owner_id], 'soon', due)
}

type DueInWords = { serial: string; label: string; label_en: string; due_on: string }
type Due = DueInWords & { id: number; owner_id: number | null; managers: number[] }
type Column = 'reminded_at' | 'escalated_at'

// The time is recorded in the transaction of the reminder, so each is sent once.
const stamped = async (tx: Tx, column: Column, isDue: ReturnType<typeof sql>) => {
  const { rows } = await sql<Due>`
    update trip_deadlines d set ${sql.ref(column)} = now()
      from planned_trips t
     where t.id = d.planned_trip_id and d.${sql.ref(column)} is null and ${isDue} and ${isOpenDeadline('d', 't')}
    returning t.id, t.serial, ${deadlineLabel('d', 0)} as label, ${deadlineLabel('d', 1)} as label_en, d.due_on, ${managers} as managers,
              case d.owner when 'op' then t.op_user_id when 'sales' then t.sales_user_id else t.ticketing_user_id end as owner_id`.execute(
    tx,
  )
  return rows
}

// Those of a trip: the controller of its area, or else the administrators.
const managers = sql`coalesce(
  (select array[controller_user_id] from geographical_areas where id = t.area_id and controller_user_id is not null),
  array(select id from users where roles @> '{admin}' and status = 'active' order by id))`

const notifyAll = (
  tx: Tx,
  id: number,
  people: number[],
  event: 'soon' | 'overdue',
  { serial, label, label_en, due_on }: DueInWords,
) =>
  notify(tx, {
    who: people,
    event: `trip-deadline.${event}`,
    params: { serial, label, label_en, due: due_on },
    about: { type: 'planned_trip', id },
  })

// Sales may only mark a deadline as done.
const office = ['admin', 'sales', 'department'] as const

/** The deadlines of a trip. */
export const tripDeadlines = routes((on) => {
  on.get(
    '/:id/deadlines',
    { access: staff, summary: 'The deadlines of a trip', returns: Type.Array(ShownDeadline), etag: 'content' },
    ({ db, actor, params }) => deadlineArray(db, { ...readerOf(actor), ...params }),
  )

  on.create(
    '/:id/deadlines',
    { access: editors, summary: 'Add a deadline', body: NewDeadline, returns: ShownDeadline, refuses: ['duplicate'] },
    async ({ tx, params, body }) => {
      const deadline = await addDeadline(tx, params.id, body)
      return { id: deadline, ...(await oneDeadline(tx, { ...params, deadline })) }
    },
  )

  on.put(
    '/:id/deadlines/:deadline',
    {
      access: office,
      summary: 'Mark a deadline as done, or move it',
      body: DeadlineChange,
      returns: ShownDeadline,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeDeadline(tx, actor, params, body, expected)
      return oneDeadline(tx, params)
    },
  )

  on.delete(
    '/:id/deadlines/:deadline',
    { access: editors, summary: 'Remove a deadline', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeDeadline(tx, params, expected)
      return null
    },
  )
})

/** `/api/deadlines`: the deadlines of all trips. */
export const deadlines = routes((on) => {
  on.get(
    '',
    {
      access: staff,
      summary: 'The deadlines of all trips, by day; `done=false` are the open ones of trips that still take place',
      ...listedDeadlines,
      etag: 'none',
    },
    ({ db, actor, query }) => readDeadlines(db, actor, query),
  )
})
