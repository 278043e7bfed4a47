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
  labelled,
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
  relation: labelled(nullable(line(50, '配偶')), ['關係', 'Relation']),
  phone: phone(),
})
export const Language = Type.Object({ code: formed('^[a-z]{2,3}$', 'ja'), level: oneOf(languageLevels) })
export const License = Type.Object({
  type: line(60, '領隊人員執業證（外語）'),
  number: nullable(line(60, 'L-12345')),
  issued_on: labelled(nullable(day()), ['核發日', 'Issued on']),
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
  mobile_overseas: labelled(nullable(phone()), ['海外手機', 'Mobile abroad']),
  email: nullable(email()),
  line_id: nullable(line(50)),
  address: nullable(personal(line(300))),
  emergency_contact: labelled(nullable(EmergencyContact), ['緊急聯絡人', 'Emergency contact']),
  employment_type: labelled(defaulted(oneOf(['staff', 'contract', 'freelance'])), ['聘用方式', 'Employment']),
  joined_on: labelled(nullable(day()), ['到職日', 'Joined on']),
  left_on: labelled(nullable(day()), ['離職日', 'Left on']),
  grade: defaulted(oneOf(grades)),
  languages: labelled(defaulted(list(Language, 30)), ['語言', 'Languages']),
  licenses: labelled(defaulted(list(License, 30)), ['執業證', 'Licences']),
  passport_number: nullable(personal(line(20, '312345678'), 'ending')),
  passport_expires_on: nullable(day()),
  passport_country: labelled(nullable(formed('^[A-Z]{2}$', 'TW')), ['護照發照國', 'Issuing country']),
  daily_fee: labelled(nullable(money()), ['日薪', 'Daily fee']),
  currency: defaulted(currency()),
  min_rest_days: labelled(defaulted(whole(0, 30)), ['帶團間隔（天）', 'Days between trips']),
  status: defaulted(oneOf(leaderStatuses)),
  notes: nullable(text(2000)),
})

/** The account of this leader; stored with the account. */
const account = { user_id: nullable(ref()) }
export const NewLeader = Type.Object({ ...TourLeader.properties, ...account })
export type NewLeader = Static<typeof NewLeader>
/** `release` removes a leader who leaves from future trips and briefings. */
export const LeaderChange = Type.Partial(
  Type.Object({ ...NewLeader.properties, release: labelled(flag(), ['一併卸下', 'Release']) }),
)
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
