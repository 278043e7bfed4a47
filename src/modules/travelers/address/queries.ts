import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { hashOf } from '../../../kit/secrets/tokens.ts'
import { refuseEndedLink, refuseWrongLink } from '../../links/links.ts'
import type { Reader } from '../../users/reader.ts'

const linked = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('travelers as v', 'v.id', 'l.traveler_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.id as traveler', 'b.id as booking'])
    .select(sql<boolean>`v.email_proved_at is not null`.as('is_proved'))
    .where('l.token_hash', '=', token_hash)
    .select(sql<boolean>`l.expires_at <= now()`.as('is_over'))
    .where('l.kind', '=', 'traveler'),
)

/** The traveler of a mailed link, which shows only this traveler's data; 404 for a wrong or expired link. */
export async function openTravelerLink(db: Db, token: string) {
  const row = (await linked(db, { token_hash: hashOf(token) })) ?? refuseWrongLink()
  const { traveler, booking, is_proved, is_over } = row
  if (is_over) refuseEndedLink()
  return { traveler, booking, is_proved, reader: { sees: 'traveler', traveler } as const satisfies Reader }
}
