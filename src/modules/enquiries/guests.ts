import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { labelled, ref, whole } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { seenSession } from '../seminars/session.ts'
import { readerOf } from '../users/reader.ts'
import { branchOf, sellerOf } from './enter.ts'
import { sellers } from './flow.ts'

/** The most guests of one call; a talk with more has several. */
const MOST = 500
const OfGuests = Type.Object({
  attendance_ids: Type.Optional(labelled(Type.Array(ref(), { minItems: 1, maxItems: MOST }), ['來賓', 'Guests'])),
})
type OfGuests = Static<typeof OfGuests>

/**
 * Makes an enquiry of each of these guests, or of all of them. Guests who are one already, and those without a way to reach them, are left
 * out.
 */
async function askForGuests(tx: Tx, actor: Actor, session_id: number, { attendance_ids }: OfGuests) {
  await seenSession(tx, { ...readerOf(actor), id: session_id })
  const { rows } = await sql<{ id: number }>`
    insert into enquiries (name, phone, email, wish, area_id, people, source, locale, sales_user_id, branch_id, session_attendance_id,
                           privacy_consent_at, created_by)
    select a.guest_name, a.guest_phone, a.guest_email, m.title, m.area_id, a.people, 'talk', coalesce(a.guest_locale, 'zh-TW'),
           ${sellerOf(actor)}, ${branchOf(actor)}, a.id, a.privacy_consent_at, ${actor.id}
      from session_attendances a join seminar_sessions s on s.id = a.session_id join seminars m on m.id = s.seminar_id
     where a.session_id = ${session_id} and a.traveler_id is null and a.guest_name <> ${ERASED_NAME}
       and (a.guest_phone is not null or a.guest_email is not null)
       and ${attendance_ids === undefined ? sql`true` : sql`a.id = any (${attendance_ids}::integer[])`}
     order by a.id limit ${sql.lit(MOST)}
    on conflict (session_attendance_id) where session_attendance_id is not null do nothing returning id`.execute(tx)
  return { made: rows.length }
}

const guestRoute = (on: On) =>
  on.post(
    '/:id/enquiries',
    {
      name: 'makeEnquiriesOfGuests',
      access: sellers,
      summary: 'Make an enquiry of each guest of a session, or of these, whom one can reach and who is none yet',
      body: OfGuests,
      returns: Type.Object({ made: whole() }),
      etag: 'none',
    },
    ({ tx, actor, params, body }) => askForGuests(tx, actor, params.id, body),
  )

/** `/api/sessions/{id}/enquiries`. */
export default routes(guestRoute)
