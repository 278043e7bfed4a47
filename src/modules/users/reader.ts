import type { Actor } from '../../kit/http/server/access.ts'
import type { Role } from '../roles.ts'

/**
 * Who reads, by what it sees: everything, the money of bookings and trips without the papers and wishes of travelers, the
 * records of a customer or leader, what a link was made for, or nothing. Each
 * condition is an exhaustive switch over `sees`: a new variant does not compile until every condition handles it.
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

export function readerOf(actor: Actor): Reader {
  return readers[actor.role](actor)
}

/** A reader with an account, for which read entries are recorded. */
export type Person = Reader & { me: number }
export function personOf(actor: Actor): Person {
  return { ...readerOf(actor), me: actor.id }
}

/** A reader with its role and its departments, which say what it may do with what it reads. */
export type Acting = Person & { acts_as: Role; departments: readonly string[] }
export function actingOf(actor: Actor): Acting {
  return {
    ...personOf(actor),
    acts_as: actor.role,
    departments: actor.departments,
  }
}

/** Everybody but those who see everything; internal data is not shown to them. */
export function isOutside({ sees }: Reader) {
  return sees !== 'all'
}

/** Customers, with an account or with a mailed link: a change that is internal leaves no trace for them. */
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
  // An account without a leader leads no trip.
  leader: ({ tour_leader_id }) =>
    tour_leader_id === null ? { sees: 'nothing' } : { sees: 'leader', leader: tour_leader_id },
}
