import type { Tx } from '../../../kit/db/tables.ts'

/** Marks an entry as read for one person; repeating it changes nothing. */
export const markRead = (tx: Tx, user_id: number, communication_id: number) =>
  tx
    .insertInto('addon_communication_reads')
    .values({ user_id, communication_id })
    .onConflict((there) => there.doNothing())
    .execute()
