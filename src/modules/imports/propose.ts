import type { Row } from '../../kit/files/csv.ts'
import type { Cell } from '../../kit/files/workbook.ts'
import { headingsOf } from './headings.ts'
import type { Column, Kind } from './kind.ts'
import { kindCalled, kinds } from './kinds.ts'
import { LAST_HEADING_ROW, type RawSheet } from './mapping.ts'
import { asHeading, columnCalled } from './parse.ts'

// What a sheet of somebody's own workbook holds: which kind of records, where its headings stand, and which column each of them is.

export type Proposal = {
  kind: Kind | undefined
  heading_row: number
  /** The column that each heading seems to be; those that seem to be none are left out. */
  columns: Map<string, Proposed>
  /** The kind is said, by somebody or by the name of the sheet. */
  isNamed: boolean
}
type Proposed = { column: Column; isSure: boolean }

/** What a sheet seems to hold. `said` is the kind that somebody has chosen, `at` the row of headings. */
export function propose({ sheet, rows }: RawSheet, said?: Kind, at?: number): Proposal {
  const named = said ?? kindCalled(sheet)
  const candidates = named ? [named] : kinds
  const heads = rows.filter(({ line }) => (at === undefined ? line <= LAST_HEADING_ROW : line === at))
  const nothing: Fit = { score: 0, row: heads[0], columns: new Map() }
  const best = candidates
    .flatMap((kind) => heads.map((row) => fitOf(kind, row, sheet)))
    .reduce((one, other) => (other.score > one.score ? other : one), nothing)
  const heading_row = best.row?.line ?? at ?? 1
  return { kind: named ?? best.kind, heading_row, columns: best.columns, isNamed: !!named }
}

type Fit = { score: number; kind?: Kind; row: Row<Cell> | undefined; columns: Map<string, Proposed> }

/** How well the cells of a row are headings of a kind: a name of its own counts more than a like one, a required column more than another. */
const fitOf = (kind: Kind, row: Row<Cell>, sheet: string): Fit => {
  const columns = proposeColumns(kind, row)
  const found = [...columns.values()]
  if (!found.length) return { score: 0, kind, row, columns }
  const isThere = (column: Column) => found.some((one) => one.column === column)
  const needed = kind.columns.filter(({ isRequired }) => isRequired)
  const missing = needed.filter((column) => !isThere(column)).length
  const score = found.reduce((sum, { isSure }) => sum + (isSure ? 1 : LIKE), 0) - missing * MISSING
  const isCalledSo = kind.noun.some((noun) => alike(noun, sheet) >= NEAR)
  return { score: Math.max(score + (isCalledSo ? 1 : 0), 0), kind, row, columns }
}
const LIKE = 0.7
const MISSING = 0.5

/** Which column each heading of a row is, the nearest first; a column is taken once. */
export function proposeColumns(kind: Kind, row: Row<Cell>) {
  const headings = headingsOf(row.cells).filter((heading) => heading !== '')
  const pairs = headings.flatMap((heading) => {
    const sure = columnCalled(kind, heading)
    if (sure) return [{ heading, column: sure, likeness: SURE }]
    return kind.columns
      .map((column) => ({ heading, column, likeness: likenessOf(column, heading) }))
      .filter(({ likeness }) => likeness >= NEAR)
  })
  const columns = new Map<string, Proposed>()
  const taken = new Set<Column>()
  for (const { heading, column, likeness } of pairs.sort((one, other) => other.likeness - one.likeness)) {
    if (columns.has(heading) || taken.has(column)) continue
    taken.add(column)
    columns.set(heading, { column, isSure: likeness === SURE })
  }
  return columns
}
const SURE = 2
const NEAR = 0.5

const likenessOf = ({ code, words }: Column, heading: string) => {
  const said = asHeading(heading).replace(/[\s()（）:：*]/g, '')
  const customary = customaryNames[code] ?? []
  if (customary.includes(said)) return 1.5 - customary.indexOf(said) / 100
  return Math.max(...[...words, ...customary].map((name) => alike(name, said)))
}

/** From 0 to 1: the share of pairs of neighbouring letters that two names have in common. */
const alike = (one: string, other: string) => {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  if (!a.size || !b.size) return 0
  const common = [...a].filter((pair) => b.has(pair)).length
  return (2 * common) / (a.size + b.size)
}
const pairsOf = (text: string) => {
  const letters = [...asHeading(text).replace(/\s/g, '')]
  return new Set(letters.slice(1).map((letter, i) => `${letters[i]}${letter}`))
}

/** What agencies call columns besides the words of the product, the most usual first. */
const customaryNames: Record<string, readonly string[]> = {
  address: ['住址', '通訊地址', '聯絡地址'],
  adult: ['售價', '團費', '大人', '成人價', '成人', '直客價', '單價'],
  amount: ['金額', '收款金額', '入帳金額'],
  birth_date: ['生日', '出生年月日', '出生', '出生日'],
  booked_at: ['報名日', '報名日期', '訂購日', '下單日', '建立日期'],
  booking_number: ['訂單號', '訂單號碼', '訂單', '報名編號', '訂單編號'],
  capacity: ['機位', '席次', '總席次', '可售', '人數', '名額', '滿團人數'],
  category_code: ['類別', '類型', '主題'],
  area_code: ['區域', '地區', '路線', '線'],
  child_no_bed: ['小孩不佔床', '不佔床', '兒童不佔床'],
  child_with_bed: ['小孩佔床', '佔床', '兒童佔床'],
  city_name: ['地點', '所在城市', '都市'],
  contact_email: ['email', 'e-mail', '信箱', '電子郵件', '聯絡人信箱'],
  contact_name: ['客戶', '客戶姓名', '訂購人', '報名人', '聯絡人姓名', '姓名', '客人', '代表人', '名稱'],
  contact_phone: ['電話', '手機', '行動電話', '聯絡手機', '連絡電話', '聯絡人電話', '客戶電話', '手機號碼'],
  customer_note: ['備註', '客戶備註'],
  days: ['天', '日數', '行程天數'],
  departure_date: ['出團日', '出發', '出發日期', '去程日', '出團日期', '日期'],
  email: ['email', 'e-mail', '信箱', '電子信箱', '電子郵件'],
  gender: ['男女', '性別'],
  infant: ['嬰兒', '嬰兒價'],
  leader_number: ['領隊', '員編', '編號', '領隊代號', '帶團領隊'],
  mobile: ['手機', '行動電話', '電話', '聯絡電話', '手機號碼'],
  name: ['姓名', '中文姓名', '旅客姓名', '旅客', '客人', '團名', '品名', '行程名稱', '飯店名稱', '名稱'],
  name_en: ['英文名', '英文姓名', '英文'],
  national_id: ['身分證', '身分證號', '身份證字號', '身份證', '身分證號碼'],
  nationality: ['國籍'],
  notes: ['備註', '註記', '附註', '說明'],
  op_name: ['op人員', '團控', '操作'],
  package_code: ['行程代號', '產品代碼', '行程編號', '行程', '產品', '線路代碼'],
  passport_expires_on: ['護照效期', '護照到期日', '效期', '護照有效期'],
  passport_number: ['護照', '護照號', '護照號碼'],
  payment_method: ['付款', '付款別', '付款方式'],
  method: ['付款', '付款別', '收款方式', '付款方式'],
  phone: ['電話', '聯絡電話', '代表號', '手機', '行動電話', '手機號碼', '連絡電話'],
  planned_trip_serial: ['團號', '團代號', '團體編號', '團', '團體代號'],
  received_at: ['收款日', '收款日期', '入帳日', '付款日'],
  reference: ['末五碼', '單號', '收據號碼', '憑證號碼'],
  return_date: ['回程', '回團日', '回程日期', '回來日', '回國日'],
  sales_name: ['業務', '業務員', '承辦', '經手人', '業務人員'],
  serial: ['團號', '團代號', '團體編號', '團體代號', '編號'],
  status: ['狀態', '團況', '進度', '目前狀態'],
  surname_en: ['英文姓', '英文姓氏'],
  given_name_en: ['英文名', '英文名字'],
  follow_up_on: ['下次聯絡', '追蹤日', '下次追蹤', '回訪日'],
  rate: ['賣出匯率', '即期賣出', '匯率'],
  traveler_name: ['姓名', '旅客', '客人', '中文姓名'],
  wish: ['備註', '需求', '想去哪裡', '有興趣的行程', '洽詢內容'],
  type_code: ['加購項目', '項目', '品項'],
  traveler_names: ['住客', '同房旅客', '房客', '姓名'],
  ticketing_name: ['票務人員', '開票'],
}
