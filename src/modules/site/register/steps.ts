import type { FastifyRequest } from 'fastify'
import { amountIn, longDay } from 'guidon-design/formats'
import { Type } from 'typebox'
import { Refusal } from '../../../kit/errors.ts'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { choice } from '../../../kit/http/pages/parts.ts'
import { qrCode } from '../../../kit/http/pages/qr-code.ts'
import { form, type Sent } from '../../../kit/http/pages/sent.ts'
import { callerFingerprint } from '../../../kit/http/server/caller.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { terms } from '../../../terms.ts'
import { frozenPrice } from '../../bookings/locks.ts'
import { type Party, quoteOf } from '../../bookings/party.ts'
import { refusalOfLargeParty } from '../../bookings/party-size.ts'
import { wouldGetSeats } from '../../bookings/quote.ts'
import type { Seats } from '../../bookings/seats.ts'
import { type Translate, wordsIn } from '../../page-words.ts'
import { beginDraft, changeDraft, type Draft, type DraftTraveler } from '../../registration-drafts/draft.ts'
import { partyFault } from '../../travelers/rules.ts'
import type { PassengerType } from '../../travelers/schema.ts'
import type { SitePage } from '../document.ts'
import { icon, partyWords } from '../parts.ts'
import { USUAL_PARTY } from '../party-asked.ts'
import { readTrip, type TripOnPage } from '../reads.ts'
import { type Step, stepPath, steps } from './draft.ts'
import { type DraftLink, next, pathOf } from './link.ts'
import {
  countsOf,
  leave,
  nextButton,
  type OnDraft,
  openForm,
  pageOf,
  refused,
  type Sums,
  stepNames,
  sumsOf,
  tripLine,
} from './parts.ts'
import { peopleStep } from './people.ts'
import { roomsStep } from './rooms.ts'
import { registerScript } from './script.ts'
import { sendStep } from './send.ts'

type Begin = { trip: TripOnPage; seats: Seats; isEmailOptional: boolean; locale: Locale; sent: Sent | undefined }

/** The first step: how many travel. */
export function beginPage({ trip, seats, isEmailOptional, locale, sent }: Begin, asked: Party | undefined): SitePage {
  const t = wordsIn(locale)
  const party = asked ?? USUAL_PARTY
  const price = frozenPrice(trip)
  const needed = party.adults + party.children
  const quote = price ? quoteOf(price, party) : { lines: [], total: 0, deposit: 0 }
  const sums = { ...quote, currency: price?.currency, needed, gets_seats: wouldGetSeats(seats, needed) }
  return pageOf(trip, locale, {
    path: `/register/${encodeURIComponent(trip.serial)}`,
    body: html`
<div class="wrap">
  ${stepList('party', t)}
  <div class="formgrid">
    <div class="people">
      <h1>${t('幾位同行？', 'Who travels?')}</h1>
      <p class="soft">${t(...agesCount)}</p>
      ${partyForm(party, sent, t)}
    </div>
    ${aside({ trip, sums, isEmailOptional, locale }, t)}
  </div>
</div>`,
  })
}

const agesCount = [
  '年齡以回程當天計算；之後填出生日期時會再核對。',
  'Ages count on the return date; they are checked again when you enter birth dates.',
] as const

const partyForm = (party: Party, sent: Sent | undefined, t: Translate, address = '') => {
  const counts = (least: number) =>
    Array.from({ length: 10 - least }, (_, i) => [String(i + least), String(i + least)] as const)
  const field = (name: keyof Party, label: string, hint: string, least: number) =>
    choice({ form: 'party', sent, name, label, hint, value: String(party[name]), of: counts(least) })
  return html`
<form method="post"${address && html` action="${address}"`} class="step" id="step">
  <input type="hidden" name="form" value="party">
  ${refused(sent, 'party')}
  <div class="counts">
    ${field('adults', t('大人', 'Adults'), t('滿 12 歲', '12 or older'), 1)}
    ${field('children', t('小孩', 'Children'), t('2 至 11 歲', '2 to 11'), 0)}
    ${field('infants', t('嬰兒', 'Infants'), t('未滿 2 歲', 'under 2'), 0)}
  </div>
  <p class="does"><button class="button main">${t('下一步：旅客', 'Next: travelers')}</button></p>
</form>`
}

/** One of the four steps of a draft. */
export function stepPage(on: OnDraft, step: Step): SitePage {
  const t = wordsIn(on.locale)
  const { trip, locale, quote, address } = on
  const path = address.replace(/^\/en(?=\/)/, '')
  const content = { party: partyStep, people: peopleStep, rooms: roomsStep, send: sendStep }[step](on, t)
  const list = stepList(step, t, (other, words) => leave(on, step, other, words))
  return pageOf(trip, locale, {
    path,
    body: html`
<div class="wrap">
  ${enter(on, step)}
  ${list}
  <div class="formgrid">
    <div class="people">
      ${content}
      ${laterOrElsewhere(on, t)}
    </div>
    ${aside({ trip, sums: quote, isEmailOptional: on.isEmailOptional, locale }, t)}
  </div>
</div>`,
    sticky: step === 'send' ? undefined : stickyBar(on, step, t),
    script: step !== 'party' && openForm(on, step) ? registerScript.path : undefined,
  })
}

const stickyBar = (on: OnDraft, step: Exclude<Step, 'send'>, t: Translate) => {
  const { quote, locale } = on
  const total = quote.currency ? amountIn(quote.currency, quote.total) : ''
  return html`
<aside class="stick" aria-label="${t('合計與下一步', 'Total and next step')}">
  <p class="price" id="price" data-fresh>
    ${total}
    <small class="line">${partyWords(countsOf(on), locale)}</small>
  </p>
  ${nextButton(on, step, t)}
</aside>`
}

const partyStep = (on: OnDraft, t: Translate) => html`
<h1>${t('幾位同行？', 'Who travels?')}</h1>
<p class="soft">${t('改變人數時，已填的旅客會保留在前面。', 'If you change the numbers, the travelers you entered stay first.')}</p>
${partyForm(countsOf(on), on.sent, t, on.address)}`

const stepList = (now: Step, t: Translate, to?: (step: Step, words: string) => Markup) => {
  const at = steps.indexOf(now)
  const item = (step: Step, i: number) => {
    const words = `${i + 1} ${t(...stepNames[step])}`
    if (step === now) return html`<li aria-current="step">${words}</li>`
    return html`<li${i < at && html` class="done"`}>${to ? to(step, words) : words}</li>`
  }
  return html`<ol class="steps" aria-label="${t('步驟', 'Steps')}">${steps.map(item)}</ol>`
}

type Aside = { trip: TripOnPage; sums: Sums; isEmailOptional: boolean; locale: Locale }

const aside = ({ trip, sums, isEmailOptional, locale }: Aside, t: Translate) => html`
<aside class="aside" id="sums" data-fresh aria-label="${t('這一團與合計', 'The trip and the total')}">
  ${tripLine(trip, locale)}
  ${sumsOf(sums, t)}
  ${seatsTold(sums, isEmailOptional, t)}
</aside>`

/** How the draft is left and found again, on this device or on another one. */
const laterOrElsewhere = ({ address, origin, locale, draft }: OnDraft, t: Translate) => {
  const until = longDay(draft.expires_at.slice(0, 10), locale)
  const canLeave = t(
    `填到一半可以離開：這個網址就是您的草稿，保存到 ${until}。`,
    `You can leave at any time: this address is your draft, kept until ${until}.`,
  )
  const scan = t(
    '用另一支手機的相機掃描。先按儲存，剛填的才會一起過去。',
    'Scan it with the camera of the other phone. Save first, so that what you just typed comes along.',
  )
  return html`
<p class="hint">${canLeave}</p>
<details class="more">
  <summary>${t('換另一支手機接著填', 'Go on with another phone')}</summary>
  ${qrCode(`${origin}${address}`, t('草稿連結的 QR 碼', 'QR code of the link to your draft'))}
  <p class="hint">${scan}</p>
</details>`
}

/** What the key Enter does in a form: the first button of a form counts, and the ways to other steps stand before the form. */
const enter = (on: OnDraft, step: Step) => {
  const form = openForm(on, step)
  return form && html`<button hidden form="${form}"${step === 'send' && html` name="form" value="send"`}></button>`
}

/** Whether the party gets seats, as it is now. A draft holds none. */
const seatsTold = ({ gets_seats, needed }: Sums, isEmailOptional: boolean, t: Translate) => {
  if (!gets_seats) return html`<p class="told line">${t(...noSeats)}</p>`
  const seats =
    needed === 1
      ? t('有您的名額。', 'There is a seat for you. ')
      : t(`${needed} 個名額都有。`, `There are seats for all ${needed}. `)
  return html`
<p class="told">
  ${icon('check')}
  ${' '}
  <span>${seats}${t(...keptOnceSent)}${isEmailOptional && t(...keptUntilCalled)}</span>
</p>
<p class="hint">${t(...noneKeptBefore)}</p>`
}

const noSeats = [
  '目前名額不足，送出後為候補；有人取消時依順序通知您，不用先付款。',
  'There are not enough seats at the moment: you join the waitlist, and are told in order if somebody cancels. Nothing to pay before.',
] as const
const keptOnceSent = [
  `送出後保留 ${terms.mailboxConfirmed.zh}，確認信箱後保留${terms.publicHold.spelled.zh}。`,
  `Once sent, seats are kept for ${terms.mailboxConfirmed.en}, and for ${terms.publicHold.spelled.en} once your mailbox is confirmed.`,
] as const
const keptUntilCalled = [
  '只留電話的話，保留到我們致電確認。',
  ' If you leave only a telephone number, they are kept until we call you.',
] as const
const noneKeptBefore = [
  '填寫時不會先保留名額。若送出時已滿，會先告訴您，再由您決定是否候補。',
  'No seat is kept while you fill this in. If the trip fills up meanwhile, you are told first and decide about the waitlist.',
] as const

const count = (most: number) => Type.Integer({ minimum: 0, maximum: most })
const PartyBody = Type.Object({
  adults: Type.Integer({ minimum: 1, maximum: 9 }),
  children: count(9),
  infants: count(9),
})

/** The form of the first step, which begins a draft. */
export function beginForm(keys: Keys, request: FastifyRequest, serial: string, locale: Locale) {
  return form(PartyBody, async (tx, body) => {
    const refusal = (await refusalOfLargeParty(tx, sizeOf(body), 'adults')) ?? refusalOfInfants(body)
    if (refusal) return refusal
    const { trip } = await readTrip(tx, { serial })
    if (!trip?.is_open) return new Refusal('not_found')
    const draft: Draft = { planned_trip_id: trip.id, locale, travelers: travelersFor([], body) }
    const token = await beginDraft(tx, keys, draft, callerFingerprint(keys, request.ip))
    return { to: stepPath(pathOf(locale, serial, token), 'people') }
  })
}

/** The same step of a draft. The rooms are chosen anew. */
export function partyOfDraftForm(link: DraftLink) {
  return form(PartyBody, async (tx, body) => {
    const refusal = (await refusalOfLargeParty(tx, sizeOf(body), 'adults')) ?? refusalOfInfants(body)
    if (refusal) return refusal
    await changeDraft(tx, link.keys, link.token, ({ body: { travelers = [] } }) => ({
      travelers: travelersFor(travelers, body),
      rooms: undefined,
    }))
    return next(link, 'people')
  })
}

type Counts = { adults: number; children: number; infants: number }
/** A registration would refuse this party, so the first step says it already. */
const refusalOfInfants = (counts: Counts) => {
  const fault = partyFault(
    travelersFor([], counts).map(({ expected = null }) => ({ passenger_type: expected })),
    { isStaff: false },
  )
  return fault && new Refusal('invalid_input', { errors: { infants: [fault] } })
}

const sizeOf = ({ adults, children, infants }: Counts) => adults + children + infants

/** The travelers for a party of these counts. Those who are known stay, as long as there is room for them. */
const travelersFor = (known: readonly DraftTraveler[], { adults, children, infants }: Counts): DraftTraveler[] => {
  const kinds = (['adult', 'child', 'infant'] as const).flatMap((kind, i) =>
    new Array<PassengerType>([adults, children, infants][i] ?? 0).fill(kind),
  )
  return kinds.map((expected, i) => ({ ...known[i], expected }))
}
