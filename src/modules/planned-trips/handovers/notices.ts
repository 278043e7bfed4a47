import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import type { Words } from '../../../kit/words/words.ts'
import { notify } from '../../notifications/actions.ts'
import { handovers } from './flow.ts'

/** Notifies the other side of a handover. */
export const notifyOfHandover = async (tx: Tx, changed: Events['trip-handover.changed']) => {
  const { handover_id, planned_trip_id, actor_id } = changed
  const { kind, status, from_user_id, to_user_id, note, serial, name } = await tx
    .selectFrom('trip_handovers as h')
    .innerJoin('planned_trips as p', 'p.id', 'h.planned_trip_id')
    .select(['h.kind', 'h.status', 'h.from_user_id', 'h.to_user_id', 'h.note', 'p.serial', 'p.name'])
    .where('h.id', '=', handover_id)
    .executeTakeFirstOrThrow()
  const other = status === 'pending' ? to_user_id : from_user_id
  const [zh, en] = handovers[kind].title
  const [isZh, isEn] = words[status ?? 'pending']
  const body = [serial, name, note].filter(Boolean).join(' ')
  await notify(
    tx,
    [other].filter((person) => person !== actor_id),
    {
      event: `trip-handover.${status}`,
      title: [`${serial} ${zh}：${isZh}`, `${serial} ${en}: ${isEn}`],
      body: [body, body],
      subject: { type: 'planned_trip', id: planned_trip_id },
    },
  )
}

const words: Record<'pending' | 'accepted' | 'returned', Words> = {
  pending: ['待接受', 'to be accepted'],
  accepted: ['已接受', 'accepted'],
  returned: ['已退回', 'returned'],
}
