import { Type } from 'typebox'
import { flag } from '../../kit/fields.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { moneyReaders, type Role } from '../roles.ts'

/**
 * A reader, by what it may see: everything; the money of bookings and trips without documents and special requests of travelers;
 * the records of a customer or leader; the subject of a link; or nothing. Each condition is an exhaustive switch over `sees`, so a
 * new variant does not compile until every condition handles it.
 */
export type Reader =
  | { sees: 'all' }
  | { sees: 'money' }
  | { sees: 'customer'; customer: number }
  | { sees: 'leader'; leader: number }
  | { sees: 'booking'; booking: number }
  | { sees: 'traveler'; traveler: number }
  | { sees: 'offer'; offer: number }
  | { sees: 'nothing' }

/** The service itself: jobs, commands, and actions whose access was already checked. */
export const seesAll: Reader = { sees: 'all' }

/** An account with several roles reads like the one that sees the most. */
export function readerOf(actor: Actor): Reader {
  const among = readersOf(actor)
  return most.flatMap((sees) => among.filter((reader) => reader.sees === sees))[0] ?? { sees: 'nothing' }
}
const most = ['all', 'money', 'leader', 'customer'] as const

/** Like `readerOf`, for each role separately, for data that no single role sees completely. */
export function readersOf(actor: Actor): Reader[] {
  return actor.roles.map((role) => readers[role](actor))
}

/** A reader with an account, for which read entries are recorded. */
export type Person = Reader & { me: number }
export function personOf(actor: Actor): Person {
  return { ...readerOf(actor), me: actor.id }
}

/** A reader with its roles and departments, which decide the possible steps. */
export type Acting = Person & { acts_as: readonly Role[]; departments: readonly string[] }
export function actingOf(actor: Actor): Acting {
  return {
    ...personOf(actor),
    acts_as: actor.roles,
    departments: actor.departments,
  }
}

/** The roles whose possible steps a reader is shown. A reader without an account has those of a customer. */
export function actsAs(reader: Reader | Acting): readonly Role[] {
  return 'acts_as' in reader ? reader.acts_as : ['customer']
}

/** All readers except those who see everything. Internal data is hidden from them. */
export function isOutside({ sees }: Reader) {
  return sees !== 'all'
}

/** Customers, with an account or a mailed link. Internal changes are invisible to them. */
export function isCustomer({ sees }: Reader) {
  return sees === 'customer' || sees === 'booking' || sees === 'traveler'
}

const readers: Record<Role, (actor: Actor) => Reader> = {
  admin: () => seesAll,
  manager: () => seesAll,
  sales: () => seesAll,
  department: () => seesAll,
  finance: () => ({ sees: 'money' }),
  customer: ({ id }) => ({ sees: 'customer', customer: id }),
  // An account without a leader record leads no trip.
  leader: ({ tour_leader_id }) =>
    tour_leader_id === null ? { sees: 'nothing' } : { sees: 'leader', leader: tour_leader_id },
}

/** The parameter of a list that restricts it to records for which the caller is responsible. */
export const askedForMine = { mine: Type.Optional(flag()) }

/** The account for `mine`. Customers and leaders see only their own records anyway. */
export function ownOf({ id, roles }: Actor, mine: boolean | undefined): Owned {
  return mine && hasOneOf(roles, moneyReaders) ? { own_of: id } : {}
}
export type Owned = { own_of?: number }
