import type { PlannedTripHandover } from 'guidon-sdk'
import type { Me } from '../../../kit/me.ts'
import { handsOver, isAdmin } from '../../../kit/roles.ts'
import type { Trip } from '../queries.ts'

export type Kind = PlannedTripHandover['kind']

const kinds: readonly Kind[] = ['sales_to_op', 'op_to_leader', 'leader_to_op']

const isLedBy = ({ tour_leader_id }: Me, { assigned_leader, briefing_leader }: Trip) =>
  [assigned_leader, briefing_leader].some((leader) => leader?.id === tour_leader_id)

/** The handovers that the reader may start; a leader only those of the own trips. */
export const givenBy = (me: Me, trip: Trip) =>
  kinds.filter((kind) => handsOver(kind)(me) && (kind !== 'leader_to_op' || isAdmin(me) || isLedBy(me, trip)))
