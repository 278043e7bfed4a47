import { longDay, shortDay } from 'guidon-design/formats'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { Refusal } from '../../../kit/errors.ts'
import { oneOf } from '../../../kit/fields.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { choice, done } from '../../../kit/http/pages/parts.ts'
import { qrCode } from '../../../kit/http/pages/qr-code.ts'
import { form, type Sent, tidied } from '../../../kit/http/pages/sent.ts'
import type { Words } from '../../../kit/words/words.ts'
import { fields } from '../../form-fields.ts'
import { type Translate, wordsIn } from '../../page-words.ts'
import { changeDraft, type DraftTraveler, lockedDraft, tokenOfPerson } from '../../registration-drafts/draft.ts'
import { asInPassport, refuseUnborn, samePerson } from '../../travelers/rules.ts'
import { EnteredTraveler } from '../../travelers/schema.ts'
import { askedOfTraveler } from '../../travelers/words.ts'
import type { SitePage } from '../document.ts'
import { pathIn, readFrame } from '../frame.ts'
import { initialOf, passportUntil } from '../parts.ts'
import { lineShare } from '../sharing.ts'
import { kindOfTraveler } from './draft.ts'
import { type DraftLink, next, refuseUnseen, Seen } from './link.ts'
import {
  endsTooSoon,
  isClash,
  kindWords,
  leave,
  meanwhile,
  nameOf,
  nextButton,
  type OnDraft,
  openSlot,
  pageOf,
  refused,
  saved,
  seenMarks,
  stateOf,
  travelersOf,
  tripLine,
} from './parts.ts'
import { registerScript } from './script.ts'

export function peopleStep(on: OnDraft, t: Translate) {
  const travelers = travelersOf(on)
  const open = openSlot(on)
  const says = t(
    '現在只需要姓名與出生日期，護照可以之後補。',
    'Only the name and the birth date are needed now; the passport can follow.',
  )
  return html`
<h1>${t('旅客資料', 'Travelers')}</h1>
${saved(on, t)}
<p class="soft">${says}</p>
${travelers.map((traveler, i) => personCard(on, traveler, i + 1, i + 1 === open, t))}
<p class="does">${nextButton(on, 'people', t)}</p>`
}

/** The page of one person, by their own link. */
export function personPage(on: OnDraft, slot: number): SitePage {
  const t = wordsIn(on.locale)
  const traveler = travelersOf(on)[slot - 1] ?? {}
  const thanks = t('已儲存，謝謝您。家人那邊已經看得到。', 'Saved, thank you. Your family sees it now.')
  const says = t(
    '只有您和幫您報名的人看得到；送出報名後才會交給旅行社。',
    'Only you and whoever registers you see this; it goes to the agency when the registration is sent.',
  )
  return pageOf(on.trip, on.locale, {
    path: on.address.replace(/^\/en(?=\/)/, ''),
    body: html`
<div class="wrap leaf"><div class="people">
  ${tripLine(on.trip, on.locale)}
  <h1>${t('您的旅客資料', 'Your details')}</h1>
  ${saved(on, t)}
  ${on.isSaved && done(thanks)}
  <p class="soft">${says}</p>
  <div class="person open"><div class="body">${personForm(on, traveler, slot, t)}</div></div>
</div></div>`,
    script: registerScript.path,
  })
}

const personCard = (on: OnDraft, traveler: DraftTraveler, slot: number, isOpen: boolean, t: Translate) => {
  const name = nameOf(traveler, slot, t)
  const latin = [traveler.surname_en, traveler.given_name_en].filter(Boolean).join(', ')
  const head = html`
<span class="face" aria-hidden="true">${traveler.name ? initialOf(traveler.name) : slot}</span>
<span>
  <b>${name}${latin && html` <small>${latin}</small>`}</b>
  <span class="soft small">${stateOf(on, traveler, t)}</span>
</span>`
  const id = `person-${slot}`
  if (!isOpen) return html`<div class="person" id="${id}">${leave(on, 'people', id, head, 'head')}</div>`
  return html`
<section class="person open" id="${id}" aria-label="${name}">
  <div class="head" id="head" data-fresh>${head}</div>
  <div class="body">
    ${personForm(on, traveler, slot, t)}
    ${linkOfPerson(on, slot, name, t)}
  </div>
</section>`
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

const personForm = (on: OnDraft, traveler: DraftTraveler, slot: number, t: Translate) => {
  const form = `person-${slot}`
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
  const saves = html`data-save="${on.address}?go=${form}"`
  return html`
<form method="post" action="${on.address}" class="step" id="form-${slot}">
  <input type="hidden" name="form" value="${form}">
  ${seenMarks(traveler)}
  ${isMeanwhile ? meanwhile('person', personWords(traveler, sent), t) : refused(sent, form)}
  ${asked}
  ${kindOfTraveler(traveler, trip) === 'child' && bedOfChild(given, traveler, t)}
  <details class="more"${isOpen && html` open`}>
    <summary>${t('護照、餐食與健康（可以之後補）', 'Passport, meals and health (can follow)')}</summary>
    ${fields(EnteredTraveler, laterAsked, { ...given, own: laterWords(on, traveler) })}
  </details>
  <p class="does"><button class="button main" ${saves}>${t('儲存', 'Save')}</button></p>
</form>`
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

const personWords = (traveler: DraftTraveler, sent: Sent | undefined) =>
  Object.entries(traveler).flatMap(([name, value]) =>
    typeof value === 'string' && sent?.fields[name] !== value && name !== 'expected' ? [value] : [],
  )

/** A link for one person, who fills in only their own part. */
const linkOfPerson = ({ origin, locale, trip, token, draft }: OnDraft, slot: number, name: string, t: Translate) => {
  const own = tokenOfPerson(token, slot, draft.party_number)
  const link = `${origin}${pathIn(locale, `/register/${encodeURIComponent(trip.serial)}/${own}`)}`
  const message = encodeURIComponent(t(`請填您的旅客資料：${link}`, `Please fill in your part: ${link}`))
  const [inside, atStart] = [spaced(name), spaced(name).trimStart()]
  const says = t('這個連結只能填這一位，看不到其他人。', 'This link opens only this person and shows nobody else.')
  return html`
<details class="more">
  <summary>${t(`請${inside}自己填`, `Let ${name} fill it in`)}</summary>
  <p class="hint">${says}</p>
  <input class="input" readonly value="${link}" aria-label="${t(`${atStart}的連結`, `The link of ${name}`)}">
  ${qrCode(link, t(`${atStart}連結的 QR 碼`, `QR code of the link of ${name}`))}
  <p>
    <a class="button small" href="${lineShare(link)}" rel="nofollow noopener">${t('用 LINE 傳', 'Send by LINE')}</a>${' '}
    <a class="button small" href="mailto:?body=${message}">${t('用信件傳', 'Send by mail')}</a>${' '}
    <a class="button small" href="sms:?&amp;body=${message}">${t('用簡訊傳', 'Send as a text')}</a>
  </p>
</details>`
}

/** A name in a Chinese sentence: a space stands between Chinese and Latin letters. */
const spaced = (name: string) => name.replace(/^(?=\p{Script=Latin})/u, ' ').replace(/(?<=\p{Script=Latin})$/u, ' ')

const PersonBody = Type.Object({
  ...Type.Partial(
    Type.Pick(EnteredTraveler, [
      'name',
      'birth_date',
      'surname_en',
      'given_name_en',
      'gender',
      'passport_status',
      'passport_number',
      'passport_expires_on',
      'meal_requirement',
      'allergies',
    ]),
  ).properties,
  sleeps: Type.Optional(oneOf(['bed', 'none'])),
  seen: Seen,
})

/** The form of one person. Who fills it in by their own link sees nothing of the others. */
export function personOfDraftForm(link: DraftLink) {
  return tidied(
    form(PersonBody, async (tx, body, slot) => {
      const { today } = await readFrame(tx, {})
      refuseUnborn({ birth_date: body.birth_date }, today)
      const saved = await savePerson(tx, link, slot, body)
      if (saved instanceof Refusal) return saved
      if (saved.draft.slot !== null) return { to: `${link.address}?saved=1` }
      const after = saved.travelers.findIndex((each, i) => i + 1 > slot && !each.birth_date)
      return after < 0 ? next(link, 'people', '&saved=1') : next(link, `person-${after + 1}`)
    }),
    asInPassport,
  )
}

/** The same person as the registration would see it, so that it is said where it is typed. */
const isSame = (one: DraftTraveler, other: DraftTraveler) =>
  !!one.name &&
  !!one.birth_date &&
  one.birth_date === other.birth_date &&
  one.name.toLowerCase() === other.name?.toLowerCase()

const savePerson = async (tx: Tx, { keys, token }: DraftLink, slot: number, given: Static<typeof PersonBody>) => {
  const { seen, sleeps, ...typed } = given
  const draft = await lockedDraft(tx, keys, token)
  const { travelers = [] } = draft.body
  const known = travelers[slot - 1]
  if (!known || (draft.slot !== null && draft.slot !== slot)) return new Refusal('not_found')
  // What is left empty is removed. Who is not asked about the bed keeps what follows from the age.
  const traveler: DraftTraveler = {
    ...(known.expected && { expected: known.expected }),
    ...typed,
    ...(sleeps && { bed: sleeps === 'bed' }),
  }
  refuseUnseen(seen, known, traveler)
  // Who fills in its own part by link is told nothing of the others.
  const isTwice = draft.slot === null && travelers.some((each, i) => i !== slot - 1 && isSame(each, traveler))
  if (isTwice) return new Refusal('invalid_input', { errors: { name: [samePerson] } })
  const all = travelers.map((each, i) => (i === slot - 1 ? traveler : each))
  await changeDraft(tx, keys, token, () => ({ travelers: draft.slot === null ? all : [traveler] }))
  return { draft, travelers: all }
}
