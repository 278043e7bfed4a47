import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Columns, Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import {
  anyText,
  currency,
  day,
  defaulted,
  labelled,
  line,
  money,
  nullable,
  oneOf,
  orNull,
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
import { bookingStatuses } from '../booking-statuses.ts'
import { cashiers } from '../bookings/flow.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { chequeFlow, chequeStatuses, chequeSteps } from './flow.ts'

/** A cheque that somebody has handed in. It is no payment until it has cleared. */
export const Cheque = Type.Object({
  number: labelled(line(20, 'AB1234567'), ['支票號碼', 'Number of the cheque']),
  drawer_bank: labelled(line(60, '玉山銀行 民權分行'), ['付款銀行', 'Bank of the drawer']),
  drawer: labelled(nullable(line(100, '大發股份有限公司')), ['發票人', 'Drawer']),
  amount: money(),
  currency: currency(),
  due_on: labelled(day(), ['到期日', 'Due on']),
  status: defaulted(oneOf(chequeStatuses)),
  received_by: labelled(ref(), ['收票人', 'Received by']),
  receiving_account_id: nullable(ref()),
  deposited_on: labelled(nullable(day()), ['託收日', 'Paid in on']),
  cleared_on: labelled(nullable(day()), ['兌現日', 'Cleared on']),
  reason: nullable(line(500, '存款不足')),
  note: labelled(nullable(line(500, '公司票，抬頭為本社')), ['備註', 'Note']),
  decided_by: nullable(ref()),
})
/** What a cheque pays of a booking, and the payment that it became. @public */
export const ChequePart = Type.Object({
  cheque_id: ref(),
  booking_id: ref(),
  amount: money(),
  payment_id: nullable(ref()),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    cheques: Table<typeof Cheque>
    cheque_parts: Columns<typeof ChequePart>
  }
}

const cashierRoles = [...cashiers, 'manager'] as const

export const ShownCheque = RecordOf(Cheque, {
  parts: Type.Array(
    Type.Object({
      ...shownFields({ booking_id: ref(), amount: money(), payment_id: nullable(ref()) }),
      booking_number: anyText('CNX270128A-001'),
      contact_name: anyText('王小美'),
      status: oneOf(bookingStatuses),
    }),
  ),
  receiver: Names,
  receiving_account: orNull(anyText('玉山 活存')),
  possible: Type.Array(Type.Enum(namesOf(chequeSteps))),
})

const { status, due_on } = Cheque.properties

const chequeList = list({
  of: 'cheques',
  sort: { due_on },
  order: 'due_on',
  people: true,
  columns: [
    'due_on',
    'number',
    'drawer_bank',
    'drawer',
    'currency',
    'amount',
    'status',
    'receiver.name',
    'receiving_account',
    'deposited_on',
    'cleared_on',
    'reason',
    'note',
    'created_at',
  ],
  filters: {
    status: is('cheques.status', status),
    group: openOrDone('cheques.status', chequeStatuses, chequeFlow.ends),
    due_from: from('cheques.due_on', due_on),
    due_to: until('cheques.due_on', due_on),
    booking_id: reached('cheques.id', 'cheque_parts', 'cheque_id', is('cheque_parts.booking_id', ref())),
  },
})

const parts = sql<object[]>`(
  select coalesce(json_agg(json_build_object('booking_id', p.booking_id, 'amount', p.amount, 'payment_id', p.payment_id,
      'booking_number', b.booking_number, 'contact_name', b.contact_name, 'status', b.status) order by p.booking_id), '[]')
    from cheque_parts p join bookings b on b.id = p.booking_id where p.cheque_id = cheques.id)`

const cheques = (db: Db, reader: Acting) =>
  db
    .selectFrom('cheques')
    .select(columnsOf('cheques', Cheque))
    .select([
      parts.as('parts'),
      sql<object>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = cheques.received_by)`.as(
        'receiver',
      ),
      sql<string | null>`(select a.name from receiving_accounts a where a.id = cheques.receiving_account_id)`.as(
        'receiving_account',
      ),
      possibleColumn(chequeFlow, reader.acts_as, 'cheques.status', {}).as('possible'),
    ])
const chequePage = chequeList.over(cheques)
export const oneCheque = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  cheques(db, reader).where('cheques.id', '=', id),
)

/** The bookings of a cheque are locked before it, in their order, as by whatever changes their account. */
export async function lockedCheque(tx: Tx, id: number) {
  const before = await partsOf(tx, id)
  await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', before.map(({ booking_id }) => booking_id).concat(0))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const cheque = found(await tx.selectFrom('cheques').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  return { ...cheque, parts: await partsOf(tx, id) }
}
export type LockedCheque = Awaited<ReturnType<typeof lockedCheque>>

const partsOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('cheque_parts')
    .select(['booking_id', 'amount', 'payment_id'])
    .where('cheque_id', '=', id)
    .orderBy('booking_id')
    .execute()

export function chequeReads(on: On) {
  on.get(
    '',
    {
      access: cashierRoles,
      summary: 'Cheques that customers have handed in, by the day on which they are due',
      ...chequeList.of(ShownCheque),
      etag: 'content',
    },
    ({ db, actor, query }) => chequePage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: cashierRoles, summary: 'One cheque', returns: ShownCheque, etag: 'content' },
    ({ db, actor, params }) => oneCheque(db, { ...actingOf(actor), ...params }),
  )
}
