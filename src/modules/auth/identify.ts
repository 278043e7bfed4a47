import type { Database } from '../../kit/db/connect.ts'
import type { Identify } from '../../kit/http/identity.ts'
import { whoHolds } from './queries.ts'
import { noteUse } from './tokens.ts'

/** Asks the database each time: a revoked token is dead at the next request, in every process. */
export const identifyIn =
  ({ db, transaction }: Database): Identify =>
  async (tokenHash) => {
    const { actor, isStale } = await whoHolds(db, tokenHash)
    // Once a minute is enough to know a session is in use; nobody waits for the note.
    if (isStale) transaction({}, (tx) => noteUse(tx, actor.token_id)).catch(() => {})
    return actor
  }
