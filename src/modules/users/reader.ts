import type { Actor } from '../../kit/http/server/access.ts'
import type { Role } from './schema.ts'

/**
 * Who reads, by what it sees: everything, what belongs to a customer or to a leader, what a link was made for, nothing.
 * Each condition on what may be read is an exhaustive switch over `sees`: a new variant does not compile before every one of
 * them says what it shows.
 */
export type Reader =
  | { sees: 'all' }
  | { sees: 'customer'; customer: number }
  | { sees: 'leader'; leader: number }
  | { sees: 'booking'; booking: number }
  | { sees: 'offer'; offer: number }
  | { sees: 'nothing' }

/** The service itself: its jobs, its commands, and what has been decided already. */
export const seesAll: Reader = { sees: 'all' }

export const readerOf = (actor: Actor): Reader => readers[actor.role](actor)

/** A reader with an account, for which read entries are recorded. */
export type Person = Reader & { me: number }
export const personOf = (actor: Actor): Person => ({ ...readerOf(actor), me: actor.id })

/** Everybody but the office; what the office notes for itself is not shown outside. */
export const isOutside = ({ sees }: Reader) => sees !== 'all'

const readers: Record<Role, (actor: Actor) => Reader> = {
  admin: () => seesAll,
  sales: () => seesAll,
  department: () => seesAll,
  customer: ({ id }) => ({ sees: 'customer', customer: id }),
  // An account that is linked to no leader's profile leads no trip.
  leader: ({ tour_leader_id }) =>
    tour_leader_id === null ? { sees: 'nothing' } : { sees: 'leader', leader: tour_leader_id },
}
