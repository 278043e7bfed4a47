import { type Generated, sql } from 'kysely'
import { isOneOf, localDay } from '../../../kit/db/fragments.ts'
import { statement } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { emit } from '../../../kit/events.ts'
import type { JobTools } from '../../../kit/jobs/jobs.ts'
import { retention } from '../../../kit/retention/rules.ts'
import { notify } from '../../notifications/notify.ts'
import { dueDay, nextPurpose } from '../payment-requests/payable.ts'
import type { Purpose } from '../payment-requests/payment-request.ts'
import { type ReadyReminder, remindersOf } from './reminder.ts'

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    payment_reminders_sent: {
      id: Generated<number>
      booking_id: number
      day: string
      purpose: Purpose
      days: number | null
      due_on: string
      amount: number
      currency: string
      sent_by: number | null
      created_at: Generated<string>
    }
  }
}

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.payment-reminders': object
  }
}

declare module '../../../kit/events.ts' {
  interface Events {
    /** A customer was reminded of a payment, by a rule or by a person. */
    'payment-reminder.sent': { payment_reminder_id: number; booking_id: number; how: 'rule' | 'person' }
  }
}

const AT_ONCE = 100

/**
 * Reminds customers by the rules, each in a transaction of its own, which first looks again whether the rule still holds. It runs from ten in the
 * morning until the evening, so that a day on which no process ran at ten has its reminders later.
 */
export async function remindOfPayments(_nothing: object, { database }: Pick<JobTools, 'database'>) {
  for (let after = 0; ; ) {
    const due = await dueByRules(database.db, { after, only: null, on: null, most: AT_ONCE })
    for (const { id } of due) await database.transaction({}, (tx) => remindByRule(tx, id))
    const last = due.at(-1)
    if (!last || due.length < AT_ONCE) return
    after = last.id
  }
}

/** Reminds the customer of a booking, if a rule says so now and nothing keeps it from being sent. */
export async function remindByRule(tx: Tx, id: number) {
  await tx.selectFrom('bookings').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const [rule] = await dueByRules(tx, { after: 0, only: id, on: null, most: 1 })
  const [reminder] = await remindersOf(tx, { ids: [id] })
  if (rule && reminder && !reminder.why) await sendReminder(tx, reminder, { days: rule.days })
}

type By = { days: number } | { actor_id: number }

/** Mails a reminder, and keeps that it was sent. A booking has one a day, whoever sends it. */
export async function sendReminder(
  tx: Tx,
  { id, day, purpose, due_on, amount, currency, notice, params }: ReadyReminder,
  by: By,
) {
  if (!params || due_on === null) return
  const row = { booking_id: id, day, purpose, due_on, amount, currency }
  const sent = await tx
    .insertInto('payment_reminders_sent')
    .values({ ...row, days: 'days' in by ? by.days : null, sent_by: 'actor_id' in by ? by.actor_id : null })
    .onConflict((there) => there.columns(['booking_id', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!sent) return
  await notify(tx, { who: [{ contact: id }], event: notice, params, about: { type: 'booking', id } })
  const how = 'days' in by ? 'rule' : 'person'
  await emit(tx, 'payment-reminder.sent', { payment_reminder_id: sent.id, booking_id: id, how })
}

type Asked = { after: number; only: number | null; on: string | null; most: number }

/** The bookings of which a rule says that they are reminded on a day, or today. One that was booked or asked on that day was just told. */
export const dueByRules = statement(
  (_db, { after, only, on, most }: Asked) => sql<{ id: number; days: number }>`
    select b.id, r.days
      from (select coalesce(${on}::date, today()) as day) d cross join bookings b
     cross join lateral (select ${dueDay('b')} as due_on, ${nextPurpose('b')} as purpose) next
      join payment_reminders r on r.is_active and r.purpose = next.purpose and next.due_on + r.days = d.day
     where b.balance > 0 and ${isOneOf('b.status', ['held', 'confirmed', 'completed'])} and ${localDay(sql`b.created_at`)} < d.day
       and not exists (select from payment_requests q where q.booking_id = b.id and q.status = 'open' and ${localDay(sql`q.created_at`)} >= d.day)
       and not exists (select from payment_reminders_sent s where s.booking_id = b.id and s.day = d.day)
       and b.id > ${after} and (${only}::integer is null or b.id = ${only})
     order by b.id limit ${most}::integer`,
)

export const sentReminders = retention({
  what: 'that a customer was reminded of a payment',
  table: 'payment_reminders_sent',
  from: sql`created_at`,
  since: 'it was sent',
  after: '1 year',
  why: 'They keep a customer from being reminded twice, and show colleagues what was said.',
})

/** SQL: the last rule for what a booking of this alias owes is over and it still owes; nobody has reminded it by hand for three days, and it is not silent. */
export function isRemindedInVain(of: string) {
  const id = sql.ref(`${of}.id`)
  return sql<boolean>`(
    ${dueDay(of)} + (select max(r.days) from payment_reminders r where r.is_active and r.purpose = ${nextPurpose(of)}) < today()
    and not exists (select from payment_silences s where s.booking_id = ${id} and s.until > today())
    and not exists (select from payment_reminders_sent s where s.booking_id = ${id} and s.days is null and s.day > today() - 3))`
}
