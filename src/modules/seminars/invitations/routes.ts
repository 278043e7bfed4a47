import { Type } from 'typebox'
import {
  flag,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  shownFields,
  timezone,
} from '../../../kit/fields.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { attendanceStatuses } from '../schema.ts'
import { answerInvitation } from './actions.ts'
import { briefingArray } from './queries.ts'

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

/** `/api/bookings/{id}/briefings`: the sessions to which the travelers of a booking are invited. */
export const briefingsOfBooking = routes((on) => {
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
})
