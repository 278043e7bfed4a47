import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { PagePolicy } from '../../kit/http/pages/page.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { brandOf, wordsIn } from '../page-words.ts'
import { POCKET } from '../place/password.ts'
import type { SitePage } from '../site/document.ts'
import { type Frame, pathIn } from '../site/frame.ts'
import { iconLinks, manifestOf } from '../site/icons.ts'
import type { Shell } from '../site/page.ts'
import { sheetPath } from '../site/sheet.ts'
import { pocketFile } from './files.ts'
import { entryForms } from './forms.ts'
import { fixedCards } from './sentences.ts'
import type { Settings } from './view/shown.ts'
import { tabBar } from './view/trip.ts'

/** A page with trips: for one person, kept by no cache. */
export const pocketPolicy: PagePolicy = {
  caching: 'secret',
  framedBy: [],
  hasScript: true,
  hasWorker: true,
  isListed: false,
}

/** What stands around the pages of the pocket: no menu of the site, because a phone on the road has no room for one. */
export const pocketShell: Shell = {
  common: { isListed: false },
  around: (body) => body,
  document: documentOf,
  isOfSite: false,
  tellsGoneForms: false,
  refused: ({ code }, { title: named, detail }, { locale }) => {
    const title =
      code === 'not_found' ? say(['這一團不在您的口袋裡', 'This trip is not in your pocket'], locale) : named
    const start = html`<a class="button main" href="${pathIn(locale, POCKET)}">${say(['我帶的團', 'My trips'], locale)}</a>`
    return {
      title,
      body: html`<main id="main"><section class="card"><h1>${title}</h1><p>${detail}</p><p class="does">${start}</p></section></main>`,
    }
  },
}

function documentOf({ title, body, script }: SitePage, frame: Frame, locale: Locale): Markup {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
${iconLinks(frame, locale, manifestPath(locale))}
<link rel="stylesheet" href="${sheetPath(frame)}">
<link rel="stylesheet" href="${pocketFile('sheet') ?? ''}">
${script && html`<script type="module" src="${script}"></script>`}
<title>${title}｜${brandOf(frame.house, locale)}</title>
</head>
<body data-density="page" class="pocket">
<a class="skip" href="#main">${wordsIn(locale)('跳到內容', 'Skip to content')}</a>
${body}
</body>
</html>
`
}

/** A page whose script draws it anew from what is on the phone. `hasTabs`: it shows one trip. */
export function scripted(body: Markup, settings: Settings, hasTabs: boolean): Markup {
  const tabs = tabBar(wordsIn(settings.locale))
  return html`
<div class="bar" id="bar" role="status" hidden></div>
<main id="main">${body}</main>
${hasTabs ? tabs : { markup: tabs.markup.replace('<nav ', '<nav hidden ') }}
<dialog class="entry" id="sheet" aria-labelledby="sheet-title"></dialog>
${entryForms(settings)}
${fixedCards(settings)}
<script type="application/json" id="settings">${asText(settings)}</script>`
}

// A text within a script element ends at `</`, so its angle bracket is written as an escape.
const asText = (settings: Settings): Markup => ({ markup: JSON.stringify(settings).replace(/</g, '\\u003c') })

export function manifestPath(locale: Locale) {
  return pathIn(locale, `${POCKET}app.webmanifest`)
}

/** How a phone names and opens the pocket on its first screen. */
export function pocketManifest(frame: Frame, locale: Locale) {
  const start = pathIn(locale, POCKET)
  const name = say(['領隊口袋', 'Leader’s pocket'], locale)
  return {
    ...manifestOf(frame, locale),
    ...{ id: start, start_url: start, scope: start, display: 'standalone' },
    ...{ name: `${name} · ${brandOf(frame.house, locale)}`, short_name: name },
  }
}
