import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { sealed } from '../../kit/secrets/personal-data.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import { type LockedTraveler, lockedTraveler } from '../travelers/locks.ts'
import type { By } from '../travelers/rules.ts'
import { personOf } from '../travelers/seal.ts'
import type { Reader } from '../users/reader.ts'
import { documentAt } from './read.ts'
import { TravelerDocument } from './schema.ts'

/** A document and its traveler, who is always locked before it, so that transactions do not deadlock. */
export async function lockedDocument(tx: Tx, reader: Reader, id: number) {
  const { traveler_id } = found(await documentAt(tx, { ...reader, id }))
  const traveler = await lockedTraveler(tx, reader, traveler_id)
  return { ...(await lockDocument(tx, id)), traveler }
}

const lockDocument = async (tx: Tx, id: number) =>
  found(
    await tx
      .selectFrom('traveler_documents')
      .select(['id', 'kind', 'status', 'version', 'file_id', 'expires_on'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

/** The fields as they are stored: personal ones are encrypted with the key of the traveler. */
export async function written<Body extends object>(tx: Tx, keys: Keys, traveler: LockedTraveler, body: Body) {
  if (!hasPersonal(TravelerDocument, body)) return body
  const person = await personOf(tx, keys, traveler)
  return { ...sealed(person, 'traveler_documents', TravelerDocument, body), person_key: person.id }
}

/** A document that nobody has checked yet. */
export const unseen = { verified_by: null, verified_at: null, reject_reason: null }

/** Who adds or deletes a file; nobody, if it is the holder of a link. */
export function actorOf({ actor_id }: Pick<By, 'actor_id'>) {
  return actor_id === undefined ? undefined : { id: actor_id }
}
