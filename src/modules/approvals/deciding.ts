import type { By } from '../travelers/rules.ts'

/** Whoever decides an approval: an account, with its roles and the keys of the installation. */
export type Deciding = By & { actor_id: number }
