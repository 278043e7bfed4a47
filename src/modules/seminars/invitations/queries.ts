import { sql } from 'kysely'
import { jsonArrayOf } from '../../../kit/db/json.ts'
import { statement } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found, refuse } from '../../../kit/errors.ts'
import { isBookingSeen, isTravelerSeen } from '../../travelers/visible.ts'
import type { Reader } from '../../users/reader.ts'

/** The future sessions to which travelers of a booking are invited, with the answer of each. */
const briefings = (db: Db, { booking, only }: { booking: number; only?: number }) =>
  db
    .selectFrom('session_attendances as a')
    .innerJoin('travelers as v', 'v.id', 'a.traveler_id')
    .innerJoin('seminar_sessions as s', 's.id', 'a.session_id')
    .innerJoin('seminars as m', 'm.id', 's.seminar_id')
    .select(['a.id', 'a.traveler_id', 'v.name as traveler_name', 'a.status', 'm.title', 'm.title_en'])
    .select(['s.starts_at', 's.ends_at', 's.timezone', 's.venue', 's.address', 's.online_url'])
    .where('v.booking_id', '=', booking)
    .where('v.status', '=', 'active')
    .where('s.status', '=', 'open')
    .where('s.starts_at', '>', sql<string>`now()`)
    .$if(only !== undefined, (rows) => rows.where('v.id', '=', only ?? 0))
    .orderBy('s.starts_at')
    .orderBy('a.id')

export const briefingsOnPage = statement(briefings)
export type BriefingOnPage = Awaited<ReturnType<typeof briefingsOnPage>>[number]

const seen = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  db.selectFrom('bookings').select('bookings.id').where(isBookingSeen(reader)).where('bookings.id', '=', id)
export const briefingArray = jsonArrayOf(seen, (db, { id }) => briefings(db, { booking: id }))

/** A traveler's row in the list of a session. With `booking`, it must belong to that booking. */
export type Invitation = { attendance: number; booking?: number }

/** The invitation of a traveler whom the reader may see, until its session begins. */
export async function invitationOf(tx: Tx, reader: Reader, { attendance, booking }: Invitation) {
  const invitation = found(
    await tx
      .selectFrom('session_attendances as a')
      .innerJoin('seminar_sessions as s', 's.id', 'a.session_id')
      .select(['a.id', 'a.session_id', 'a.status'])
      .select(sql<boolean>`s.status = 'open' and s.starts_at > now()`.as('is_to_come'))
      .where('a.id', '=', attendance)
      .where(isTravelerSeen(reader, 'a.traveler_id'))
      .$if(booking !== undefined, (rows) =>
        rows.where('a.traveler_id', 'in', (of) =>
          of
            .selectFrom('travelers')
            .select('id')
            .where('booking_id', '=', booking ?? 0),
        ),
      )
      .executeTakeFirst(),
  )
  const { is_to_come, status } = invitation
  if (!is_to_come || status === 'attended') refuse('step_not_possible', { detail: over, also: { possible: [] } })
  return invitation
}

const over = ['這個場次已經開始或取消。', 'This session has begun, or does not take place.'] as const
