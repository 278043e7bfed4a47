import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRow } from '../../../kit/db/json.ts'
import type { Table } from '../../../kit/db/tables.ts'
import {
  currency,
  day,
  labelled,
  line,
  moment,
  money,
  nullable,
  orNull,
  ref,
  shownFields,
} from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { Names } from '../../../kit/resource/names.ts'
import { moneyReaders } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { dueDay, nextPurpose } from '../payment-requests/payable.ts'
import { PaymentRequest } from '../payment-requests/payment-request.ts'
import { knownBooking } from '../visible.ts'

const { purpose } = PaymentRequest.properties

/** Until when the customer of a booking is not reminded; on that day it is again. */
export const Silence = Type.Object({
  booking_id: ref(),
  until: labelled(day(), ['暫停到', 'Silent until']),
  reason: line(500, '客戶說下週五發薪後付款'),
  set_by: nullable(ref()),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    payment_silences: Table<typeof Silence>
  }
}

/** What a booking's customer was reminded of, when it is next, and until when it is not. */
export const RemindersOfBooking = Type.Object({
  ...shownFields({ purpose }),
  due_on: orNull(day()),
  /** The day of the next reminder by the rules, if nothing is paid until then. */
  next_on: orNull(day()),
  silence: orNull(Type.Object({ until: day(), ...shownFields({ reason: line(500) }), setter: orNull(Names) })),
  sent: Type.Array(
    Type.Object({
      ...shownFields({
        sent_on: day(),
        purpose,
        due_on: day(),
        amount: money(),
        currency: currency(),
        created_at: moment(),
      }),
      /** The days of the rule; null if a person sent it. */
      days: orNull(Type.Integer({ examples: [-3] })),
      sender: orNull(Names),
    }),
  ),
})

const namesOf = (column: string) => sql`(
  select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${sql.ref(column)})`

export const remindersOfBooking = jsonRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings as b')
    .select([nextPurpose('b').as('purpose'), sql<string | null>`${dueDay('b')}`.as('due_on')])
    .select(
      sql<string | null>`(
        select min(${dueDay('b')} + r.days) from payment_reminders r
         where r.is_active and r.purpose = ${nextPurpose('b')} and b.balance > 0 and b.status in ('held', 'confirmed', 'completed')
           and ${dueDay('b')} + r.days >= greatest(today(), coalesce((select s.until from payment_silences s where s.booking_id = b.id), today()))
           and not exists (select from payment_reminders_sent s where s.booking_id = b.id and s.day = ${dueDay('b')} + r.days))`.as(
        'next_on',
      ),
    )
    .select(
      sql<object | null>`(
        select json_build_object('until', s.until, 'reason', s.reason, 'setter', ${namesOf('s.set_by')})
          from payment_silences s where s.booking_id = b.id and s.until > today())`.as('silence'),
    )
    .select(
      sql<object[]>`(
        select coalesce(json_agg(json_build_object('sent_on', s.day, 'purpose', s.purpose, 'due_on', s.due_on, 'amount', s.amount, 'currency', s.currency,
            'created_at', s.created_at, 'days', s.days, 'sender', ${namesOf('s.sent_by')}) order by s.id desc), '[]')
          from payment_reminders_sent s where s.booking_id = b.id)`.as('sent'),
    )
    .where('b.id', '=', id),
)

/** `GET /api/bookings/{id}/payment-reminders` */
export function remindersRoute(on: On) {
  on.get(
    '/:id/payment-reminders',
    {
      access: moneyReaders,
      summary:
        'The reminders of payments that the customer of a booking got, the next one, and until when there is none',
      returns: RemindersOfBooking,
      etag: 'content',
    },
    async ({ db, actor, params }) => {
      await knownBooking(db, { ...readerOf(actor), ...params })
      return remindersOfBooking(db, params)
    },
  )
}
