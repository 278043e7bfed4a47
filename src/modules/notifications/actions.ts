import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { enqueue } from '../../kit/jobs.ts'
import { say } from '../../kit/words.ts'
import './mails.ts'
import type { Notice } from './schema.ts'

/** Tells people, each in its own language: a row in the same transaction, and a mail once it is committed, unless there is a mail of its own. */
export const notify = async (
  tx: Tx,
  people: readonly number[],
  { event, title, body, subject }: Notice,
  byMail = true,
) => {
  if (!people.length) return
  const readers = await tx
    .selectFrom('users')
    .select(['id', 'locale'])
    .where('id', 'in', [...new Set(people)])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  for (const { id: user_id, locale } of readers) {
    const told = { event, title: say(title, locale), body: say(body, locale) }
    const { id } = await tx
      .insertInto('notifications')
      .values({ user_id, ...told, subject_type: subject.type, subject_id: subject.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (byMail) await enqueue(tx, 'notifications.mail', { notification_id: id })
  }
}

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

/** What people were told of these subjects is forgotten; that they were told stays. */
export const forgetAbout = async (tx: Tx, subject_type: string, ids: number[]) => {
  if (!ids.length) return
  await tx
    .updateTable('notifications')
    .set({ title: '•••', body: '•••' })
    .where('subject_type', '=', subject_type)
    .where('subject_id', 'in', ids)
    .execute()
}
