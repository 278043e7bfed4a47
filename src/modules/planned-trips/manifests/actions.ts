import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { revealTraveler } from '../../travelers/person/reveal-actions.ts'
import { type Reader, seesAll } from '../../users/reader.ts'
import { headingOf, travelersOf } from './queries.ts'

type Asking = { reader: Reader; actor: Actor; reason: string; request_id: string }

/** Reveals the allergies of all active travelers; each reading is logged for its traveler. */
export const revealAllergies = async (tx: Tx, keys: Keys, id: number, { reader, ...asking }: Asking) => {
  found(await headingOf(tx, { ...reader, id }))
  const allergic = (await travelersOf(tx, { ...reader, id })).filter(({ has_allergies }) => has_allergies)
  const told: { traveler_id: number; name: string; allergies: string | null }[] = []
  // The list contains only travelers that the reader may see, so their access is not checked again.
  for (const { traveler_id, name } of allergic) {
    const { allergies = null } = await revealTraveler(tx, keys, traveler_id, ['allergies'], {
      ...asking,
      reader: seesAll,
    })
    told.push({ traveler_id, name, allergies })
  }
  return told
}
