import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  day,
  decimal,
  defaulted,
  email,
  formed,
  line,
  list,
  money,
  nullable,
  oneOf,
  phone,
  shownFields,
  text,
  upload,
  url,
} from '../../kit/fields.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { locales } from '../../kit/words/words.ts'

/** The kinds of travel agencies in Taiwan's law: 綜合, 甲種, 乙種. */
const kinds = ['comprehensive', 'class_a', 'class_b'] as const

const Insurance = Type.Object({
  insurer: line(100, '富邦產物保險'),
  insurer_en: nullable(line(100, 'Fubon Insurance')),
  policy_number: line(60, '0525-23AML-0001'),
  sum: money(),
  starts_on: day(),
  ends_on: day(),
})
const Bank = Type.Object({
  name: line(100, '玉山銀行 民權分行'),
  name_en: nullable(line(100, 'E.SUN Bank, Minquan branch')),
  code: formed('^[0-9]{3,7}$', '808'),
  account_name: line(100, '旗手旅行社股份有限公司'),
  account_name_en: nullable(line(100, 'Guidon Tours Co., Ltd.')),
  account_number: formed('^[0-9-]{5,30}$', '0015-940-123456'),
})

/** The public fields of the agency. */
const known = {
  name: nullable(line(100, '旗手旅行社股份有限公司')),
  name_en: nullable(line(100, 'Guidon Tours Co., Ltd.')),
  kind: nullable(oneOf(kinds)),
  registration_number: nullable(line(30, '交觀甲 5678')),
  guarantee_number: nullable(line(30, '品保北 1234')),
  representative: nullable(line(100, '王大明')),
  address: nullable(line(300, '台北市中山區民權東路二段 46 號 5 樓')),
  address_en: nullable(line(300, '5F, No. 46, Sec. 2, Minquan E. Rd., Taipei')),
  phone: nullable(phone()),
  emergency_phone: nullable(phone()),
  email: nullable(email()),
  website: nullable(url()),
  complaint_contact: nullable(line(100, '客服部 陳經理')),
  complaint_phone: nullable(phone()),
  complaint_email: nullable(email()),
  terms: nullable(text(20_000)),
  terms_en: nullable(text(20_000)),
  locales: defaulted(list(oneOf(locales), locales.length)),
}

/** The agency that runs on this installation: one record. */
export const House = Type.Object({
  ...known,
  tax_id: nullable(formed('^[0-9]{8}$', '12345678')),
  liability_insurance: nullable(Insurance),
  performance_insurance: nullable(Insurance),
  bank: nullable(Bank),
  /** How much of the price of a booking sales may give as discounts. */
  discount_limit_percent: defaulted(decimal(0, 100)),
})
export const HouseChange = Type.Partial(House, { minProperties: 1 })
export type HouseChange = Static<typeof HouseChange>
export const NewLogo = Type.Object({ file: upload() })
export type NewLogo = Static<typeof NewLogo>

/** The fields that the law requires on documents and public pages. Those that are null are listed as missing. */
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
  'liability_insurance',
  'performance_insurance',
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
})
export const ShownHouse = RecordOf(House, { ...shared, missing: Type.Array(Type.Enum([...required])) })
export const publicFields = Object.keys(known)
