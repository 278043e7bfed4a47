/** The modules that own them add the roles and what is known of a caller. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Roles {}
export type Role = keyof Roles & string
export interface Actor {
  id: number
  role: Role
}

/** Who may use a route. Closed unless declared open. */
export type Access = 'public' | 'signed-in' | readonly Role[]
