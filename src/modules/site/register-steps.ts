import { amountIn, longDay, shortDay, span } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { choice, fault } from '../../kit/http/pages/parts.ts'
import { qrCode } from '../../kit/http/pages/qr-code.ts'
import type { Sent } from '../../kit/http/pages/sent.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { frozenPrice } from '../bookings/locks.ts'
import { type Party, quoteOf } from '../bookings/party.ts'
import { wouldGetSeats } from '../bookings/quote.ts'
import type { Seats } from '../bookings/seats.ts'
import { lineWords } from '../bookings/words.ts'
import { fields } from '../form-fields.ts'
import { optionLabel } from '../options/labels.ts'
import { type OptionList, optionValues } from '../options/values.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { type DraftTraveler, type OpenDraft, tokenOfPerson } from '../registration-drafts/draft.ts'
import { askedOfTraveler } from '../travelers/asked-words.ts'
import { EnteredTraveler, type PassengerType } from '../travelers/schema.ts'
import type { SitePage } from './document.ts'
import { pathIn } from './frame.ts'
import { icon, partyWords, passportUntil, tripPath } from './parts.ts'
import { USUAL_PARTY } from './party-asked.ts'
import { coverImage } from './pictures.ts'
import type { TripOnPage } from './reads.ts'
import {
  AskedContact,
  contactOf,
  type DraftQuote,
  kindOfTraveler,
  marksOf,
  type Step,
  stepPath,
  steps,
} from './register-draft.ts'
import { registerScript } from './register-script.ts'

const stepNames: Record<Step, Words> = {
  party: ['同行', 'Who'],
  people: ['旅客', 'Travelers'],
  rooms: ['房間', 'Rooms'],
  send: ['確認', 'Check'],
}

const pageOf = (
  trip: TripOnPage,
  locale: Locale,
  { path, body, sticky, script }: Pick<SitePage, 'path' | 'body' | 'sticky' | 'script'>,
): SitePage => {
  const t = wordsIn(locale)
  const title = `${t('報名：', 'Register: ')}${nameIn(trip, locale)}`
  return { title, description: title, path, body, isListed: false, at: 'trips', sticky, script }
}

const stepList = (now: Step, t: Translate, to?: (step: Step, words: string) => Markup) => {
  const at = steps.indexOf(now)
  return html`<ol class="steps" aria-label="${t('步驟', 'Steps')}">${steps.map((step, i) => {
    const words = `${i + 1} ${t(...stepNames[step])}`
    if (step === now) return html`<li aria-current="step">${words}</li>`
    return html`<li${i < at && html` class="done"`}>${to ? to(step, words) : words}</li>`
  })}</ol>`
}

const tripLine = (trip: TripOnPage, locale: Locale) =>
  html`<div class="mini">${coverImage(trip, { sizes: '96px' }, locale)}<div><b><a href="${tripPath(trip.serial, undefined, locale)}">${nameIn(trip, locale)}</a></b><p class="soft small">${span(trip.departure_date, trip.return_date, locale)}<br>${trip.serial}</p></div></div>`

type Sums = Pick<DraftQuote, 'currency' | 'lines' | 'total' | 'deposit' | 'gets_seats' | 'needed'>

const sumsOf = ({ currency, lines, total, deposit }: Sums, t: Translate) => {
  if (!currency)
    return html`<p class="soft">${t('價格請洽詢，報名後由業務告訴您。', 'Please ask for the price; sales tell you after you register.')}</p>`
  const amount = (value: number) => amountIn(currency, value)
  return html`<dl class="facts sums">${lines.map(({ kind, quantity, amount: value }) => html`<div><dt>${t(...lineWords[kind])} × ${quantity}</dt><dd>${amount(value)}</dd></div>`)}
<div class="total"><dt>${t('合計', 'Total')}</dt><dd>${amount(total)}</dd></div>
${deposit > 0 && html`<div><dt>${t('訂金', 'Deposit')}</dt><dd>${amount(deposit)}</dd></div>`}</dl>`
}

/** Whether the party gets seats, as it is now. A draft holds none. */
const seatsTold = ({ gets_seats, needed }: Sums, isEmailOptional: boolean, t: Translate) =>
  gets_seats
    ? html`<p class="told">${icon('check')} <span>${needed === 1 ? t('有您的名額。', 'There is a seat for you. ') : t(`${needed} 個名額都有。`, `There are seats for all ${needed}. `)}${t('送出後保留 30 分鐘，確認信箱後保留三日。', 'Once sent, seats are kept for 30 minutes, and for three days once your mailbox is confirmed.')}${isEmailOptional && t('只留電話的話，保留到我們致電確認。', ' If you leave only a telephone number, they are kept until we call you.')}</span></p><p class="hint">${t('填寫時不會先保留名額。若送出時已滿，會先告訴您，再由您決定是否候補。', 'No seat is kept while you fill this in. If the trip fills up meanwhile, you are told first and decide about the waitlist.')}</p>`
    : html`<p class="told line">${t('目前名額不足，送出後為候補；有人取消時依順序通知您，不用先付款。', 'There are not enough seats at the moment: you join the waitlist, and are told in order if somebody cancels. Nothing to pay before.')}</p>`

type Aside = { trip: TripOnPage; sums: Sums; isEmailOptional: boolean; locale: Locale }
const aside = ({ trip, sums, isEmailOptional, locale }: Aside, t: Translate) =>
  html`<aside class="aside" id="sums" data-fresh aria-label="${t('這一團與合計', 'The trip and the total')}">${tripLine(trip, locale)}${sumsOf(sums, t)}${seatsTold(sums, isEmailOptional, t)}</aside>`

/** What a page of the form says about a refusal as a whole. */
const refused = (sent: Sent | undefined, form: string) => (sent?.form === form ? fault(sent.says) : html``)

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
    body: html`<div class="wrap">${stepList('party', t)}<div class="formgrid"><div class="people"><h1>${t('幾位同行？', 'Who travels?')}</h1>
<p class="soft">${t('年齡以回程當天計算；之後填出生日期時會再核對。', 'Ages count on the return date; they are checked again when you enter birth dates.')}</p>
${partyForm(party, sent, t)}</div>${aside({ trip, sums, isEmailOptional, locale }, t)}</div></div>`,
  })
}

const partyForm = (party: Party, sent: Sent | undefined, t: Translate, address = '') => {
  const counts = (least: number) =>
    Array.from({ length: 10 - least }, (_, i) => [String(i + least), String(i + least)] as const)
  const field = (name: keyof Party, label: string, hint: string, least: number) =>
    choice({ form: 'party', sent, name, label, hint, value: String(party[name]), of: counts(least) })
  return html`<form method="post"${address && html` action="${address}"`} class="step" id="step"><input type="hidden" name="form" value="party">${refused(sent, 'party')}
<div class="counts">${field('adults', t('大人', 'Adults'), t('滿 12 歲', '12 or older'), 1)}${field('children', t('小孩', 'Children'), t('2 至 11 歲', '2 to 11'), 0)}${field('infants', t('嬰兒', 'Infants'), t('未滿 2 歲', 'under 2'), 0)}</div>
<p class="does"><button class="button main">${t('下一步：旅客', 'Next: travelers')}</button></p></form>`
}

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
  isEmailOptional: boolean
  isSaved: boolean
  person: number | undefined
}

/** One of the four steps of a draft. */
export function stepPage(on: OnDraft, step: Step): SitePage {
  const t = wordsIn(on.locale)
  const { trip, locale, quote, address } = on
  const path = address.replace(/^\/en(?=\/)/, '')
  const content = { party: partyStep, people: peopleStep, rooms: roomsStep, send: sendStep }[step](on, t)
  const total = quote.currency ? amountIn(quote.currency, quote.total) : ''
  return pageOf(trip, locale, {
    path,
    body: html`<div class="wrap">${enter(on, step)}${stepList(step, t, (other, words) => leave(on, step, other, words))}<div class="formgrid"><div class="people">${content}
${laterOrElsewhere(on, t)}</div>${aside({ trip, sums: quote, isEmailOptional: on.isEmailOptional, locale }, t)}</div></div>`,
    sticky:
      step === 'send'
        ? undefined
        : html`<aside class="stick" aria-label="${t('合計與下一步', 'Total and next step')}"><p class="price" id="price" data-fresh>${total}<small class="line">${partyWords(countsOf(on), locale)}</small></p>${nextButton(on, step, t)}</aside>`,
    script: step !== 'party' && openForm(on, step) ? registerScript.path : undefined,
  })
}

/** How the draft is left and found again, on this device or on another one. */
const laterOrElsewhere = ({ address, origin, locale, draft }: OnDraft, t: Translate) => {
  const until = longDay(draft.expires_at.slice(0, 10), locale)
  return html`<p class="hint">${t(`填到一半可以離開：這個網址就是您的草稿，保存到 ${until}。`, `You can leave at any time: this address is your draft, kept until ${until}.`)}</p>
<details class="more"><summary>${t('換另一支手機接著填', 'Go on with another phone')}</summary>${qrCode(`${origin}${address}`, t('草稿連結的 QR 碼', 'QR code of the link to your draft'))}<p class="hint">${t('用另一支手機的相機掃描。先按儲存，剛填的才會一起過去。', 'Scan it with the camera of the other phone. Save first, so that what you just typed comes along.')}</p></details>`
}

/** The form that is open in a step. A draft of which all people are known may have none. */
const openForm = (on: OnDraft, step: Step) => {
  if (step !== 'people') return 'step'
  const place = openPlace(on)
  return place ? `form-${place}` : undefined
}

// The last form is sent in two ways, so that its buttons name it.
const saves = (step: Step) => step === 'send' && html` name="form" value="contact"`

/** The way to another step or person. It saves the form that is open, so that nothing that was typed is lost. */
const leave = (on: OnDraft, step: Step, to: string, words: string | Markup, look = '') => {
  const form = openForm(on, step)
  const attributes = look && html` class="${look}"`
  return form
    ? html`<button${attributes} form="${form}" formaction="${on.address}?go=${to}" formnovalidate${saves(step)}>${words}</button>`
    : html`<a${attributes} href="${stepPath(on.address, to)}">${words}</a>`
}

/** What the key Enter does in a form: the first button of a form counts, and the ways to other steps stand before the form. */
const enter = (on: OnDraft, step: Step) => {
  const form = openForm(on, step)
  return form && html`<button hidden form="${form}"${step === 'send' && html` name="form" value="send"`}></button>`
}

const nextButton = (on: OnDraft, step: Exclude<Step, 'send'>, t: Translate) => {
  const next = steps[steps.indexOf(step) + 1] ?? 'send'
  const [zh, en] = stepNames[next]
  const words = t(`下一步：${zh}`, `Next: ${en.toLowerCase()}`)
  if (step === 'people') return leave(on, step, next, words, 'button main')
  return html`<button class="button main" form="step">${words}</button>`
}

/** The person who is open: who was refused, or asked for, else the first without a birth date. */
const openPlace = (on: OnDraft) => {
  const refusedPlace = Number(/^person-(\d+)$/.exec(on.sent?.form ?? '')?.[1]) || undefined
  const first = travelersOf(on).findIndex(({ birth_date }) => !birth_date) + 1 || undefined
  return refusedPlace ?? on.person ?? (on.isSaved ? undefined : first)
}

/** Whether what was typed is kept. The script, which says it after each field, has its words from here. */
const saved = (on: OnDraft, t: Translate) =>
  html`<p class="saved" role="status" data-state="${on.isSaved ? 'saved' : 'each'}" data-each="${t('每填完一欄就會儲存', 'Saved after each field')}" data-saving="${t('儲存中…', 'Saving…')}" data-saved="${t('已儲存', 'Saved')}" data-except="${t('已儲存，還沒存的是：', 'Saved, but not yet: ')}" data-waiting="${t('尚未儲存，連線後自動再試', 'Not saved yet, we try again')}" data-clash="${t('另一支手機也存了這裡的資料', 'Another phone saved this too')}" data-ended="${t('這裡不能再儲存', 'This can no longer be saved')}" data-look="${t('查看', 'Look')}"><i></i><span>${on.isSaved ? t('已儲存', 'Saved') : t('每按一次儲存都會留著', 'Kept each time you save')}</span></p>`

/** The fingerprint of what the open form shows. After it is saved, the script takes it from the answer, like the other fresh parts. */
const seenMarks = (part: object) =>
  html`<input type="hidden" name="seen" value="${marksOf(part)}" id="seen" data-fresh>`

const travelersOf = ({ draft }: OnDraft) => draft.body.travelers ?? []
const countsOf = (on: OnDraft): Party => {
  const kinds = travelersOf(on).map((traveler) => kindOfTraveler(traveler, on.trip))
  const count = (kind: PassengerType) => kinds.filter((each) => each === kind).length
  return { adults: count('adult'), children: count('child'), infants: count('infant') }
}

const partyStep = (on: OnDraft, t: Translate) => html`<h1>${t('幾位同行？', 'Who travels?')}</h1>
<p class="soft">${t('改變人數時，已填的旅客會保留在前面。', 'If you change the numbers, the travelers you entered stay first.')}</p>${partyForm(countsOf(on), on.sent, t, on.address)}`

const kindWords: Record<PassengerType, Words> = {
  adult: ['大人', 'Adult'],
  child: ['小孩', 'Child'],
  infant: ['嬰兒', 'Infant'],
}

const peopleStep = (on: OnDraft, t: Translate) => {
  const travelers = travelersOf(on)
  const open = openPlace(on)
  return html`<h1>${t('旅客資料', 'Travelers')}</h1>${saved(on, t)}
<p class="soft">${t('現在只需要姓名與出生日期，護照可以之後補。', 'Only the name and the birth date are needed now; the passport can follow.')}</p>
${travelers.map((traveler, i) => personCard(on, traveler, i + 1, i + 1 === open, t))}
<p class="does">${nextButton(on, 'people', t)}</p>`
}

const personCard = (on: OnDraft, traveler: DraftTraveler, place: number, isOpen: boolean, t: Translate) => {
  const name = nameOf(traveler, place, t)
  const latin = [traveler.surname_en, traveler.given_name_en].filter(Boolean).join(', ')
  const head = html`<span class="face" aria-hidden="true">${traveler.name ? [...traveler.name].at(-1) : place}</span><span><b>${name}${latin && html` <small>${latin}</small>`}</b><span class="soft small">${stateOf(on, traveler, t)}</span></span>`
  if (!isOpen)
    return html`<div class="person" id="person-${place}">${leave(on, 'people', `person-${place}`, head, 'head')}</div>`
  return html`<section class="person open" id="person-${place}" aria-label="${name}"><div class="head" id="head" data-fresh>${head}</div><div class="body">${personForm(on, traveler, place, t)}${linkOfPerson(on, place, name, t)}</div></section>`
}

const nameOf = ({ name }: DraftTraveler, place: number, t: Translate) =>
  name ?? t(`第 ${place} 位`, `Traveler ${place}`)

const stateOf = (on: OnDraft, traveler: DraftTraveler, t: Translate) => {
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

/** What follows from the birth date: the kind by the age on the return date, and that the price follows it. */
const ageHint = ({ trip, locale }: OnDraft, traveler: DraftTraveler, t: Translate) => {
  const { birth_date, expected } = traveler
  if (!birth_date) return t('年齡以回程當天計算。', 'The age counts on the return date.')
  const kind = kindOfTraveler(traveler, trip)
  const year = Number(birth_date.slice(0, 4)) - 1911
  const told = t(
    `民國 ${year} 年・${shortDay(trip.return_date, locale)}回程時為${kindWords[kind][0]}`,
    `${kindWords[kind][1]} on the return date, ${shortDay(trip.return_date, locale)}`,
  )
  if (!expected || expected === kind) return `${told}${t('。', '.')}`
  return `${told}${t(`，不是${kindWords[expected][0]}；合計已依此更新。`, `, not ${kindWords[expected][1].toLowerCase()}; the total follows this.`)}`
}

const optionsOf = (list: OptionList, locale: Locale) =>
  optionValues[list].map((value) => [value, say(optionLabel(list, value), locale)] as const)

const personForm = (on: OnDraft, traveler: DraftTraveler, place: number, t: Translate) => {
  const form = `person-${place}`
  const { sent, locale, trip } = on
  const isMeanwhile = isClash(sent, form)
  const given = { form, sent, locale, values: traveler, pairs: true }
  const asked = fields(EnteredTraveler, ['name', 'birth_date'], {
    ...given,
    own: {
      ...askedOfTraveler,
      birth_date: { ...askedOfTraveler.birth_date, hint: ageHint(on, traveler, t), isRequired: true },
    },
  })
  const { surname_en, passport_number, passport_expires_on, allergies } = traveler
  const isOpen =
    surname_en || passport_number || passport_expires_on || allergies || (sent?.form === form && !isMeanwhile)
  return html`<form method="post" action="${on.address}" class="step" id="form-${place}">
<input type="hidden" name="form" value="${form}">${seenMarks(traveler)}
${isMeanwhile ? meanwhile('person', personWords(traveler, sent), t) : refused(sent, form)}
${asked}
${kindOfTraveler(traveler, trip) === 'child' && bedOfChild(given, traveler, t)}
<details class="more"${isOpen && html` open`}>
<summary>${t('護照、餐食與健康（可以之後補）', 'Passport, meals and health (can follow)')}</summary>
${fields(EnteredTraveler, laterAsked, { ...given, own: laterWords(on, traveler) })}</details>
<p class="does"><button class="button main" data-save="${on.address}?go=${form}">${t('儲存', 'Save')}</button></p></form>`
}

const laterAsked = [
  'surname_en',
  'given_name_en',
  'gender',
  'passport_status',
  'passport_number',
  'passport_expires_on',
  'meal_requirement',
  'allergies',
] as const
const laterWords = (on: OnDraft, traveler: DraftTraveler) => {
  const t = wordsIn(on.locale)
  const none: Words = ['之後再填', 'Later']
  return {
    ...askedOfTraveler,
    gender: { none },
    passport_status: { none },
    passport_expires_on: passportHint(on, traveler, t),
    allergies: {
      label: ['過敏與健康狀況（可不填）', 'Allergies and health (optional)'] as const,
      hint: t('只有領隊與承辦人看得到。', 'Only the tour leader and those who prepare the trip see this.'),
    },
  }
}

const bedOfChild = (given: { form: string; sent: Sent | undefined }, { bed }: DraftTraveler, t: Translate) =>
  choice({
    ...{ form: given.form, sent: given.sent, name: 'sleeps', label: t('床位', 'Bed') },
    value: bed === false ? 'none' : 'bed',
    of: [
      ['bed', t('佔床', 'With a bed')],
      ['none', t('不佔床', 'Without a bed')],
    ],
  })

const passportHint = ({ trip, locale }: OnDraft, traveler: DraftTraveler, t: Translate) => {
  const until = passportUntil(trip.entry)
  if (!until) return {}
  const day = longDay(until, locale)
  if (!endsTooSoon(trip, traveler)) return { hint: t(`至少須到 ${day}。`, `At least until ${day}.`) }
  return {
    warning: t(
      `這本護照到期太早：這一團至少須到 ${day}。請在出發前換發；現在可以照常報名。`,
      `This passport ends too soon: the trip needs one that is valid until ${day} at least. Renew it before the departure; you can register now.`,
    ),
  }
}

const endsTooSoon = ({ entry }: TripOnPage, { passport_expires_on: ends }: DraftTraveler) =>
  !!ends && ends < (passportUntil(entry) ?? ends)

const isClash = (sent: Sent | undefined, form: string) => sent?.form === form && sent.faults.seen !== undefined

/** What another phone has saved while this one was typed. */
const meanwhile = (part: 'person' | 'step', saved: readonly string[], t: Translate) => {
  const [zh, en] = part === 'person' ? ['這一位', 'this person'] : ['這一頁', 'this page']
  return html`<div class="fault" role="alert" id="meanwhile"><p>${t(`另一支手機剛剛也存了${zh}。下面是您填的；另一支存的是：`, `Another phone has just saved ${en} too. Below is what you typed; the other one saved:`)}</p><p>${saved.join(t('、', ', ')) || t('（沒有不同）', '(the same)')}</p><p>${t('再按一次儲存，會以您填的為準。', 'Save once more to keep what you typed.')}</p></div>`
}

const personWords = (traveler: DraftTraveler, sent: Sent | undefined) =>
  Object.entries(traveler).flatMap(([name, value]) =>
    typeof value === 'string' && sent?.fields[name] !== value && name !== 'expected' ? [value] : [],
  )

const roomWords = (on: OnDraft, t: Translate) =>
  (on.draft.body.rooms ?? []).map(({ travelers }, i) => {
    const names = travelers.map((place) => nameOf(travelersOf(on)[place - 1] ?? {}, place, t))
    return t(`${i + 1} 號房：${names.join('與')}`, `Room ${i + 1}: ${names.join(' and ')}`)
  })

const contactWords = ({ draft, sent, locale }: OnDraft) => {
  const { contact = {}, payment_method, travel_purpose, marketing_source, customer_note } = draft.body
  const label = (list: OptionList, value: string | null | undefined) => value && say(optionLabel(list, value), locale)
  const differs = (name: string, value: string | null | undefined) => value && sent?.fields[name] !== value
  return [
    differs('contact_name', contact.name) && contact.name,
    differs('phone', contact.phone) && contact.phone,
    differs('email', contact.email) && contact.email,
    differs('payment_method', payment_method) && label('payment-method', payment_method),
    differs('travel_purpose', travel_purpose) && label('travel-purpose', travel_purpose),
    differs('marketing_source', marketing_source) && label('marketing-source', marketing_source),
    differs('customer_note', customer_note) && customer_note,
  ].filter((words) => typeof words === 'string')
}

/** A link for one person, who fills in only their own part. */
const linkOfPerson = ({ origin, locale, trip, token, draft }: OnDraft, place: number, name: string, t: Translate) => {
  const link = `${origin}${pathIn(locale, `/register/${encodeURIComponent(trip.serial)}/${tokenOfPerson(token, place, draft.party_number)}`)}`
  const words = t(`請填您的旅客資料：${link}`, `Please fill in your part: ${link}`)
  return html`<details class="more"><summary>${t(`請${spaced(name)}自己填`, `Let ${name} fill it in`)}</summary><p class="hint">${t('這個連結只能填這一位，看不到其他人。', 'This link opens only this person and shows nobody else.')}</p><input class="input" readonly value="${link}" aria-label="${t(`${spaced(name).trimStart()}的連結`, `The link of ${name}`)}">${qrCode(link, t(`${spaced(name).trimStart()}連結的 QR 碼`, `QR code of the link of ${name}`))}<p><a class="button small" href="mailto:?body=${encodeURIComponent(words)}">${t('用信件傳', 'Send by mail')}</a> <a class="button small" href="sms:?&amp;body=${encodeURIComponent(words)}">${t('用簡訊傳', 'Send as a text')}</a></p></details>`
}

/** A name in a Chinese sentence: a space stands between Chinese and Latin letters. */
const spaced = (name: string) => name.replace(/^(?=\p{Script=Latin})/u, ' ').replace(/(?<=\p{Script=Latin})$/u, ' ')

/** The page of one person, by their own link. */
export function personPage(on: OnDraft, place: number): SitePage {
  const t = wordsIn(on.locale)
  const traveler = travelersOf(on)[place - 1] ?? {}
  return pageOf(on.trip, on.locale, {
    path: on.address.replace(/^\/en(?=\/)/, ''),
    body: html`<div class="wrap leaf"><div class="people">${tripLine(on.trip, on.locale)}<h1>${t('您的旅客資料', 'Your details')}</h1>${saved(on, t)}${on.isSaved && html`<p class="told" role="status" id="done">${t('已儲存，謝謝您。家人那邊已經看得到。', 'Saved, thank you. Your family sees it now.')}</p>`}<p class="soft">${t('只有您和幫您報名的人看得到；送出報名後才會交給旅行社。', 'Only you and whoever registers you see this; it goes to the agency when the registration is sent.')}</p><div class="person open"><div class="body">${personForm(on, traveler, place, t)}</div></div></div></div>`,
    script: registerScript.path,
  })
}

const roomsStep = (on: OnDraft, t: Translate) => {
  const sleepers = travelersOf(on).flatMap((traveler, i) => {
    const kind = kindOfTraveler(traveler, on.trip)
    return kind === 'infant' || traveler.bed === false ? [] : [{ place: i + 1, name: nameOf(traveler, i + 1, t), kind }]
  })
  // Rooms that nobody has chosen yet are the usual ones. Who asks to be paired has no room.
  const { rooms: chosen } = on.draft.body
  const rooms = chosen ?? []
  const most = sleepers.length
  const roomOf = (place: number, i: number) => {
    const n = rooms.findIndex(({ travelers }) => travelers.includes(place))
    return n >= 0 ? String(n + 1) : chosen ? '' : usualRoom(sleepers, i)
  }
  const numbers = Array.from({ length: most }, (_, i) => [String(i + 1), t(`${i + 1} 號房`, `Room ${i + 1}`)] as const)
  const shownRooms = Math.max(rooms.length, Math.ceil(most / 2))
  return html`<h1>${t('房間', 'Rooms')}</h1>${saved(on, t)}
<p class="soft">${t('誰和誰同房？也可以請我們幫忙配房，與同性旅客同住。', 'Who shares a room? Or let us pair you with somebody of the same gender.')}</p>
<form method="post" action="${on.address}" class="step" id="step"><input type="hidden" name="form" value="rooms">${seenMarks({ rooms: on.draft.body.rooms })}
${isClash(on.sent, 'rooms') ? meanwhile('step', roomWords(on, t), t) : refused(on.sent, 'rooms')}
<div class="pair">${sleepers.map(({ place, name }, i) => choice({ form: 'rooms', sent: on.sent, name: `room_${place}`, label: name, value: roomOf(place, i), none: t('請幫我配房', 'Pair me'), of: numbers }))}</div>
<h2>${t('床型', 'Beds')}</h2><div class="pair">${numbers.slice(0, shownRooms).map(([n, label]) => choice({ form: 'rooms', sent: on.sent, name: `bed_${n}`, label, value: rooms[Number(n) - 1]?.bed_type ?? '', none: t('依人數', 'As many as sleep there'), of: optionsOf('bed-type', on.locale) }))}</div>
<p class="hint">${t('一人住一間為單人房，會加收單人房差；合計隨即更新。', 'One person alone has a single room, which costs the supplement; the total follows at once.')}</p>
<p class="does"><button class="button main" data-save="${on.address}?go=rooms">${t('下一步：確認', 'Next: check')}</button></p></form>`
}

/** Two share a room. Of an odd number, the last one stays with the two before if it is a child, else we find somebody to share with. */
const usualRoom = (sleepers: readonly { kind: PassengerType }[], i: number) => {
  const isLeft = i === sleepers.length - 1 && i % 2 === 0
  if (!isLeft) return String(Math.floor(i / 2) + 1)
  return i > 0 && sleepers[i]?.kind === 'child' ? String(i / 2) : ''
}

const sendStep = (on: OnDraft, t: Translate) => {
  const { draft, quote, sent, address } = on
  const form = sent?.form === 'contact' ? 'contact' : 'send'
  // What is wrong beside the fields of this form: a person without a birth date, or seats that are gone.
  const others = Object.entries(sent?.faults ?? {})
    .filter(([name]) => !ownFields.includes(name) && name !== 'seen')
    .flatMap(([, words]) => words)
  const isFull = !quote.gets_seats
  return html`<h1>${t('確認並送出', 'Check and send')}</h1>${saved(on, t)}
<ul class="checked">${travelersOf(on).map((traveler, i) => checkedPerson(on, traveler, i + 1, t))}</ul>
${others.length > 0 && html`<div class="fault" role="alert">${others.map((words) => html`<p>${words}</p>`)}</div>`}
${isFull && otherDates(on, t)}
<form method="post" action="${address}" class="step" id="step">${seenMarks(contactOf(draft.body))}
${isClash(sent, 'contact') ? meanwhile('step', contactWords(on), t) : others.length ? '' : refused(sent, form)}
<h2>${t('聯絡人', 'Contact')}</h2>
${contactFields(on, form, t)}
<p class="trap" aria-hidden="true"><label for="send-website">Website</label><input id="send-website" name="website" tabindex="-1" autocomplete="off"></p>
<input type="hidden" name="agreed_total" value="${quote.total}">
<input type="hidden" name="agreed_seats" value="${isFull ? 'line' : 'seats'}">
${consent(sent, t)}
${sumsOf(quote, t)}
<p class="does"><button class="button main" name="form" value="send">${isFull ? t('送出候補', 'Join the waitlist') : t('送出報名', 'Send the registration')}</button>
<button class="button" name="form" value="contact" formnovalidate data-save="${address}?go=send">${t('先儲存', 'Only save')}</button></p>
<p class="hint">${isFull ? t('候補不收費。', 'The waitlist is free of charge.') : t('送出時不需付款。', 'Nothing to pay when you send it.')}</p></form>`
}

const checkedPerson = (on: OnDraft, traveler: DraftTraveler, place: number, t: Translate) => {
  const change = leave(on, 'send', `person-${place}`, t('修改', 'Change'), 'button small')
  return html`<li><span><b>${nameOf(traveler, place, t)}</b> <span class="soft small">${stateOf(on, traveler, t)}</span></span>${change}</li>`
}

const contactFields = (on: OnDraft, form: string, t: Translate) => {
  const { sent, locale, isEmailOptional } = on
  const { contact = {}, payment_method, travel_purpose, marketing_source, customer_note } = on.draft.body
  const given = { form, sent, locale }
  const who = fields(AskedContact, ['contact_name', 'phone', 'email'], {
    ...given,
    pairs: true,
    values: { contact_name: contact.name ?? travelersOf(on)[0]?.name, phone: contact.phone, email: contact.email },
    own: {
      contact_name: { label: ['姓名', 'Name'] },
      email: {
        ...(isEmailOptional && { label: ['電子郵件（可不填）', 'Email (optional)'] as const }),
        hint: emailHint(on, t),
        isRequired: !isEmailOptional,
      },
    },
  })
  const how = fields(AskedContact, ['payment_method', 'travel_purpose', 'marketing_source'], {
    ...given,
    values: { payment_method, travel_purpose, marketing_source },
    own: {
      payment_method: { label: ['想怎麼付款', 'How you would pay'] },
      marketing_source: { label: ['從哪裡得知', 'How you found us'] },
    },
  })
  const note = fields(AskedContact, ['customer_note'], {
    ...given,
    values: { customer_note },
    own: { customer_note: { label: ['想告訴我們的事（可不填）', 'Anything we should know (optional)'] } },
  })
  return html`${who}
<div class="three">${how}</div>
${note}`
}

const consent = (sent: Sent | undefined, t: Translate) => {
  const faults = sent?.faults.privacy_consent
  const words = t(
    '我同意旅行社為辦理這次旅遊，蒐集、處理及利用以上個人資料，並已取得同行者同意。',
    'I agree that the agency keeps and uses these data to arrange this trip, and those who travel with me agree too.',
  )
  const isGiven = sent?.fields.privacy_consent === 'yes'
  const box = html`<input type="checkbox" name="privacy_consent" value="yes"${isGiven && html` checked`}${faults && html` aria-invalid="true"`}>`
  return html`<p class="consent"><label>${box} <span>${words}</span></label></p>
${faults && html`<p class="fault">${faults.join(' ')}</p>`}`
}

const emailHint = ({ isEmailOptional }: OnDraft, t: Translate) =>
  isEmailOptional
    ? t(
        '填了就寄確認信，30 分鐘內按下確認即可；沒有填，我們打電話跟您確認。',
        'With it you get a mail and press the button in it within 30 minutes; without it we call you to confirm.',
      )
    : t(
        '確認信寄到這裡，30 分鐘內按下確認即可。',
        'The confirmation goes here; press the button in it within 30 minutes.',
      )

/** The two next dates of the route, where what was typed comes along. */
const otherDates = ({ trip, locale, address }: OnDraft, t: Translate) => {
  const near = trip.other_dates.slice(0, 2)
  return (
    near.length > 0 &&
    html`<section><h2>${t('也可以改成其他出發日', 'Or take another date')}</h2><p class="soft">${t('您填的資料都會帶過去。', 'What you entered comes along.')}</p>
<div class="does">${near.map(({ serial, departure_date: departs }) => html`<form method="post" action="${address}"><input type="hidden" name="form" value="move"><input type="hidden" name="serial" value="${serial}"><button class="button">${shortDay(departs, locale)}</button></form>`)}</div></section>`
  )
}
const ownFields = [...Object.keys(AskedContact.properties), 'privacy_consent']
