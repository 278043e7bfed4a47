import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'
import { answererOf } from './threads.ts'

/** Tells whoever answers a friend that it has written; all of sales if nobody does. Once, until the thread is read. */
export async function notifyOfLineMessage(tx: Tx, { line_friend_id }: Events['line-message.received']) {
  const { unread, answerer, ...params } = await tx
    .selectFrom('line_friends as f')
    .select(['f.unread', answererOf.as('answerer')])
    .select(
      sql<string | null>`coalesce((
        select p.name from person_records r join persons p on p.id = r.person_id where r.id = f.person_record_id), f.display_name)`.as(
        'name',
      ),
    )
    .where('f.id', '=', line_friend_id)
    .executeTakeFirstOrThrow()
  if (unread > 1) return
  await notify(tx, {
    who: answerer === null ? await thoseIn(tx, 'sales') : [answerer],
    event: 'line.received',
    params,
    about: { type: 'line_thread', id: line_friend_id },
  })
}
