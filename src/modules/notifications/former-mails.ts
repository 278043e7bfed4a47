import { sql } from 'kysely'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import { queueMail } from './queue.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'notifications.mail': { notification_id: number }
  }
}

/** Jobs of the release before, which may serve beside this one: its notification is delivered like all others, with the text it has. */
export const deliverFormer = ({ notification_id }: Jobs['notifications.mail'], { database }: JobTools) =>
  database.transaction({}, async (tx) => {
    const { rows } = await sql<{ person: string }>`
      with taken as (
        update notifications set awaits_mail = false where id = ${notification_id} and awaits_mail returning *
      )
      insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id)
      select user_id, true, 'waiting', 'as-written', json_build_object('title', title, 'body', body), subject_type, subject_id from taken
      returning person`.execute(tx)
    for (const { person } of rows) queueMail(tx, person)
  })
