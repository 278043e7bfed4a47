import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { hashOf } from '../../../kit/secrets/tokens.ts'
import { aliveStatuses } from '../../booking-statuses.ts'
import type { Reader } from '../../users/reader.ts'

const linked = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links as l')
    .innerJoin('travelers as v', 'v.id', 'l.traveler_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.id as traveler', 'v.status', 'b.id as booking', 'b.status as booking_status'])
    .select(sql<boolean>`v.email_proved_at is not null`.as('is_proved'))
    .where('l.token_hash', '=', token_hash)
    .where('l.kind', '=', 'traveler')
    .where('l.expires_at', '>', sql<string>`now()`),
)

/** The traveler of a mailed link, which shows only this traveler's data; 404 for a wrong or expired link. */
export async function openTravelerLink(db: Db, token: string) {
  const row = (await linked(db, { token_hash: hashOf(token) })) ?? refuse('not_found', { detail: wrongLink })
  const { traveler, booking, is_proved, status, booking_status } = row
  const isTraveling = status === 'active' && aliveStatuses.includes(booking_status)
  return { traveler, booking, is_proved, isTraveling, reader: { sees: 'traveler', traveler } as const satisfies Reader }
}

/** Like `openTravelerLink`, but refuses until the address is confirmed. */
export async function openProvedLink(db: Db, token: string) {
  const opened = await openTravelerLink(db, token)
  return opened.is_proved ? opened : refuse('forbidden', { detail: unproved })
}

const wrongLink = [
  '這個連結不正確或已過期，請確認網址是否完整。',
  'This link is invalid or has expired; please check that it is complete.',
] as const
const unproved = ['請先在這個頁面確認您的信箱。', 'Please confirm your address on this page first.'] as const
