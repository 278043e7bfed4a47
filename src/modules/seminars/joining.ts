import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { throttle } from '../../kit/throttle.ts'
import { hasSeat } from './attendance-actions.ts'
import { heldSession } from './attendance-queries.ts'
import { joinedSession } from './open-sessions.ts'
import type { Joining } from './schema.ts'

const AN_HOUR = 3600

/** A guest joins by itself. Who is on the list already is told the same and stands there once; so is a program, and does not. */
export const join = async (tx: Tx, id: number, { website, ...guest }: Joining, address: string) => {
  if (!guest.phone && !guest.email) refuseField('email', needsContact)
  await throttle(tx, { key: `session join ${address}`, most: 20, seconds: AN_HOUR })
  await joinedSession(tx, { id })
  if (!website) {
    const refused = await register(tx, id, guest)
    if (refused) return refused
  }
  const { json } = await joinedSession(tx, { id })
  return { name: guest.name, status: 'registered', session: JSON.parse(json) }
}

// A refusal is given back and not thrown, so that the try counts.
const register = async (tx: Tx, session_id: number, guest: Omit<Joining, 'website'>) => {
  const session = await heldSession(tx, session_id)
  const there = await sameGuest(tx, session_id, guest)
  if (there && there.status !== 'invited') return undefined
  if (!(await hasSeat(tx, session))) return new Refusal('session_full')
  const now = sql<string>`now()`
  if (there)
    await tx
      .updateTable('session_attendances')
      .set({ status: 'registered', privacy_consent_at: now })
      .where('id', '=', there.id)
      .execute()
  else
    await tx
      .insertInto('session_attendances')
      .values({
        session_id,
        guest_name: guest.name,
        guest_phone: guest.phone ?? null,
        guest_email: guest.email ?? null,
        source: 'public',
        privacy_consent_at: now,
      })
      .execute()
  return undefined
}

const sameGuest = (tx: Tx, session_id: number, { name, email, phone }: Omit<Joining, 'website'>) =>
  tx
    .selectFrom('session_attendances')
    .select(['id', 'status'])
    .where('session_id', '=', session_id)
    .where('traveler_id', 'is', null)
    .where(sql<boolean>`lower(guest_name) = lower(${name}) and coalesce(lower(guest_email), regexp_replace(guest_phone, '\\D', '', 'g'))
      = coalesce(lower(${email ?? null}::text), regexp_replace(${phone ?? null}::text, '\\D', '', 'g'))`)
    .executeTakeFirst()

const needsContact = ['請留下電話或電子郵件。', 'Leave a telephone number or an email address.'] as const
