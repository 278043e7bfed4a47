import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'
import type { DecisionName } from './flow.ts'

/** Notifies staff of days off that a leader requests, and the leader of days off that staff enter. */
export function notifyOfDaysOff(tx: Tx, entered: Events['leader-unavailability.entered']) {
  const { unavailability_id, actor_id, status } = entered
  const event = status === 'requested' ? 'requested' : 'entered'
  return notifyAll(tx, unavailability_id, actor_id, event)
}

/** Notifies both sides of a decision. */
export function notifyOfDecision(tx: Tx, decided: Events['leader-unavailability.decided']) {
  const { unavailability_id, actor_id, decision } = decided
  return notifyAll(tx, unavailability_id, actor_id, decision)
}

const notifyAll = async (tx: Tx, id: number, except: number, event: 'requested' | 'entered' | DecisionName) => {
  const { leader, ...days } = await tx
    .selectFrom('leader_unavailabilities as u')
    .innerJoin('tour_leaders as l', 'l.id', 'u.tour_leader_id')
    .select(['u.tour_leader_id as leader', 'l.name', 'u.type', 'u.starts_on as starts', 'u.ends_on as ends'])
    .select('u.decision_note as note')
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow()
  const { name, ...others } = days
  await notify(tx, {
    who: [{ leader }, ...(await lineControl(tx))],
    event: `leader-unavailability.${event}`,
    params: { leader: name, ...others },
    about: { type: 'leader_unavailability', id },
    except,
  })
}

/** The accounts of line control, which is responsible for the leaders. */
export function lineControl(db: Db) {
  return thoseIn(db, 'department', 'line_control')
}
