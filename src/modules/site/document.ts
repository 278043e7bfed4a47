import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { PagePolicy } from '../../kit/http/pages/page.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { type Frame, type HouseInPublic, pathIn } from './frame.ts'
import { sheetPath } from './sheet.ts'
import { longDay, nameIn, type Translate, wordsIn } from './words.ts'

/** A page of the site in one language. */
export type SitePage = {
  title: string
  description: string
  /** Its path without the language; a page that search engines may list has one. */
  path: string
  /** Another page that search engines should show in place of this one. */
  canonical?: string
  body: Markup
  /** Facts for search engines, by schema.org. */
  facts?: object[]
  isListed?: boolean
  at?: 'trips' | 'talks'
  /** What stays at the lower edge of a phone. */
  sticky?: Markup
}

export function policyOf({ isListed = true }: SitePage): PagePolicy {
  return { caching: 'public', framedBy: [], hasScript: false, isListed }
}

/** Where a site is: its public address, and the path of the office, if it has pages. */
export type Whereabouts = { origin: string; office: string | undefined }

/** The whole document. */
export function documentOf(page: SitePage, frame: Frame, locale: Locale, { origin, office }: Whereabouts): Markup {
  const { title, description, path, canonical = path, isListed = true, body, facts = [], sticky } = page
  const t = wordsIn(locale)
  const brand = nameIn(frame.house, locale)
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="description" content="${description}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${sheetPath(frame)}">
${isListed && alternates(origin, canonical, locale)}
${facts.map((fact) => html`<script type="application/ld+json">${structured(fact, origin)}</script>`)}
<title>${title}｜${shortName(brand)}</title>
</head>
<body>
<a class="skip" href="#main">${t('跳到內容', 'Skip to content')}</a>
${mast(page, frame, locale, t)}
<main id="main">
${body}
</main>
${sticky}
${legal(frame, office, locale, t)}
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

/** The name without the form of the company, as people say it. */
function shortName(name: string) {
  return name.replace(/股份有限公司$|有限公司$|,? (Co\.,? )?(Ltd|Inc)\.?$/, '')
}

const mast = ({ path, at }: SitePage, { house }: Frame, locale: Locale, t: Translate) => {
  const other = say<Locale>(['en', 'zh-TW'], locale)
  const link = (place: string, name: string, label: string, className = '') =>
    html`<a${className && html` class="${className}"`} href="${pathIn(locale, place)}"${at === name && html` aria-current="page"`}>${label}</a>`
  return html`<header class="mast"><div class="wrap">
<a class="brand" href="${pathIn(locale, '/')}">${house.has_logo ? html`<img src="/api/house/logo" alt="" height="28">` : html`<i aria-hidden="true"></i>`}${shortName(nameIn(house, locale))}</a>
<nav aria-label="${t('主選單', 'Main')}">
${link('/', 'trips', t('行程', 'Trips'))}
${link('/talks', 'talks', t('講座', 'Talks'))}
<a class="lang" href="${pathIn(other, path)}" lang="${other}" hreflang="${other}">${t('English', '中文')}</a>
</nav></div></header>`
}

/** What the law wants to be read on every page. */
const legal = (
  { house, texts }: Frame,
  office: string | undefined,
  locale: Locale,
  t: Translate,
) => html`<footer class="legal"><div class="wrap two">
<div>
<p><b>${nameIn(house, locale)}</b></p>
<p>${[kindOf(house, locale, t), house.registration_number, house.guarantee_number].filter(Boolean).join(' · ')}</p>
<p>${t('代表人', 'Represented by')} ${house.representative}</p>
<p>${t(house.address, house.address_en ?? house.address)}</p>
${texts.footer && html`<p class="own">${t(texts.footer.text, texts.footer.text_en ?? texts.footer.text)}</p>`}
</div>
<div>
<p>${t('電話', 'Telephone')} ${telephone(house.phone)}${house.email && html` · <a href="mailto:${house.email}">${house.email}</a>`}</p>
<p>${t('緊急聯絡', 'Emergencies')} ${telephone(house.emergency_phone)}</p>
<p>${t('申訴', 'Complaints')} ${house.complaint_contact} ${telephone(house.complaint_phone)}${house.complaint_email && html` · ${house.complaint_email}`}</p>
<p>${t('責任保險', 'Liability insurance')} ${insured(house.liability_insurance, locale, t)}</p>
<p>${t('履約保證保險', 'Performance insurance')} ${insured(house.performance_insurance, locale, t)}</p>
${office && html`<p><a href="${office}" rel="nofollow">${t('同仁登入', 'Staff sign-in')}</a></p>`}
</div>
</div></footer>`

const kindOf = ({ kind }: HouseInPublic, locale: Locale, t: Translate) =>
  kind === 'comprehensive'
    ? t('綜合旅行社', 'General travel agency')
    : `${codeWord('house_kind', kind, locale)}${t('', ' travel agency')}`

/** A telephone number that a phone can call. */
export function telephone(number: string) {
  return html`<a href="tel:${number.replace(/[^+\d]/g, '')}">${number}</a>`
}

const insured = (
  { insurer, insurer_en, policy_number, ends_on }: HouseInPublic['liability_insurance'],
  locale: Locale,
  t: Translate,
) =>
  `${t(insurer, insurer_en ?? insurer)} ${policy_number}${t(`，至 ${longDay(ends_on, locale)}`, `, until ${longDay(ends_on, locale)}`)}`
