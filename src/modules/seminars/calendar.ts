import type { Tx } from '../../kit/db/tables.ts'
import { block, release, type Will } from '../leader-calendar/actions.ts'
import { blockOf, type Hours, subjectOf } from './rules.ts'

/** Blocks the briefing leader's calendar unless the session is cancelled; refused if the leader is not free. */
export const place = (
  tx: Tx,
  leader: number | null,
  session: Hours & { id: number; status: string },
  { zone, ...will }: Will & { zone: string },
) =>
  leader === null || session.status === 'cancelled'
    ? free(tx, session.id)
    : block(tx, blockOf(leader, session, zone), will)

export const free = (tx: Tx, id: number): Promise<unknown> => release(tx, 'briefing', subjectOf(id))
