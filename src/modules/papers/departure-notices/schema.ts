import { type Static, Type } from 'typebox'
import { email, flag, labelled, moment, oneOf, orNull, ref } from '../../../kit/fields.ts'
import { ways } from '../../trip-messages/schema.ts'

/** The parts of a departure notice that may change after it was sent. */
export const noticeParts = [
  'travelers',
  'dates',
  'briefing',
  'assembly',
  'leader',
  'flights',
  'hotels',
  'days',
  'notes',
] as const
export type NoticePart = (typeof noticeParts)[number]
/** The departure notice of a booking: the mailed version and its time, and the parts that changed since. */
const NoticeOfBooking = Type.Object({
  booking_id: ref(),
  booking_number: Type.String({ examples: ['KIX270310A-007'] }),
  name: Type.String({ examples: ['王小美'] }),
  by: oneOf(ways),
  /** 0 before the first notice. */
  version: Type.Integer({ examples: [1] }),
  paper_id: orNull(Type.Integer()),
  sent_at: orNull(moment()),
  sent_to: orNull(email()),
  is_waiting: flag(),
  changed: Type.Array(oneOf(noticeParts)),
})
export const NoticesOfTrip = Type.Object({
  /** The parts of the notice that are still missing. */
  lacking: Type.Array(oneOf(noticeParts)),
  bookings: Type.Array(NoticeOfBooking),
})
/** With `again`, bookings that have the current version get it too. A dry run only returns the recipients. */
export const SendNotices = Type.Object({
  again: labelled(Type.Optional(flag()), ['再次寄送', 'Once more']),
  dry_run: Type.Optional(flag()),
})
export type SendNotices = Static<typeof SendNotices>
export const SentNotices = Type.Object({ dry_run: flag(), ...NoticesOfTrip.properties })
