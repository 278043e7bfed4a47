import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  defaulted,
  email,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  phone,
  ref,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { locales, type Words } from '../../kit/words/words.ts'
import { optionValues } from '../options/values.ts'
import { enquiryStatuses } from './flow.ts'

/** How an enquiry came. How its person heard of the agency is `marketing_source`, as in bookings. */
export const enquirySources = ['phone', 'talk', 'site', 'line', 'walk_in', 'recommendation', 'other'] as const
export const lostReasons = ['price', 'dates', 'full', 'elsewhere', 'not_travelling', 'unreached', 'other'] as const
/** More people than travel in one group. */
const MOST_PEOPLE = 999

/** What somebody asks for before there is a booking: who, how to reach, what is wished, who of sales calls again and when. */
export const Enquiry = Type.Object({
  enquiry_number: labelled(defaulted(line(20, 'EQ0000042')), ['洽詢編號', 'Enquiry number']),
  name: line(100, '王小美'),
  phone: nullable(phone()),
  email: nullable(email()),
  line_id: nullable(line(50, 'mei.wang')),
  wish: labelled(nullable(text(2000, '想看楓葉，兩大一小，最好不要早班機')), ['想要什麼', 'What is wished']),
  area_id: nullable(ref()),
  country_id: nullable(ref()),
  package_id: nullable(ref()),
  planned_trip_id: nullable(ref()),
  travel_from: labelled(nullable(day()), ['最早出發', 'Travels from']),
  travel_to: labelled(nullable(day()), ['最晚出發', 'Travels until']),
  people: labelled(nullable(whole(1, MOST_PEOPLE)), ['人數', 'People']),
  budget: labelled(nullable(whole(1, 99_999_999)), ['每人預算', 'Budget per person']),
  source: labelled(oneOf(enquirySources), ['洽詢管道', 'How it came']),
  marketing_source: nullable(line(30)),
  locale: defaulted(oneOf(locales)),
  sales_user_id: nullable(ref()),
  branch_id: nullable(ref()),
  follow_up_on: labelled(defaulted(day()), ['下次聯絡日', 'Call again on']),
  status: defaulted(oneOf(enquiryStatuses)),
  lost_reason: labelled(nullable(oneOf(lostReasons)), ['未成交原因', 'Why it was lost']),
  lost_note: labelled(nullable(line(500, '已向別家報名')), ['未成交說明', 'Note on why it was lost']),
  ended_at: labelled(nullable(moment()), ['結束時間', 'Ended at']),
  session_attendance_id: labelled(nullable(ref()), ['說明會來賓', 'Guest of a talk']),
  privacy_consent_at: nullable(moment()),
  created_by: nullable(ref()),
})

const byService = [
  'enquiry_number',
  'status',
  'lost_reason',
  'lost_note',
  'ended_at',
  'session_attendance_id',
  'privacy_consent_at',
  'created_by',
] as const
const marketing_source = nullable(oneOf(optionValues['marketing-source']))

/** The body of a new enquiry. Its owner is whoever enters it, if that is somebody of sales and nobody else is named. */
export const NewEnquiry = Type.Object({ ...without(Enquiry, byService).properties, marketing_source })
export type NewEnquiry = Static<typeof NewEnquiry>
// Another owner is told, so it is handed over.
export const EnquiryChange = Type.Partial(without(NewEnquiry, ['sales_user_id']))
export type EnquiryChange = Static<typeof EnquiryChange>

export const HandingOver = Type.Object({
  sales_user_id: ref(),
  words: Type.Optional(labelled(text(2000, '客人住台中，請你聯絡'), ['備註', 'Note'])),
})
export type HandingOver = Static<typeof HandingOver>
export const Losing = Type.Object({
  lost_reason: labelled(oneOf(lostReasons), ['未成交原因', 'Why it was lost']),
  lost_note: Enquiry.properties.lost_note,
})
export type Losing = Static<typeof Losing>
export const Linking = Type.Object({ booking_id: ref() })
/** What was said, and when to call again; an enquiry that was new is in touch then. */
export const NewNote = Type.Object({
  words: labelled(text(2000, '十月楓葉團，週五再確認人數'), ['備註', 'Note']),
  follow_up_on: Type.Optional(labelled(day(), ['下次聯絡日', 'Call again on'])),
})
export type NewNote = Static<typeof NewNote>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    enquiries: Table<typeof Enquiry>
    enquiry_notes: {
      id: Generated<number>
      enquiry_id: number
      written_by: number | null
      words: string
      created_at: Generated<string>
    }
  }
}

/** What is refused of an enquiry that nobody could answer. */
export const noWayToReach: Words = [
  '請至少留一種聯絡方式：電話、電子郵件或 LINE 帳號。',
  'Enter at least one way to reach the person: a telephone number, a mail address or a LINE ID.',
]
constraint('enquiries_reach', 'phone', noWayToReach)
constraint('enquiries_period', 'travel_to', [
  '不可早於最早出發日；請改其中一個日期。',
  'Must not be before the first day of departure: change one of the two days.',
])
