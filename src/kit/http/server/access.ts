/** Roles, and the properties of `Actor`, are added by modules through declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Roles {}
export type Role = keyof Roles & string
export interface Actor {
  id: number
  /** The account has the rights of all its roles. The first one is its main role. */
  roles: readonly Role[]
  /** Whether one of its roles requires a second factor that is not set up yet. */
  must_enrol: boolean
}

/** Whether one of the roles is in `among`. */
export function hasOneOf(roles: readonly Role[], among: readonly Role[]) {
  return roles.some((role) => among.includes(role))
}

/** The callers that may use a route. */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** The declarations of a route about its callers. */
export type Door = { access?: Access; duringEnrolment?: true }
