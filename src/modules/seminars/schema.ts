import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import {
  clock,
  day,
  defaulted,
  email,
  flag,
  labelled,
  line,
  list,
  moment,
  nullable,
  oneOf,
  phone,
  ref,
  refs,
  scheduled,
  text,
  timezone,
  url,
  whole,
  without,
} from '../../kit/fields.ts'
import type { Locale } from '../../kit/words/words.ts'

export const kinds = ['pre_departure', 'product_talk', 'leader_training'] as const
export const statuses = ['draft', 'open', 'done', 'cancelled'] as const
export type Status = (typeof statuses)[number]
/** The statuses in answers: an open session without free seats is `full`. */
export const shownStatuses = ['draft', 'open', 'full', 'done', 'cancelled'] as const
export const attendanceStatuses = ['invited', 'registered', 'attended', 'absent'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

export const Seminar = Type.Object({
  kind: oneOf(kinds),
  title: line(200, '東京五日行前說明會'),
  title_en: nullable(line(200, 'Briefing for Tokyo')),
  area_id: nullable(ref()),
  host_user_id: labelled(nullable(ref()), ['承辦同仁', 'Organizer']),
  briefing_leader_id: nullable(ref()),
  is_public: defaulted(flag()),
  status: defaulted(oneOf(statuses)),
  notes: nullable(text(2000)),
})

export const Session = Type.Object({
  seminar_id: labelled(ref(), ['說明會', 'Seminar']),
  starts_at: moment(),
  ends_at: moment(),
  timezone: timezone(),
  venue: nullable(line(200, '公司三樓會議室')),
  address: nullable(line(300, '台北市中山區松江路 1 號')),
  online_url: nullable(url()),
  capacity: nullable(whole(1, 100_000)),
  status: defaulted(oneOf(statuses)),
  notes: nullable(text(2000)),
})

export const Attendance = Type.Object({
  session_id: ref(),
  traveler_id: nullable(ref()),
  guest_name: labelled(nullable(line(100, '王小美')), ['來賓姓名', 'Name of the guest']),
  guest_phone: labelled(nullable(phone()), ['來賓電話', 'Phone of the guest']),
  guest_email: labelled(nullable(email()), ['來賓信箱', 'Email of the guest']),
  status: defaulted(oneOf(attendanceStatuses)),
  source: defaulted(oneOf(['public', 'staff'])),
  privacy_consent_at: nullable(moment()),
  checked_in_at: nullable(moment()),
  notes: nullable(text(2000)),
})

// If the briefing leader is not free, an override with a reason is needed.
const will = { override: Type.Optional(flag()), reason: Type.Optional(line(500)) }
const begun = { status: defaulted(oneOf(['draft', 'open'])) }

const seminar = { ...Seminar.properties, planned_trip_ids: labelled(defaulted(refs()), ['團', 'Trips']) }
export const NewSeminar = Type.Object({ ...seminar, ...begun })
export type NewSeminar = Static<typeof NewSeminar>
export const SeminarChange = Type.Partial(Type.Object({ ...seminar, ...will }))
export type SeminarChange = Static<typeof SeminarChange>

const { seminar_id, starts_at, ends_at, timezone: zone, status, ...place } = Session.properties
const times = { starts_at: scheduled(), ends_at: scheduled(), timezone: defaulted(zone) }
export const NewSession = Type.Object({ ...times, ...place, ...begun, ...will })
export type NewSession = Static<typeof NewSession>
export const SessionChange = Type.Partial(Type.Object({ ...times, ...place, status, ...will }))
export type SessionChange = Static<typeof SessionChange>

const weekday = whole(1, 7)
/** Every week on these weekdays (Monday is 1), except on some dates. */
const Pattern = Type.Object({
  from: day(),
  to: day(),
  weekdays: Type.Array(weekday, { minItems: 1, maxItems: 7, uniqueItems: true }),
  starts: clock(),
  ends: clock(),
  except: Type.Optional(list(day(), 366)),
})
export type Pattern = Static<typeof Pattern>
/** A list of sessions or a pattern; the other fields apply to all of them. */
export const SessionBulk = Type.Object({
  sessions: labelled(
    Type.Optional(Type.Array(Type.Object({ ...times, ...place, ...begun }), { minItems: 1, maxItems: 200 })),
    ['場次', 'Sessions'],
  ),
  pattern: Type.Optional(Pattern),
  timezone: times.timezone,
  ...place,
  ...begun,
  ...will,
  dry_run: Type.Optional(flag()),
})
export type SessionBulk = Static<typeof SessionBulk>

export const NewAttendance = without(Attendance, ['session_id', 'source', 'privacy_consent_at', 'checked_in_at'])
export type NewAttendance = Static<typeof NewAttendance>
export const AttendanceChange = Type.Partial(without(NewAttendance, ['traveler_id']))
export type AttendanceChange = Static<typeof AttendanceChange>

/** The body of a guest's registration. `website` is a honeypot field that people do not see. */
export const Joining = Type.Object({
  name: line(100, '王小美'),
  phone: Type.Optional(phone()),
  email: Type.Optional(email()),
  privacy_consent: Type.Unsafe<true>({ type: 'boolean', const: true, examples: [true] }),
  website: Type.Optional(Type.String({ maxLength: 200, examples: [''] })),
})
export type Joining = Static<typeof Joining>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    seminars: Table<typeof Seminar>
    seminar_trips: { seminar_id: number; planned_trip_id: number }
    /** `planned_trip_id`: the trip from whose briefing times the session was created. */
    seminar_sessions: Table<typeof Session> & { planned_trip_id: Generated<number | null> }
    /** The language of a guest's mails: that in which the guest registered. */
    session_attendances: Table<typeof Attendance> & { guest_locale: Generated<Locale | null> }
  }
}

constraint('seminar_sessions_span', 'ends_at', ['必須晚於開始時間。', 'Must be after the start.'])
constraint('session_attendances_who', 'traveler_id', [
  '請填旅客或來賓姓名，擇一。',
  'Name a traveler or a guest, one of the two.',
])
const taken = (name: string, field: string, words: readonly [string, string]) =>
  constraintRefusal(name, () => new Refusal('duplicate', { errors: { [field]: [words] } }))
export const alreadyThere = [
  '同一時間與地點已有這個說明會的場次。',
  'A session of this seminar begins there at that time already.',
] as const
taken('seminar_sessions_place', 'starts_at', alreadyThere)
taken('session_attendances_traveler', 'traveler_id', ['這位旅客已在名單上。', 'This traveler is on the list already.'])
taken('session_attendances_guest', 'guest_name', ['這位來賓已在名單上。', 'This guest is on the list already.'])
