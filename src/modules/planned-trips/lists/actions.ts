import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { revealTraveler } from '../../travelers/person/reveal-actions.ts'
import type { Seer } from '../visible.ts'
import { headingOf, travelersOf } from './queries.ts'

type Asking = { seer: Seer; actor: Actor; reason: string; request_id: string }

/** The allergies of all who travel, in clear; each reading is written down with the traveler it is about. */
export const revealAllergies = async (tx: Tx, keys: Keys, id: number, { seer, ...asking }: Asking) => {
  found(await headingOf(tx, { ...seer, id }))
  const allergic = (await travelersOf(tx, { ...seer, id })).filter(({ has_allergies }) => has_allergies)
  const told: { traveler_id: number; name: string; allergies: string | null }[] = []
  for (const { traveler_id, name } of allergic) {
    const { allergies = null } = await revealTraveler(tx, keys, traveler_id, ['allergies'], { ...asking, seer: {} })
    told.push({ traveler_id, name, allergies })
  }
  return told
}
