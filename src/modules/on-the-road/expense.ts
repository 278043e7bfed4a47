import { sql } from 'kysely'
import { Type } from 'typebox'
import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  rate,
  ref,
  shownFields,
} from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, openOrDone, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { VisibleSubjects } from '../attachments/queries.ts'
import { Attachment } from '../attachments/schema.ts'
import { costKinds } from '../planned-trips/costs.ts'
import { type Acting, actingOf, type Reader } from '../users/reader.ts'
import { authorOf, entryFields, entryHash, tripLed, tripsLed } from './entry.ts'
import { expenseFlow, expenseStatuses, expenseSteps } from './flow.ts'

export const expenseKinds = [...costKinds, 'meal', 'ticket', 'tip', 'medical'] as const
const paidFrom = ['advance', 'own', 'card'] as const

/** What a leader has spent on the road. It is a cost of its trip once it is approved. */
export const TripExpense = Type.Object({
  ...entryFields,
  tour_leader_id: ref(),
  day: labelled(day(), ['日期', 'Day']),
  kind: oneOf(expenseKinds),
  amount: money(),
  currency: currency(),
  rate: nullable(rate()),
  paid_from: labelled(oneOf(paidFrom), ['支付方式', 'Paid from']),
  description: nullable(line(200, '晚餐加點飲料')),
  voucher_number: labelled(nullable(line(60, 'AB-12345678')), ['單據號碼', 'Voucher number']),
  no_voucher_reason: labelled(nullable(line(200, '路邊攤無收據')), ['無單據原因', 'Why there is no voucher']),
  status: defaulted(oneOf(expenseStatuses)),
  reason: nullable(line(500, '請補上收據照片')),
  cost_id: labelled(nullable(ref()), ['團成本', 'Cost of the trip']),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
})
/** @public */
export const KeptExpense = Type.Object({ ...TripExpense.properties, ...entryHash })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_expenses: Table<typeof KeptExpense>
  }
}

constraint('trip_expenses_voucher', 'voucher_number', [
  '請填寫單據號碼；沒有單據時，請填寫無單據原因。',
  'Give the number of the voucher, or say why there is none.',
])
constraintRefusal(
  'cost_of_expense',
  () =>
    new Refusal('step_not_possible', {
      detail: [
        '這筆成本來自領隊已核准的支出，金額與幣別不能更改；差額請另列一筆成本。',
        'This cost is an approved expense of a leader, so its amount and currency stay: add another cost for a difference.',
      ],
      also: { possible: [] },
    }),
)
constraintRefusal(
  'leader_account_closed',
  () =>
    new Refusal('step_not_possible', {
      detail: [
        '領隊在這個團的帳已結清；請先重新開帳並說明原因。',
        'The account of the leader on this trip is closed: open it again with a reason first.',
      ],
      also: { possible: [] },
    }),
)

const booked = Type.Unsafe<number | null>({ type: ['number', 'null'], examples: [860], written: 'money' })
/** `booked` is in the agency's currency; null while its currency has no rate. */
export const ShownExpense = RecordOf(TripExpense, {
  booked: labelled(booked, ['折合', 'In the house currency']),
  trip: Type.Object({ id: ref(), serial: anyText('PRG261128A') }),
  author: Names,
  leader: Names,
  attachments: Type.Array(Type.Pick(Attachment, ['id', 'name', 'url', 'media_type'])),
  /** Other expenses with the same photograph. */
  same_photo: Type.Array(
    Type.Object({
      ...shownFields({ id: ref(), day: day(), amount: money(), currency: currency() }),
      serial: anyText(),
    }),
  ),
  possible: Type.Array(Type.Enum(namesOf(expenseSteps))),
  decider: orNull(Names),
})

/** SQL: the expenses that a reader sees: the office all, a leader its own on trips that it leads. */
const isSeen = (db: Db, reader: Reader) => {
  const trips = sql`trip_expenses.planned_trip_id in (${tripsLed(db, reader).select('planned_trips.id')})`
  return reader.sees === 'leader'
    ? sql<boolean>`(${trips} and trip_expenses.tour_leader_id = ${reader.leader})`
    : sql<boolean>`(${trips})`
}

/** Everyone who sees an expense sees its photographs. */
export function expensesSeenBy(reader: Reader): ReturnType<VisibleSubjects> {
  return reader.sees === 'all' || reader.sees === 'money'
    ? sql`select id from trip_expenses`
    : sql`select e.id from trip_expenses e join planned_trips t on t.id = e.planned_trip_id
           where e.tour_leader_id = t.assigned_leader_id and e.tour_leader_id = ${reader.sees === 'leader' ? reader.leader : null}::integer`
}

const attachments = sql<object[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'url', '/api/attachments/' || a.id, 'media_type', f.media_type) order by a.id), '[]')
    from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
   where u.subject_type = 'trip_expense' and u.subject_id = trip_expenses.id and f.deleted_at is null)`

const samePhoto = sql<object[]>`(
  select coalesce(json_agg(distinct jsonb_build_object('id', o.id, 'day', o.day, 'amount', o.amount, 'currency', o.currency, 'serial', p.serial)), '[]')
    from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
    join files g on g.sha256 = f.sha256 join attachments b on b.file_id = g.id
    join attachment_uses w on w.attachment_id = b.id and w.subject_type = 'trip_expense' and w.subject_id <> u.subject_id
    join trip_expenses o on o.id = w.subject_id and o.status <> 'refused' join planned_trips p on p.id = o.planned_trip_id
   where u.subject_type = 'trip_expense' and u.subject_id = trip_expenses.id)`

const expenses = (db: Db, reader: Acting) =>
  db
    .selectFrom('trip_expenses')
    .select(columnsOf('trip_expenses', TripExpense))
    .select([
      sql<number | null>`at_rate(amount, rate, decimals_of(house_currency()))`.as('booked'),
      sql<object>`(select json_build_object('id', t.id, 'serial', t.serial) from planned_trips t where t.id = trip_expenses.planned_trip_id)`.as(
        'trip',
      ),
      authorOf('trip_expenses.entered_by').as('author'),
      sql<object>`(select json_build_object('id', l.id, 'name', l.name, 'name_en', l.name_en) from tour_leaders l where l.id = trip_expenses.tour_leader_id)`.as(
        'leader',
      ),
      attachments.as('attachments'),
      samePhoto.as('same_photo'),
      possibleColumn(expenseFlow, reader.acts_as, 'trip_expenses.status', {}).as('possible'),
      authorOf('trip_expenses.decided_by').as('decider'),
    ])
    .where(isSeen(db, reader))

const { status } = TripExpense.properties
const expenseList = list({
  of: 'trip_expenses',
  sort: { day: TripExpense.properties.day },
  order: 'day',
  people: true,
  columns: [
    'trip.serial',
    'day',
    'leader.name',
    'kind',
    'description',
    'currency',
    'amount',
    'booked',
    'paid_from',
    'voucher_number',
    'status',
    'reason',
  ],
  filters: {
    status: is('trip_expenses.status', status),
    group: openOrDone('trip_expenses.status', expenseStatuses, expenseFlow.ends),
    planned_trip_id: is('trip_expenses.planned_trip_id', ref()),
    tour_leader_id: is('trip_expenses.tour_leader_id', ref()),
    branch_id: reached('trip_expenses.planned_trip_id', 'planned_trips', 'id', 'branch_id'),
    day_from: from('trip_expenses.day', TripExpense.properties.day),
    day_to: until('trip_expenses.day', TripExpense.properties.day),
  },
})
const expensePage = expenseList.over(expenses)

export const oneExpense = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  expenses(db, reader).where('trip_expenses.id', '=', id),
)

/** The expenses of a trip. */
export const expensesOfTrip = jsonArrayOf(
  (db, { id, ...reader }: Acting & { id: number }) => tripLed(db, { ...reader, id }),
  (db, { id, ...reader }) =>
    expenses(db, reader)
      .where('trip_expenses.planned_trip_id', '=', id)
      .orderBy('trip_expenses.day', 'desc')
      .orderBy('trip_expenses.id', 'desc')
      .limit(MOST_SHOWN),
)
const MOST_SHOWN = 1_000

const readers = ['admin', 'manager', 'department', 'finance', 'leader'] as const

/** Reads below `/api/expenses`. */
export function expenseReads(on: On) {
  on.get(
    '',
    {
      access: readers,
      summary: 'What leaders have spent on the road, by day; a leader sees its own',
      ...expenseList.of(ShownExpense),
      etag: 'content',
    },
    ({ db, actor, query }) => expensePage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: readers, summary: 'One expense of a leader', returns: ShownExpense, etag: 'content' },
    ({ db, actor, params }) => oneExpense(db, { ...actingOf(actor), ...params }),
  )
}

/** `/api/planned-trips/{id}/expenses`: reads. */
export function expenseReadsOfTrip(on: On) {
  on.get(
    '/:id/expenses',
    {
      access: readers,
      summary: 'What was spent on a trip, the last day first; a leader sees its own',
      returns: Type.Array(ShownExpense),
      etag: 'content',
    },
    ({ db, actor, params }) => expensesOfTrip(db, { ...actingOf(actor), ...params }),
  )
}
