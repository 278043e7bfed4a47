import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { defaulted, labelled, line, list, nullable, oneOf, orNull, ref, text, whole } from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'

/** A message to all travelers of a trip or, with `lacking`, to those with one of these faults. */
export const TripMessage = Type.Object({
  planned_trip_id: ref(),
  title: line(100, '記得帶厚外套'),
  words: labelled(text(2000), ['內容', 'Words']),
  lacking: defaulted(list(line(40, 'passport_missing'), 20)),
  sent_by: nullable(ref()),
  told: whole(0),
})

export const ShownTripMessage = RecordOf(TripMessage)

/**
 * The way in which a message reaches a person: in the app and by mail, by mail alone, or not at all because the account is
 * suspended, the address is not proved, or there is no address.
 */
export const ways = ['account', 'mail', 'suspended', 'unproved', 'none'] as const
/** A recipient: the contact of a booking, or a traveler with their own mail address. */
export const Recipient = Type.Object({
  booking_id: ref(),
  booking_number: Type.String({ examples: ['KIX270310A-007'] }),
  traveler_id: orNull(Type.Integer()),
  name: Type.String({ examples: ['王小美'] }),
  by: oneOf(ways),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_messages: Table<typeof TripMessage>
  }
}
