/** The modules that own them add the roles and what is known of a caller. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Roles {}
export type Role = keyof Roles & string
export interface Actor {
  id: number
  role: Role
  /** Its role requires a second factor, and it has none yet. */
  must_enrol: boolean
}

/** Who may use a route. Closed unless declared open. */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** What a route says of its callers. */
export type Door = { access?: Access; enrolling?: true }
