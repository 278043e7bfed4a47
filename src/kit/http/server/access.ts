/** Roles, and the properties of `Actor`, are added by modules through declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Roles {}
export type Role = keyof Roles & string
export interface Actor {
  id: number
  role: Role
  /** Whether its role requires a second factor that is not set up yet. */
  must_enrol: boolean
}

/** Who may use a route. */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** The declarations of a route about its callers. */
export type Door = { access?: Access; duringEnrolment?: true }
