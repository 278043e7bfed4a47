import { Type } from 'typebox'
import { flag } from '../../kit/fields.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/access.ts'
import { moneyReaders } from '../roles.ts'

/** The parameter of a list that restricts it to records for which the caller is responsible. */
export const askedForMine = { mine: Type.Optional(flag()) }

/** The account for `mine`. Customers and leaders see only their own records anyway. */
export function ownOf({ id, roles }: Actor, mine: boolean | undefined): Owned {
  return mine && hasOneOf(roles, moneyReaders) ? { own_of: id } : {}
}
export type Owned = { own_of?: number }
