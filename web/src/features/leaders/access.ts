import type { Me } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'

// Who may do what with a leader; the service decides, these spare people what would be refused.

/** A leader who reads the own page. */
export const isOwn = ({ role }: Me) => role === 'leader'

/** Papers are for those who plan, and for the leader. */
export const seesPapersOf = (me: Me) => editsLeaders(me) || isOwn(me)

/** Managers decide where a reason overrides a conflict. */
export const mayDecide = (me: Me) => editsLeaders(me) || me.role === 'manager'

/** What days off change: the list, the schedule, and what waits in the morning. */
export const changed = ['leave', 'schedule', 'work'] as const
