import { paletteOf } from 'guidon-design/hue'
import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import { brandOf, nameIn, wordsIn } from '../page-words.ts'
import { beforeAddress, type Letter, type Link, type Paragraph } from './letter.ts'

/**
 * A letter as HTML, in the colour of the house. Mail programs drop sheets, so what it needs stands at the elements, and the sheet
 * holds the dark colours alone. It loads nothing and leads nowhere but to this service.
 */
export function htmlOf(letter: Letter, house: HouseOnMails) {
  const { locale, subject, paragraphs } = letter
  const look = lookOf(house, locale)
  // A letter with links to several records has none that is the main one.
  const hasButton = paragraphs.filter(({ link }) => link).length === 1
  const { markup } = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<style>${sheetOf(house)}</style>
</head>
<body class="paper" style="margin:0;${look.paper}">
<div class="paper" lang="${locale}" style="padding:24px 12px;${look.paper};${look.text}">
<div style="max-width:600px;margin:0 auto">
${head(house, locale, look)}
<div class="card" style="${look.card}">
${paragraphs.map((each) => paragraph(each, look, hasButton))}
</div>
${foot(house, locale, look)}
</div>
</div>
</body>
</html>
`
  return markup
}

/** The agency as every mail shows it: its name, its colour, and how to reach it. */
export const houseOnMails = theRow((db, _given: object) =>
  db
    .selectFrom('house')
    .innerJoin('site', (on) => on.onTrue())
    .select(['name', 'name_en', 'registration_number', 'address', 'address_en', 'phone', 'email', 'hue', 'chroma'])
    .select(sql<boolean>`logo_id is not null`.as('has_logo')),
)
type HouseOnMails = Awaited<ReturnType<typeof houseOnMails>>

type Look = ReturnType<typeof lookOf>

const lookOf = (house: HouseOnMails, locale: Locale) => {
  const { paper, card, line, ink, soft, accent, accentInk } = paletteOf(house).light
  return {
    paper: `background:${paper};color:${ink}`,
    text: `font:16px/1.6 ${fonts[locale]};overflow-wrap:anywhere`,
    card: `padding:24px 24px 8px;border:1px solid ${line};border-top:4px solid ${accent};border-radius:14px;background:${card}`,
    paragraph: 'margin:0 0 16px',
    soft: `margin:0 0 16px;font-size:14px;color:${soft}`,
    brand: `margin:0 4px 16px;font-size:18px;font-weight:700;color:${accent}`,
    pole: `display:inline-block;width:3px;height:24px;margin-right:1px;background:${soft};vertical-align:middle`,
    flag: `${flagShape};border-color:${accent} transparent ${accent} ${accent}`,
    button: `display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${accentInk};font-weight:600;text-decoration:none`,
    address: `color:${soft};word-break:break-all`,
    foot: `margin:16px 4px 0;font-size:14px;color:${soft}`,
  }
}

/** The flag of a house without a logo, drawn by its borders: mail programs show no drawings. */
const flagShape =
  'display:inline-block;width:0;height:0;margin:0 8px 8px 0;border-style:solid;border-width:7px 7px 7px 17px;vertical-align:middle'

const fonts: Record<Locale, string> = {
  'zh-TW': "'PingFang TC','Noto Sans TC','Microsoft JhengHei','Noto Sans CJK TC',sans-serif",
  en: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang TC','Microsoft JhengHei','Noto Sans CJK TC',sans-serif",
}

const sheetOf = (house: HouseOnMails): Markup => {
  const { paper, card, line, ink, soft, accent, accentInk } = paletteOf(house).dark
  const dark = [
    `.paper{background:${paper}!important;color:${ink}!important}`,
    `.card{background:${card}!important;border-color:${accent} ${line} ${line}!important}`,
    `.soft{color:${soft}!important}`,
    `.brand{color:${accent}!important}`,
    `.pole{background:${soft}!important}`,
    `.flag{border-color:${accent} transparent ${accent} ${accent}!important}`,
    `.button{background:${accent}!important;color:${accentInk}!important}`,
  ]
  return {
    markup: `:root{color-scheme:light dark}.unbroken{white-space:nowrap}@media (prefers-color-scheme:dark){${dark.join('')}}`,
  }
}

const head = (house: HouseOnMails, locale: Locale, look: Look) =>
  html`<p class="brand" style="${look.brand}">${!house.has_logo && flag(look)}${brandOf(house, locale)}</p>`

const flag = ({ pole, flag }: Look) =>
  html`<span class="pole" style="${pole}"></span><span class="flag" style="${flag}"></span>`

const paragraph = ({ title, text, link, isAside }: Paragraph, look: Look, hasButton: boolean) => {
  const lines = [
    html`${title && html`<b>${title}</b>`}`,
    ...text.split('\n').map((line) => html`${spaced(line)}`),
    html`${link && (hasButton ? sentenceOf(link) : html`${beforeAddress(link)}${address(link, look)}`)}`,
  ]
  return html`${isAside ? softBlock(lines, look.soft) : block(lines, look)}${link && hasButton && button(link, look)}`
}

// HTML takes two spaces for one, but they divide the amount from what it is for.
const spaced = (line: string) => line.replaceAll('  ', '\u2003')

/** What the text says before the address, unless the button says it. */
const sentenceOf = (link: Link) => {
  const before = beforeAddress(link)
  return before.startsWith(link.label) ? '' : before.trim()
}

const block = (lines: readonly Markup[], { paragraph }: Look) =>
  html`${isSaid(lines) && html`<p style="${paragraph}">${broken(lines)}</p>\n`}`
const softBlock = (lines: readonly Markup[], style: string) =>
  html`${isSaid(lines) && html`<p class="soft" style="${style}">${broken(lines)}</p>\n`}`

const isSaid = (lines: readonly Markup[]) => lines.some(({ markup }) => markup)
const broken = (lines: readonly Markup[]) =>
  lines.filter(({ markup }) => markup).map((line, nth) => html`${nth > 0 && html`<br>`}${line}`)

/** The main link as a button, with its address below for whoever does not trust one. */
const button = (link: Link, look: Look) => html`
<p style="${look.paragraph}">
<a class="button" href="${link.href}" style="${look.button}">${link.label}</a>
</p>
${softBlock([address(link, look)], look.soft)}`

const address = ({ href }: Link, look: Look) => html`<a class="soft" href="${href}" style="${look.address}">${href}</a>`

/** Whose mail it is, and how to reach the house. */
const foot = (house: HouseOnMails, locale: Locale, look: Look) => {
  const t = wordsIn(locale)
  const { name, registration_number, address, address_en, phone, email } = house
  const lines = [
    html`<b>${nameIn({ ...house, name: name ?? 'Guidon' }, locale)}</b>${registration_number && ` · ${registration_number}`}`,
    html`${t(address ?? '', address_en ?? address ?? '')}`,
    html`${phone && t(`電話 ${phone}`, `Telephone ${phone}`)}`,
    html`${email}`,
  ]
  return softBlock(lines, look.foot)
}
