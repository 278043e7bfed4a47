import {
  addonPartyWords,
  addonStatusWords,
  allianceWords,
  approvalKindWords,
  attendanceStatusWords,
  bankLineStateWords,
  bedTypeWords,
  blockKindWords,
  bookingSourceWords,
  bookingStatusWords,
  bookMatchedWords,
  buyerKindWords,
  cabinWords,
  cancelCauseWords,
  cancellationAnchorWords,
  cardRefundHindranceWords,
  cardRefundStatusWords,
  cashHandoverStatusWords,
  changeStatusWords,
  checkDigitWords,
  chequeStatusWords,
  classPreferenceWords,
  consentHowWords,
  costKindWords,
  customerResponseWords,
  deadlineOwnerWords,
  deadlineWords,
  departmentWords,
  documentKindWords,
  documentStatusWords,
  employmentTypeWords,
  enquirySourceWords,
  enquiryStatusWords,
  expenseKindWords,
  firmnessWords,
  flightDirectionWords,
  flightStatusWords,
  genderWords,
  handoverKindWords,
  handoverStatusWords,
  houseKindWords,
  importStatusWords,
  incidentKindWords,
  incidentSeverityWords,
  leaderFileKindWords,
  leaderGradeWords,
  leaderStatusWords,
  legalReceiptStatusWords,
  legStatusWords,
  legTypeWords,
  lostReasonWords,
  marketingSourceWords,
  mealRequirementsWords,
  mealWords,
  messageSideWords,
  moneyMonthStatusWords,
  packageKindWords,
  packageStatusWords,
  paidFromWords,
  partnerPaperWords,
  passengerTypeWords,
  passportStatusWords,
  passportValidityBasisWords,
  paymentEnvironmentWords,
  paymentKindWords,
  paymentMethodWords,
  paymentProviderWords,
  paymentPurposeWords,
  paymentReportStatusWords,
  paymentRequestStatusWords,
  paymentRequestWayWords,
  paymentSourceWords,
  priceLineWords,
  pricingTypeWords,
  priorityWords,
  proficiencyWords,
  receiptMediumWords,
  receivingAccountKindWords,
  roleWords,
  roomTypeWords,
  searchKindWords,
  seasonLevelWords,
  seatPreferenceWords,
  seatsShownWords,
  secondFactorWords,
  seminarKindWords,
  seminarStatusWords,
  stayStatusWords,
  ticketHandlingWords,
  travelerRequestKindWords,
  travelerRequestStatusWords,
  travelerStatusWords,
  travelPurposeWords,
  tripExpenseStatusWords,
  tripStatusWords,
  unavailabilityStatusWords,
  unavailabilityTypeWords,
  userStatusWords,
  visaPolicyWords,
  voucherWords,
  webhookDisabledWords,
} from 'guidon-sdk/words'
import { dayAndTime, dayWithYear } from '../../../kit/days.ts'
import { nameOf, type Say, type Words } from '../../../kit/words.ts'
import { nameOfField } from './field-words.ts'

/** The names of the records that a field refers to, by id. */
export type Names = Record<string, { name: string; name_en: string | null }>

/** The names for one field of a change. The client has no type for nested maps. */
export const namesIn = (names: Record<string, unknown>, field: string) => names[field] as Names | undefined

/** A value in words: dates, codes and records. */
export const valueIn = (say: Say, field: string, value: unknown, names: Names = {}): string => {
  if (value === null || value === undefined || value === '') return say('（空白）', '(empty)')
  if (typeof value === 'boolean') return value ? say('是', 'Yes') : say('否', 'No')
  if (typeof value === 'string') return textIn(say, field, value)
  if (Array.isArray(value))
    return value.length === 0
      ? say('（無）', '(none)')
      : value.map((each) => valueIn(say, field, each, names)).join(say('、', ', '))
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => `${nameOfField(say, key)}${say('：', ': ')}${valueIn(say, key, each)}`)
      .join(say('；', '; '))
  const named = names[String(value)]
  if (named) return nameOf(say, named)
  // An id would mean nothing to the reader.
  if (/_ids?$/.test(field)) return say('（已不在的資料）', '(a record that is gone)')
  return typeof value === 'number' ? value.toLocaleString('en') : String(value)
}

const textIn = (say: Say, field: string, text: string) => {
  if (field === 'fields') return nameOfField(say, text)
  const own = codesOf[field]?.[text]
  if (own) return say(...own)
  const words = codes[text]
  // A name can equal a code by accident, but a text with an underscore is always a code.
  if (words && (isCoded.test(field) || text.includes('_'))) return say(...words)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayWithYear(text)
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return dayAndTime(text)
  return text
}

const isCoded =
  /status|role|department|kind|state|method|locale|language|cause|type|source|purpose|priority|gender|bed|preference|requirement|handling|level|grade|firmness|cabin|direction|response|owner|_by$|_how$|alliance|anchor|reason|policy|rule|^act$/

/** The codes of fields whose codes mean something else in others. */
const codesOf: Record<string, Record<string, Words>> = {
  lost_reason: lostReasonWords,
  hindrance: cardRefundHindranceWords,
  breakfast: mealWords,
  lunch: mealWords,
  dinner: mealWords,
  book_matched: bookMatchedWords,
  passport_validity_basis: passportValidityBasisWords,
  proficiency: proficiencyWords,
  seats_shown: seatsShownWords,
  check_digit: checkDigitWords,
  medium: receiptMediumWords,
  buyer_kind: buyerKindWords,
  purpose: paymentPurposeWords,
  via: paymentRequestWayWords,
  voucher: voucherWords,
  environment: paymentEnvironmentWords,
  provider: paymentProviderWords,
  paid_from: paidFromWords,
  severity: incidentSeverityWords,
  from: messageSideWords,
  given_by: {
    booking: ['訂購人', 'The contact'],
    traveler: ['旅客', 'The traveler'],
    former: ['前訂購人', 'A former contact'],
  },
}

/** Codes in words. A code with several meanings, such as `other`, has nearly the same words in all of them. */
const codes: Record<string, Words> = Object.assign(
  // The other statuses of a payment request are named as those of a booking.
  { paid: paymentRequestStatusWords.paid },
  cardRefundStatusWords,
  enquirySourceWords,
  tripExpenseStatusWords,
  incidentKindWords,
  expenseKindWords,
  importStatusWords,
  bankLineStateWords,
  cashHandoverStatusWords,
  chequeStatusWords,
  legalReceiptStatusWords,
  buyerKindWords,
  moneyMonthStatusWords,
  receivingAccountKindWords,
  paymentSourceWords,
  partnerPaperWords,
  deadlineWords,
  blockKindWords,
  enquiryStatusWords,
  approvalKindWords,
  searchKindWords,
  addonStatusWords,
  bookingStatusWords,
  tripStatusWords,
  documentStatusWords,
  paymentReportStatusWords,
  changeStatusWords,
  attendanceStatusWords,
  flightStatusWords,
  handoverStatusWords,
  leaderStatusWords,
  legStatusWords,
  packageStatusWords,
  seminarStatusWords,
  stayStatusWords,
  travelerRequestStatusWords,
  travelerStatusWords,
  unavailabilityStatusWords,
  userStatusWords,
  addonPartyWords,
  allianceWords,
  bedTypeWords,
  bookingSourceWords,
  cabinWords,
  cancelCauseWords,
  cancellationAnchorWords,
  classPreferenceWords,
  consentHowWords,
  costKindWords,
  customerResponseWords,
  deadlineOwnerWords,
  documentKindWords,
  employmentTypeWords,
  firmnessWords,
  flightDirectionWords,
  genderWords,
  handoverKindWords,
  houseKindWords,
  leaderFileKindWords,
  leaderGradeWords,
  legTypeWords,
  marketingSourceWords,
  mealRequirementsWords,
  packageKindWords,
  passengerTypeWords,
  passportStatusWords,
  paymentKindWords,
  paymentMethodWords,
  priceLineWords,
  pricingTypeWords,
  priorityWords,
  roomTypeWords,
  seasonLevelWords,
  seatPreferenceWords,
  secondFactorWords,
  seminarKindWords,
  ticketHandlingWords,
  travelPurposeWords,
  travelerRequestKindWords,
  unavailabilityTypeWords,
  visaPolicyWords,
  webhookDisabledWords,
  roleWords,
  departmentWords,
  {
    'zh-TW': ['中文（台灣）', 'Chinese (Taiwan)'],
    en: ['英文', 'English'],
  } satisfies Record<string, Words>,
)
