import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import { nulls } from '../../kit/fields.ts'
import { erase } from '../../kit/secrets/personal-data.ts'
import { forgetValues } from '../audit/actions.ts'
import { noFingerprints } from '../fingerprints.ts'
import { erasePapers } from '../traveler-documents/change.ts'
import { dropRequests } from '../traveler-requests/actions.ts'
import { changeTraveler } from './change.ts'
import { lockedTraveler } from './locks.ts'
import type { By } from './rules.ts'
import { Traveler, type TravelerChange } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** Another person travels in the place of this traveler. */
    'traveler.replaced': { traveler_id: number }
  }
}

/** Puts another person in the place of a traveler. What the former person gave is removed; seat, room and ticket stay. */
export async function replaceTraveler(tx: Tx, by: By, id: number, body: TravelerChange) {
  const traveler = await lockedTraveler(tx, by.reader, id)
  const papers = await erasePapers(tx, by, id)
  const requests = await dropRequests(tx, id)
  if (traveler.person_key) await erase(tx, traveler.person_key)
  await tx
    .updateTable('travelers')
    .set({ ...nothing, food_restrictions: sql`'{}'`, person_key: null })
    .where('id', '=', id)
    .execute()
  const warnings = await changeTraveler(tx, by, id, body, undefined)
  await emit(tx, 'traveler.replaced', { traveler_id: id })
  await forgetValues(tx, 'traveler_documents', papers)
  await forgetValues(tx, 'traveler_requests', requests)
  return warnings
}

// What the price and the rooms depend on stays.
const nothing = {
  ...nulls(Traveler, ['bed_type', 'roommate_group', 'ticket_handling', 'class_preference']),
  is_minor: null,
  age: null,
  ...noFingerprints,
}
