import { Type } from 'typebox'
import { oneOf } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { nameCodes } from '../../kit/words/code-words.ts'
import type { Words } from '../../kit/words/words.ts'
import { turns } from '../addon-requests/flow.ts'
import {
  departmentWords,
  messageTypeWords,
  pricingTypeWords,
  responseWords,
  senderWords,
} from '../addon-requests/words.ts'
import { kinds as approvalKinds } from '../approvals/kinds.ts'
import {
  sourceWords as approvalSourceWords,
  statusWords as approvalStatusWords,
  stepWords as approvalStepWords,
} from '../approvals/labels.ts'
import { partWords as publicationPartWords } from '../bookings/published-parts.ts'
import { statusWords as bookingStatusWords, lineWords } from '../bookings/words.ts'
import {
  sourceWords as enquirySourceWords,
  statusWords as enquiryStatusWords,
  stepWords as enquiryStepWords,
  lostWords,
} from '../enquiries/words.ts'
import { typeWords } from '../leader-calendar/calendar.ts'
import { unreceiptedAgeWords } from '../legal-receipts/unreceipted.ts'
import { statementLineWords } from '../money/customer-statements.ts'
import { passThroughLineWords } from '../money/pass-through/statement.ts'
import { ageWords } from '../money/receivables.ts'
import { basisWords, byWords, meaningWords } from '../money/results/columns.ts'
import { optionLists } from '../options/lists.ts'
import { noticePartWords } from '../papers/notice-parts.ts'
import { deadlineWords } from '../planned-trips/deadlines.ts'
import { refusalWords as receiptRefusalWords } from '../receipt-platform/refusals.ts'
import { fileKindWords } from '../tour-leaders/files.ts'
import { kindWords as documentKindWords } from '../traveler-documents/schema.ts'
import {
  needWords,
  kindWords as requestKindWords,
  statusWords as requestStatusWords,
} from '../traveler-requests/labels.ts'
import { checkTable } from '../travelers/words.ts'
import { fieldLabels } from './field-labels.ts'
import { officeWords } from './office-labels.ts'
import { workWords } from './work-labels.ts'

const picked = <R extends Record<string, unknown>>(table: R, words: (row: R[keyof R]) => Words) =>
  Object.fromEntries(Object.entries(table).map(([code, row]) => [code, words(row as R[keyof R])]))

/** The words of every code that people see, by the name of their set. The words of fields are beside the fields. */
export const wordSets: Record<string, Record<string, Words>> = {
  ...officeWords,
  ...workWords,
  addon_turn: picked(turns, ({ title }) => title),
  approval_kind: picked(approvalKinds, ({ words }) => words),
  approval_source: approvalSourceWords,
  approval_status: approvalStatusWords,
  approval_step: approvalStepWords,
  booking_status: bookingStatusWords,
  customer_response: responseWords,
  deadline: deadlineWords,
  department: departmentWords,
  document_kind: documentKindWords,
  enquiry_source: enquirySourceWords,
  enquiry_status: enquiryStatusWords,
  enquiry_step: enquiryStepWords,
  leader_file_kind: fileKindWords,
  lost_reason: lostWords,
  message_type: messageTypeWords,
  notice_part: noticePartWords,
  pass_through_line: passThroughLineWords,
  price_line: lineWords,
  publication_part: publicationPartWords,
  pricing_type: picked(pricingTypeWords, ({ label }) => label),
  receipt_refusal: receiptRefusalWords,
  receivable_age: ageWords,
  results_basis: basisWords,
  results_by: byWords,
  results_meaning: meaningWords,
  sender_type: senderWords,
  statement_line: statementLineWords,
  traveler_check: picked(checkTable, ([, words]) => words),
  traveler_request_kind: requestKindWords,
  traveler_need: needWords,
  traveler_request_status: requestStatusWords,
  unavailability_type: typeWords,
  unreceipted_age: unreceiptedAgeWords,
}

const asList = (words: Record<string, Words>) =>
  Object.entries(words).map(([value, [label, label_en]]) => ({ value, label, label_en }))

const byName = <V>(sets: Record<string, V>) =>
  Object.fromEntries(Object.entries(sets).sort(([a], [b]) => (a < b ? -1 : 1)))

const WordSet = Type.Array(Type.Object({ value: Type.String(), label: Type.String(), label_en: Type.String() }))

export default routes((on, app) => {
  const alike = { access: 'public', etag: 'content', cache: 'public, max-age=300' } as const
  const names = Object.keys(byName({ ...wordSets, field: {} }))
  // The labels of fields are complete only after all routes are registered. Refusals use them to name fields.
  const labels = once(() => fieldLabels(app))
  app.addHook('onReady', async () => {
    nameCodes('field', labels())
  })
  const sets = once(() =>
    byName(
      Object.fromEntries(
        Object.entries({ ...wordSets, field: labels() }).map(([name, words]) => [name, asList(words)]),
      ),
    ),
  )

  on.get(
    '',
    {
      name: 'listWords',
      ...alike,
      summary:
        'The words of every code that people meet, in Chinese and English, by set; the lists of forms are at /api/options',
      returns: Type.Object(Object.fromEntries(names.map((name) => [name, WordSet]))),
    },
    async () => sets(),
  )

  on.get(
    '/:set',
    {
      name: 'getWords',
      ...alike,
      summary: 'The words of one set, or of one option list',
      params: Type.Object({ set: oneOf([...names, ...Object.keys(optionLists)]) }),
      returns: WordSet,
    },
    async ({ params }) => ({ ...sets(), ...optionLists })[params.set] ?? [],
  )
})

const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
