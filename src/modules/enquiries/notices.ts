import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'

/** Tells the owner of a new enquiry, or all of sales of one that nobody has; and the next owner of a handover. */
export async function notifyOfEnquiry(tx: Tx, { enquiry_id, actor_id, what }: Events['enquiry.changed']) {
  if (what !== 'asked' && what !== 'handed_over') return
  const { owner, ...params } = await tx
    .selectFrom('enquiries as e')
    .leftJoin('planned_trips as t', 't.id', 'e.planned_trip_id')
    .select(['e.sales_user_id as owner', 'e.enquiry_number as number', 'e.name as person', 'e.source', 't.serial'])
    .select(sql<string | null>`left(e.wish, ${sql.lit(FIRST_WORDS)})`.as('wish'))
    .select(sql<string>`e.follow_up_on::text`.as('day'))
    .where('e.id', '=', enquiry_id)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    who: owner === null ? await thoseIn(tx, 'sales') : [owner],
    event: what === 'asked' ? 'enquiry.asked' : 'enquiry.handed-over',
    params,
    about: { type: 'enquiry', id: enquiry_id },
    except: actor_id,
  })
}

const FIRST_WORDS = 200
