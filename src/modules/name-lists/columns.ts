import { Type } from 'typebox'
import type { HouseWords } from '../imports/headings.ts'
import { type Column, column, columns } from '../imports/kind.ts'
import { travelerKind } from '../imports/kinds/bookings.ts'
import { asHeading } from '../imports/parse.ts'
import { Attendance } from '../seminars/attendances.ts'

/** Whose names a list holds. */
export const listKinds = ['travelers', 'guests'] as const
export type ListKind = (typeof listKinds)[number]

/** A column of a list: that of the import of the house, and what the lists of companies and families call it and its values. */
export type ListColumn = Column & { called: readonly string[] }

/** A name in one cell, which is divided into surname and given name: `WANG, HSIAO-MEI`. */
export const PASSPORT_NAME = 'passport_name'
const passportName = column(PASSPORT_NAME, Type.Optional(Type.String({ maxLength: 125 })), {
  words: ['護照英文姓名', 'Name as in the passport'],
  example: 'WANG, HSIAO-MEI',
})

const { guest_name, guest_phone, guest_email, people, notes } = Attendance.properties

/** What the headings of others say, without what stands in brackets. */
const headings: Record<ListKind, Record<string, readonly string[]>> = {
  travelers: {
    name: ['中文姓名', '旅客姓名', '員工姓名', '旅客', '名字', '中文名', 'full name', 'chinese name', 'traveler'],
    [PASSPORT_NAME]: ['英文姓名', '護照姓名', '護照英文', '英文名字', '英文', 'english name', 'passport name'],
    surname_en: ['英文姓', '英文姓氏', 'surname', 'last name', 'family name'],
    given_name_en: ['英文名', 'given name', 'given names', 'first name'],
    gender: ['男女', '稱謂', 'sex'],
    birth_date: ['生日', '出生', '出生年月日', '出生日', 'birthday', 'dob', 'date of birth', 'birth date'],
    national_id: ['身分證', '身份證', '身分證號', '身份證號', '身分證字號', '身份證字號', '身分證號碼', 'id no'],
    mobile: ['手機', '手機號碼', '行動電話', '電話', '聯絡電話', '連絡電話', 'phone', 'mobile', 'tel', 'telephone'],
    email: ['email', 'e-mail', '信箱', '電子信箱', 'mail'],
    nationality: ['國籍'],
    passport_number: ['護照', '護照號', 'passport', 'passport no', 'passport no.', 'passport number'],
    passport_expires_on: ['效期', '護照到期日', '護照有效期', '護照有效期限', '有效期限', '到期日', 'expiry date'],
    emergency_name: ['緊急連絡人', 'emergency contact'],
    emergency_phone: ['緊急連絡電話', '緊急聯絡人電話', '緊急聯絡人手機', 'emergency phone'],
    emergency_relation: ['關係'],
    meal_requirement: ['餐食', '飲食', '葷素', '葷/素', '餐點', 'meal', 'meals', 'diet'],
    bed_type: ['房型', 'room type'],
    roommate_group: ['房號', '分房', '室友', '房間', 'room'],
    allergies: ['過敏原'],
    notes: ['附註', '說明', 'remark', 'remarks', 'note', 'notes'],
  },
  guests: {
    guest_name: ['姓名', '來賓', '中文姓名', '名字', 'name', 'guest', 'full name'],
    guest_phone: ['電話', '手機', '手機號碼', '行動電話', '聯絡電話', 'phone', 'mobile', 'tel'],
    guest_email: ['email', 'e-mail', '信箱', '電子郵件', '電子信箱', 'mail'],
    people: ['人數', '參加人數', 'people', 'number of people'],
    notes: ['備註', '附註', '說明', 'remark', 'remarks', 'note', 'notes'],
  },
}

/** What others write for a code, beside the words of the house. */
export const customaryWords = wordsOf({
  gender: { female: ['f', '女性', '小姐', '女士', '太太', 'ms', 'mrs'], male: ['m', '男性', '先生', 'mr'] },
  nationality: { TW: ['中華民國', '臺灣', '本國', 'roc'] },
  passport_country: { TW: ['中華民國', '臺灣', '本國', 'roc'] },
  meal_requirement: { none: ['葷', '葷食', '一般', '無'], vegetarian: ['素', '全素'], 'lacto-ovo': ['奶蛋素', '蛋奶'] },
  bed_type: { twin: ['雙人房', '兩小床', '兩床'], double: ['一大床', '大床'], single: ['單人', '單人床'] },
})

function wordsOf(given: Record<string, Record<string, readonly string[]>>): HouseWords {
  return Object.fromEntries(
    Object.entries(given).map(([column, codes]) => [
      column,
      Object.fromEntries(Object.entries(codes).flatMap(([code, words]) => words.map((word) => [word, code]))),
    ]),
  )
}

/** The columns of a list. A list of travelers may belong to many bookings, of which each line then names its own. */
export const columnsOf: Record<ListKind, readonly ListColumn[]> = {
  travelers: asListed('travelers', [...travelerKind.columns, passportName]),
  guests: asListed(
    'guests',
    columns(
      { guest_name: { ...guest_name, type: 'string' }, guest_phone, guest_email, people, notes },
      { guest_name: { personWith: 'guest_phone' } },
    ),
  ),
}

function asListed(kind: ListKind, given: readonly Column[]): ListColumn[] {
  return given.map((column) => ({ ...column, called: headings[kind][column.code] ?? [] }))
}

/** How well a heading names a column: by its own name, by a customary one, or by one within others. */
export function likeness({ code, words, called }: ListColumn, heading: string) {
  const said = withoutBrackets(asHeading(heading))
  const isSaid = (name: string) => asHeading(name) === said
  if ([code, ...words].some(isSaid)) return OWN
  if (called.some(isSaid)) return CUSTOMARY
  const within = [words[0], ...called].filter((name) => name.length > 1 && said.includes(asHeading(name)))
  return within.length ? Math.max(...within.map((name) => name.length)) : 0
}
/** Above the length of any heading. */
const OWN = 10_000
const CUSTOMARY = 1_000

const withoutBrackets = (text: string) => {
  const at = text.search(/[([:]/)
  return (at < 1 ? text : text.slice(0, at)).trim()
}
