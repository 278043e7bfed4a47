import type { PlannedTripReadiness } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

/** What is missing of a traveler's papers. */
export const checkWords: Record<PlannedTripReadiness['found'][number]['check'], Words> = {
  birth_date_missing: ['缺出生日期', 'The birth date is missing'],
  passport_missing: ['缺護照', 'The passport is missing'],
  passport_details_missing: ['護照資料不全', 'Details of the passport are missing'],
  passport_name_missing: ['缺護照英文姓名', 'The name in the passport is missing'],
  passport_expired: ['護照回程前到期', 'The passport expires before the return'],
  passport_expiring: ['護照效期不符入境規定', 'The passport is too short for the entry rules'],
  passport_under_six_months: ['護照效期不足六個月', 'The passport has less than six months left'],
  visa_missing: ['缺簽證', 'The visa is missing'],
  entry_rules_unknown: ['入境規定未知', 'The entry rules are unknown'],
  document_missing: ['證件待繳', 'A document is missing'],
  document_rejected: ['證件被退', 'A document was rejected'],
  minor_without_guardian: ['未成年無監護人', 'A minor without a guardian'],
  duplicate_traveler: ['同團重複', 'Twice on this trip'],
}
