import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { tripCalled } from '../../shown-names.ts'

/** Notifies the other side of a handover. */
export const notifyOfHandover = async (tx: Tx, changed: Events['trip-handover.changed']) => {
  const { handover_id, planned_trip_id, actor_id } = changed
  const { kind, status, from_user_id, to_user_id, note, ...trip } = await tx
    .selectFrom('trip_handovers as h')
    .innerJoin('planned_trips as p', 'p.id', 'h.planned_trip_id')
    .select(['h.kind', 'h.status', 'h.from_user_id', 'h.to_user_id', 'h.note', 'p.serial', 'p.name'])
    .select(tripCalled('p').as('name_en'))
    .where('h.id', '=', handover_id)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    who: [status === 'pending' ? to_user_id : from_user_id],
    event: `trip-handover.${status ?? 'pending'}`,
    params: { ...trip, kind, note },
    about: { type: 'planned_trip', id: planned_trip_id },
    except: actor_id,
  })
}
