import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  flag,
  line,
  list,
  moment,
  money,
  nullable,
  oneOf,
  personal,
  ref,
} from '../../../kit/fields.ts'
import { passengerTypes, Traveler } from '../../travelers/schema.ts'

/** The fields of a traveler that a customer only asks to change once the booking is confirmed: tickets, price and seats depend on them. */
export const guardedFields = [
  'name',
  'surname_en',
  'given_name_en',
  'birth_date',
  'bed',
  'bed_type',
  'roommate_group',
] as const
export type GuardedField = (typeof guardedFields)[number]

export const changeStatuses = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

const { surname_en, given_name_en, bed_type, roommate_group } = Traveler.properties
const name = nullable(line(100, '王小美'))
const bed = nullable(flag())
const passenger_type = nullable(oneOf(passengerTypes))

/**
 * What a customer wants to change of a traveler: `fields` names it, and each of them has its new value and the one before. The new
 * birth date is sealed; the passenger types say what it means.
 */
export const ChangeRequest = Type.Object({
  traveler_id: ref(),
  fields: list(oneOf(guardedFields), guardedFields.length),
  name,
  surname_en,
  given_name_en,
  birth_date: nullable(personal(day())),
  bed,
  bed_type,
  roommate_group,
  name_before: name,
  surname_en_before: surname_en,
  given_name_en_before: given_name_en,
  bed_before: bed,
  bed_type_before: bed_type,
  roommate_group_before: roommate_group,
  passenger_type_before: passenger_type,
  passenger_type_after: passenger_type,
  currency: currency(),
  price_before: money(),
  price_after: money(),
  status: defaulted(oneOf(changeStatuses)),
  decided_at: nullable(moment()),
  decided_by: nullable(ref()),
  decline_reason: nullable(line(500, '機票已開立，姓名不能更改')),
})

export const Declining = Type.Object({ reason: line(500, '機票已開立，姓名不能更改') })
export type Declining = Static<typeof Declining>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    change_requests: Table<typeof ChangeRequest> & { person_key: string | null }
  }
}
