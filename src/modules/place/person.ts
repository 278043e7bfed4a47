import type { FastifyInstance } from 'fastify'
import { amountIn } from 'guidon-design/formats'
import { Type } from 'typebox'
import { FILE_MB } from '../../kit/constants.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, choice, done, facts, input, longText, sending } from '../../kit/http/pages/parts.ts'
import { emptying, type Fields, type Form, form, tidied, uploadForm } from '../../kit/http/pages/sent.ts'
import { throttle } from '../../kit/throttle.ts'
import { type Locale, locales, say, type Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { changeOrAsk, previewChange, replaceOrAsk } from '../bookings/change-requests/ask.ts'
import { TravelerCompletion } from '../bookings/manage.ts'
import { fields } from '../form-fields.ts'
import { optionLabel } from '../options/labels.ts'
import { optionValues } from '../options/values.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { requestKinds } from '../special-request-kinds.ts'
import { handIn, keepDocument } from '../traveler-documents/actions.ts'
import { kindWords } from '../traveler-documents/labels.ts'
import { HandedIn, NewDocument } from '../traveler-documents/schema.ts'
import { makeRequest, removeRequest } from '../traveler-requests/actions.ts'
import { kindWords as requestWords, statusWords } from '../traveler-requests/labels.ts'
import { NewRequest } from '../traveler-requests/schema.ts'
import { askedOfTraveler } from '../travelers/asked-words.ts'
import { type Check, checkTable } from '../travelers/labels.ts'
import { EnteredTraveler } from '../travelers/schema.ts'
import { back } from './document.ts'
import { callerOf, type Holder } from './holder.ts'
import type { Guest } from './reads.ts'
import { closedWords, type Stage } from './stage.ts'

/** What the holder may do with a person now. */
export type May = { change: boolean; upload: boolean; changeEmail: boolean }

/** One person, one tap below the start: documents, details, special requests, and another person in this place. */
export function personPage({ guest, birthday, holder, stage, may }: OnPersonPage, visit: Visit): Markup {
  const t = wordsIn(visit.locale)
  return html`${back(holder.booking_number, t('回訂單', 'Back to the booking'), visit.locale)}
<header class="head"><h1>${guest.name}</h1><p>${stage === 'before' ? missing(guest, visit.locale, t) : closedWords(stage, t)}</p></header>
${guest.has_open_change && html`<p class="told">${t('您申請的變更正由我們確認，結果會寄信通知聯絡人。', 'We are reviewing the change you requested; the contact will be notified by mail.')}</p>`}
${(may.change || guest.papers.length > 0) && papers(guest, visit, t, may)}
${may.change && details(guest, birthday, visit, t, may)}
${may.change && specialRequests(guest, visit, t)}
${may.change && holder.as !== 'traveler' && replacement(guest, visit, t)}`
}

type OnPersonPage = { guest: Guest; birthday: string | undefined; holder: Holder; stage: Stage; may: May }

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

const details = (guest: Guest, birthday: string | undefined, visit: Visit, t: Translate, may: May) => {
  const form = `traveler-${guest.id}`
  const { sent } = visit
  const body = detailFields(guest, birthday, { ...visit, form }, t, may)
  return card(
    t('旅客資料', 'Details'),
    html`${visit.done === form && done(t('已儲存。', 'Saved.'))}
${sending({ name: form, sent, body, button: t('儲存', 'Save') })}`,
    { id: 'details' },
  )
}

type OnForm = Pick<Visit, 'sent' | 'locale'> & { form: string }

const detailFields = (
  guest: Guest,
  birthday: string | undefined,
  { form, sent, locale }: OnForm,
  t: Translate,
  may: May,
) => {
  const { birth_date, passport_number, allergies } = guest
  const { surname_en, given_name_en } = askedOfTraveler
  const asked = t(
    '填了會寄一封信，請這位旅客自己確認信箱；之後集合與航班也會寄給他。',
    'We ask this traveler by mail to confirm the address; then changes of the meeting point and the flights go there too.',
  )
  const names = may.changeEmail ? shownNames : shownNames.filter((name) => name !== 'email')
  return fields(EnteredTraveler, names, {
    ...{
      form,
      sent,
      locale,
      pairs: true,
      values: { ...guest, birth_date: null, passport_number: null, allergies: null },
    },
    masked: { birth_date: birth_date && (birthday ?? birth_date), passport_number, allergies },
    own: {
      ...askedOfTraveler,
      // A name can be changed, and not removed.
      surname_en: { ...surname_en, isRequired: guest.surname_en !== null },
      given_name_en: { ...given_name_en, isRequired: guest.given_name_en !== null },
      email: { hint: asked },
    },
  })
}
const shownNames = [
  'surname_en',
  'given_name_en',
  'birth_date',
  'gender',
  'passport_number',
  'passport_expires_on',
  'nationality',
  'passport_country',
  'meal_requirement',
  'mobile',
  'emergency_name',
  'emergency_phone',
  'email',
  'allergies',
] as const

/** The fields of the form, and the total that the customer saw and agreed to. */
const AgreedCompletion = Type.Partial(Type.Object({ ...EnteredTraveler.properties, agreed_price: Type.Number() }))
// Another address would be asked anew, so the contact or the office enters it.
const OwnCompletion = Type.Omit(TravelerCompletion, ['email'])

/** The forms of a person's page. */
export function personForms(app: FastifyInstance, holder: Holder, visit: Visit) {
  const caller = callerOf(holder, app.keys)
  return {
    traveler: holder.as === 'traveler' ? ownForm(app, holder) : travelerForm(app, holder, visit),
    ...(holder.as !== 'traveler' && { replace: replaceForm(app, holder, visit) }),
    ...uploadForms(app, holder),
    request: form(SpecialRequest, async (tx, body, traveler_id) => {
      await throttle(tx, limits['extras of booking'], holder.booking)
      await makeRequest(tx, caller, { ...body, traveler_id })
      return undefined
    }),
    withdraw: form(Type.Object({}), async (tx, _nothing, id) => {
      await removeRequest(tx, caller, id, undefined)
      return undefined
    }),
  }
}

const ownForm = ({ keys }: FastifyInstance, holder: Holder) =>
  detailsForm(
    form(OwnCompletion, async (tx, body, id) => {
      await throttle(tx, limits['changes of traveler by link'], id)
      await changeOrAsk(tx, callerOf(holder, keys), id, body, undefined)
      return undefined
    }),
  )

// A change that moves the price is saved only after the new total was shown.
const travelerForm = ({ keys }: FastifyInstance, holder: Holder, { locale }: Visit) =>
  detailsForm(
    form(AgreedCompletion, (tx, { agreed_price, ...body }, id) =>
      saved(tx, { name: `traveler-${id}`, id, body, agreed_price }, callerOf(holder, keys), locale),
    ),
  )

const detailsForm = (given: Form) => emptying(tidied(given, asStored), shownInFull)
// An empty field of a value that is masked means that the value stays.
const shownInFull = [
  'gender',
  'passport_expires_on',
  'nationality',
  'passport_country',
  'meal_requirement',
  'mobile',
  'email',
  'emergency_name',
  'emergency_phone',
]

type Saving = {
  name: string
  id: number
  body: Readonly<Record<string, unknown>>
  agreed_price: number | undefined
  is_other_person?: true
}

const saved = async (
  tx: Tx,
  { name, id, body, agreed_price, is_other_person }: Saving,
  by: ReturnType<typeof callerOf>,
  locale: Locale,
) => {
  const priced = await previewChange(tx, by, id, body)
  if (priced.price_after !== priced.price_before && priced.price_after !== agreed_price)
    return pricePage({ name, body, priced }, locale)
  if (is_other_person) await replaceOrAsk(tx, by, id, body)
  else await changeOrAsk(tx, by, id, body, undefined)
  return undefined
}

/** Writes names and numbers in capitals, as in a passport, and countries as their codes. */
function asStored(texts: Fields): Fields {
  const changed = Object.entries(texts).map(([name, text]) => {
    if (inCapitals.includes(name)) return [name, String(text).toUpperCase().replace(/\s+/g, ' ')]
    if (ofCountry.includes(name)) return [name, codes.get(String(text).toLowerCase()) ?? text]
    return [name, text]
  })
  const stored = Object.fromEntries(changed)
  for (const name of ofCountry) if (stored[name] && !isCountry(String(stored[name]))) refuseField(name, unknownCountry)
  return stored
}
const isCountry = (code: string) => optionValues.nationality.some((each) => each === code)
// The list of all codes would not help a customer, who types names.
const unknownCountry: Words = [
  '請從清單選擇國家或地區，例如「日本」。',
  'Choose a country or region from the list, such as Japan.',
]
const inCapitals = ['surname_en', 'given_name_en', 'passport_number']
const ofCountry = ['nationality', 'passport_country']
const codes = new Map(
  locales.flatMap((locale) =>
    optionValues.nationality.map(
      (code) => [say(optionLabel('nationality', code), locale).toLowerCase(), code] as const,
    ),
  ),
)

type Priced = { currency: string; price_before: number; price_after: number; needs_approval: boolean }
type Asked = { name: string; body: Readonly<Record<string, unknown>>; priced: Priced }

/** Shows the new total of a booking before a change of a traveler is saved or requested. The page contains the entered values. */
const pricePage = ({ name, body, priced }: Asked, locale: Locale): Page => {
  const t = wordsIn(locale)
  const { currency, price_before, price_after, needs_approval } = priced
  const title = t('請確認新的總價', 'Please confirm the new total')
  const kept = { ...body, agreed_price: price_after }
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
<p>${t('這項變更會改變訂單的總價。', 'This change alters the total of your booking.')}</p>
${facts([
  [t('目前總價', 'Total now'), amountIn(currency, price_before)],
  [t('變更後總價', 'Total afterwards'), amountIn(currency, price_after)],
])}
${needs_approval && html`<p>${t('訂單已確認，這項變更由我們確認後才會生效，結果會寄信通知您。', 'Your booking is confirmed, so we have to approve this change first; we will notify you by mail.')}</p>`}
${sending({ name, sent: undefined, body: hidden(kept), button: t('同意並送出', 'Agree and send') })}
<p><a href="?">${t('返回，不變更', 'Back, change nothing')}</a></p></section>`,
  }
}

const hidden = (fields: Readonly<Record<string, unknown>>): Markup =>
  html`${Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => html`<input type="hidden" name="${name}" value="${String(each ?? '')}">`),
  )}`

const papers = (guest: Guest, visit: Visit, t: Translate, may: May) => {
  const asked = guest.papers.filter(({ status }) => status === 'missing' || status === 'rejected')
  const there = guest.papers.filter((paper) => !asked.includes(paper))
  const body = html`
${there.length > 0 && html`<ul class="rows">${there.map(({ kind, status }) => html`<li class="between"><span>${say(kindWords[kind], visit.locale)}</span><span class="badge">${status === 'verified' ? t('已確認', 'Checked') : t('已收到', 'Received')}</span></li>`)}</ul>`}
${may.upload && asked.map((paper) => requestedPaper(paper, visit, t))}
${may.upload && anotherPaper(guest, visit, t)}
${may.change && !may.upload && !there.length && html`<p class="soft">${t('確認信箱後，就能在這裡上傳。', 'Once your mailbox is confirmed, you can upload here.')}</p>`}`
  return card(t('護照與文件', 'Passport and documents'), body, { id: 'papers' })
}

const requestedPaper = ({ id, kind, reject_reason }: Guest['papers'][number], visit: Visit, t: Translate) => {
  const form = `wanted-${id}`
  const name = say(kindWords[kind], visit.locale)
  const why = reject_reason ? t(`請重新上傳：${reject_reason}`, `Please send it again: ${reject_reason}`) : undefined
  return sending({
    name: form,
    sent: visit.sent,
    isUpload: true,
    body: picture(form, visit, t(`請上傳：${name}`, `Please upload: ${name}`), why ?? formats(t)),
    button: t('上傳', 'Upload'),
  })
}

// The passport is asked for by a form of its own. Anything else is behind a heading.
const anotherPaper = (guest: Guest, visit: Visit, t: Translate) => {
  const form = `paper-${guest.id}`
  const isAsked = guest.papers.some(({ kind, status }) => kind === 'passport' && status !== 'received')
  const lacksPassport = guest.checks.includes('passport_missing') && !isAsked
  const kinds = (['passport', 'visa', 'id', 'photo', 'consent', 'other'] as const).map(
    (kind) => [kind, say(kindWords[kind], visit.locale)] as const,
  )
  const body = html`<input type="hidden" name="traveler_id" value="${guest.id}">
${choice({ form, sent: visit.sent, name: 'kind', label: t('證件或文件', 'Document'), of: kinds })}
${picture(form, visit, t('照片或 PDF', 'Picture or PDF'), formats(t))}`
  const isOpen = visit.sent?.form === form || lacksPassport
  return html`${visit.done === form && done(t('已收到，謝謝您。', 'Received, thank you.'))}
${visit.done?.startsWith('wanted-') && done(t('已收到，謝謝您。', 'Received, thank you.'))}
<details${isOpen && html` open`}><summary>${lacksPassport ? t('上傳護照', 'Upload the passport') : t('上傳其他證件或文件', 'Upload another document')}</summary>
${sending({ name: form, sent: visit.sent, isUpload: true, body, button: t('上傳', 'Upload') })}</details>`
}

const formats = (t: Translate) =>
  t(
    `可直接拍照；JPG、PNG、WebP 或 PDF，最大 ${FILE_MB} MB。`,
    `You can take a photo; JPG, PNG, WebP or PDF, at most ${FILE_MB} MB.`,
  )

const picture = (form: string, { sent }: Visit, label: string, hint: string) =>
  input({
    ...{ form, sent, name: 'file', label, hint, type: 'file' },
    attributes: html`accept="image/jpeg,image/png,image/webp,application/pdf" required`,
  })

const uploadForms = ({ keys }: FastifyInstance, holder: Holder) => {
  const giver = async (tx: Tx) => {
    await throttle(tx, limits['papers handed in for booking'], holder.booking)
    return callerOf(holder, keys)
  }
  return {
    paper: uploadForm(NewDocument, async (tx, body) => {
      await keepDocument(tx, await giver(tx), body)
      return undefined
    }),
    wanted: uploadForm(HandedIn, async (tx, body, id) => {
      await handIn(tx, await giver(tx), id, body)
      return undefined
    }),
  }
}

/** Refuses an upload of somebody who may not, before the bytes are read. */
export function refuseUpload({ as, own }: Holder) {
  if (as === 'owner' || own?.is_proved) return
  refuse('forbidden', {
    detail: ['請先確認您的信箱，再上傳文件。', 'Confirm your mailbox first, then upload documents.'],
  })
}

const { kind, detail } = NewRequest.properties
const SpecialRequest = Type.Object({ kind, detail })

/** Special requests, which are free: they can be taken back until we work on them. */
const specialRequests = (guest: Guest, visit: Visit, t: Translate) => {
  const form = `request-${guest.id}`
  const { locale, sent } = visit
  const kinds = requestKinds.map((each) => [each, say(requestWords[each], locale)] as const)
  const isOpen = sent?.form === form
  return card(
    t('特別需求', 'Special requests'),
    html`<p class="soft">${t('不另計價，例如靠走道的座位、安靜的房間；出發前都可以提出，我們會盡量安排。', 'Free of charge, such as an aisle seat or a quiet room. Ask until the departure; we do what we can.')}</p>
${visit.done === form && done(t('已收到，我們會告訴您結果。', 'Received; we will tell you what is possible.'))}
${
  guest.special_requests.length > 0 &&
  html`<ul class="rows">${guest.special_requests.map(
    ({
      id,
      kind: of,
      detail: words,
      status,
    }) => html`<li><span class="between"><span>${say(requestWords[of], locale)}${t('：', ': ')}${words}</span><span class="badge">${say(statusWords[status], locale)}</span></span>
${status === 'open' && sending({ name: `withdraw-${id}`, sent, body: html``, button: t('收回', 'Take it back'), kind: 'small' })}</li>`,
  )}</ul>`
}
<details${isOpen && html` open`}><summary>${t('提出需求', 'Make a request')}</summary>
${sending({
  name: form,
  sent,
  body: html`${choice({ form, sent, name: 'kind', label: t('種類', 'Kind'), of: kinds })}
${longText({ form, sent, name: 'detail', label: t('需求', 'What you would like'), attributes: html`maxlength="2000" required` })}`,
  button: t('送出', 'Send'),
})}</details>`,
    { id: 'special-requests' },
  )
}

const replaced = Type.Object({
  name: EnteredTraveler.properties.name,
  surname_en: EnteredTraveler.properties.surname_en,
  given_name_en: EnteredTraveler.properties.given_name_en,
  birth_date: EnteredTraveler.properties.birth_date,
})
const Replacement = Type.Object({
  ...replaced.properties,
  agreed_price: Type.Optional(Type.Number()),
})

const replaceForm = ({ keys }: FastifyInstance, holder: Holder, { locale }: Visit) =>
  tidied(
    form(Replacement, (tx, { agreed_price, ...body }, id) =>
      saved(
        tx,
        { name: `replace-${id}`, id, body, agreed_price, is_other_person: true },
        callerOf(holder, keys),
        locale,
      ),
    ),
    asStored,
  )

/** Another person travels in this one's place: name and birth date change, and with them perhaps the price. */
const replacement = (guest: Guest, visit: Visit, t: Translate) => {
  const form = `replace-${guest.id}`
  const { sent, locale } = visit
  const isOpen = sent?.form === form
  const isRequired = true
  const { surname_en, given_name_en, birth_date } = askedOfTraveler
  const body = fields(replaced, ['name', 'birth_date', 'surname_en', 'given_name_en'], {
    ...{ form, sent, locale, pairs: true },
    own: {
      name: { label: ['新旅客姓名', 'Name of the new traveler'] },
      surname_en: { ...surname_en, isRequired },
      given_name_en: { ...given_name_en, isRequired },
      birth_date: { ...birth_date, isRequired },
    },
  })
  const says = t(
    '出發前可以改由另一位參加；原旅客的護照、文件、過敏與特別需求會一併刪除，請再為新旅客填寫。若有差額（例如機票改名），送出前會先讓您看到新的總價，我們也會與您確認。',
    'Until the departure another person may travel instead. Passport, documents, allergies and special requests of the former one are removed; please give those of the new one. If it costs more, for example for the name on the ticket, you see the new total before you send it, and we confirm it with you.',
  )
  return html`<section class="card over">
${visit.done === form && done(t('已收到，我們確認後會通知聯絡人。', 'Received. The contact is told once we have confirmed it.'))}
<details${isOpen && html` open`}><summary>${t('改由另一位參加', 'Another person travels instead')}</summary>
<p class="soft">${says}</p>
${sending({ name: form, sent, body, button: t('送出變更', 'Send the change') })}</details></section>`
}
