import { type SqlBool, sql } from 'kysely'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import { hasMailbox, mailInstead, markTaken, markTold, waitsForLine } from '../notifications/by-line.ts'
import { noticeForLine } from '../notifications/mails.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'
import { send } from './messages.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Tells a person on LINE what waits for it. */
    'line.deliver': { delivery_id: number }
  }
}

/** Writes the messages of a notice. At night, or if nobody is reached any more, it goes by mail; who has no mailbox hears it at night too. */
export async function deliver({ delivery_id }: Jobs['line.deliver'], tools: JobTools) {
  const notice = await noticeForLine(tools, delivery_id)
  await tools.database.transaction({}, async (tx) => {
    if (!(await waitsForLine(tx, delivery_id))) return
    const friends = await friendsToTell(tx, { delivery_id })
    if (!notice || !friends.length) return fallBack(tx, delivery_id)
    if ((await isNight(tx, {})) && (await hasMailbox(tx, { delivery_id }))) return fallBack(tx, delivery_id)
    for (const { id } of friends) await send(tx, { line_friend_id: id, text: notice.text, delivery_id })
    await markTaken(tx, delivery_id)
  })
}

const friendsToTell = statement(
  (_db, { delivery_id }: { delivery_id: number }) =>
    sql<{ id: number }>`
    select distinct h.line_friend_id as id from deliveries d
      join line_hearers h on h.user_id = d.user_id or h.booking_id = d.booking_id or h.tour_leader_id = d.tour_leader_id
     where d.id = ${delivery_id} and h.blocked_at is null order by id`,
)

/** The hours in which nothing is pushed, by the clock of the agency, and when they end; they may lie over midnight. */
export const isNight = oneRow((db, _given: object) =>
  db
    .selectFrom('line_channel')
    .select(
      sql<string>`((local_time()::date + (quiet_to::time <= local_time()::time)::integer + quiet_to::time) at time zone house_zone())`.as(
        'ends_at',
      ),
    )
    .where(
      sql<SqlBool>`case when quiet_from <= quiet_to then to_char(local_time(), 'HH24:MI') >= quiet_from and to_char(local_time(), 'HH24:MI') < quiet_to
        else to_char(local_time(), 'HH24:MI') >= quiet_from or to_char(local_time(), 'HH24:MI') < quiet_to end`,
    ),
)

/** A message of a notice has arrived, or has not. If it came to nobody, the notice goes by mail. */
export async function settleDelivery(tx: Tx, delivery_id: number, outcome: { isSent: boolean; isLimited: boolean }) {
  if (outcome.isSent) return void (await markTold(tx, delivery_id))
  // The messages to two friends may fail at the same moment; the later one sees that nobody is left.
  await tx.selectFrom('deliveries').select('id').where('id', '=', delivery_id).forUpdate().execute()
  const others = await tx
    .selectFrom('line_messages')
    .select('id')
    .where('delivery_id', '=', delivery_id)
    .where('state', 'in', ['waiting', 'sent'])
    .executeTakeFirst()
  if (!others) await fallBack(tx, delivery_id, outcome)
}

const fallBack = async (tx: Tx, delivery_id: number, { isLimited = false } = {}) => {
  if ((await mailInstead(tx, delivery_id)) && isLimited) await tellLimited(tx)
}

/** Administrators are told once a month that no more is pushed. */
const tellLimited = async (tx: Tx) => {
  const { rows } = await sql<{ monthly_cap: number }>`
    update line_channel set limited_on = today()
     where limited_on is null or date_trunc('month', limited_on) < date_trunc('month', today()) returning monthly_cap`.execute(
    tx,
  )
  const [first] = rows
  if (!first) return
  await notify(tx, {
    who: await thoseIn(tx, 'admin'),
    event: 'line.limited',
    params: { count: first.monthly_cap },
    about: { type: 'line_channel', id: 1 },
  })
}
