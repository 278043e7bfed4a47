import type { Database } from '../../kit/db/connect.ts'
import type { Identify } from '../../kit/http/server/identity.ts'
import { ownersOfTokens } from './queries.ts'
import { noteUse } from './tokens.ts'

/** Looks the token up in the database for each request, so a revoked token is refused at the next request in every process. */
export const identifyIn = ({ db, transaction }: Database): Identify => {
  const noting = new Set<number>()
  // Recorded once a minute at most; the request does not wait for it.
  const note = async (id: number) => {
    noting.add(id)
    await transaction({}, (tx) => noteUse(tx, id)).catch(() => {})
    noting.delete(id)
  }
  const holderOf = ownersOfTokens(db)
  return async (tokenHash) => {
    const { actor, isStale } = await holderOf(tokenHash)
    if (isStale && !noting.has(actor.token_id)) note(actor.token_id)
    return actor
  }
}
