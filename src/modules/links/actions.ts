import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { hashOf, newToken } from '../../kit/secrets/tokens.ts'
import { ends } from './queries.ts'
import { type AccountLink, type LinkKind, subjects } from './schema.ts'

type Options = { is_mailed?: boolean }

/**
 * Creates a link. Only its hash is stored; the token is in the mail alone. Earlier links of the subject stay valid, but for
 * an account only the newest of a kind.
 */
export const makeLink = async (tx: Tx, kind: LinkKind, id: number, { is_mailed = true }: Options = {}) => {
  const { token, token_hash } = newToken()
  if (subjects[kind] === 'user_id') await endLinks(tx, kind, id)
  const { expires_at } = await tx
    .insertInto('links')
    .values({ token_hash, kind, [subjects[kind]]: id, is_mailed, expires_at: ends[kind](id) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/** Ends the links of a kind to a subject, or only those that were mailed. A used one stays, so that its holder is told. */
export const endLinks = (tx: Tx, kind: LinkKind, id: number, { mailedOnly = false } = {}) =>
  tx
    .deleteFrom('links')
    .where('kind', '=', kind)
    .where(subjects[kind], '=', id)
    .where('used_at', 'is', null)
    .$if(mailedOnly, (rows) => rows.where('is_mailed', '=', true))
    .execute()

/** Ends all links of an account. */
export const endAccountLinks = (tx: Tx, user_id: number) =>
  tx.deleteFrom('links').where('user_id', '=', user_id).where('used_at', 'is', null).execute()

/** Ends the links to all offers of a booking. */
export const endAddonLinks = (tx: Tx, booking_id: number) =>
  sql`delete from links where communication_id in (
    select c.id from addon_requests r join addon_communications c on c.addon_request_id = r.id
     where r.booking_id = ${booking_id})`.execute(tx)

/** Consumes a link and returns its account, or undefined if it is wrong, over or used; of two simultaneous uses one fails. */
export const useLink = async (tx: Tx, kinds: readonly AccountLink[], token: string) => {
  const link = await tx
    .updateTable('links')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return link?.user_id ?? undefined
}
