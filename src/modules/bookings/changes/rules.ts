import type { TravelerChange } from '../../travelers/schema.ts'
import { faresOf, type Guest, inCents, totalOf } from '../rules.ts'
import type { FrozenPrice } from '../schema.ts'
import { type GuardedField, guardedFields } from './schema.ts'

/** The price of a booking and its party. */
export type Account = { price: FrozenPrice | null; total: number; party: readonly (Guest & { id: number })[] }
/** What a change means for the price. */
export type Effect = Partial<Omit<Guest, 'id'>>

/** The total of a booking after one traveler was changed; everything but fares stays. */
export const totalAfter = ({ price, total, party }: Account, traveler_id: number, effect: Effect) => {
  const changed = party.map((guest) => (guest.id === traveler_id ? { ...guest, ...effect } : guest))
  const cents =
    inCents(total) - inCents(totalOf(faresOf(price, [...party]))) + inCents(totalOf(faresOf(price, changed)))
  return cents / 100
}

/** A traveler as it is stored; of its birth date only whether there is one, and whether it is the one that was sent. */
export type Stored = { [field in Exclude<GuardedField, 'birth_date'>]: string | boolean | null } & {
  birth_date: 'missing' | 'same' | 'other'
}

/** The guarded fields of a body whose values differ from the stored ones: those that were given before, and those that were missing. */
export const differences = (body: TravelerChange, stored: Stored) => {
  const isMissing = (field: GuardedField) => stored[field] === null || stored[field] === 'missing'
  const differs = (field: GuardedField) =>
    field === 'birth_date' ? stored.birth_date !== 'same' && body.birth_date != null : body[field] !== stored[field]
  const changed = guardedFields.filter((field) => body[field] !== undefined && differs(field))
  return { given: changed.filter((field) => !isMissing(field)), missing: changed.filter(isMissing) }
}

/** The fields of a body that are among these, or that are not. */
export const picked = (body: TravelerChange, fields: readonly string[]): TravelerChange =>
  Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)))
export const withoutFields = (body: TravelerChange, fields: readonly string[]): TravelerChange =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)))
