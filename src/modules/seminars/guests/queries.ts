import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { hashOf } from '../../../kit/secrets/tokens.ts'
import type { Locale } from '../../../kit/words/words.ts'

/** The attendance of a guest or of an invited traveler, with its session. */
export const placeOf = oneRow((db, { attendance }: { attendance: number }) =>
  db
    .selectFrom('session_attendances as a')
    .innerJoin('seminar_sessions as s', 's.id', 'a.session_id')
    .innerJoin('seminars as m', 'm.id', 's.seminar_id')
    .leftJoin('travelers as v', 'v.id', 'a.traveler_id')
    .select(['a.id', 'a.session_id', 'a.guest_email as email', 'a.traveler_id', 'a.status', 'a.version'])
    .select(sql<string>`coalesce(v.name, a.guest_name)`.as('name'))
    .select(sql<Locale>`coalesce(a.guest_locale, 'zh-TW')`.as('locale'))
    .select(['m.title', 'm.title_en', 's.starts_at', 's.timezone', 's.venue', 's.address', 's.online_url'])
    .select(sql<boolean>`s.starts_at <= now()`.as('has_begun'))
    .select(sql<boolean>`s.status = 'cancelled'`.as('is_cancelled'))
    .where('a.id', '=', attendance),
)
export type Place = NonNullable<Awaited<ReturnType<typeof placeOf>>>

const linked = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links')
    .select('attendance_id')
    .where('token_hash', '=', token_hash)
    .where('kind', '=', 'session')
    .where('expires_at', '>', sql<string>`now()`),
)

/**
 * The attendance of a link, until the session begins. A person who declined may still accept, but a guest who gave up the seat may
 * not.
 */
export async function placeBehind(db: Db, token: string): Promise<Place> {
  const attendance = (await linked(db, { token_hash: hashOf(token) }))?.attendance_id
  const place = attendance ? await placeOf(db, { attendance }) : undefined
  if (!place || place.status === 'attended') return refuse('not_found', { detail: gone })
  if (place.has_begun || place.is_cancelled)
    return refuse('step_not_possible', { detail: over, also: { possible: [] } })
  return place
}

const gone = [
  '這個連結不正確，或報名已經取消。',
  'This link is invalid, or the registration was already cancelled.',
] as const
const over = ['這個場次已經開始或取消。', 'This session has begun, or does not take place.'] as const
