import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { FILE_MB } from '../../kit/constants.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, choice, done, facts, input, longText, sending } from '../../kit/http/pages/parts.ts'
import { type Fields, form, tidied, uploadForm } from '../../kit/http/pages/sent.ts'
import { amountIn, type Locale, say } from '../../kit/words/words.ts'
import { changeOrAsk, previewChange } from '../bookings/change-requests/ask.ts'
import { openLink } from '../bookings/links.ts'
import { optionLabel } from '../options/labels.ts'
import { optionValues } from '../options/values.ts'
import { handIn, keepDocument } from '../traveler-documents/actions.ts'
import { kindWords } from '../traveler-documents/labels.ts'
import { type DocumentKind, type DocumentStatus, HandedIn, NewDocument } from '../traveler-documents/schema.ts'
import type { By } from '../travelers/actions.ts'
import { ownChecks } from '../travelers/checks.ts'
import { type Check, checkTable } from '../travelers/labels.ts'
import { EnteredTraveler } from '../travelers/schema.ts'
import { type Translate, wordsIn } from './words.ts'

type Paper = { id: number; kind: DocumentKind; status: DocumentStatus; reject_reason: string | null }
const papersOfGuest = sql<Paper[]>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status, 'reject_reason', d.reject_reason) order by d.id), '[]')
    from traveler_documents d where d.traveler_id = travelers.id)`
const isGiven = (name: string) => sql<boolean>`${sql.ref(`travelers.${name}`)} is not null`

/** The travelers of a booking, or one of them, with their missing data. Encrypted values are not shown, only whether they exist. */
export const guestsOnPage = statement((db, { booking, only }: { booking: number; only?: number }) =>
  db
    .selectFrom('travelers')
    .select(['travelers.id', 'name', 'surname_en', 'given_name_en', 'gender', 'nationality', 'passport_country'])
    .select('passport_expires_on')
    .select(['mobile', 'email', 'meal_requirement', 'emergency_name', 'emergency_phone', 'emergency_relation'])
    .select([isGiven('birth_date').as('has_birth_date'), isGiven('passport_number').as('has_passport_number')])
    .select([isGiven('allergies').as('has_allergies'), papersOfGuest.as('papers')])
    .select(
      sql<boolean>`exists (select from change_requests c where c.traveler_id = travelers.id and c.status = 'open')`.as(
        'has_open_change',
      ),
    )
    .select(sql<Check[]>`${ownChecks}`.as('checks'))
    .where('booking_id', '=', booking)
    .where('travelers.status', '=', 'active')
    .$if(only !== undefined, (rows) => rows.where('travelers.id', '=', only ?? 0))
    .orderBy('travelers.id'),
)
export type GuestOnPage = Awaited<ReturnType<typeof guestsOnPage>>[number]

type May = { change: boolean; upload: boolean; changeEmail: boolean }

/** A traveler: the missing data, a form to fill it in, and documents to upload. */
export function guestCard(guest: GuestOnPage, visit: Visit, may: May): Markup {
  const t = wordsIn(visit.locale)
  const missing = guest.checks.map((check) => say(checkTable[check][1], visit.locale))
  const body = html`
<p>${missing.length ? missing.map((words) => html`<span class="badge missing">${words}</span> `) : html`<span class="badge">${t('資料齊全', 'Complete')}</span>`}</p>
${guest.has_open_change && html`<p class="told">${t('您申請的變更正由我們確認，結果會寄信通知聯絡人。', 'We are reviewing the change you requested; the contact will be notified by mail.')}</p>`}
${may.change && details(guest, visit, t, may)}
${papers(guest, visit, t, may)}`
  return card(guest.name, body, { id: `guest-${guest.id}` })
}

const details = (guest: GuestOnPage, visit: Visit, t: Translate, may: May) => {
  const form = `traveler-${guest.id}`
  const isOpen = visit.sent?.form === form || guest.checks.some((check) => checksOfForm.has(check))
  return html`<details${isOpen ? html` open` : ''}><summary>${t('旅客資料', 'Traveler details')}</summary>
${visit.done === form && done(t('已儲存。', 'Saved.'))}
${sending({ name: form, sent: visit.sent, body: fields(guest, visit, t, form, may), button: t('儲存', 'Save') })}</details>`
}
const checksOfForm = new Set([
  'birth_date_missing',
  'passport_details_missing',
  'passport_name_missing',
  'passport_missing',
])

const fields = (guest: GuestOnPage, { sent, locale }: Visit, t: Translate, form: string, may: May) => {
  const field = (name: string, zh: string, en: string) => ({ form, sent, name, label: t(zh, en) })
  const kept = (isThere: boolean) =>
    isThere ? t('已填寫；留白則不變更。', 'On file; leave it empty to keep it.') : undefined
  const options = (list: 'nationality' | 'meal-requirements') =>
    optionValues[list].map((value) => [value, say(optionLabel(list, value), locale)] as const)
  const unset = t('請選擇', 'Please choose')
  return html`
<div class="pair">${input({ ...field('surname_en', '護照英文姓', 'Surname as in the passport'), value: guest.surname_en, attributes: latin })}
${input({ ...field('given_name_en', '護照英文名', 'Given names as in the passport'), value: guest.given_name_en, attributes: latin })}</div>
<div class="pair">${input({ ...field('birth_date', '出生日期', 'Date of birth'), type: 'date', hint: kept(guest.has_birth_date), attributes: html`autocomplete="off"` })}
${choice({ ...field('gender', '性別', 'Gender'), value: guest.gender, none: unset, of: genders(t) })}</div>
<div class="pair">${choice({ ...field('nationality', '國籍', 'Nationality'), value: guest.nationality, none: unset, of: options('nationality') })}
${input({ ...field('passport_number', '護照號碼', 'Passport number'), hint: kept(guest.has_passport_number), attributes: latin })}</div>
<div class="pair">${choice({ ...field('passport_country', '護照發照國', 'Country that issued the passport'), value: guest.passport_country, none: unset, of: options('nationality') })}
${input({ ...field('passport_expires_on', '護照效期', 'Passport valid until'), type: 'date', value: guest.passport_expires_on })}</div>
<div class="pair">${choice({ ...field('meal_requirement', '餐食', 'Meals'), value: guest.meal_requirement, none: unset, of: options('meal-requirements') })}
${input({ ...field('mobile', '手機', 'Mobile'), type: 'tel', value: guest.mobile })}</div>
${may.changeEmail && input({ ...field('email', '電子郵件', 'Email'), type: 'email', value: guest.email })}
${longText({ ...field('allergies', '過敏與健康狀況', 'Allergies and health'), hint: kept(guest.has_allergies) })}
<div class="pair">${input({ ...field('emergency_name', '緊急聯絡人', 'Emergency contact'), value: guest.emergency_name })}
${input({ ...field('emergency_phone', '緊急聯絡電話', 'Emergency phone'), type: 'tel', value: guest.emergency_phone })}</div>`
}
const latin = html`autocomplete="off" autocapitalize="characters" spellcheck="false"`

const genders = (t: Translate) =>
  [
    ['female', t('女', 'Female')],
    ['male', t('男', 'Male')],
    ['other', t('其他', 'Other')],
  ] as const

/** The fields of the form, and the total that the customer saw and agreed to. */
const AgreedCompletion = Type.Partial(Type.Object({ ...EnteredTraveler.properties, agreed_price: Type.Number() }))

/** Saves the details of a traveler. A change that moves the price is saved only after the new total was shown. */
export function travelerForm({ keys }: FastifyInstance, { token, locale }: Visit) {
  return tidied(
    form(AgreedCompletion, async (tx, { agreed_price, ...body }, id) => {
      const { reader } = await openLink(tx, token)
      const by = { reader, actor_id: undefined, roles: ['customer'], keys } as const
      const priced = await previewChange(tx, by, id, body)
      if (priced.price_after !== priced.price_before && priced.price_after !== agreed_price)
        return pricePage({ id, body, priced }, locale)
      await changeOrAsk(tx, by, id, body, undefined)
      return undefined
    }),
    inCapitals,
  )
}

/** Writes names and numbers in capitals, as in a passport. */
export function inCapitals(texts: Fields): Fields {
  const upper = Object.entries(texts)
    .filter(([name]) => ['surname_en', 'given_name_en', 'passport_number'].includes(name))
    .map(([name, text]) => [name, String(text).toUpperCase().replace(/\s+/g, ' ')])
  return { ...texts, ...Object.fromEntries(upper) }
}

type Priced = { currency: string; price_before: number; price_after: number; needs_approval: boolean }
type Asked = { id: number; body: Readonly<Record<string, unknown>>; priced: Priced }

/** Shows the new total of a booking before a change of a traveler is saved or requested. The page contains the entered values. */
const pricePage = ({ id, body, priced }: Asked, locale: Locale): Page => {
  const t = wordsIn(locale)
  const { currency, price_before, price_after, needs_approval } = priced
  const title = t('請確認新的總價', 'Please confirm the new total')
  const kept = { ...body, agreed_price: price_after }
  return {
    title,
    body: card(
      title,
      html`<p>${t('這項變更會改變訂單的總價。', 'This change alters the total of your booking.')}</p>
${facts([
  [t('目前總價', 'Total now'), amountIn(currency, price_before)],
  [t('變更後總價', 'Total afterwards'), amountIn(currency, price_after)],
])}
${needs_approval && html`<p>${t('訂單已確認，這項變更由我們確認後才會生效，結果會寄信通知您。', 'Your booking is confirmed, so we have to approve this change first; we will notify you by mail.')}</p>`}
${sending({ name: `traveler-${id}`, sent: undefined, body: hidden(kept), button: t('同意並送出', 'Agree and send') })}
<p><a href="?">${t('返回，不變更', 'Back, change nothing')}</a></p>`,
      { className: 'asks' },
    ),
  }
}

const hidden = (fields: Readonly<Record<string, unknown>>): Markup =>
  html`${Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => html`<input type="hidden" name="${name}" value="${String(each ?? '')}">`),
  )}`

const papers = (guest: GuestOnPage, visit: Visit, t: Translate, may: May) => {
  const asked = guest.papers.filter(({ status }) => status === 'missing' || status === 'rejected')
  const there = guest.papers.filter((paper) => !asked.includes(paper))
  return html`${there.length > 0 && html`<ul class="rows">${there.map(({ kind, status }) => html`<li><span>${say(kindWords[kind], visit.locale)} <span class="badge">${status === 'verified' ? t('已確認', 'Checked') : t('已收到', 'Received')}</span></span></li>`)}</ul>`}
${may.upload && asked.map((paper) => requestedPaper(paper, visit, t))}
${may.upload && anotherPaper(guest, visit, t)}`
}

const requestedPaper = ({ id, kind, reject_reason }: GuestOnPage['papers'][number], visit: Visit, t: Translate) => {
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

const anotherPaper = (guest: GuestOnPage, visit: Visit, t: Translate) => {
  const form = `paper-${guest.id}`
  const kinds = (['passport', 'visa', 'id', 'photo', 'consent', 'other'] as const).map(
    (kind) => [kind, say(kindWords[kind], visit.locale)] as const,
  )
  const body = html`<input type="hidden" name="traveler_id" value="${guest.id}">
${choice({ form, sent: visit.sent, name: 'kind', label: t('證件或文件', 'Document'), of: kinds })}
${picture(form, visit, t('照片或 PDF', 'Picture or PDF'), formats(t))}`
  const isOpen = visit.sent?.form === form || guest.checks.includes('passport_missing')
  return html`<details${isOpen ? html` open` : ''}><summary>${t('上傳證件或文件', 'Upload a document')}</summary>
${visit.done === form && done(t('已收到，謝謝您。', 'Received, thank you.'))}
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

/** The forms that upload documents of a traveler. */
export function uploadForms(giverOf: (tx: Tx) => Promise<By>) {
  return {
    paper: uploadForm(NewDocument, async (tx, body) => {
      await keepDocument(tx, await giverOf(tx), body)
      return undefined
    }),
    wanted: uploadForm(HandedIn, async (tx, body, id) => {
      await handIn(tx, await giverOf(tx), id, body)
      return undefined
    }),
  }
}
