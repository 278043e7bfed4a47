import { Type } from 'typebox'
import {
  flag,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  shown,
  shownFields,
  timezone,
  url,
} from '../../kit/fields.ts'
import { shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { OfLeader } from '../shown-names.ts'
import { Attendance, attendanceStatuses, kinds, Seminar, Session, shownStatuses } from './schema.ts'

// The schemas of answers.
const { title, title_en, kind } = shown(Seminar).properties
const onTheSpot = () => Type.String({ examples: ['2027-01-28T19:30'] })
const whole0 = () => Type.Integer({ minimum: 0, examples: [12] })

export const namedInSeminars = { area: 'geographical_areas', host_user: 'users' }
const links = { planned_trip_ids: Type.Array(ref()) }
export const ShownSeminar = RecordOf(Seminar, links)
export const ListedSeminar = RecordOf(Seminar, {
  ...links,
  ...shownNames(namedInSeminars),
  briefing_leader: orNull(OfLeader),
})

const Seats = Type.Object({
  taken: whole0(),
  remaining: orNull(Type.Integer({ examples: [8] })),
})
const counts = Object.fromEntries(attendanceStatuses.map((status) => [status, whole0()]))

/** The organizer of the seminar of a session. */
export const namedInSessions = { host_user: 'users' }
export const ShownSession = RecordOf(Type.Object({ ...Session.properties, status: oneOf(shownStatuses) }), {
  starts_local: onTheSpot(),
  ends_local: onTheSpot(),
  seats: Seats,
  attendances: Type.Object(counts),
  seminar: Type.Object({ id: ref(), title, title_en, kind }),
  ...shownNames(namedInSessions),
  briefing_leader: orNull(OfLeader),
})

/** A session of a bulk request. If `is_there`, it exists already and is not created again. */
export const PlannedSession = Type.Object({
  id: orNull(Type.Integer({ examples: [1] })),
  ...shownFields({ starts_at: moment(), ends_at: moment(), timezone: timezone() }),
  ...shownFields({ venue: nullable(line(200)) }),
  is_there: flag(),
  conflicts: Type.Array(Type.Unsafe<object>({ type: 'object' })),
})

export const ShownAttendance = RecordOf(Attendance, {
  traveler: orNull(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      booking_number: Type.String(),
      planned_trip_id: Type.Integer(),
    }),
  ),
})

const open = shownFields({
  id: ref(),
  kind: oneOf(kinds),
  title: line(200),
  title_en: nullable(line(200)),
  starts_at: moment(),
  ends_at: moment(),
  timezone: timezone(),
  venue: nullable(line(200)),
  address: nullable(line(300)),
  is_online: flag(),
  status: oneOf(['open', 'full']),
})
/** A session with its public fields. */
export const PublicSession = Type.Object({ ...open, starts_local: onTheSpot(), ends_local: onTheSpot() })
/** The fields that only a registered guest sees. */
export const Receipt = Type.Object({
  name: Type.String(),
  status: oneOf(['registered']),
  session: Type.Object({
    ...PublicSession.properties,
    ...shownFields({ online_url: nullable(url()) }),
  }),
})
