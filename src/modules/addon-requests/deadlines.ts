import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { job } from '../../kit/jobs.ts'
import type { Words } from '../../kit/words.ts'
import { say } from './entries.ts'
import { tell } from './notices.ts'
import { concerned } from './people.ts'

declare module '../../kit/jobs.ts' {
  interface Jobs {
    'addon-requests.deadlines': object
  }
}

const AT_ONCE = 100

/** Sales is reminded a day before a customer's deadline and when it passes. The row that marks it is written with the reminder, so each comes once. */
export const remind = async (tx: Tx): Promise<number> => {
  const due = await sql<{ addon_request_id: number; kind: keyof typeof reminders }>`
    with due as (
      select c.id, c.addon_request_id, case when c.customer_response_deadline <= now() then 'passed' else 'soon' end as kind
        from addon_communications c join addon_requests r on r.offer_id = c.id
       where c.customer_response = 'pending' and r.status = 'offered'
         and c.customer_response_deadline <= now() + interval '24 hours'
         and not exists (select from addon_reminders m where m.communication_id = c.id
                            and m.kind = case when c.customer_response_deadline <= now() then 'passed' else 'soon' end)
       order by c.customer_response_deadline, c.id limit ${AT_ONCE}
    ), marked as (
      insert into addon_reminders (communication_id, kind) select id, kind from due on conflict do nothing returning communication_id, kind
    )
    select due.addon_request_id, due.kind from due join marked on marked.communication_id = due.id order by due.addon_request_id`.execute(
    tx,
  )

  for (const { addon_request_id: id, kind } of due.rows) {
    const { title, entry } = reminders[kind]
    await say(tx, undefined, id, { sender_type: 'system', message_type: 'note', message: entry, is_internal: true })
    await tell(tx, await concerned(tx, id), ['sales'], `deadline-${kind}`, title, [entry, title[1]])
  }
  return due.rows.length
}

job(
  'addon-requests.deadlines',
  async (_nothing, { database }) => {
    while ((await database.transaction({}, remind)) === AT_ONCE);
  },
  { cron: '* * * * *' },
)

const reminders: Record<'soon' | 'passed', { title: Words; entry: string }> = {
  soon: {
    title: ['客戶回覆期限將於 24 小時內到期', 'The customer has less than 24 hours to answer'],
    entry: '客戶回覆期限將於 24 小時內到期，請提醒客戶。',
  },
  passed: {
    title: ['客戶回覆期限已過', 'The deadline for the customer has passed'],
    entry: '客戶回覆期限已過，請聯絡客戶或重新提供報價。',
  },
}
