import { Type } from 'typebox'
import { labelled, line, ref, shownFields, whole } from '../../../kit/fields.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { arrivals, editors } from '../flow.ts'
import { checkIn } from '../invitations/actions.ts'
import { AttendanceChange, NewAttendance } from '../schema.ts'
import { ShownAttendance } from '../shapes.ts'
import { addAttendance, changeAttendance, inviteTravelers, removeAttendance } from './actions.ts'
import { attendanceList, attendancePage, knownSession, oneAttendance } from './queries.ts'

const read = [...staff, 'leader'] as const

/** An invited person who gets no invitation. */
const Unreached = Type.Object(
  shownFields({ traveler_id: ref(), name: line(100, '王小美'), booking_number: line(50, 'CNX270128A-001') }),
)

/** `/api/sessions/{id}/attendances`: people who are invited, registered or checked in. */
export default routes((on) => {
  reads(on)
  additions(on)
  checkIns(on)
  changes(on)
})

const reads = (on: On) => {
  on.get(
    '/:id/attendances',
    {
      access: read,
      summary: 'The attendances of a session',
      ...attendanceList.of(ShownAttendance),
      etag: 'content',
    },
    async ({ db, actor, params, query }) => {
      const session = { ...readerOf(actor), ...params }
      const [page] = await Promise.all([attendancePage(db, session, query), knownSession(db, session)])
      return page
    },
  )

  on.get(
    '/:id/attendances/:attendance',
    { access: read, summary: 'One attendance', returns: ShownAttendance, etag: 'content' },
    async ({ db, actor, params: { id, attendance } }) => {
      const session = { ...readerOf(actor), id }
      const [one] = await Promise.all([oneAttendance(db, { ...session, attendance }), knownSession(db, session)])
      return one
    },
  )
}

const additions = (on: On) => {
  on.create(
    '/:id/attendances',
    {
      access: editors,
      summary: 'Add a traveler or a guest to a session',
      body: NewAttendance,
      returns: ShownAttendance,
      etag: 'content',
      refuses: ['duplicate', 'session_full', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const id = await addAttendance(tx, params.id, body, actor.id)
      return { id, ...(await oneAttendance(tx, { ...readerOf(actor), ...params, attendance: id })) }
    },
  )

  on.post(
    '/:id/invitations',
    {
      name: 'sendSessionInvitations',
      access: editors,
      summary:
        'Invite all travelers of the trips of the seminar who are not on the list yet; `unreached` are those whom no mail and no account tells',
      returns: Type.Object({ invited: whole(), unreached: Type.Array(Unreached) }),
      etag: 'none',
      refuses: ['step_not_possible'],
    },
    ({ tx, actor, params }) => inviteTravelers(tx, params.id, actor.id),
  )
}

const checkIns = (on: On) => {
  on.post(
    '/:id/check-in',
    {
      name: 'checkInAtSession',
      access: arrivals.attended.by,
      summary: 'Record who has arrived, several in one call; a leader those of its briefings and trips',
      body: Type.Object({
        attendance_ids: labelled(Type.Array(ref(), { minItems: 1, maxItems: 500 }), ['報到名單', 'People to check in']),
      }),
      returns: Type.Object({ checked_in: whole() }),
      etag: 'none',
    },
    ({ tx, actor, params, body }) => checkIn(tx, readerOf(actor), params.id, body.attendance_ids),
  )
}

const changes = (on: On) => {
  on.put(
    '/:id/attendances/:attendance',
    {
      access: editors,
      summary: 'Change an attendance; `attended` checks in',
      body: AttendanceChange,
      returns: ShownAttendance,
      etag: 'content',
      refuses: ['duplicate', 'session_full', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeAttendance(tx, actor, params, body, expected)
      return oneAttendance(tx, { ...readerOf(actor), ...params })
    },
  )

  on.delete(
    '/:id/attendances/:attendance',
    { access: editors, summary: 'Remove an attendance', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeAttendance(tx, params, expected)
      return null
    },
  )
}
