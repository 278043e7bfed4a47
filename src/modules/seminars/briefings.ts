import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf } from '../../kit/db/json.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { flag, labelled, line, moment, nullable, oneOf, orNull, ref, shownFields, timezone } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { isBookingSeen, isTravelerSeen } from '../travelers/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { hasSeats } from './attendances.ts'
import { attendanceStatuses } from './flow.ts'
import { lockedSession } from './session.ts'

const text = () => orNull(Type.String())
const Briefing = Type.Object({
  ...shownFields({ id: ref(), traveler_id: ref() }),
  traveler_name: Type.String(),
  status: oneOf(attendanceStatuses),
  title: Type.String(),
  title_en: text(),
  ...shownFields({ starts_at: moment(), ends_at: moment(), timezone: timezone(), venue: nullable(line(200)) }),
  address: text(),
  online_url: text(),
})
const Answer = Type.Object({ is_coming: labelled(flag(), ['是否參加', 'Coming']) })

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
const briefingArray = jsonArrayOf(seen, (db, { id }) => briefings(db, { booking: id }))

/** A traveler's row in the list of a session. With `booking`, it must belong to that booking. */
type Invitation = { attendance: number; booking?: number }

/** Accepts or declines for a traveler. Repeating it changes nothing. Of two travelers who accept the last seat, one is refused. */
export async function answerInvitation(tx: Tx, reader: Reader, asked: Invitation, isComing: boolean) {
  const { session_id } = await invitationOf(tx, reader, asked)
  const session = await lockedSession(tx, session_id)
  const { status } = await invitationOf(tx, reader, asked)
  if (isComing && status !== 'registered' && !(await hasSeats(tx, session, 1))) refuse('session_full')
  await tx
    .updateTable('session_attendances')
    .set({ status: isComing ? 'registered' : 'absent' })
    .where('id', '=', asked.attendance)
    .execute()
}

/** The invitation of a traveler whom the reader may see, until its session begins. */
const invitationOf = async (tx: Tx, reader: Reader, { attendance, booking }: Invitation) => {
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

/** `/api/bookings/{id}/briefings`: the sessions to which the travelers of a booking are invited. */
export function briefingRoutes(on: On) {
  on.get(
    '/:id/briefings',
    {
      access: ['customer', ...staff],
      summary: 'The sessions to come to which the travelers of a booking are invited',
      returns: Type.Array(Briefing),
      people: true,
      etag: 'content',
    },
    ({ db, actor, params }) => briefingArray(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/briefings/:attendance',
    {
      name: 'answerBriefing',
      access: ['customer', 'sales', 'admin'],
      summary: 'Say whether a traveler comes to a session',
      body: Answer,
      returns: Type.Array(Briefing),
      etag: 'none',
      refuses: ['session_full', 'step_not_possible'],
    },
    async ({ tx, actor, params: { id, attendance }, body }) => {
      const reader = readerOf(actor)
      await answerInvitation(tx, reader, { attendance, booking: id }, body.is_coming)
      return briefingArray(tx, { ...reader, id })
    },
  )
}
