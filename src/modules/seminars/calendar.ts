import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { flag, line } from '../../kit/fields.ts'
import { block, release, type Will } from '../leader-calendar/block.ts'
import type { Clash } from '../leader-calendar/calendar.ts'
import type { NewBlock } from '../leader-calendar/clashes.ts'

export type Hours = { starts_at: string; ends_at: string }

/** If the briefing leader is not free, an override with a reason is needed. */
export const override = { override: Type.Optional(flag()), reason: Type.Optional(line(500)) }

/** Blocks the briefing leader's calendar unless the session is cancelled; refused if the leader is not free. Returns all conflicts. */
export async function blockLeader(
  tx: Tx,
  leader: number | null,
  session: Hours & { id: number; status: string },
  { zone, ...will }: Will & { zone: string },
): Promise<Clash[]> {
  if (leader !== null && session.status !== 'cancelled') return block(tx, blockOf(leader, session, zone), will)
  await releaseLeader(tx, session.id)
  return []
}

export function releaseLeader(tx: Tx, id: number): Promise<unknown> {
  return release(tx, 'briefing', subjectOf(id))
}

/** The block of a session in its briefing leader's calendar. */
export function blockOf(tour_leader_id: number, session: Hours & { id: number }, zone: string): NewBlock {
  return {
    tour_leader_id,
    kind: 'briefing',
    subject: subjectOf(session.id),
    when: { starts_at: session.starts_at, ends_at: session.ends_at, zone },
    is_firm: true,
  }
}

const subjectOf = (id: number) => ({ type: 'seminar_session', id })
