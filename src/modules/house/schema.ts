import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  decimal,
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
  phone,
  publicUpload,
  ref,
  shownFields,
  taxId,
  text,
  url,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { locales } from '../../kit/words/words.ts'

/** The kinds of travel agencies in the law of Taiwan: 綜合, 甲種, 乙種. */
const kinds = ['comprehensive', 'class_a', 'class_b'] as const

const Insurance = Type.Object({
  insurer: labelled(line(100, '富邦產物保險'), ['保險公司', 'Insurer']),
  insurer_en: labelled(nullable(line(100, 'Fubon Insurance')), ['保險公司英文名稱', 'Insurer in English']),
  policy_number: labelled(line(60, '0525-23AML-0001'), ['保單號碼', 'Policy number']),
  sum: labelled(money(), ['保額', 'Sum insured']),
  starts_on: day(),
  ends_on: day(),
})
const Bank = Type.Object({
  name: line(100, '玉山銀行 民權分行'),
  name_en: nullable(line(100, 'E.SUN Bank, Minquan branch')),
  code: formed('^[0-9]{3,7}$', '808'),
  account_name: labelled(line(100, '旗手旅行社股份有限公司'), ['戶名', 'Account name']),
  account_name_en: labelled(nullable(line(100, 'Guidon Tours Co., Ltd.')), ['英文戶名', 'Account name in English']),
  account_number: labelled(formed('^[0-9-]{5,30}$', '0015-940-123456'), ['帳號', 'Account number']),
})

/** A question to who has returned, answered with a score. */
const Question = Type.Object({
  question: labelled(line(200, '領隊的照顧與說明如何？'), ['問題', 'Question']),
  question_en: labelled(line(200, 'How was your tour leader?'), ['英文問題', 'Question in English']),
})

/** The public fields of the agency. */
const known = {
  name: nullable(line(100, '旗手旅行社股份有限公司')),
  name_en: nullable(line(100, 'Guidon Tours Co., Ltd.')),
  kind: nullable(oneOf(kinds)),
  registration_number: labelled(nullable(line(30, '交觀甲 5678')), ['註冊編號', 'Registration number']),
  guarantee_number: labelled(nullable(line(30, '品保北 1234')), ['品保會員編號', 'TQAA number']),
  representative: labelled(nullable(line(100, '王大明')), ['代表人', 'Representative']),
  address: nullable(line(300, '台北市中山區民權東路二段 46 號 5 樓')),
  address_en: nullable(line(300, '5F, No. 46, Sec. 2, Minquan E. Rd., Taipei')),
  phone: nullable(phone()),
  emergency_phone: nullable(phone()),
  email: nullable(email()),
  website: nullable(url()),
  complaint_contact: labelled(nullable(line(100, '客服部 陳經理')), ['申訴聯絡人', 'Complaint contact']),
  complaint_phone: labelled(nullable(phone()), ['申訴電話', 'Complaint phone']),
  complaint_email: labelled(nullable(email()), ['申訴信箱', 'Complaint email']),
  terms: labelled(nullable(text(20_000)), ['條款', 'Terms']),
  terms_en: labelled(nullable(text(20_000)), ['英文條款', 'Terms in English']),
  locales: labelled(defaulted(list(oneOf(locales), locales.length)), ['語言', 'Languages']),
}

/** The agency that runs on this installation: one record. */
export const House = Type.Object({
  ...known,
  tax_id: labelled(nullable(taxId()), ['統一編號', 'Tax ID']),
  liability_insurance: labelled(nullable(Insurance), ['責任保險', 'Liability insurance']),
  performance_insurance: labelled(nullable(Insurance), ['履約保證保險', 'Performance insurance']),
  bank: labelled(nullable(Bank), ['銀行', 'Bank']),
  /** What customers are asked after their return; each question keeps its subject. */
  feedback_questions: labelled(
    defaulted(
      Type.Object({
        trip: labelled(Question, ['整趟旅程', 'Whole trip']),
        leader: labelled(Question, ['領隊', 'Tour leader']),
        hotels: labelled(Question, ['住宿', 'Hotels']),
        meals: labelled(Question, ['餐食', 'Meals']),
        again: labelled(Question, ['會再參加', 'Would travel again']),
      }),
    ),
    ['旅後問卷', 'Questions after the return'],
  ),
  /** The most that sales may give as discounts, as a percentage of the price of a booking. */
  discount_limit_percent: labelled(defaulted(decimal(0, 100)), ['優惠上限', 'Limit of discounts']),
  /** Whether a line of a bank with the number of a request becomes a payment at once, or after somebody has looked at it. */
  book_matched: labelled(defaulted(oneOf(['ask', 'at_once'])), ['確定的銀行入帳', 'Bank lines that are sure']),
  /** A refund is approved by another person than the one who orders it. An agency of one person may switch it off. */
  refunds_by_two: labelled(defaulted(flag()), ['退款須由第二人核准', 'A second person approves refunds']),
  /** What passes through, by the kind of a price line or a cost. What does not is own income, or an own cost. */
  pass_through_kinds: labelled(
    defaulted(
      Type.Object({
        cancellation: labelled(flag(), ['取消', 'Cancellation']),
        surcharge: labelled(flag(), ['附加費用（含違約金）', 'Surcharges and penalties']),
        addon: labelled(flag(), ['加購', 'Add-ons']),
        tips: labelled(flag(), ['小費', 'Tips']),
        insurance: labelled(flag(), ['保險', 'Insurance']),
        visa: labelled(flag(), ['簽證費', 'Visa fees']),
      }),
    ),
    ['代收轉付的項目', 'What passes through'],
  ),
  /** A refund by bank that is in no file so many days later is marked in the list of refunds. */
  refund_seen_days: labelled(defaulted(Type.Integer({ minimum: 1, maximum: 60, examples: [5] })), [
    '退款幾天內應見於銀行檔案',
    'Days until the bank must show a refund',
  ]),
  /** An incident on a trip is reported to the authority within so many hours after it has happened. */
  incident_hours: labelled(defaulted(Type.Integer({ minimum: 1, maximum: 168, examples: [24] })), [
    '事故通報期限（小時）',
    'Hours to report an incident',
  ]),
  /** Who is told of incidents beside the OP of the trip. */
  duty_user_id: labelled(nullable(ref()), ['值班人員', 'On duty']),
  /** Whether sales issue 代收轉付收據 for the payments of their bookings, beside finance and administrators. */
  sales_issue_receipts: labelled(defaulted(flag()), ['業務可開立代收轉付收據', 'Sales issue legal receipts']),
  /** For so many years it is kept to whom a 代收轉付收據 was issued, also once the person is erased. */
  receipts_kept_years: labelled(defaulted(Type.Integer({ minimum: 5, maximum: 30, examples: [10] })), [
    '代收轉付收據保存年數',
    'Years for which legal receipts are kept',
  ]),
  /** The platform voids an electronic 代收轉付收據 until this day of the odd month that follows. */
  receipts_voidable_until_day: labelled(defaulted(Type.Integer({ minimum: 1, maximum: 28, examples: [15] })), [
    '電子收據作廢期限（次一單月的幾日）',
    'Electronic receipts are voided until (day of the next odd month)',
  ]),
})
export const HouseChange = Type.Partial(House)
export type HouseChange = Static<typeof HouseChange>
export const NewLogo = Type.Object({ file: publicUpload() })
export type NewLogo = Static<typeof NewLogo>

export const insurances = ['liability_insurance', 'performance_insurance'] as const satisfies (keyof HouseChange)[]

/** The fields that the law requires on documents and public pages. Those that are null are listed as missing, and insurances that have ended. */
export const required = [
  'name',
  'kind',
  'registration_number',
  'representative',
  'address',
  'phone',
  'emergency_phone',
  'complaint_contact',
  'complaint_phone',
  ...insurances,
] as const satisfies (keyof typeof House.properties)[]

declare module '../../kit/db/tables.ts' {
  interface Tables {
    house: Table<typeof House> & { logo_id: number | null }
  }
}

const shared = {
  logo_url: Type.Union([Type.String({ examples: ['/api/house/logo'] }), Type.Null()]),
  timezone: Type.String({ examples: ['Asia/Taipei'] }),
  currency: Type.String({ examples: ['TWD'] }),
}
export const PublicHouse = Type.Object({
  ...shownFields(known),
  ...shared,
  is_demo: Type.Boolean(),
  /** There are no packages and no trips yet: the console shows its administrator the first steps. */
  is_new: Type.Boolean(),
  /** False without a mail server: then nobody gets a mail. */
  sends_mail: Type.Boolean(),
  /** Whether the agency writes on LINE: without it the console shows LINE in the settings alone. */
  uses_line: Type.Boolean(),
})
export const ShownHouse = RecordOf(House, { ...shared, missing: Type.Array(Type.Enum([...required])) })
export const publicFields = Object.keys(known)
