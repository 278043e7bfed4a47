import { refuse } from '../../errors.ts'

/** The modules that own them add the roles and what is known of who is calling. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Roles {}
export type Role = keyof Roles & string
export interface Actor {
  id: number
  role: Role
}

/** Who may use a route. Closed unless declared open. */
export type Access = 'public' | 'signed-in' | readonly Role[]

export const permit = (access: Access, actor: Actor | undefined) => {
  if (access === 'public') return
  if (!actor) refuse('unauthenticated')
  else if (access !== 'signed-in' && !access.includes(actor.role)) refuseRole(access)
}

const refuseRole = (access: readonly Role[]) => {
  const roles = access.join(', ')
  refuse('forbidden', {
    detail: [`只有這些角色可以：${roles}。`, `Only these roles may: ${roles}.`],
    also: { roles: access },
  })
}
