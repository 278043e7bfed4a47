import type { Tx } from '../../kit/db/tables.ts'
import { tells } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { decisions } from './flow.ts'
import { typeWords } from './labels.ts'
import { accountsOf, lineControl } from './people.ts'

tells(
  'leader-unavailability.entered',
  'the other side hears of days off',
  (tx, { unavailability_id, actor_id, status }) =>
    tell(
      tx,
      unavailability_id,
      actor_id,
      status === 'requested' ? 'requested' : 'entered',
      entered[status === 'requested' ? 0 : 1],
    ),
)

tells(
  'leader-unavailability.decided',
  'both sides hear what became of it',
  (tx, { unavailability_id, actor_id, decision }) =>
    tell(tx, unavailability_id, actor_id, decision, decisions[decision].title),
)

const entered: [Words, Words] = [
  ['請假待核准', 'Days off asked for'],
  ['已登錄請假', 'Days off entered'],
]

const tell = async (tx: Tx, id: number, except: number, event: string, title: Words) => {
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
