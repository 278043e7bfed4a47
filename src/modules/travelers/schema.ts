import type { ColumnType, RawBuilder } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  defaulted,
  email,
  flag,
  formed,
  line,
  list,
  nullable,
  oneOf,
  personal,
  phone,
  ref,
  text,
} from '../../kit/fields.ts'
import { type OptionList, type OptionValue, optionValues } from '../options/values.ts'

export const passengerTypes = ['adult', 'child', 'infant'] as const
export type PassengerType = (typeof passengerTypes)[number]

/** A name as in the machine-readable zone of a passport; lower case is accepted and stored in capitals. */
const passportName = (example: string) => formed("^[A-Za-z](?:[A-Za-z]|[ '-](?=[A-Za-z])){0,59}$", example)
// Answers accept any text, so that stored values stay readable after their option was removed.
const stored = () => nullable(line(30))
const chosen = <L extends OptionList>(of: L) => nullable(oneOf<OptionValue<L>>(optionValues[of]))

/** A traveler as stored and shown. */
export const Traveler = Type.Object({
  booking_id: ref(),
  name: line(100, '王小美'),
  surname_en: nullable(passportName('WANG')),
  given_name_en: nullable(passportName('HSIAO-MEI')),
  gender: nullable(oneOf(['female', 'male', 'other'])),
  birth_date: nullable(personal(day())),
  nationality: stored(),
  national_id: nullable(personal(line(20, 'A123456789'), 'ending')),
  mobile: nullable(phone()),
  email: nullable(email()),
  passport_status: stored(),
  passport_number: nullable(personal(formed('^[A-Za-z0-9]{5,20}$', '312345678'), 'ending')),
  passport_expires_on: nullable(day()),
  passport_country: stored(),
  language: nullable(formed('^[a-z]{2}(-[A-Z]{2})?$', 'ja')),
  emergency_name: nullable(line(100, '王大明')),
  emergency_phone: nullable(phone()),
  emergency_relation: nullable(line(50, '配偶')),
  meal_requirement: stored(),
  food_restrictions: defaulted(list(line(30), 20)),
  ticket_handling: stored(),
  class_preference: stored(),
  bed_type: stored(),
  /** The default is true, except for infants. */
  bed: defaulted(flag()),
  seat_preference: stored(),
  allergies: nullable(personal(text(1000, '花生'))),
  roommate_group: nullable(line(30, 'A')),
  notes: nullable(text(2000)),
  status: defaulted(oneOf(['active', 'cancelled'])),
})

/** The fields of a body. Options are validated by the current lists. */
const { booking_id, status: _status, notes, ...kept } = Traveler.properties
const entered = {
  ...kept,
  nationality: chosen('nationality'),
  passport_status: chosen('passport-status'),
  passport_country: chosen('nationality'),
  meal_requirement: chosen('meal-requirements'),
  food_restrictions: defaulted(list(oneOf(optionValues['food-restrictions']), 20)),
  ticket_handling: chosen('ticket-handling'),
  class_preference: chosen('class-preference'),
  bed_type: chosen('bed-type'),
  seat_preference: chosen('seat-preference'),
}
export const EnteredTraveler = Type.Object(entered)
export type EnteredTraveler = Static<typeof EnteredTraveler>

/** The bodies of staff and customers; notes are internal. */
export const NewTraveler = Type.Object({ booking_id, ...entered, notes })
export type NewTraveler = Static<typeof NewTraveler>
export const TravelerChange = Type.Partial(Type.Object({ ...entered, notes }))
export type TravelerChange = Static<typeof TravelerChange>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    travelers: Table<typeof Traveler> & {
      person_key: string | null
      passenger_type: PassengerType | null
      is_minor: boolean | null
      age: number | null
      passport_mark: Buffer | null
      identity_mark: Buffer | null
      birth_mark: Buffer | null
      public_version: ColumnType<number, never, never>
      public_updated_at: ColumnType<string, never, never>
      /** The job that mailed the confirmation link, and the time at which the address was confirmed. */
      email_asked_id: string | null
      email_proved_at: ColumnType<string | null, undefined, RawBuilder<string>>
    }
  }
}
