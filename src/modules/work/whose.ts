import type { Role } from '../roles.ts'
import type { Whose } from './group.ts'
import { type Team, teams } from './schema.ts'

/** Somebody with work of its own. */
type Colleague = { id: number; role: Role; departments: readonly Team[]; tour_leader_id: number | null }

/** The teams whose work is a person's own. */
export function teamsOf({ role, departments }: Colleague): readonly Team[] {
  if (role === 'department') return departments
  if (role === 'manager') return ['op', 'line_control']
  return teams.filter((team) => team === role)
}

/** What is a person's own in these teams. Who runs the house sees the whole team. */
export function workOfOwn({ id, role, tour_leader_id }: Colleague): Whose {
  return leadsAll(role) ? {} : { me: id, leader: tour_leader_id ?? 0 }
}

export function leadsAll(role: Role) {
  return role === 'admin' || role === 'manager'
}
