import type { Tx } from '../../../kit/db/tables.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { personalIn } from '../../../kit/secrets/personal-fields.ts'
import { revealDocument } from '../../traveler-documents/read.ts'
import { TravelerDocument } from '../../traveler-documents/schema.ts'
import { Traveler } from '../schema.ts'
import { personKept } from './queries.ts'
import { type Asking, revealTraveler } from './reveal-actions.ts'

const sealedOfDocument = personalIn(TravelerDocument)
const nothingSealed = Object.fromEntries(sealedOfDocument.map((name) => [name, null]))
type Kept = { documents: { id: number; is_sealed: boolean }[] }

/** Exports all data stored about a person, decrypted. The export is logged. */
export async function exportPerson(tx: Tx, keys: Keys, id: number, asking: Asking) {
  const kept: Kept = JSON.parse((await personKept(tx, { ...asking.reader, id })).json)
  const sealed = await revealTraveler(tx, keys, id, personalIn(Traveler), asking)
  const documents: object[] = []
  for (const { is_sealed, ...document } of kept.documents) {
    const clear = is_sealed ? await revealDocument(tx, keys, document.id, sealedOfDocument, asking) : nothingSealed
    documents.push({ ...document, ...clear })
  }
  return { ...kept, ...sealed, documents }
}
