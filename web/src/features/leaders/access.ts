import type { Me } from '../../kit/me.ts'
import { assignsLeaders, editsLeaders } from '../../kit/roles.ts'

// What a reader may do with a leader. The service decides; these checks only hide what would be refused.

/** The reader is this leader. */
export const isOwn = ({ tour_leader_id }: Me, leader: { id: number }) => tour_leader_id === leader.id

/** A leader requests days off; planners enter them directly. */
export const asksForLeave = (me: Me, leader: { id: number }) => isOwn(me, leader) && !editsLeaders(me)

/** Planners and the leader see the leader's documents. */
export const seesPapersOf = (me: Me, leader: { id: number }) => editsLeaders(me) || isOwn(me, leader)

/** Managers decide requests where a reason must override a conflict. */
export const mayDecide = assignsLeaders
