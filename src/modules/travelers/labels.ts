import type { Words } from '../../kit/words/words.ts'

export type Light = 'green' | 'amber' | 'red'
export const lights = ['green', 'amber', 'red'] as const

/** All checks of a traveler, with severity and label. */
// biome-ignore format: a table is read in rows.
export const checkTable = {
  birth_date_missing: ['red', ['缺出生日期', 'Birth date missing']],
  passport_missing: ['red', ['缺護照', 'Passport missing']],
  passport_details_missing: ['amber', ['護照號碼或效期未登錄', 'Number or expiry of the passport missing']],
  passport_name_missing: ['amber', ['缺護照英文姓名', 'Name as in the passport missing']],
  passport_expired: ['red', ['護照於出發前到期', 'Passport expires before the departure']],
  passport_expiring: ['red', ['護照效期不符入境規定', 'Passport does not last as long as the countries ask']],
  passport_under_six_months: ['amber', ['護照於回程後六個月內到期', 'Passport expires within six months of the return']],
  visa_missing: ['red', ['缺簽證', 'Visa missing']],
  entry_rules_unknown: ['amber', ['非本國護照，請確認入境規定', 'A foreign passport: look up its entry rules']],
  document_missing: ['amber', ['文件尚未繳交', 'A document that was asked for is missing']],
  document_rejected: ['amber', ['文件已退回，待重新繳交', 'A document was sent back']],
  minor_without_guardian: ['red', ['未成年且同訂單無成年旅客', 'A minor without an adult in the booking']],
  duplicate_traveler: ['red', ['同團有重複的旅客', 'The same person is on the trip twice']],
} as const satisfies Record<string, readonly [Exclude<Light, 'green'>, Words]>

export type Check = keyof typeof checkTable
export const checkNames = Object.keys(checkTable)

/** The traffic light of a traveler: its most severe check. */
export const lightOf = (checks: readonly Check[]): Light => {
  const found = checks.map((check) => checkTable[check][0])
  return found.includes('red') ? 'red' : found.length ? 'amber' : 'green'
}
