import { Type } from 'typebox'
import { line, moment, nullable, oneOf, orNull, ref, shown, shownFields, whole } from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { DatedTrip } from '../shown-names.ts'
import { Traveler } from '../travelers/schema.ts'
import { roleList, User } from '../users/schema.ts'
import { reasonNames } from './labels.ts'
import { Person } from './schema.ts'

const counted = shownFields({ bookings: whole(), travelers: whole(), accounts: whole(), leaders: whole() })
/** A person in a list, with the number of its records of each kind. */
export const ListedPerson = RecordOf(Person, { records: Type.Object(counted) })

const bookingFields = { booking_number: line(50, 'CNX270128A-001'), status: oneOf(bookingStatuses) }
const named = { name: line(100, '王小美'), name_en: nullable(line(100, 'Mei Wang')) }
// `record_id` identifies a record when a person is split.
const recordOf = (fields: Parameters<typeof Type.Object>[0]) =>
  Type.Array(shown(Type.Object({ id: ref(), record_id: ref(), ...fields })))

const Change = Type.Object({
  id: ref(),
  kind: oneOf(['merge', 'split', 'distinct']),
  cause: oneOf(['staff', 'mailbox', 'passport']),
  person_id: ref(),
  other_id: ref(),
  reason: orNull(line(500, '同一位旅客')),
  records: Type.Array(ref()),
  by: orNull(line(100, '王小美')),
  created_at: moment(),
})

/** A person with all its records: bookings, travelers, accounts and leaders, and its merges and splits. */
export const ShownPerson = RecordOf(Person, {
  privacy_consent_at: orNull(moment()),
  bookings: recordOf({ ...bookingFields, contact_name: line(100, '王小美'), trip: DatedTrip }),
  travelers: recordOf({
    name: Traveler.properties.name,
    status: Traveler.properties.status,
    booking: Type.Object({ id: ref(), ...bookingFields }),
    trip: DatedTrip,
  }),
  accounts: recordOf({ ...named, role: User.properties.role, roles: roleList, status: User.properties.status }),
  leaders: recordOf({ ...named, leader_number: line(30, 'TL00001'), status: line(20, 'active') }),
  history: Type.Array(Change),
})

const { name, name_en, phone, email } = Person.properties
/** Persons who look the same, and the reasons. */
export const Double = Type.Object({
  reasons: Type.Array(
    Type.Object({
      code: oneOf(reasonNames),
      label: Type.String({ examples: ['護照號碼相同'] }),
      label_en: Type.String({ examples: ['The same passport'] }),
    }),
  ),
  persons: Type.Array(
    Type.Object(shownFields({ id: ref(), name, name_en, phone, email, created_at: moment(), records: whole() })),
  ),
})
