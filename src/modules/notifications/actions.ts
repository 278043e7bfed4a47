import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { say, type Words } from '../../kit/words/words.ts'
import type { Notice } from './schema.ts'

/** Notifies people, each in their language: a row in the same transaction and, unless there is a separate mail, a mail after the commit. */
export const notify = async (
  tx: Tx,
  people: readonly number[],
  { event, title, body, subject }: Notice,
  byMail = true,
) => {
  if (!people.length) return
  const { rows } = await sql<{ id: number }>`
    insert into notifications (user_id, event, title, body, subject_type, subject_id, awaits_mail)
    select id, ${event}, ${theirs(title)}, ${theirs(body)}, ${subject.type}, ${subject.id}::integer, ${byMail}
      from users where id = any (${people}::integer[]) and status = 'active' order by id
    returning id`.execute(tx)
  if (byMail) for (const { id } of rows) enqueue(tx, 'notifications.mail', { notification_id: id })
}

const theirs = (words: Words) => sql`case locale when 'en' then ${say(words, 'en')} else ${say(words, 'zh-TW')} end`

export const markRead = async (tx: Tx, me: number, id: number) => {
  found(
    await tx
      .updateTable('notifications')
      .set({ read_at: sql`coalesce(read_at, now())` })
      .where('id', '=', id)
      .where('user_id', '=', me)
      .returning('id')
      .executeTakeFirst(),
  )
}

export const markAllRead = async (tx: Tx, me: number) => {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', me)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return { marked: Number(numUpdatedRows) }
}

/** Deletes the text of notifications about these subjects; that they were sent stays. */
export const forgetAbout = async (tx: Tx, subject_type: string, ids: number[]) => {
  if (!ids.length) return
  await tx
    .updateTable('notifications')
    .set({ title: '•••', body: '•••' })
    .where('subject_type', '=', subject_type)
    .where('subject_id', 'in', ids)
    .execute()
}

/** Deletes everything that an erased account was told. */
export const forgetAllTo = (tx: Tx, user_id: number) =>
  tx.deleteFrom('notifications').where('user_id', '=', user_id).execute()
