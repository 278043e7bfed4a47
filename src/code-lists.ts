import { nameCodes } from './kit/words/code-words.ts'
import { type Locale, say, type Words } from './kit/words/words.ts'
import { typeWords as leave } from './modules/leader-calendar/calendar.ts'
import { optionLabel } from './modules/options/labels.ts'
import { type OptionList, optionValues } from './modules/options/values.ts'
import { noticePartWords } from './modules/papers/notice-parts.ts'
import { handovers } from './modules/planned-trips/handovers/flow.ts'
import { hoursWords } from './modules/planned-trips/notices.ts'
import { fileKindWords } from './modules/tour-leaders/files.ts'
import { kindWords as documentWords } from './modules/traveler-documents/schema.ts'
import { kindWords as requestKinds } from './modules/traveler-requests/labels.ts'
import { checkTable, fieldWords } from './modules/travelers/words.ts'
import { wordSets } from './modules/words/routes.ts'

const titles = (table: Record<string, { title: Words }>) =>
  Object.fromEntries(Object.entries(table).map(([code, { title }]) => [code, title]))

const options = (list: OptionList) =>
  Object.fromEntries(optionValues[list].map((value): [string, Words] => [value, optionLabel(list, value)]))

/** The words of codes on papers, by the list that a template or a column names. */
const paperLists: Record<string, Readonly<Record<string, Words>>> = {
  ...wordSets,
  payment_method: options('payment-method'),
  meal_requirement: options('meal-requirements'),
  food_restriction: options('food-restrictions'),
  bed_type: options('bed-type'),
  passport_status: options('passport-status'),
}
const onPapers =
  'booking_status payment_method price_line meal_requirement food_restriction bed_type gender passenger_type meal room_type handover_kind cost_kind flight_direction cabin house_kind attendance_status payment_purpose statement_line voucher incident_kind incident_severity expense_kind paid_from trip_expense_status'

/** The codes that templates may show, in the language of the paper. */
export function wordsOnPapers(locale: Locale) {
  return Object.fromEntries(
    onPapers.split(' ').map((list) => {
      const words = Object.entries(paperLists[list] ?? {})
      return [list, Object.fromEntries(words.map(([code, pair]) => [code, say(pair, locale)]))]
    }),
  )
}

/** The lists of forms, by the fields that hold one of their values. */
const choices = {
  class_preference: options('class-preference'),
  marketing_source: options('marketing-source'),
  method: options('payment-method'),
  nationality: options('nationality'),
  passport_country: options('nationality'),
  seat_preference: options('seat-preference'),
  ticket_handling: options('ticket-handling'),
  travel_purpose: options('travel-purpose'),
}

/** The words of codes in notices and refusals, by the list that a sentence names: `{kind:document}`. */
const codeLists: Record<string, Readonly<Record<string, Words>>> = {
  ...paperLists,
  check: Object.fromEntries(Object.entries(checkTable).map(([code, [, words]]) => [code, words])),
  document: documentWords,
  handover: titles(handovers),
  hours: hoursWords,
  leader_file: fileKindWords,
  leave,
  notice_part: noticePartWords,
  traveler_field: fieldWords,
  special_request: requestKinds,
  ...choices,
}

/** Makes the codes readable, in the service and in commands that need no database. */
export function nameAllCodes() {
  for (const [list, words] of Object.entries(codeLists)) nameCodes(list, words)
}
