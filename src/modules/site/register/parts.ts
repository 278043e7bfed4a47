import { amountIn, shortDay, span } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { fault } from '../../../kit/http/pages/parts.ts'
import type { Sent } from '../../../kit/http/pages/sent.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'
import type { Party } from '../../bookings/party.ts'
import { lineWords } from '../../bookings/words.ts'
import { optionLabel } from '../../options/labels.ts'
import { type OptionList, optionValues } from '../../options/values.ts'
import { nameIn, type Translate, wordsIn } from '../../page-words.ts'
import type { DraftTraveler, OpenDraft } from '../../registration-drafts/draft.ts'
import type { PassengerType } from '../../travelers/schema.ts'
import type { SitePage } from '../document.ts'
import type { Frame } from '../frame.ts'
import { passportUntil, sumsList, tripPath } from '../parts.ts'
import { coverImage } from '../pictures.ts'
import type { TripOnPage } from '../reads.ts'
import { type DraftQuote, kindOfTraveler, marksOf, type Step, stepPath, steps } from './draft.ts'

// What the steps of a registration share.

/** A draft as one of its pages shows it. */
export type OnDraft = {
  trip: TripOnPage
  draft: OpenDraft
  locale: Locale
  sent: Sent | undefined
  token: string
  /** The address of the draft, and the origin before it. */
  address: string
  origin: string
  quote: DraftQuote
  frame: Frame
  isEmailOptional: boolean
  isSaved: boolean
  person: number | undefined
}

export const stepNames: Record<Step, Words> = {
  party: ['同行', 'Who'],
  people: ['旅客', 'Travelers'],
  rooms: ['房間', 'Rooms'],
  send: ['確認', 'Check'],
}

export function pageOf(
  trip: TripOnPage,
  locale: Locale,
  { path, body, sticky, script }: Pick<SitePage, 'path' | 'body' | 'sticky' | 'script'>,
): SitePage {
  const t = wordsIn(locale)
  const title = `${t('報名：', 'Register: ')}${nameIn(trip, locale)}`
  return { title, description: title, path, body, isListed: false, at: 'trips', sticky, script }
}

export function tripLine(trip: TripOnPage, locale: Locale) {
  const { serial, departure_date, return_date } = trip
  return html`
<div class="mini">
  ${coverImage(trip, { sizes: '96px' }, locale)}
  <div>
    <b><a href="${tripPath(serial, undefined, locale)}">${nameIn(trip, locale)}</a></b>
    <p class="soft small">${span(departure_date, return_date, locale)}<br>${serial}</p>
  </div>
</div>`
}

type OtherDate = TripOnPage['other_dates'][number]

/** Buttons that take a draft to other dates of the route. */
export function moveButtons(dates: readonly OtherDate[], locale: Locale, address?: string) {
  const button = ({ serial, departure_date }: OtherDate) => html`
<form method="post"${address && html` action="${address}"`}>
  <input type="hidden" name="form" value="move">
  <input type="hidden" name="serial" value="${serial}">
  <button class="button">${shortDay(departure_date, locale)}</button>
</form>`
  return html`<div class="does">${dates.map(button)}</div>`
}

export type Sums = Pick<DraftQuote, 'currency' | 'lines' | 'total' | 'deposit' | 'gets_seats' | 'needed'>

export function sumsOf({ currency, lines, total, deposit }: Sums, t: Translate) {
  if (!currency) return html`<p class="soft">${t(...priceOnRequest)}</p>`
  const amount = (value: number) => amountIn(currency, value)
  return sumsList(
    lines.map(({ kind, quantity, amount: value }) => [`${t(...lineWords[kind])} × ${quantity}`, amount(value)]),
    [t('合計', 'Total'), amount(total)],
    deposit > 0 ? [[t('訂金', 'Deposit'), amount(deposit)]] : [],
  )
}

const priceOnRequest = [
  '價格請洽詢，報名後由業務告訴您。',
  'Please ask for the price; sales tell you after you register.',
] as const

/** What a page of the form says about a refusal as a whole. */
export function refused(sent: Sent | undefined, form: string) {
  return sent?.form === form ? fault(sent.says) : html``
}

/** The form that is open in a step. A draft of which all people are known may have none. */
export function openForm(on: OnDraft, step: Step) {
  if (step !== 'people') return 'step'
  const slot = openSlot(on)
  return slot ? `form-${slot}` : undefined
}

// The last form is sent in two ways, so that its buttons name it.
const saves = (step: Step) => step === 'send' && html` name="form" value="contact"`

/** The way to another step or person. It saves the form that is open, so that nothing that was typed is lost. */
export function leave(on: OnDraft, step: Step, to: string, words: string | Markup, look = '') {
  const form = openForm(on, step)
  const attributes = look && html` class="${look}"`
  return form
    ? html`<button${attributes} form="${form}" formaction="${on.address}?go=${to}" formnovalidate${saves(step)}>${words}</button>`
    : html`<a${attributes} href="${stepPath(on.address, to)}">${words}</a>`
}

export function nextButton(on: OnDraft, step: Exclude<Step, 'send'>, t: Translate) {
  const next = steps[steps.indexOf(step) + 1] ?? 'send'
  const [zh, en] = stepNames[next]
  const words = t(`下一步：${zh}`, `Next: ${en.toLowerCase()}`)
  if (step === 'people') return leave(on, step, next, words, 'button main')
  return html`<button class="button main" form="step">${words}</button>`
}

/** The person who is open: who was refused, or asked for, else the first without a birth date. */
export function openSlot(on: OnDraft) {
  const refusedSlot = Number(/^person-(\d+)$/.exec(on.sent?.form ?? '')?.[1]) || undefined
  const first = travelersOf(on).findIndex(({ birth_date }) => !birth_date) + 1 || undefined
  return refusedSlot ?? on.person ?? (on.isSaved ? undefined : first)
}

/** Whether what was typed is kept. The script, which says it after each field, has its words from here. */
export function saved(on: OnDraft, t: Translate) {
  const now = on.isSaved ? t('已儲存', 'Saved') : t('每按一次儲存都會留著', 'Kept each time you save')
  return html`
<p class="saved" role="status" data-state="${on.isSaved ? 'saved' : 'each'}"
  data-each="${t('每填完一欄就會儲存', 'Saved after each field')}"
  data-saving="${t('儲存中…', 'Saving…')}"
  data-saved="${t('已儲存', 'Saved')}"
  data-except="${t('已儲存，還沒存的是：', 'Saved, but not yet: ')}"
  data-waiting="${t('尚未儲存，連線後自動再試', 'Not saved yet, we try again')}"
  data-clash="${t('另一支手機也存了這裡的資料', 'Another phone saved this too')}"
  data-ended="${t('這裡不能再儲存', 'This can no longer be saved')}"
  data-look="${t('查看', 'Look')}">
  <i></i>
  <span>${now}</span>
</p>`
}

/** The fingerprint of what the open form shows. After it is saved, the script takes it from the answer, like the other fresh parts. */
export function seenMarks(part: object) {
  return html`<input type="hidden" name="seen" value="${marksOf(part)}" id="seen" data-fresh>`
}

export function travelersOf({ draft }: OnDraft) {
  return draft.body.travelers ?? []
}

export function countsOf(on: OnDraft): Party {
  const kinds = travelersOf(on).map((traveler) => kindOfTraveler(traveler, on.trip))
  const count = (kind: PassengerType) => kinds.filter((each) => each === kind).length
  return { adults: count('adult'), children: count('child'), infants: count('infant') }
}

export const kindWords: Record<PassengerType, Words> = {
  adult: ['大人', 'Adult'],
  child: ['小孩', 'Child'],
  infant: ['嬰兒', 'Infant'],
}

export function nameOf({ name }: DraftTraveler, slot: number, t: Translate) {
  return name ?? t(`第 ${slot} 位`, `Traveler ${slot}`)
}

export function stateOf(on: OnDraft, traveler: DraftTraveler, t: Translate) {
  const kind = kindOfTraveler(traveler, on.trip)
  const { expected = kind } = traveler
  const parts = [
    t(...kindWords[kind]),
    kind !== expected &&
      t(
        `回程時不是${kindWords[expected][0]}，合計已更新`,
        `on the return date not counted as ${kindWords[expected][1].toLowerCase()}; the total follows`,
      ),
    !traveler.name || !traveler.birth_date
      ? t('還要姓名與出生日期', 'name and birth date needed')
      : endsTooSoon(on.trip, traveler)
        ? t('護照須換發', 'passport to be renewed')
        : traveler.passport_number
          ? t('資料齊全', 'complete')
          : t('護照之後補', 'passport follows'),
  ]
  return parts.filter(Boolean).join(t('・', ' · '))
}

export function optionsOf(list: OptionList, locale: Locale) {
  return optionValues[list].map((value) => [value, say(optionLabel(list, value), locale)] as const)
}

export function endsTooSoon({ entry }: TripOnPage, { passport_expires_on: ends }: DraftTraveler) {
  return !!ends && ends < (passportUntil(entry) ?? ends)
}

export function isClash(sent: Sent | undefined, form: string) {
  return sent?.form === form && sent.faults.seen !== undefined
}

/** What another phone has saved while this one was typed. */
export function meanwhile(part: 'person' | 'step', saved: readonly string[], t: Translate) {
  const [zh, en] = part === 'person' ? ['這一位', 'this person'] : ['這一頁', 'this page']
  const says = t(
    `另一支手機剛剛也存了${zh}。下面是您填的；另一支存的是：`,
    `Another phone has just saved ${en} too. Below is what you typed; the other one saved:`,
  )
  return html`
<div class="fault" role="alert" id="meanwhile">
  <p>${says}</p>
  <p>${saved.join(t('、', ', ')) || t('（沒有不同）', '(the same)')}</p>
  <p>${t('再按一次儲存，會以您填的為準。', 'Save once more to keep what you typed.')}</p>
</div>`
}
