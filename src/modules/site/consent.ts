import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Sent } from '../../kit/http/pages/sent.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { nameIn, wordsIn } from '../page-words.ts'
import { telephone } from './document.ts'
import { type Frame, pathIn } from './frame.ts'
import { tripPath } from './parts.ts'

/** A field that people do not see. Programs fill it in. */
export function trap(form: string): Markup {
  return html`
<p class="trap" aria-hidden="true">
  <label for="${form}-website">Website</label>
  <input id="${form}-website" name="website" tabindex="-1" autocomplete="off">
</p>`
}

/** The box that a visitor ticks before personal data are sent. */
export function consentBox(words: string, sent: Sent | undefined): Markup {
  const faults = sent?.faults.privacy_consent
  const isGiven = sent?.fields.privacy_consent === 'yes'
  const box = html`<input type="checkbox" name="privacy_consent" value="yes"${isGiven && html` checked`}${faults && html` aria-invalid="true"`}>`
  return html`
<p class="consent"><label>${box} <span>${words}</span></label></p>
${faults && html`<p class="fault">${faults.join(' ')}</p>`}`
}

/** What can be read before a registration is sent: the contract, if the agency has published it, and what a cancellation costs. */
export function contractToRead({ pages }: Frame, serial: string, locale: Locale): Markup {
  const t = wordsIn(locale)
  const contract = ownPageIn(pages, 'contract', locale)
  const cancelling = html`<a href="${tripPath(serial, undefined, locale)}#cancelling">${t('取消費用', 'what a cancellation costs')}</a>`
  return html`<p class="soft">${t('送出前可以先讀', 'Read before you send it:')} ${contract && html`${contract}${t('、', ', ')}`}${cancelling}</p>`
}

/** A link to a page of the agency, if it is published and listed. */
const ownPageIn = (pages: Frame['pages'], slug: string, locale: Locale) => {
  const page = pages.find((each) => each.slug === slug)
  return (
    page &&
    html`<a href="${pathIn(locale, `/pages/${slug}`)}">${nameIn({ name: page.title, name_en: page.title_en }, locale)}</a>`
  )
}

/** What the data are asked for, and how long they are kept. */
type Purpose = { uses: Words; kept: Words }

export const ofTrip: Purpose = {
  uses: [
    '辦理報名、訂位、訂房、保險、簽證與行程通知；只在辦理所需時提供給航空公司、旅館、當地旅行社、保險公司與簽證機關。',
    'To register you, book flights and rooms, insure you, apply for visas and tell you about the trip. Airlines, hotels, local agents, insurers and visa offices get what they need for it, and no more.',
  ],
  kept: [
    '旅程結束後，依法令與帳務所需的年限保存，期滿刪除或去除姓名。',
    'After the trip for as long as the law and our accounts require; then they are deleted or made anonymous.',
  ],
}

export const ofTalk: Purpose = {
  uses: ['為您保留座位，並通知場次的異動。', 'To keep your seat, and to tell you if the talk changes.'],
  kept: ['場次結束後保存一年，期滿去除姓名與聯絡方式。', 'One year after the talk; then name and contact are removed.'],
}

export const ofEnquiry: Purpose = {
  uses: ['回覆您的詢問，提供行程與報價。', 'To answer you, and to tell you of trips and prices.'],
  kept: [
    '結案後保存兩年，期滿去除姓名與聯絡方式。',
    'Two years after it is closed; then name and contact are removed.',
  ],
}

/** What the law has to be told before consent: who asks, what for, how long, and which rights there are. */
export function consentNotice({ house, pages }: Frame, { uses, kept }: Purpose, locale: Locale): Markup {
  const t = wordsIn(locale)
  const { complaint_contact, complaint_phone, complaint_email } = house
  const whole = ownPageIn(pages, 'privacy', locale)
  return html`
<details class="notice">
  <summary>${t('個人資料告知', 'How we use your data')}</summary>
  <dl>
    <dt>${t('蒐集者', 'Who')}</dt><dd>${nameIn(house, locale)}</dd>
    <dt>${t('目的與對象', 'What for')}</dt><dd>${say(uses, locale)}</dd>
    <dt>${t('期間與地區', 'How long and where')}</dt>
    <dd>${say(kept, locale)}${t('使用地區為臺灣與旅程所到之處。', ' They are used in Taiwan and where the trip goes.')}</dd>
    <dt>${t('您的權利', 'Your rights')}</dt>
    <dd>
      ${t(
        '可以查詢、閱覽、取得複本、補充更正，或請我們停止使用、刪除；不提供時，我們無法為您辦理。請洽',
        'You may see them, have a copy, correct them, or ask us to stop using or to delete them; without them we cannot arrange it. Please contact',
      )}
      ${complaint_contact} ${telephone(complaint_phone)} ${complaint_email}
    </dd>
  </dl>
  ${whole && html`<p>${whole}</p>`}
</details>`
}
