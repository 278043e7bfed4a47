import { namesOf } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import type { TravelerChange } from './schema.ts'

export type Light = 'green' | 'amber' | 'red'
export const lights = ['green', 'amber', 'red'] as const

/** All checks of a traveler, with severity and label. */
// biome-ignore format: a table is read in rows.
export const checkTable = {
  birth_date_missing: ['red', ['缺出生日期', 'Birth date missing']],
  passport_missing: ['red', ['缺護照', 'Passport missing']],
  passport_details_missing: ['amber', ['護照號碼或效期未登錄', 'Number or expiry date of the passport missing']],
  passport_name_missing: ['amber', ['缺護照英文姓名', 'Name as in the passport missing']],
  passport_expired: ['red', ['護照於出發前到期', 'Passport expires before the departure']],
  passport_expiring: ['red', ['護照效期不符入境規定', 'Passport is not valid as long as the countries require']],
  passport_under_six_months: ['amber', [
    `護照於回程後${terms.passportAfterReturn.spelled.zh}內到期`,
    `Passport expires within ${terms.passportAfterReturn.spelled.en} of the return`,
  ]],
  visa_missing: ['red', ['缺簽證', 'Visa missing']],
  entry_rules_unknown: ['amber', ['非本國護照，請確認入境規定', 'Foreign passport: check the entry rules']],
  document_missing: ['amber', ['文件尚未繳交', 'A requested document is missing']],
  document_rejected: ['amber', ['文件已退回，待重新繳交', 'A document was rejected']],
  minor_without_guardian: ['red', ['未成年且同訂單無成年旅客', 'A minor without an adult in the booking']],
  too_many_infants: ['red', ['嬰兒多於大人，沒有大人可以抱乘', 'More infants than adults to hold them']],
  single_room_shared: ['amber', ['單人房有兩位以上旅客佔床', 'More than one traveler has a bed in a single room']],
  duplicate_traveler: ['red', ['同團有重複的旅客', 'The same person is on the trip twice']],
} as const satisfies Record<string, readonly [Exclude<Light, 'green'>, Words]>

export type Check = keyof typeof checkTable
export const checkNames = namesOf<Check>(checkTable)

/** The checks that give a traveler this light. */
export function namesOfLight(light: Light) {
  return checkNames.filter((name) => checkTable[name][0] === light)
}

/** The traffic light of a traveler: its most severe check. */
export function lightOf(checks: readonly Check[]): Light {
  const found = checks.map((check) => checkTable[check][0])
  return found.includes('red') ? 'red' : found.length ? 'amber' : 'green'
}

/** Labels of the fields of a traveler. */
export const fieldWords: Readonly<Record<keyof TravelerChange, Words>> = {
  name: ['姓名', 'Name'],
  surname_en: ['護照英文姓', 'Surname as in the passport'],
  given_name_en: ['護照英文名', 'Given name as in the passport'],
  gender: ['性別', 'Gender'],
  birth_date: ['出生日期', 'Birth date'],
  nationality: ['國籍', 'Nationality'],
  national_id: ['身分證號', 'National ID'],
  mobile: ['手機', 'Mobile phone'],
  email: ['電子郵件', 'Email'],
  passport_status: ['護照狀況', 'Passport'],
  passport_number: ['護照號碼', 'Passport number'],
  passport_expires_on: ['護照效期', 'Passport valid until'],
  passport_country: ['護照發照國', 'Passport issued by'],
  language: ['語言', 'Language'],
  emergency_name: ['緊急聯絡人', 'Emergency contact'],
  emergency_phone: ['緊急聯絡電話', 'Emergency phone'],
  emergency_relation: ['與緊急聯絡人關係', 'Relation to the emergency contact'],
  meal_requirement: ['餐食需求', 'Meals'],
  food_restrictions: ['飲食禁忌', 'Food restrictions'],
  ticket_handling: ['機票處理', 'Ticket'],
  class_preference: ['艙等', 'Class'],
  bed_type: ['床型', 'Bed type'],
  bed: ['是否佔床', 'Own bed'],
  seat_preference: ['座位偏好', 'Seat'],
  allergies: ['過敏', 'Allergies'],
  roommate_group: ['同房', 'Roommates'],
  notes: ['備註', 'Notes'],
}

/** What a traveler is asked, where the words of the office would not say enough. */
export const askedOfTraveler = {
  name: { label: ['中文姓名', 'Name'] },
  surname_en: { label: ['護照英文姓', 'Surname as in the passport'] },
  given_name_en: { label: ['護照英文名', 'Given names as in the passport'] },
  birth_date: { label: ['出生日期', 'Date of birth'] },
  passport_country: { label: ['護照發照國', 'Country that issued the passport'] },
  meal_requirement: { label: ['餐食', 'Meals'] },
  allergies: { label: ['過敏與健康狀況', 'Allergies and health'] },
} satisfies Record<string, { label: Words }>
