import { type Generated, sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { reportedOnce } from '../../kit/retention/rules.ts'
import { terms } from '../../terms.ts'
import { addSystemNote } from './entries.ts'
import { concerned } from './locked-request.ts'
import { notifyAll } from './notices.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    addon_reminders: { communication_id: number; kind: 'soon' | 'passed'; created_at: Generated<string> }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'addon-requests.deadlines': object
  }
}

const AT_ONCE = 100

/**
 * Reminds sales a day before a customer's deadline and when it passes. The row that records a reminder is written in the same
 * transaction, so each is sent once. The row is kept for a year, so nothing older than a month is looked at.
 */
export async function remind(tx: Tx): Promise<number> {
  const { rows } = await sql<{ addon_request_id: number; kind: 'soon' | 'passed' }>`
    with due as (
      select r.id, r.offer_id, case when r.response_deadline < now() then 'passed' else 'soon' end as kind
        from addon_requests r
       where r.status = 'offered' and r.response_deadline <= now() + ${sql.lit(terms.offerReminder.interval)}::interval
         and r.response_deadline > now() - interval '30 days'
         and not exists (select from addon_reminders m where m.communication_id = r.offer_id
                            and m.kind = case when r.response_deadline < now() then 'passed' else 'soon' end)
       order by r.response_deadline, r.offer_id limit ${AT_ONCE}
    ), marked as (
      insert into addon_reminders (communication_id, kind) select offer_id, kind from due
      on conflict do nothing returning communication_id, kind
    )
    select due.id as addon_request_id, due.kind from due join marked on communication_id = due.offer_id
     order by due.id`.execute(tx)

  for (const { addon_request_id: id, kind } of rows) {
    await addSystemNote(tx, undefined, id, { event: `deadline-${kind}` })
    await notifyAll(tx, await concerned(tx, { id }), { parties: ['sales'], event: `addon-request.deadline-${kind}` })
  }
  return rows.length
}

export async function remindOfAnswers(_nothing: object, { database }: JobTools) {
  while ((await database.transaction({}, remind)) === AT_ONCE);
}

export const deadlineReminders = reportedOnce('addon_reminders', "that a customer's deadline was reported")
