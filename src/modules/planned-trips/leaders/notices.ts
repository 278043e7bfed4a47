import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { thoseIn } from '../../users/queries.ts'
import { partyOf, sellersOf } from '../manifests/party-queries.ts'
import { briefingInWords, briefingOf, isReplaced, leaderInWords, tripInWords } from './queries.ts'
import type { Duty } from './schema.ts'

/** Notifies the new and the previous leader, and operations where nobody follows. */
export const notifyLeaders = async (tx: Tx, changed: Events['trip-leader.changed']) => {
  const { planned_trip_id: id, duty, from, to, actor_id } = changed
  if (to !== null) await notifyOne(tx, id, to, actor_id, duty)
  if (from !== null) await notifyOne(tx, id, from, actor_id, `${duty}-released`)
  if (to === null) await notifyOp(tx, id, actor_id, duty)
  else if (duty === 'assigned') await notifyOthers(tx, changed, to)
}

/** Notifies the briefing leader of new hours. */
export const notifyOfBriefing = async (tx: Tx, { planned_trip_id: id, actor_id }: Events['trip-briefing.changed']) => {
  const { briefing_leader_id: leader } = await briefingOf(tx, id)
  if (leader !== null) await notifyOne(tx, id, leader, actor_id, 'briefing-moved')
}

// Whoever sold and works on the trip hears of its leader; those who travel only if they knew of another one.
const notifyOthers = async (
  tx: Tx,
  { planned_trip_id: id, actor_id: except }: Events['trip-leader.changed'],
  to: number,
) => {
  const { op_user_id, ...params } = await leaderInWords(tx, id)
  const about = { type: 'planned_trip', id }
  const who = [op_user_id, ...(await sellersOf(tx, id))]
  await notify(tx, { who, event: 'trip-leader.named', params, about, except })
  if (await isReplaced(tx, id, to))
    await notify(tx, { who: await partyOf(tx, id), event: 'trip-leader.named/booked', params, about })
}

// A trip or a briefing without a leader is work for operations.
const notifyOp = async (tx: Tx, id: number, except: number, duty: Duty) => {
  const { op_user_id } = await briefingOf(tx, id)
  await notify(tx, {
    who: op_user_id === null ? await thoseIn(tx, 'department', 'op') : [op_user_id],
    event: `trip-leader.released/${duty}`,
    params: await tripInWords(tx, id),
    about: { type: 'planned_trip', id },
    except,
  })
}

type Change = Duty | `${Duty}-released` | 'briefing-moved'
const notifyOne = async (tx: Tx, id: number, leader: number, except: number, change: Change) =>
  notify(tx, {
    who: [{ leader }],
    event: `trip-leader.${change}`,
    params: { ...(await tripInWords(tx, id)), ...(await briefingInWords(tx, id)) },
    about: { type: 'planned_trip', id },
    except,
  })
