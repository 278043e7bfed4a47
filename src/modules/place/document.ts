import { html } from '../../kit/http/pages/html.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { pathIn } from '../site/frame.ts'
import type { Shell } from '../site/page.ts'
import { placeSheet } from './sheet.ts'

/** What stands around the pages of the place. */
export const placeShell: Shell = {
  common: { isListed: false, at: 'my', sheet: placeSheet.path },
  around: (body) => html`<div class="wrap mine">${body}</div>`,
  isOfSite: false,
  tellsGoneForms: true,
  refused: ({ code }, { title: named, detail }, { locale }) => {
    const title = code === 'forbidden' ? say(['這一頁不對您開放', 'This page is not open to you'], locale) : named
    const back = html`<a class="button main" href="${pathIn(locale, '/my/')}">${say(['我的訂單', 'My bookings'], locale)}</a>`
    return {
      ...{ title, path: '/my/' },
      body: html`<section class="card"><h1>${title}</h1><p>${detail}</p><p class="row">${back}</p></section>`,
    }
  },
}

/** The address of a booking's page in the place, or of a page below it. */
export function placePath(booking_number: string, below = '') {
  return `/my/${encodeURIComponent(booking_number)}${below}`
}

/** The way back from a page that lies deeper. */
export function back(booking_number: string, name: string, locale: Locale) {
  return html`<p class="back"><a href="${pathIn(locale, placePath(booking_number))}">‹ ${name}</a></p>`
}
