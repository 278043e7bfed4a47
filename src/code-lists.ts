import { nameCodes } from './kit/words/code-words.ts'
import type { Words } from './kit/words/words.ts'
import { typeWords as leave } from './modules/leader-calendar/labels.ts'
import { optionLabel } from './modules/options/labels.ts'
import { optionValues } from './modules/options/values.ts'
import { handovers } from './modules/planned-trips/handovers/flow.ts'
import { hoursWords } from './modules/planned-trips/leaders/labels.ts'
import { fileKindWords } from './modules/tour-leaders/labels.ts'
import { kindWords as documentWords } from './modules/traveler-documents/labels.ts'
import { kindWords as wishWords } from './modules/traveler-requests/labels.ts'
import { checkTable, fieldWords } from './modules/travelers/labels.ts'

const titles = (table: Record<string, { title: Words }>) =>
  Object.fromEntries(Object.entries(table).map(([code, { title }]) => [code, title]))

/** The words of codes in notices, by the list that a sentence names: `{kind:document}`. */
const codeLists: Record<string, Readonly<Record<string, Words>>> = {
  check: Object.fromEntries(Object.entries(checkTable).map(([code, [, words]]) => [code, words])),
  document: documentWords,
  handover: titles(handovers),
  hours: hoursWords,
  leader_file: fileKindWords,
  leave,
  payment_method: Object.fromEntries(
    optionValues['payment-method'].map((value) => [value, optionLabel('payment-method', value)]),
  ),
  traveler_field: fieldWords,
  wish: wishWords,
}

/** Makes the codes readable, in the service and in commands that need no database. */
export const nameAllCodes = () => {
  for (const [list, words] of Object.entries(codeLists)) nameCodes(list, words)
}
