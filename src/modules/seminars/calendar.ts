import type { Tx } from '../../kit/db/tables.ts'
import { block, release, type Will } from '../leader-calendar/actions.ts'
import type { Clash } from '../leader-calendar/schema.ts'
import { blockOf, type Hours, subjectOf } from './rules.ts'

/** Blocks the briefing leader's calendar unless the session is cancelled; refused if the leader is not free. Returns all conflicts. */
export async function place(
  tx: Tx,
  leader: number | null,
  session: Hours & { id: number; status: string },
  { zone, ...will }: Will & { zone: string },
): Promise<Clash[]> {
  if (leader !== null && session.status !== 'cancelled') return block(tx, blockOf(leader, session, zone), will)
  await free(tx, session.id)
  return []
}

export function free(tx: Tx, id: number): Promise<unknown> {
  return release(tx, 'briefing', subjectOf(id))
}
