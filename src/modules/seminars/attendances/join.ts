import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import { isOver, tally, throttle } from '../../../kit/throttle.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { limits } from '../../../limits.ts'
import type { Joining } from '../schema.ts'
import { joinedSession } from '../sessions/open-sessions.ts'
import { hasSeat } from './actions.ts'
import { lockedSession } from './queries.ts'

type Guest = Omit<Joining, 'website'>
type Caller = { address: string; mailbox: string; locale: Locale }

/**
 * A guest registers. A guest who is on the list already gets the same receipt and no second seat; a bot gets a receipt and is not
 * registered.
 */
export async function join(tx: Tx, id: number, { website, ...guest }: Joining, caller: Caller) {
  if (!guest.phone && !guest.email) refuseField('email', needsContact)
  await throttle(tx, limits['session join'], caller.address)
  await joinedSession(tx, { id })
  if (!website) {
    const refused = await register(tx, id, guest, caller)
    if (refused) return refused
  }
  const { json } = await joinedSession(tx, { id })
  return { name: guest.name, status: 'registered', session: JSON.parse(json) }
}

// A refusal is returned and not thrown, so that the attempt is counted.
const register = async (tx: Tx, session_id: number, guest: Guest, { mailbox, locale }: Caller) => {
  const session = await lockedSession(tx, session_id)
  const there = await sameGuest(tx, session_id, guest)
  if (there && there.status !== 'invited') return undefined
  if (!(await hasSeat(tx, session))) return new Refusal('session_full')
  const attendance_id = await seated(tx, session_id, guest, locale, there?.id)
  if (guest.email && !isOver(await tally(tx, limits['mail to a stranger'], mailbox)))
    enqueue(tx, 'seminars.guest', { attendance_id, about: 'joined' })
  return undefined
}

// An invited guest becomes registered.
const seated = async (tx: Tx, session_id: number, guest: Guest, guest_locale: Locale, id: number | undefined) => {
  const said = { guest_locale, privacy_consent_at: sql<string>`now()` }
  if (id !== undefined) {
    await tx
      .updateTable('session_attendances')
      .set({ ...said, status: 'registered' })
      .where('id', '=', id)
      .execute()
    return id
  }
  const { name: guest_name, phone: guest_phone = null, email: guest_email = null } = guest
  const made = await tx
    .insertInto('session_attendances')
    .values({ session_id, guest_name, guest_phone, guest_email, source: 'public', ...said })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const sameGuest = (tx: Tx, session_id: number, { name, email, phone }: Guest) =>
  tx
    .selectFrom('session_attendances')
    .select(['id', 'status'])
    .where('session_id', '=', session_id)
    .where('traveler_id', 'is', null)
    .where(sql<boolean>`lower(guest_name) = lower(${name}) and coalesce(lower(guest_email), regexp_replace(guest_phone, '\\D', '', 'g'))
      = coalesce(lower(${email ?? null}::text), regexp_replace(${phone ?? null}::text, '\\D', '', 'g'))`)
    .executeTakeFirst()

const needsContact = ['請留下電話或電子郵件。', 'Enter a phone number or an email address.'] as const
