import type { Role } from '../roles.ts'
import type { Whose } from './group.ts'
import { type Team, teams } from './schema.ts'

/** A person with work of their own. */
type Colleague = { id: number; roles: readonly Role[]; departments: readonly Team[]; tour_leader_id: number | null }

/** The teams that a person belongs to. */
export function teamsOf({ roles, departments }: Colleague): readonly Team[] {
  const theirs = new Set<string>(roles.flatMap((role) => teamsOfRole(role, departments)))
  return teams.filter((team) => theirs.has(team))
}

const teamsOfRole = (role: Role, departments: readonly Team[]): readonly string[] =>
  role === 'department' ? departments : [role]

/** A person's own work, or that of the whole team. Administrators and managers see the team by default. A leader has no team. */
export function workOfOwn(
  { id, roles, tour_leader_id }: Colleague,
  whose: 'mine' | 'team' = leadsAll(roles) ? 'team' : 'mine',
): Whose {
  const hasTeam = roles.some((role) => role !== 'leader')
  return whose === 'team' && hasTeam ? {} : { me: id, leader: tour_leader_id ?? 0 }
}

export function leadsAll(roles: readonly Role[]) {
  return roles.includes('admin') || roles.includes('manager')
}
