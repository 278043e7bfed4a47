import type { ColumnType, Generated } from 'kysely'
import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { defaulted, email, line, list, moment, nullable, oneOf, phone, ref } from '../../kit/fields.ts'

/** What a person may consent to, and the kinds of messages it may opt out of. */
export const consents = ['name_to_fellow_travelers', 'photos'] as const
export const optOuts = ['advertising', 'surveys'] as const

/** A person as stored and shown. All fields except consents and opt-outs are computed from its records. */
export const Person = Type.Object({
  name: line(100, '王小美'),
  name_en: nullable(line(130, 'WANG HSIAO-MEI')),
  phone: nullable(phone()),
  email: nullable(email()),
  email_proved_at: nullable(moment()),
  language: nullable(line(5, 'zh-TW')),
  emergency_name: nullable(line(100, '王大明')),
  emergency_phone: nullable(phone()),
  emergency_relation: nullable(line(50, '配偶')),
  consents: defaulted(list(oneOf(consents))),
  opt_outs: defaulted(list(oneOf(optOuts))),
  merged_into: nullable(ref()),
  erased_at: nullable(moment()),
})

/** The roles that change persons; the others of the staff read them. */
export const editors = ['sales', 'admin'] as const

declare module '../../kit/db/tables.ts' {
  interface Tables {
    persons: Table<typeof Person> & {
      passport_mark: Buffer | null
      identity_mark: Buffer | null
      birth_mark: Buffer | null
      sought: ColumnType<string, never, never>
      clues: ColumnType<string[], never, never>
    }
    person_records: {
      id: Generated<number>
      person_id: number
      traveler_id: number | null
      booking_id: number | null
      user_id: number | null
      tour_leader_id: number | null
      created_at: Generated<string>
    }
    person_changes: {
      id: Generated<number>
      person_id: number
      other_id: number
      kind: 'merge' | 'split' | 'distinct'
      cause: 'staff' | 'mailbox' | 'passport'
      reason: string | null
      records: Generated<number[]>
      actor_id: number | null
      created_at: Generated<string>
    }
  }
}
