import type { Tx } from '../../kit/db/tables.ts'
import { block, release, type Will } from '../leader-calendar/actions.ts'
import type { Entry } from '../leader-calendar/clashes.ts'

type Session = { id: number; starts_at: string; ends_at: string }

/** What a session is in the calendar of the leader who briefs. */
export const entryOf = (tour_leader_id: number, { id, starts_at, ends_at }: Session, zone: string): Entry => ({
  tour_leader_id,
  kind: 'briefing',
  subject: subjectOf(id),
  when: { starts_at, ends_at, zone },
  is_firm: true,
})

/** A session takes its briefing leader's time unless it is cancelled; where the leader is not free, the calendar refuses. */
export const place = (
  tx: Tx,
  leader: number | null,
  session: Session & { status: string },
  { zone, ...will }: Will & { zone: string },
) =>
  leader === null || session.status === 'cancelled'
    ? free(tx, session.id)
    : block(tx, entryOf(leader, session, zone), will)

export const free = (tx: Tx, id: number): Promise<unknown> => release(tx, 'briefing', subjectOf(id))

const subjectOf = (id: number) => ({ type: 'seminar_session', id })
