import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'

// The demo uses the actions of the modules, which write the current time. So the rows that were just written (all rows with the
// time of this transaction) are moved to their dates. Entries must not be edited, so the trigger that protects them is disabled
// meanwhile, and so are the triggers for version and audit. The owner of a table may do this on any PostgreSQL.

/** Runs `work` with the triggers disabled, so that rows can be moved to earlier dates. */
export async function withAPast<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`alter table addon_communications disable trigger keep_as_written`.execute(tx)
  const result = await work()
  await sql`alter table addon_communications enable trigger keep_as_written`.execute(tx)
  return result
}

/** The last step of a request: its date, and the account that took it. */
export type Step = { request: number; moment: string; actor: number | null }

/** Moves everything that the last step of each request wrote to the date of that step, and attributes it to its account. */
export async function moveBack(tx: Tx, steps: readonly Step[]) {
  await backgroundEnded(tx)
  await sql`
    with step as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        step (request integer, moment timestamptz, actor integer)
    ), said as (
      update addon_communications c
         set created_at = case c.created_at when now() then moment else c.created_at end,
             answered_at = case answered_at when now() then moment else answered_at end
        from step where addon_request_id = request and now() in (c.created_at, answered_at)
    ), told as (
      update notifications n set created_at = moment
        from step where subject_type = 'addon_request' and subject_id = request and n.created_at = now()
    )
    update audit a set created_at = moment, actor_id = actor
      from step where table_name = 'addon_requests' and record_id = request and a.created_at = now()`.execute(tx)
}

/** Notices are written in the background of a transaction; after this, all of them are there. */
export async function backgroundEnded(tx: Tx) {
  const fault = await tx.background.ended()
  if (fault) throw fault
}

/** Money is checked and obligations are written by triggers at the commit. No trigger of a table can be disabled while one is pending for its rows, so they run now. */
export async function triggersEnded(tx: Tx) {
  await sql`set constraints all immediate`.execute(tx)
  await sql`set constraints all deferred`.execute(tx)
}

/** Sets the dates of requests from their entries. A deadline keeps its distance from the time of its entry. */
export async function settleDates(tx: Tx, requests: number[]) {
  await sql`
    update addon_communications set customer_response_deadline = customer_response_deadline - (now() - created_at)
     where addon_request_id = any (${requests}) and customer_response_deadline is not null`.execute(tx)
  await sql`alter table addon_requests disable trigger user`.execute(tx)
  await sql`
    update addon_requests r
       set created_at = asked, updated_at = touched, status_since = turned, public_updated_at = shown,
           completed_at = case status when 'completed' then turned end,
           response_deadline = (select customer_response_deadline from addon_communications where id = r.offer_id),
           quoted_until = (select customer_response_deadline from addon_communications
                            where addon_request_id = r.id and message_type = 'quote' and is_internal
                            order by id desc limit 1)
      from (select addon_request_id, min(created_at) as asked, max(created_at) as touched,
                   coalesce(max(created_at) filter (where message_type <> 'note'), min(created_at)) as turned,
                   coalesce(max(created_at) filter (where not is_internal), min(created_at)) as shown
              from addon_communications where addon_request_id = any (${requests}) group by addon_request_id) said
     where addon_request_id = r.id`.execute(tx)
  await sql`update addon_requests r set due = due_of(r) where id = any (${requests})`.execute(tx)
  await sql`alter table addon_requests enable trigger user`.execute(tx)
  await sql`
    update booking_price_lines l set created_at = r.completed_at
      from addon_requests r where r.id = l.addon_request_id and r.id = any (${requests})`.execute(tx)
}

/** Moves reminders to one day before their deadline, or to the time when it passed. */
export function moveReminders(tx: Tx) {
  return sql`
    with due as (
      select r.id, case kind when 'passed' then r.response_deadline
                             else greatest(r.response_deadline - interval '1 day', offer.created_at) end as moment
        from addon_reminders m join addon_communications offer on offer.id = m.communication_id
        join addon_requests r on r.offer_id = offer.id
    ), said as (
      update addon_communications c set created_at = moment
        from due where addon_request_id = due.id and c.created_at = now()
    ), marked as (
      update addon_reminders m set created_at = moment
        from due join addon_requests r using (id) where communication_id = r.offer_id
    )
    update notifications n set created_at = moment
      from due where subject_type = 'addon_request' and subject_id = due.id and n.created_at = now()`.execute(tx)
}

/** Marks everything that is older than a day as read by everybody. */
export async function markOldAsRead(tx: Tx, requests: number[]) {
  await sql`
    update notifications set read_at = created_at + interval '20 minutes'
     where subject_type = 'addon_request' and subject_id = any (${requests})
       and created_at < now() - interval '1 day'`.execute(tx)
  await sql`
    insert into addon_communication_reads (communication_id, user_id, read_at)
    select c.id, u.id, c.created_at + interval '20 minutes'
      from addon_communications c join addon_requests r on r.id = c.addon_request_id join bookings b on b.id = r.booking_id
      join users u on u.id = r.sales_user_id or u.department = r.department
                   or (u.id = b.customer_user_id and not c.is_internal)
     where r.id = any (${requests}) and c.created_at < now() - interval '1 day'
       and u.id is distinct from c.user_id
    on conflict do nothing`.execute(tx)
}
