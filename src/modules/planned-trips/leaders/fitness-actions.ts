import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import type { Will } from '../../leader-calendar/actions.ts'
import { readFacts } from '../../leader-calendar/candidates/queries.ts'
import { type Reason, unfitFor } from '../../leader-calendar/candidates/rules.ts'
import type { Duty } from './schema.ts'

/**
 * Refuses a leader who has left, whose licence does not allow the trip, or, unless an override says why, whose papers end
 * before the return or who is on leave. Returns what was overridden.
 */
export const refuseUnfit = async (tx: Tx, duty: Duty, trip: number, leader: number, will: Will): Promise<Reason[]> => {
  await refuseGone(tx, leader)
  const { trip: facts, leaders } = await readFacts(tx, trip, leader)
  const reasons = leaders.flatMap((one) => unfitFor(facts, one)).filter(({ code }) => isOf(duty, code))
  const final = reasons.filter(({ is_final }) => is_final)
  if (final.length) refuseField('tour_leader_id', ...final.map(({ words: [zh, en] }) => stop(zh, en)))
  if (!reasons.length) return []
  if (!will.override) refuseReasons(reasons)
  if (!will.reason) refuseField('reason', ['推翻衝突時須填寫原因。', 'An override needs its reason.'])
  return reasons
}

// A briefing takes place at home: it needs no papers.
const isOf = (duty: Duty, code: string) => duty === 'assigned' || code === 'on_leave'

const refuseGone = async (tx: Tx, id: number) => {
  const leader = await tx.selectFrom('tour_leaders').select('status').where('id', '=', id).executeTakeFirst()
  if (!leader) refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
  else if (leader.status === 'inactive') refuseField('tour_leader_id', ['這位領隊已離職。', 'This leader has left.'])
}

const refuseReasons = (reasons: Reason[]) =>
  refuse('leader_conflict', {
    detail: [
      `${reasons.map(({ words: [zh] }) => zh).join('；')}。仍要指派請確認推翻並填寫原因。`,
      `${reasons.map(({ words: [, en] }) => en).join('; ')}. To assign the leader all the same, confirm the override and give a reason.`,
    ],
    also: { conflicts: [], reasons: reasons.map(({ code, words: [label, label_en] }) => ({ code, label, label_en })) },
  })

const stop = (zh: string, en: string) => [`${zh}，請改派其他領隊。`, `${en}: choose another leader.`] as const
