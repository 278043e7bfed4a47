import { Type } from 'typebox'
import { flag } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/server/access.ts'

/** The parameter of a list for what the caller is in charge of. */
export const askedForMine = { mine: Type.Optional(flag()) }

/** Whose own records are asked for. What customers and leaders see is their own anyway. */
export function ownOf({ id, role }: Actor, mine: boolean | undefined): Owned {
  return mine && role !== 'customer' && role !== 'leader' ? { own_of: id } : {}
}
export type Owned = { own_of?: number }
