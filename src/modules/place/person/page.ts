import type { FastifyInstance } from 'fastify'
import type { Visit } from '../../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'
import { type Translate, wordsIn } from '../../page-words.ts'
import { type Check, checkTable } from '../../travelers/words.ts'
import { back } from '../document.ts'
import type { Holder, May } from '../holder.ts'
import type { Guest } from '../reads.ts'
import { closedWords, type Stage } from '../stage.ts'
import { detailsCard, detailsForms } from './details.ts'
import { documentForms, documentsCard } from './documents.ts'
import { replacementCard, replacementForms } from './replacement.ts'
import { requestForms, requestsCard } from './special-requests.ts'

/** One person, one tap below the start: documents, details, special requests, and another person in this place. */
export function personPage({ guest, birthday, openPapers, holder, stage, may }: OnPersonPage, visit: Visit): Markup {
  const t = wordsIn(visit.locale)
  const state = stage === 'before' ? missing(guest, visit.locale, t) : closedWords(stage, t)
  return html`
${back(holder.booking_number, t('回訂單', 'Back to the booking'), visit.locale)}
<header class="head">
  <h1>${guest.name}</h1>
  <p>${state}</p>
</header>
${guest.has_open_change && html`<p class="told">${t(...changeInReview)}</p>`}
${(may.change || guest.papers.length > 0) && documentsCard({ guest, openPapers, booking_number: holder.booking_number, may }, visit, t)}
${may.change && detailsCard(guest, birthday, visit, t, may)}
${may.change && requestsCard(guest, visit, t)}
${may.change && holder.as !== 'traveler' && replacementCard(guest, visit, t)}`
}

const changeInReview = [
  '您申請的變更正由我們確認，結果會寄信通知聯絡人。',
  'We are reviewing the change you requested; the contact will be notified by mail.',
] as const

type OnPersonPage = {
  guest: Guest
  birthday: string | undefined
  /** The documents whose files this holder may open. */
  openPapers: readonly number[]
  holder: Holder
  stage: Stage
  may: May
}

const missing = ({ checks }: Guest, locale: Locale, t: Translate) =>
  checks.length
    ? checks.map(
        (check) => html`<span class="badge missing">${say(ownWords[check] ?? checkTable[check][1], locale)}</span> `,
      )
    : html`<span class="badge">${t('資料齊全', 'Complete')}</span>`

// What the office is told to do is told otherwise to the traveler.
const ownWords: Partial<Record<Check, Words>> = {
  entry_rules_unknown: [
    '持外國護照：請先確認是否需要簽證，不確定請問我們',
    'Foreign passport: please check whether you need a visa, or ask us',
  ],
  duplicate_traveler: ['同一位旅客重複報名，請與我們聯絡', 'Registered twice for this trip; please contact us'],
}

/** The state of a person in one word, for the list of the people. */
export function wordOf({ checks, has_open_change }: Guest, t: Translate): { words: string; isMissing: boolean } {
  const word = words.find(([among]) => checks.some((check) => among.includes(check)))
  if (word) return { words: t(...word[1]), isMissing: true }
  if (has_open_change) return { words: t('變更確認中', 'Change in review'), isMissing: false }
  return { words: t('齊全', 'Complete'), isMissing: false }
}
// The first that applies; the others are told on the page of the person.
const words: readonly (readonly [among: readonly Check[], words: Words])[] = [
  [['document_rejected'], ['請重傳', 'Send again']],
  [
    ['passport_expired', 'passport_expiring'],
    ['護照效期不足', 'Passport too short'],
  ],
  [['passport_missing'], ['缺護照', 'Passport missing']],
  [['visa_missing'], ['缺簽證', 'Visa missing']],
  [['entry_rules_unknown'], ['請確認簽證', 'Check the visa']],
  [['document_missing'], ['缺文件', 'Document missing']],
  [
    ['birth_date_missing', 'passport_details_missing', 'passport_name_missing'],
    ['缺資料', 'Details missing'],
  ],
  [
    ['minor_without_guardian', 'too_many_infants', 'duplicate_traveler', 'single_room_shared'],
    ['請與我們聯絡', 'Please contact us'],
  ],
]

/** The forms of a person's page. */
export function personForms(app: FastifyInstance, holder: Holder, visit: Visit) {
  return {
    ...detailsForms(app, holder, visit),
    ...documentForms(app, holder),
    ...requestForms(app, holder),
    ...(holder.as !== 'traveler' && replacementForms(app, holder, visit)),
  }
}
