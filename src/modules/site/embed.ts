import { html } from '../../kit/http/pages/html.ts'
import type { PagePolicy } from '../../kit/http/pages/page.ts'
import type { Locale } from '../../kit/words/words.ts'
import { brandOf, nameIn, wordsIn } from '../page-words.ts'
import { type Asked, cards, countWords, foundIn, pathOf } from './catalogue.ts'
import type { Frame } from './frame.ts'
import { iconLinks } from './icons.ts'
import type { Departure } from './reads.ts'
import { sheetPath } from './sheet.ts'

type Read = Frame & { departures: Departure[] }

/** The cards of the catalogue for a frame in another site of the agency. Only the sites that it lists may frame them, and links leave the frame. */
export function embeddedDepartures({ departures, ...frame }: Read, asked: Asked, locale: Locale) {
  const t = wordsIn(locale)
  const { house } = frame
  const { found, routes } = foundIn(departures, asked)
  const title = t('開放報名的行程', 'Trips open for registration')
  const document = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<base target="_top">
${iconLinks(frame, locale)}
<link rel="stylesheet" href="${sheetPath(frame)}">
<title>${title}｜${brandOf(house, locale)}</title>
</head>
<body data-density="page">
<main>
<div class="wrap embed">
<div class="bandhead">
  <h1>${title}</h1>
  <h2>${countWords(routes.length, found.length, locale)}</h2>
  <a class="small" href="${pathOf(asked, locale)}#trips">${t('到網站看出團表', 'Dates and seats on our site')}</a>
</div>
${cards(routes, { departures, house }, asked, locale)}
<p class="soft small">${nameIn(house, locale)} ${house.registration_number}</p>
</div>
</main>
</body>
</html>
`
  const policy: PagePolicy = { caching: 'public', framedBy: frame.hosts, hasScript: false, isListed: false }
  return { document, policy }
}
