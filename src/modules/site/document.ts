import { longDay, telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { PagePolicy } from '../../kit/http/pages/page.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { brandOf, nameIn, type Translate, wordsIn } from '../page-words.ts'
import { type Frame, type HouseInPublic, pathIn } from './frame.ts'
import { brandMark, iconLinks } from './icons.ts'
import { type PictureOfPage, sharingTags } from './sharing.ts'
import { sheetPath } from './sheet.ts'

/** A page of the site in one language. */
export type SitePage = {
  title: string
  description: string
  /** Its path without the language; a page that search engines may list has one. */
  path: string
  /** Another page that search engines should show in place of this one. */
  canonical?: string
  body: Markup
  /** What is shown beside a link to the page; without one the emblem of the agency. */
  picture?: PictureOfPage
  /** Facts for search engines, by schema.org. */
  facts?: object[]
  isListed?: boolean
  at?: 'trips' | 'talks' | 'my'
  /** Another sheet beside that of the site. */
  sheet?: string
  /** A script that improves the page; it works without it. */
  script?: string | undefined
  /** What stays at the lower edge of a phone. */
  sticky?: Markup | undefined
  /** A page in a frame whose links open elsewhere. */
  isFramed?: boolean
  /** A page behind a link of a mail: it leads nowhere else, and its other language has the same address. */
  isLetter?: boolean
}

export function policyOf({ isListed = true, script }: SitePage): PagePolicy {
  return { caching: 'public', framedBy: [], hasScript: script !== undefined, isListed }
}

/** Where a site is: its public address, and the path of the office, if it has pages. */
export type Whereabouts = { origin: string; office: string | undefined }

/** The whole document. */
export function documentOf(page: SitePage, frame: Frame, locale: Locale, { origin, office }: Whereabouts): Markup {
  const { title, description, path, canonical = path, isListed = true, body, facts = [], sticky } = page
  const t = wordsIn(locale)
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="description" content="${description}">
${iconLinks(frame, locale)}
<link rel="stylesheet" href="${sheetPath(frame)}">
${page.isFramed && html`<base target="_blank">`}
${page.sheet && html`<link rel="stylesheet" href="${page.sheet}">`}
${page.script && html`<script type="module" src="${page.script}"></script>`}
${isListed && alternates(origin, canonical, locale)}
${isListed && sharingTags(page, frame, locale, origin)}
${facts.map((fact) => html`<script type="application/ld+json">${structured(fact, origin)}</script>`)}
<title>${title}｜${brandOf(frame.house, locale)}</title>
</head>
<body data-density="page">
<a class="skip" href="#main">${t('跳到內容', 'Skip to content')}</a>
${mast(page, frame, locale, t)}
<main id="main">
${body}
</main>
${sticky}
${frame.is_shown ? legal(frame, office, locale, t) : contact(frame, locale, t)}
</body>
</html>
`
}

// A text within a script element ends at `</`, so its angle bracket is written as an escape.
const structured = (fact: object, origin: string): Markup => ({
  markup: JSON.stringify({ '@context': 'https://schema.org', ...fact }, withOrigin(origin)).replace(/</g, '\\u003c'),
})
const withOrigin = (origin: string) => (name: string, value: unknown) =>
  ['url', 'image', 'item'].includes(name) && typeof value === 'string' && value.startsWith('/') ? origin + value : value

const alternates = (origin: string, canonical: string, locale: Locale) => html`
<link rel="canonical" href="${origin}${pathIn(locale, canonical)}">
<link rel="alternate" hreflang="zh-TW" href="${origin}${pathIn('zh-TW', canonical)}">
<link rel="alternate" hreflang="en" href="${origin}${pathIn('en', canonical)}">
<link rel="alternate" hreflang="x-default" href="${origin}${canonical}">`

const mast = ({ path, at, isLetter }: SitePage, frame: Frame, locale: Locale, t: Translate) => {
  const { house, is_shown } = frame
  const other = say<Locale>(['en', 'zh-TW'], locale)
  const link = (path: string, name: string, label: string) => {
    const current = at === name && html` aria-current="page"`
    return html`<a href="${pathIn(locale, path)}"${current}>${label}</a>`
  }
  const brand = html`${brandMark(frame, locale)}<span>${brandOf(house, locale)}</span>`
  const links = html`
${is_shown && link('/', 'trips', t('行程', 'Trips'))}
${is_shown && link('/talks', 'talks', t('講座', 'Talks'))}
${link('/my/', 'my', t('我的訂單', 'Booking'))}`
  const home = pathIn(locale, is_shown ? '/' : '/my/')
  const sameInOther = isLetter ? `?lang=${other}` : pathIn(other, path)
  return html`
<header class="mast"><div class="wrap">
  ${isLetter ? html`<p class="brand">${brand}</p>` : html`<a class="brand" href="${home}">${brand}</a>`}
  <nav aria-label="${isLetter ? t('語言', 'Language') : t('主選單', 'Main')}">
    ${!isLetter && links}
    <a class="lang" href="${sameInOther}" lang="${other}" hreflang="${other}">${t('English', '中文')}</a>
  </nav>
</div></header>`
}

/** How to reach an agency whose site is off: its record may lack what the law wants on a public page. */
const contact = ({ house }: Frame, locale: Locale, t: Translate) => html`
<footer class="legal"><div class="wrap">
  <p><b>${nameIn({ ...house, name: house.name ?? 'Guidon' }, locale)}</b></p>
  ${house.phone && html`<p>${t('電話', 'Telephone')} ${telephone(house.phone)}</p>`}
  ${house.email && html`<p><a href="mailto:${house.email}">${house.email}</a></p>`}
</div></footer>`

/** What the law wants to be read on every page. */
const legal = ({ house, texts, pages }: Frame, office: string | undefined, locale: Locale, t: Translate) => {
  const numbers = [kindOf(house, locale, t), house.registration_number, house.guarantee_number]
  const { footer } = texts
  return html`
<footer class="legal">
  <div class="wrap two">
    <div>
      <p><b>${nameIn(house, locale)}</b></p>
      <p>${numbers.filter(Boolean).join(' · ')}</p>
      <p>${t('代表人', 'Represented by')} ${house.representative}</p>
      <p>${t(house.address, house.address_en ?? house.address)}</p>
      ${footer && html`<p class="own">${t(footer.text, footer.text_en ?? footer.text)}</p>`}
    </div>
    <div>
      <p>
        ${t('電話', 'Telephone')} ${telephone(house.phone)}
        ${house.email && html` · <a href="mailto:${house.email}">${house.email}</a>`}
      </p>
      <p>${t('緊急聯絡', 'Emergencies')} ${telephone(house.emergency_phone)}</p>
      <p>
        ${t('申訴', 'Complaints')} ${house.complaint_contact} ${telephone(house.complaint_phone)}
        ${house.complaint_email && html` · ${house.complaint_email}`}
      </p>
      <p>${t('責任保險', 'Liability insurance')} ${insured(house.liability_insurance, locale, t)}</p>
      <p>${t('履約保證保險', 'Performance insurance')} ${insured(house.performance_insurance, locale, t)}</p>
      ${office && html`<p><a href="${office}" rel="nofollow">${t('同仁登入', 'Staff sign-in')}</a></p>`}
    </div>
  </div>
  ${pages.length > 0 && html`<div class="wrap">${ownPages(pages, locale, t)}</div>`}
</footer>`
}

/** The pages of the agency. */
const ownPages = (pages: Frame['pages'], locale: Locale, t: Translate) => html`
<nav class="own-pages" aria-label="${t('更多資訊', 'More about us')}">
  ${pages.map((each) => ownPageLink(each, locale))}
</nav>`

const ownPageLink = ({ slug, title, title_en }: Frame['pages'][number], locale: Locale) => {
  const isInChinese = say([false, !title_en], locale)
  const name = nameIn({ name: title, name_en: title_en }, locale)
  return html`<a href="${pathIn(locale, `/pages/${slug}`)}"${isInChinese && html` lang="zh-Hant"`}>${name}</a>`
}

const kindOf = ({ kind }: HouseInPublic, locale: Locale, t: Translate) =>
  kind === 'comprehensive'
    ? t('綜合旅行社', 'General travel agency')
    : `${codeWord('house_kind', kind, locale)}${t('', ' travel agency')}`

/** A telephone number that a phone can call. */
export function telephone(number: string) {
  return html`<a href="${telephoneAddress(number)}">${number}</a>`
}

/** How to reach the agency with a question: by telephone, and by mail with a subject. */
export function reach({ phone, email }: HouseInPublic, subject: string, t: Translate) {
  const mail = email && `mailto:${email}?subject=${encodeURIComponent(subject)}`
  return html`
<p class="does">
  <a class="button" href="${telephoneAddress(phone)}">${t('來電', 'Call')} ${phone}</a>
  ${mail && html`<a class="button" href="${mail}">${t('寫信詢問', 'Ask by mail')}</a>`}
</p>`
}

const insured = (
  { insurer, insurer_en, policy_number, ends_on }: HouseInPublic['liability_insurance'],
  locale: Locale,
  t: Translate,
) => {
  const until = longDay(ends_on, locale)
  return `${t(insurer, insurer_en ?? insurer)} ${policy_number}${t(`，至 ${until}`, `, until ${until}`)}`
}
