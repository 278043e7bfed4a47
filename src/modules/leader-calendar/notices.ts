import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { decisions } from './flow.ts'
import { typeWords } from './labels.ts'
import { accountsOf, lineControl } from './people.ts'

/** Notifies the other side of days off. */
export const notifyOfDaysOff = (tx: Tx, entered: Events['leader-unavailability.entered']) => {
  const { unavailability_id, actor_id, status } = entered
  const event = status === 'requested' ? 'requested' : 'entered'
  return notifyAll(tx, unavailability_id, actor_id, event, titles[event])
}

/** Notifies both sides of a decision. */
export const notifyOfDecision = (tx: Tx, decided: Events['leader-unavailability.decided']) => {
  const { unavailability_id, actor_id, decision } = decided
  return notifyAll(tx, unavailability_id, actor_id, decision, decisions[decision].title)
}

const titles: Record<'requested' | 'entered', Words> = {
  requested: ['請假待核准', 'Days off asked for'],
  entered: ['已登錄請假', 'Days off entered'],
}

const notifyAll = async (tx: Tx, id: number, except: number, event: string, title: Words) => {
  const { leader, tour_leader_id, type, starts_on, ends_on, decision_note } = await tx
    .selectFrom('leader_unavailabilities as u')
    .innerJoin('tour_leaders as l', 'l.id', 'u.tour_leader_id')
    .select(['u.tour_leader_id', 'l.name as leader', 'u.type', 'u.starts_on', 'u.ends_on', 'u.decision_note'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow()
  const people = [...(await accountsOf(tx, tour_leader_id)), ...(await lineControl(tx))]
  const [zh, en] = typeWords[type]
  const note = decision_note ? ` ${decision_note}` : ''
  await notify(
    tx,
    people.filter((person) => person !== except),
    {
      event: `leader-unavailability.${event}`,
      title,
      body: [
        `${leader}：${zh} ${starts_on} – ${ends_on}${note && `（${decision_note}）`}`,
        `${leader}: ${en} ${starts_on} – ${ends_on}${note && ` (${decision_note})`}`,
      ],
      subject: { type: 'leader_unavailability', id },
    },
  )
}
