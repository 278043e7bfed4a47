import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { newToken } from '../../../kit/secrets/tokens.ts'

export type FeedOf = { tour_leader_id: number } | { area_id: number }

/** Creates a new secret URL; the previous one becomes invalid. */
export async function makeFeed(tx: Tx, { id, locale }: Actor, of: FeedOf) {
  await knownOwner(tx, of)
  const { token, token_hash } = newToken()
  await endFeed(tx, of)
  await tx
    .insertInto('leader_feeds')
    .values({ tour_leader_id: null, area_id: null, ...of, token_hash, locale, created_by: id })
    .execute()
  return token
}

export function endFeed(tx: Tx, of: FeedOf) {
  return tx
    .deleteFrom('leader_feeds')
    .where((is) => is.and(of))
    .execute()
}

// The lock serializes two new URLs, so that exactly one of them stays valid.
const knownOwner = async (tx: Tx, of: FeedOf) =>
  found(
    'area_id' in of
      ? await tx
          .selectFrom('geographical_areas')
          .select('id')
          .where('id', '=', of.area_id)
          .forNoKeyUpdate()
          .executeTakeFirst()
      : await tx
          .selectFrom('tour_leaders')
          .select('id')
          .where('id', '=', of.tour_leader_id)
          .forNoKeyUpdate()
          .executeTakeFirst(),
  )
