import type { HouseRecord } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { price } from '../../kit/money.ts'
import type { Say, Words } from '../../kit/words.ts'

type Group = { words: Words; fields: readonly string[] }

/** The fields in the order that the office is used to; a dot leads into insurance and bank account. */
export const groups: readonly Group[] = [
  {
    words: ['公司', 'The agency'],
    fields: [
      'name',
      'name_en',
      'kind',
      'registration_number',
      'guarantee_number',
      'representative',
      'tax_id',
      'website',
    ],
  },
  { words: ['聯絡', 'Contact'], fields: ['address', 'address_en', 'phone', 'emergency_phone', 'email'] },
  { words: ['申訴', 'Complaints'], fields: ['complaint_contact', 'complaint_phone', 'complaint_email'] },
  { words: label.liability_insurance, fields: insurance('liability_insurance') },
  { words: label.performance_insurance, fields: insurance('performance_insurance') },
  {
    words: ['收款帳戶', 'Bank account'],
    fields: ['name', 'name_en', 'code', 'account_name', 'account_name_en', 'account_number'].map(
      (field) => `bank.${field}`,
    ),
  },
  { words: ['優惠', 'Discounts'], fields: ['discount_limit_percent'] },
  { words: ['銀行入帳', 'Bank lines'], fields: ['book_matched'] },
  { words: ['退款', 'Refunds'], fields: ['refunds_by_two', 'refund_seen_days'] },
  {
    words: ['代收轉付收據', 'Legal receipts'],
    fields: ['sales_issue_receipts', 'receipts_kept_years', 'receipts_voidable_until_day'],
  },
  { words: ['事故', 'Incidents'], fields: ['incident_hours', 'duty_user_id'] },
  { words: label.terms, fields: ['terms', 'terms_en'] },
]

function insurance(name: string) {
  return ['insurer', 'insurer_en', 'policy_number', 'sum', 'starts_on', 'ends_on'].map((field) => `${name}.${field}`)
}

/** Within its group, `bank.name` is labeled by its last part. */
export const wordsOf = (say: Say, field: string) => {
  const words = fieldWords[field] ?? fieldWords[field.replace(/^.*\./, '')]
  return words ? say(...words) : field
}

const fieldWords: Record<string, Words> = {
  name: label.name,
  name_en: label.name_en,
  kind: label.kind,
  registration_number: label.registration_number,
  guarantee_number: label.guarantee_number,
  representative: label.representative,
  tax_id: label.tax_id,
  website: label.website,
  address: label.address,
  address_en: label.address_en,
  phone: label.phone,
  emergency_phone: label.emergency_phone,
  email: label.email,
  complaint_contact: label.complaint_contact,
  complaint_phone: label.complaint_phone,
  complaint_email: label.complaint_email,
  liability_insurance: label.liability_insurance,
  performance_insurance: label.performance_insurance,
  insurer: label.insurer,
  insurer_en: label.insurer_en,
  policy_number: label.policy_number,
  sum: label.sum,
  starts_on: ['起日（年-月-日）', 'From (year-month-day)'],
  ends_on: ['迄日（年-月-日）', 'Until (year-month-day)'],
  'bank.name': ['銀行與分行', 'Bank and branch'],
  'bank.name_en': ['銀行與分行（英文）', 'Bank and branch in English'],
  'bank.code': ['銀行代碼', 'Bank code'],
  account_name: label.account_name,
  account_name_en: label.account_name_en,
  account_number: label.account_number,
  refunds_by_two: ['退款須由第二人核准', 'A second person approves refunds'],
  refund_seen_days: label.refund_seen_days,
  sales_issue_receipts: label.sales_issue_receipts,
  receipts_kept_years: label.receipts_kept_years,
  receipts_voidable_until_day: label.receipts_voidable_until_day,
  incident_hours: label.incident_hours,
  duty_user_id: label.duty_user_id,
  discount_limit_percent: ['業務可給的優惠上限（團費的 %）', 'Discount limit for sales (% of the price)'],
  book_matched: label.book_matched,
  terms: ['中文條款', 'Terms in Chinese'],
  terms_en: label.terms_en,
}

/** The value of a field as it is read and typed: `NT$5,000,000`. */
export const shownAt = (house: HouseRecord, field: string) => {
  const value = valueAt(house, field)
  return field.endsWith('.sum') && value ? price(Number(value)) : value
}

const valueAt = (house: HouseRecord, field: string): string => {
  const [name = '', within] = field.split('.')
  const value: unknown = Object.entries(house).find(([key]) => key === name)?.[1]
  const inner: unknown =
    within && value && typeof value === 'object' ? Object.entries(value).find(([key]) => key === within)?.[1] : value
  return inner === null || inner === undefined || typeof inner === 'object' ? '' : String(inner)
}
