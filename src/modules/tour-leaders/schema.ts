import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import {
  currency,
  day,
  defaulted,
  email,
  flag,
  formed,
  line,
  list,
  money,
  nullable,
  oneOf,
  personal,
  phone,
  ref,
  text,
  whole,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'

export const leaderStatuses = ['active', 'on_leave', 'inactive'] as const
export const grades = ['trainee', 'junior', 'senior', 'expert'] as const
export const languageLevels = ['basic', 'conversational', 'fluent', 'native'] as const
export type LanguageLevel = (typeof languageLevels)[number]

export const EmergencyContact = Type.Object({
  name: line(100, '陳美華'),
  relation: nullable(line(50, '配偶')),
  phone: phone(),
})
export const Language = Type.Object({ code: formed('^[a-z]{2,3}$', 'ja'), level: oneOf(languageLevels) })
export const License = Type.Object({
  type: line(60, '領隊人員執業證（外語）'),
  number: nullable(line(60, 'L-12345')),
  issued_on: nullable(day()),
  expires_on: nullable(day()),
})

export const TourLeader = Type.Object({
  leader_number: defaulted(line(30, 'TL00001')),
  name: line(100, '陳志明'),
  name_en: nullable(line(100, 'CHEN CHIH-MING')),
  gender: nullable(oneOf(['female', 'male', 'other'])),
  birth_date: nullable(personal(day())),
  nationality: nullable(formed('^[A-Z]{2}$', 'TW')),
  national_id: nullable(personal(line(20, 'A123456789'), 'ending')),
  mobile: nullable(phone()),
  mobile_overseas: nullable(phone()),
  email: nullable(email()),
  line_id: nullable(line(50)),
  address: nullable(personal(line(300))),
  emergency_contact: nullable(EmergencyContact),
  employment_type: defaulted(oneOf(['staff', 'contract', 'freelance'])),
  joined_on: nullable(day()),
  left_on: nullable(day()),
  grade: defaulted(oneOf(grades)),
  languages: defaulted(list(Language, 30)),
  licenses: defaulted(list(License, 30)),
  passport_number: nullable(personal(line(20, '312345678'), 'ending')),
  passport_expires_on: nullable(day()),
  passport_country: nullable(formed('^[A-Z]{2}$', 'TW')),
  daily_fee: nullable(money()),
  currency: defaulted(currency()),
  min_rest_days: defaulted(whole(0, 30)),
  status: defaulted(oneOf(leaderStatuses)),
  notes: nullable(text(2000)),
})

/** The account of this leader; stored with the account. */
const account = { user_id: nullable(ref()) }
export const NewLeader = Type.Object({ ...TourLeader.properties, ...account })
export type NewLeader = Static<typeof NewLeader>
/** `release` takes a leader who leaves off the trips and briefings to come. */
export const LeaderChange = Type.Partial(Type.Object({ ...NewLeader.properties, release: flag() }), {
  minProperties: 1,
})
export type LeaderChange = Static<typeof LeaderChange>
export const ShownLeader = RecordOf(NewLeader)

declare module '../../kit/db/tables.ts' {
  interface Tables {
    tour_leaders: Table<typeof TourLeader> & {
      person_key: string
      passport_mark: Buffer | null
      identity_mark: Buffer | null
      birth_mark: Buffer | null
    }
  }
}

constraint('tour_leaders_span', 'left_on', ['不可早於到職日。', 'Must not be before the day of joining.'])
constraint('users_leader_profile', 'tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
